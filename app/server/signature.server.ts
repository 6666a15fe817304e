import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * Tells what this shop made from what somebody invented: 132 bits of an HMAC.
 *
 * @param purpose what the content is for; sealed for one thing it is good for no other
 */
export function signatureOf(purpose: string, content: string): string {
  return createHmac("sha256", settings.sessionSecret).update(`${purpose} ${content}`).digest("base64url").slice(0, 22);
}

export function isSignatureOf(purpose: string, content: string, given: string): boolean {
  const expected = Buffer.from(signatureOf(purpose, content));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
