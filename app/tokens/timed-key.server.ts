import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { HOUR } from "~/domain/values/durations";
import { text } from "~/forms/form.server";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * The key of a message, or of a form of access, is signed with the moment of its minting. How soon
 * it comes back says nothing: browsers fill in forms at once for their owners.
 */

const KEY = /^([A-Za-z0-9_-]{22}\.([a-z0-9]{1,12}))\.([A-Za-z0-9_-]{22})$/;

const PURPOSE = "message form";

export function mintTimedKey(now = Date.now()): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return `${content}.${signatureOf(PURPOSE, content)}`;
}

/** @returns milliseconds since the key was minted; undefined when this shop did not mint it */
function ageOfKey(key: string, now = Date.now()): number | undefined {
  const [, content = "", minted = "", signature = ""] = KEY.exec(key) ?? [];
  return isSignatureOf(PURPOSE, content, signature) ? now - Number.parseInt(minted, 36) : undefined;
}

/** Whether this shop minted the key. */
export const isTimedKey = (key: string): boolean => ageOfKey(key) !== undefined;

const MOST_MS = HOUR;
/** Keys used at this process; beyond these the oldest are forgotten. */
const used = new LRUCache<string, true>({ max: 50_000 });

/**
 * Whether this form was asked for within the hour and is sent for the first time, by its key
 * (`cle`). Without addresses only this tells shoppers from a program that posts.
 */
export function isFilledIn(form: FormData, now = Date.now()): boolean {
  const key = text(form, "cle");
  const age = ageOfKey(key, now);
  if (age === undefined || age > MOST_MS || used.has(key)) return false;
  used.set(key, true);
  return true;
}
