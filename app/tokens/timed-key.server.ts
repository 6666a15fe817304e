import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { HOUR } from "~/domain/values/durations";
import { text } from "~/forms/form.server";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * Keys of messages and of forms of access, and what a passkey has to sign: each is signed with the
 * moment of its minting, so that a page which offers one writes nothing.
 */

const KEY = /^([A-Za-z0-9_-]{22}\.([a-z0-9]{1,12}))\.([A-Za-z0-9_-]{22})$/;
const MOST_MS = HOUR;

type Purpose = "message form" | "passkey";

function mint(purpose: Purpose, now: number): string {
  const content = `${randomBytes(16).toString("base64url")}.${now.toString(36)}`;
  return `${content}.${signatureOf(purpose, content)}`;
}

/** @returns milliseconds since the key was minted; undefined when this shop did not mint it */
function ageOf(purpose: Purpose, key: string, now: number): number | undefined {
  const [, content = "", minted = "", signature = ""] = KEY.exec(key) ?? [];
  return isSignatureOf(purpose, content, signature) ? now - Number.parseInt(minted, 36) : undefined;
}

export const mintTimedKey = (now = Date.now()): string => mint("message form", now);

/** Whether this shop minted the key. */
export const isTimedKey = (key: string): boolean => ageOf("message form", key, 0) !== undefined;

/** Keys used at this process; beyond these the oldest are forgotten. */
const used = new LRUCache<string, true>({ max: 50_000 });

/**
 * Whether this form was asked for within the hour and is sent for the first time, by its key
 * (`cle`). Without addresses only this tells shoppers from a program that posts. How soon it comes
 * says nothing: browsers fill in forms at once for their owners.
 */
export function isFilledIn(form: FormData, now = Date.now()): boolean {
  const key = text(form, "cle");
  const age = ageOf("message form", key, now);
  if (age === undefined || age > MOST_MS || used.has(key)) return false;
  used.set(key, true);
  return true;
}

/** The shop notes what was signed. @returns base64url, as browsers write it */
export const mintPasskeyChallenge = (): string => Buffer.from(mint("passkey", Date.now())).toString("base64url");

/** Whether this shop minted it within the hour. */
export function isPasskeyChallenge(challenge: string): boolean {
  const age = ageOf("passkey", Buffer.from(challenge, "base64url").toString("latin1"), Date.now());
  return age !== undefined && age <= MOST_MS;
}
