import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { verifyHOTP } from "@oslojs/otp";
import { SECOND } from "~/domain/values/durations";

/** Codes of an authenticator app (RFC 6238): six digits, thirty seconds. */

const STEP = 30 * SECOND;
const DIGITS = 6;
/** Steps that the clock of a phone may be wrong by. */
const WINDOW = 1;
/** Further ahead than this a step was counted by a clock that was wrong. */
const TOO_FAR = 20;

/**
 * The step of a code that is right now.
 * @param secret base 32
 * @param usedStep of the last code that counted: it and earlier ones count no more
 */
export function stepOfCode(secret: string, code: string, nowMs: number, usedStep = 0): number | undefined {
  const key = decodeBase32IgnorePadding(secret);
  const current = Math.floor(nowMs / STEP);
  const last = usedStep > current + TOO_FAR ? 0 : usedStep;
  for (let step = current - WINDOW; step <= current + WINDOW; step += 1)
    if (step > last && verifyHOTP(key, BigInt(step), DIGITS, code)) return step;
  return undefined;
}
