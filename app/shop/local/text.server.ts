import { createHash } from "node:crypto";
import type { Recipient } from "~/domain/order/order";
import { storable } from "~/domain/values/storable";

/** Forms clean what is typed; this makes texts from elsewhere storable. */
export function storableRecipient(recipient: Recipient): Recipient {
  const { lastName, firstName, phone, wilayaId, communeId, mode, pickupPointId, address, notes } = recipient;
  return {
    lastName: storable(lastName),
    firstName: storable(firstName),
    phone: storable(phone),
    wilayaId,
    communeId,
    mode,
    ...(mode === "pickup" ? { pickupPointId } : {}),
    address: storable(address),
    notes: storable(notes),
  };
}

/** SHA-256 in base64url: makes any text storable and searchable. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
