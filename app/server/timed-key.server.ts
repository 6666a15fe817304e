import { randomBytes } from "node:crypto";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * The key of one message, signed with the moment of its minting: a form that comes back sooner than
 * a person can write was filled in by a program.
 */

const KEY = /^([A-Za-z0-9_-]{22}\.([a-z0-9]{1,12}))\.([A-Za-z0-9_-]{22})$/;

const PURPOSE = "message form";

export function mintTimedKey(now = Date.now()): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return `${content}.${signatureOf(PURPOSE, content)}`;
}

/** @returns milliseconds since the key was minted; undefined when this shop did not mint it */
export function ageOfKey(key: string, now = Date.now()): number | undefined {
  const [, content = "", minted = "", signature = ""] = KEY.exec(key) ?? [];
  return isSignatureOf(PURPOSE, content, signature) ? now - Number.parseInt(minted, 36) : undefined;
}
