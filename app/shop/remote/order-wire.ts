import type { ToldOrder } from "~/api/tolerant-schemas.server";
import { defaultDeliverySettings, type Fees } from "~/domain/delivery";
import type { Order, OrderLine, Recipient, WantedLine } from "~/domain/order";
import { text } from "~/domain/tolerant";
import { storableRecipient } from "../local/text.server";
import type { OrderChange } from "../services/orders";

/** An order as the API is asked for it, and as it tells it. Pure. */

/** What the API is told of each line: as it was shown, since two lines of one variant may have shown two prices. */
export function itemsOf(lines: readonly WantedLine[]): WantedLine[] {
  const items = new Map<string, WantedLine>();
  for (const line of lines) {
    const key = `${line.price} ${line.variantId}`;
    const known = items.get(key);
    items.set(key, known ? { ...known, quantity: known.quantity + line.quantity } : { ...line });
  }
  return [...items.values()];
}

/**
 * Section 3's order request.
 * @param insured as the fee was asked for (decision 040)
 */
export function orderRequest(
  items: readonly (WantedLine & { productId: string })[],
  recipient: Order["recipient"],
  shownFee: number,
  insured: boolean,
) {
  const { wilayaId, wilayaName, communeId, communeName, mode, pickupPointId, phone } = recipient;
  return {
    items: items.map(({ productId, variantId, quantity, price }) => ({
      productId,
      productVariantId: variantId,
      quantity,
      price,
    })),
    toWilayaId: wilayaId,
    toWilayaName: wilayaName,
    toCommuneId: communeId,
    toCommuneName: communeName,
    isStopDesk: mode === "pickup",
    stopDeskId: pickupPointId ?? null,
    stopDeskName: null,
    deliveryFee: shownFee,
    shippingCost: shownFee,
    freeShipping: false,
    doInsurance: insured,
    declaredValue: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    parcelWeight: 1,
    parcelLength: 30,
    parcelWidth: 20,
    parcelHeight: 10,
    paymentMethod: "COD",
    shippingMethod: "standard",
    notes: recipient.notes,
    internalNotes: "",
    customer: {
      firstName: recipient.firstName,
      lastName: recipient.lastName,
      phone,
      // Decision 035: stored nowhere, made here only.
      email: `${phone}@client.invalid`,
      address: recipient.address,
      wilaya: wilayaName,
      commune: communeName,
    },
  };
}

/** What was agreed to when the order was asked for. */
export interface Agreed {
  id: string;
  createdAt: Date;
  recipient: Order["recipient"];
  lines: OrderLine[];
  shownFee: number;
  insured: boolean;
}

/** What an API calls an order: to shoppers, and when it is asked for it. */
export interface Called {
  number: string;
  id: string;
}

/** Section 8: undefined without either, by which alone anybody could find it again. */
export function calledIn({ id, orderNumber }: Pick<ToldOrder, "id" | "orderNumber">): Called | undefined {
  const found = { id: id || orderNumber, number: orderNumber || text.parse(id) };
  return found.number ? found : undefined;
}

export const productsIn = ({ lines }: Order) => [...new Set(lines.map(({ productId }) => productId))];

/** The order that the API has taken; what it does not say is as it was agreed. */
export function takenOrder(answer: ToldOrder, number: string, { shownFee, insured, ...agreed }: Agreed): Order {
  const subtotal = agreed.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { shippingAddress: place, stopDeskName: pickupPointName, stopDeskAddress: pickupPointAddress } = answer;
  const { wilayaName, communeName } = agreed.recipient;
  return {
    ...agreed,
    number,
    status: answer.status ?? "pending",
    recipient: {
      ...agreed.recipient,
      wilayaName: place.wilaya || wilayaName,
      communeName: place.city || communeName,
      ...(pickupPointName ? { pickupPointName, pickupPointAddress } : {}),
    },
    subtotal,
    reward: 0,
    fees: answer.fees ?? feesOf(shownFee),
    // What was shown is what the API has agreed to.
    total: subtotal + shownFee,
    parcel: {
      weightKg: answer.parcelWeight,
      lengthCm: answer.parcelLength,
      widthCm: answer.parcelWidth,
      heightCm: answer.parcelHeight,
    },
    settings: { ...defaultDeliverySettings, insured: answer.doInsurance ?? insured },
    reserved: answer.reserved,
  };
}

/** What an order of the API's holds, as it was asked for. */
export function contentFrom(answer: ToldOrder): Pick<Agreed, "lines" | "shownFee"> & { recipient: Recipient } {
  const { shippingAddress: to, isStopDesk, stopDeskId, toWilayaId, toCommuneId, notes } = answer;
  return {
    lines: answer.items.map(({ productVariantId, slug, color, sizeLabel, ...item }) => ({
      ...item,
      variantId: productVariantId,
      productSlug: slug,
      color: { ...color, hex: color.hex ?? "" },
      ...(sizeLabel ? { sizeLabel } : {}),
    })),
    shownFee: answer.shippingCost,
    recipient: storableRecipient({
      lastName: to.lastName,
      firstName: to.firstName,
      phone: to.phone,
      wilayaId: toWilayaId,
      communeId: toCommuneId,
      mode: isStopDesk ? "pickup" : "home",
      ...(isStopDesk ? { pickupPointId: stopDeskId } : {}),
      address: to.address,
      notes,
    }),
  };
}

const feesOf = (fee: number): Fees => ({
  deliveryFee: fee,
  codFee: 0,
  insuranceFee: 0,
  totalFee: fee,
  deliveryTime: defaultDeliverySettings.deliveryTime,
});

/**
 * What a refusal by field means.
 * @param errors sentences by field: `items.0.quantity`
 * @param items as the API was told them
 */
export function changesFromErrors(
  errors: Record<string, unknown>,
  items: readonly (WantedLine & { name: string })[],
): OrderChange[] {
  const changes = Object.keys(errors).flatMap((field): OrderChange[] => {
    const [, index, what] = /^items\.(\d+)\.?(\w*)/.exec(field) ?? [];
    const item = items[Number(index ?? -1)];
    if (item && what === "quantity")
      return [{ kind: "quantity", variantId: item.variantId, name: item.name, before: item.quantity, now: 0 }];
    if (item) return [{ kind: "gone", variantId: item.variantId }];
    return /^(to|stop|is|shipping)/.test(field) ? [{ kind: "destination" }] : [];
  });
  // A place that is wrong in two fields is one that is wrong.
  return changes.filter(
    ({ kind }, at) => kind !== "destination" || changes.findIndex((one) => one.kind === kind) === at,
  );
}
