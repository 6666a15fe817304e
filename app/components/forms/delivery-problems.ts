import { type DeliveryView, deliveryFields } from "~/domain/delivery/delivery-view";
import { DELIVERY_FORM } from "./delivery-fields";
import type { Problem } from "./error-summary";

/** The errors of the delivery form for its ErrorSummary, in the order of the fields. */
export function deliveryProblems({ errors, offer }: DeliveryView): Problem[] {
  return deliveryFields.flatMap((field) => {
    const message = errors[field];
    return message ? [{ id: `${DELIVERY_FORM}-${controlOf(field, offer)}`, message }] : [];
  });
}

/** What the link of an error leads to. */
function controlOf(field: keyof DeliveryView["errors"], { communes, pickupPoints }: DeliveryView["offer"]): string {
  // An empty list of communes is disabled.
  if (field === "commune" && communes.length === 0) return "wilaya";
  if (field !== "relais") return field;
  const [first] = pickupPoints;
  return first ? `mode-${first.id}` : "mode";
}
