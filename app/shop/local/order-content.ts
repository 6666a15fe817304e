import { type Correction, corrected, orderContent, type Recipient, recipientFields } from "~/domain/order/order";
import { storableTexts } from "~/domain/values/storable";
import type { PlaceOrder } from "../services/orders";
import { digest } from "./context";

/** Forms clean what is typed; this makes texts from elsewhere storable. */
export function storableRecipient(recipient: Recipient): Recipient {
  const isKept = (field: keyof Recipient) => field !== "pickupPointId" || recipient.mode === "pickup";
  const fields = recipientFields.filter(isKept).map((field) => [field, recipient[field]]);
  return storableTexts(Object.fromEntries(fields) as Recipient);
}

export const storableCorrection = (correction: Correction): Correction =>
  storableTexts(
    Object.fromEntries(Object.values(corrected).map((name) => [name, correction[name]])) as typeof correction,
  );

/** Of what is ordered and for whom: the same for posts that order the same. */
export const contentHashOf = ({ lines, recipient }: Pick<PlaceOrder, "lines" | "recipient">): string =>
  digest(orderContent(lines, storableRecipient(recipient)));
