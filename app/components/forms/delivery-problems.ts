import { type DeliveryView, deliveryFields } from "~/domain/delivery/delivery-view";
import { DELIVERY_FORM } from "./delivery-fields";
import type { Problem } from "./error-summary";

/** The errors of the delivery form for its ErrorSummary, in the order of the fields. */
export function deliveryProblems({ errors, offer }: DeliveryView): Problem[] {
  return deliveryFields.flatMap((field) => {
    const message = errors[field];
    if (!message) return [];
    // An empty list of communes is disabled: the link leads to the wilaya.
    const control = field === "commune" && offer.communes.length === 0 ? "wilaya" : field === "relais" ? "mode" : field;
    return [{ id: `${DELIVERY_FORM}-${control}`, message }];
  });
}
