import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * The key of one message, as form-key's is of one order, with the moment of its minting under the same seal: a form that
 * comes back sooner than anybody can write was not written by anybody.
 */

const KEY = /^([A-Za-z0-9_-]{22}\.([a-z0-9]{1,12}))\.([A-Za-z0-9_-]{22})$/;

function seal(content: string): string {
  return createHmac("sha256", settings.sessionSecret)
    .update(`message form ${content}`)
    .digest("base64url")
    .slice(0, 22);
}

export function mintTimedKey(now = Date.now()): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return `${content}.${seal(content)}`;
}

/** @returns for how many milliseconds the key has been out; undefined when this shop did not mint it */
export function ageOfKey(key: string, now = Date.now()): number | undefined {
  const [, content = "", minted = "", sealed = ""] = KEY.exec(key) ?? [];
  const expected = Buffer.from(seal(content));
  const given = Buffer.from(sealed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return now - Number.parseInt(minted, 36);
}
