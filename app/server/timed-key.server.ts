import { randomBytes } from "node:crypto";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * The key of one message, as form-key's is of one order, with the moment of its minting under the same seal: a form that
 * comes back sooner than anybody can write was not written by anybody.
 */

const KEY = /^([A-Za-z0-9_-]{22}\.([a-z0-9]{1,12}))\.([A-Za-z0-9_-]{22})$/;

const PURPOSE = "message form";

export function mintTimedKey(now = Date.now()): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return `${content}.${signatureOf(PURPOSE, content)}`;
}

/** @returns for how many milliseconds the key has been out; undefined when this shop did not mint it */
export function ageOfKey(key: string, now = Date.now()): number | undefined {
  const [, content = "", minted = "", sealed = ""] = KEY.exec(key) ?? [];
  return isSignatureOf(PURPOSE, content, sealed) ? now - Number.parseInt(minted, 36) : undefined;
}
