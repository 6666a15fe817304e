import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { settings } from "~/settings.server";

/**
 * The key of one order (PE-6): minted with the form, unique among all orders. The seal tells our keys from invented ones, so
 * that nobody chooses a key, or sends the same form without one again and again.
 */

const ID = /^[A-Za-z0-9_-]{22}$/;

function seal(id: string): string {
  return createHmac("sha256", settings.sessionSecret).update(`order form ${id}`).digest("base64url").slice(0, 22);
}

export function mintFormKey(): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${seal(id)}`;
}

/** Whether this shop minted the key. */
export function isFormKey(key: string): boolean {
  const [id = "", sealed = "", ...rest] = key.split(".");
  if (!ID.test(id) || rest.length > 0) return false;
  const expected = Buffer.from(seal(id));
  const given = Buffer.from(sealed);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
