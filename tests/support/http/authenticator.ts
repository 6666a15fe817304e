import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { generateHOTP } from "@oslojs/otp";

/** The code of an app. @param ahead steps of thirty seconds, since no code counts twice */
export function appCode(secret: string, ahead = 0, at = Date.now()): string {
  const step = Math.floor(at / 30_000) + ahead;
  return generateHOTP(decodeBase32IgnorePadding(secret), BigInt(step), 6);
}

/** Waits until a code of now, or of the step before, will still be that when it arrives. */
export async function steadyStep(): Promise<void> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
}
