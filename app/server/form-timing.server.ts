import { HOUR } from "~/domain/durations";
import { text } from "./form.server";
import { ageOfKey } from "./timed-key.server";

const LEAST_MS = 2_000;
const MOST_MS = HOUR;
/** Keys used at this process, the oldest first; beyond MOST_USED the oldest are forgotten. */
const used = new Map<string, number>();
const MOST_USED = 50_000;

/**
 * Whether a person can have filled in this form: its key (`cle`, of timed-key) is some seconds old
 * and new here. Without addresses only this tells shoppers from a program that posts.
 */
export function isFilledIn(form: FormData, now = Date.now()): boolean {
  const key = text(form, "cle");
  const age = ageOfKey(key, now);
  if (age === undefined || age < LEAST_MS || age > MOST_MS || used.has(key)) return false;
  for (const [oldest, usedAt] of used) {
    if (now - usedAt <= MOST_MS && used.size < MOST_USED) break;
    used.delete(oldest);
  }
  used.set(key, now);
  return true;
}
