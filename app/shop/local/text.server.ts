import { createHash } from "node:crypto";
import { type Correction, corrected, orderContent, type Recipient } from "~/domain/order/order";
import { storable } from "~/domain/values/storable";
import type { PlaceOrder } from "../services/orders";

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

export const storableCorrection = (correction: Correction) =>
  Object.fromEntries(Object.values(corrected).map((name) => [name, storable(correction[name])])) as typeof correction;

/** Of what is ordered and for whom: the same for posts that order the same. */
export const contentHashOf = ({ lines, recipient }: Pick<PlaceOrder, "lines" | "recipient">): string =>
  digest(orderContent(lines, storableRecipient(recipient)));

/** SHA-256 in base64url: makes any text storable and searchable. */
export function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
