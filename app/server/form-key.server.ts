import { randomBytes } from "node:crypto";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * The key of one order (PE-6): minted with the form, unique among all orders. The seal tells our keys from invented ones, so
 * that nobody chooses a key, or sends the same form without one again and again.
 */

const ID = /^[A-Za-z0-9_-]{22}$/;

const PURPOSE = "order form";

export function mintFormKey(): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${signatureOf(PURPOSE, id)}`;
}

/** Whether this shop minted the key. */
export function isFormKey(key: string): boolean {
  const [id = "", sealed = "", ...rest] = key.split(".");
  return ID.test(id) && rest.length === 0 && isSignatureOf(PURPOSE, id, sealed);
}
