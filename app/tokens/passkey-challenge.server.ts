import { randomBytes } from "node:crypto";
import { HOUR } from "~/domain/values/durations";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * What a passkey has to sign. It is signed with the moment of its minting, so that a page which
 * offers it writes nothing; the shop notes what was signed.
 */

const PURPOSE = "passkey";
const MOST_MS = HOUR;
const SHAPE = /^([\w-]{22}\.([a-z0-9]{1,12}))\.([\w-]{22})$/;

/** @returns base64url, as browsers write it */
export function mintPasskeyChallenge(now = Date.now()): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return Buffer.from(`${content}.${signatureOf(PURPOSE, content)}`).toString("base64url");
}

/** Whether this shop minted it within the hour. */
export function isPasskeyChallenge(challenge: string, now = Date.now()): boolean {
  const [, content = "", minted = "", signature = ""] =
    SHAPE.exec(Buffer.from(challenge, "base64url").toString("latin1")) ?? [];
  return isSignatureOf(PURPOSE, content, signature) && now - Number.parseInt(minted, 36) <= MOST_MS;
}
