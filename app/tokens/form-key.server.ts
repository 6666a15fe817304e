import { randomBytes } from "node:crypto";
import { isSignatureOf, signatureOf } from "./signature.server";

/**
 * The key of one order (PE-6), minted with the form and unique among all orders. It is signed, so
 * that nobody can choose a key, or send the same form again and again without one.
 */

const KEY = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;
const PURPOSE = "order form";

export function mintFormKey(): string {
  const id = randomBytes(16).toString("base64url");
  return `${id}.${signatureOf(PURPOSE, id)}`;
}

/** Whether this shop minted the key. */
export function isFormKey(key: string): boolean {
  const [, id = "", signature = ""] = KEY.exec(key) ?? [];
  return isSignatureOf(PURPOSE, id, signature);
}
