import { MAX_COLLECTED, type PickupPoint } from "~/domain/delivery";
import type { Order } from "~/domain/order";
import type { OutgoingParcel } from "../workers/parcel-queue";

/** What a list of products may be long: it stands on a label. */
const MOST_TEXT = 250;

interface Places {
  fromWilaya: string;
  wilaya: string;
  commune: string;
  pickupPoint?: PickupPoint;
}

/** An order as a parcel of the courier's: every field as it takes it (docs/courier.md). */
export function outgoingParcel(order: Order, { pickupPoint, ...places }: Places): OutgoingParcel {
  const { firstName, lastName, phone, address } = order.recipient;
  const { lengthCm, widthCm, heightCm, weightKg } = order.parcel;
  return {
    orderNumber: order.number,
    ...places,
    // Both must say something; who gave one name is called by it.
    firstName: firstName || lastName,
    lastName: lastName || firstName,
    phone,
    address: oneLine(address) || oneLine(pickupPoint ? `${pickupPoint.name}, ${pickupPoint.address}` : places.commune),
    ...(pickupPoint ? { pickupPointId: pickupPoint.id } : {}),
    products: productsOf(order),
    collected: order.total,
    declaredValue: Math.min(order.subtotal, MAX_COLLECTED),
    insured: order.settings.insured,
    parcel: {
      lengthCm: Math.ceil(lengthCm),
      widthCm: Math.ceil(widthCm),
      heightCm: Math.ceil(heightCm),
      weightKg: Math.ceil(weightKg),
    },
  };
}

/** "Boston (Noir, 40) x2, Paris (Taupe, 38) x1" */
function productsOf({ lines }: Order): string {
  const list = lines
    .map(({ name, color, size, quantity }) => `${name} (${color.name}, ${size}) x${quantity}`)
    .join(", ");
  return list.length > MOST_TEXT ? `${list.slice(0, MOST_TEXT - 1)}…` : list;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
