import { sizeName } from "~/domain/catalogue/size";
import { MAX_COLLECTED, type PickupPoint } from "~/domain/delivery/delivery";
import type { Order } from "~/domain/order/order";
import { cut } from "~/domain/values/clean-text";
import type { OutgoingParcel } from "../workers/parcel-queue";

/** Longest list of products, which is printed on the label. */
const MOST_TEXT = 250;

interface Places {
  fromWilaya: string;
  wilaya: string;
  commune: string;
  pickupPoint?: PickupPoint;
}

/** An order in the courier's fields (docs/courier.md). */
export function outgoingParcel(order: Order, { pickupPoint, ...places }: Places): OutgoingParcel {
  const { phone, ...recipient } = order.recipient;
  const [firstName, lastName] = [oneLine(recipient.firstName), oneLine(recipient.lastName)];
  const { lengthCm, widthCm, heightCm, weightKg } = order.parcel;
  return {
    orderNumber: order.number,
    ...places,
    // Both are required; a shopper may have given only one.
    firstName: firstName || lastName,
    lastName: lastName || firstName,
    phone,
    address:
      oneLine(recipient.address) ||
      oneLine(pickupPoint ? `${pickupPoint.name}, ${pickupPoint.address}` : places.commune),
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
  const listed = lines.map((line) => `${line.name} (${line.color.name}, ${sizeName(line)}) x${line.quantity}`);
  const list = oneLine(listed.join(", "));
  return list.length > MOST_TEXT ? `${cut(list, MOST_TEXT - 1)}…` : list;
}

/** Not every database of a courier's stores emoji; ornate letters beyond U+FFFF are plain ones. */
const oneLine = (text: string) =>
  text
    .replace(/[\u{10000}-\u{10FFFF}]/gu, (letter) => letter.normalize("NFKC"))
    .replace(/[\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
