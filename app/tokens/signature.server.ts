import { createHmac, timingSafeEqual } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * 132 bits of an HMAC, which show that this shop made the content.
 * @param purpose a signature for one purpose is invalid for every other
 */
export function signatureOf(purpose: string, content: string): string {
  return createHmac("sha256", settings.sessionSecret).update(`${purpose} ${content}`).digest("base64url").slice(0, 22);
}

export function isSignatureOf(purpose: string, content: string, given: string): boolean {
  const expected = Buffer.from(signatureOf(purpose, content));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
