import { createHash } from "node:crypto";
import type { Recipient } from "~/domain/order";

/** The domain's forms clean what is typed; what reaches the database by another way is made storable here. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Without control characters (tab and line break stay) and lone surrogates: PostgreSQL refuses the first, UTF-8 the second. */
export function storable(text: string): string {
  return text.replace(CONTROLS, "").replace(LONE_SURROGATES, "\ufffd");
}

/** Whether a text can be an identifier of ours: what cannot be stored cannot be found either. */
export function isStorable(text: string): boolean {
  return text === storable(text);
}

export function storableRecipient(recipient: Recipient): Recipient {
  const { lastName, firstName, phone, wilayaId, communeId, mode, pickupPointId, address, notes } = recipient;
  return {
    lastName: storable(lastName),
    firstName: storable(firstName),
    phone: storable(phone),
    wilayaId,
    communeId,
    mode,
    ...(mode === "pickup" ? { pickupPointId: pickupPointId } : {}),
    address: storable(address),
    notes: storable(notes),
  };
}

/** SHA-256 in base64url: of any text, whatever it holds, something that can be stored and looked up. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
