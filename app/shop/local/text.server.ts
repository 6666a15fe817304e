import { createHash } from "node:crypto";
import type { Recipient } from "~/domain/order";
import { storable } from "~/domain/storable";

export { isStorable, storable } from "~/domain/storable";

/** The domain's forms clean what is typed; what reaches the database by another way is made storable here. */

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
