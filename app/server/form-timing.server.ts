import { text } from "./form.server";
import { ageOfKey } from "./timed-key.server";

/**
 * Whether somebody can have filled in this form: its key (`cle`, of timed-key) was minted some seconds ago, and is used for the
 * first time. It proves nothing but that each post was preceded by a page; where nobody's address is known, that is all that
 * tells shoppers from a program that posts as fast as it can.
 */

const LEAST_MS = 2_000;
const MOST_MS = 60 * 60_000;
/** Of this process, the oldest first. With more of them the oldest can be used again. */
const used = new Map<string, number>();
const MOST_USED = 50_000;

export function isFilledIn(form: FormData, now = Date.now()): boolean {
  const key = text(form, "cle");
  const age = ageOfKey(key, now);
  if (age === undefined || age < LEAST_MS || age > MOST_MS || used.has(key)) return false;
  for (const [old, at] of used) {
    if (now - at <= MOST_MS && used.size < MOST_USED) break;
    used.delete(old);
  }
  used.set(key, now);
  return true;
}
