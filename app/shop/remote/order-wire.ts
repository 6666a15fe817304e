import { color, type Fields, fields, numberIn, records } from "~/domain/content-values";
import { defaultDeliverySettings, type Fees, ONE_PAIR, type Parcel } from "~/domain/delivery";
import { type Order, type OrderLine, orderStatuses, type Recipient, type WantedLine } from "~/domain/order";
import { storable, storableRecipient } from "../local/text.server";
import type { OrderChange } from "../services/orders";
import { feesFrom, text } from "./read";

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
export function calledIn(answer: Fields): Called | undefined {
  const [id, number] = [named(answer.id), text(answer.orderNumber)];
  const found = { id: id || number, number: number || text(id) };
  return found.number ? found : undefined;
}

/** As it came: not even its spaces are this shop's to change. */
const named = (value: unknown) => (typeof value === "string" ? storable(value).slice(0, 500) : text(value));

export const productsIn = ({ lines }: Order) => [...new Set(lines.map(({ productId }) => productId))];

export const statusFrom = (answer: Fields) => orderStatuses.find((known) => known === answer.status);

/** The order that the API has taken; what it does not say is as it was agreed. */
export function takenOrder(answer: Fields, number: string, { shownFee, insured, ...agreed }: Agreed): Order {
  const subtotal = agreed.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const pickupPointName = text(answer.stopDeskName);
  const place = fields(answer.shippingAddress);
  const { wilayaName, communeName } = agreed.recipient;
  return {
    ...agreed,
    number,
    status: statusFrom(answer) ?? "pending",
    recipient: {
      ...agreed.recipient,
      wilayaName: text(place.wilaya) || wilayaName,
      communeName: text(place.city) || communeName,
      ...(pickupPointName ? { pickupPointName, pickupPointAddress: text(answer.stopDeskAddress) } : {}),
    },
    subtotal,
    reward: 0,
    fees: feesFrom(answer.fees) ?? feesOf(shownFee),
    // What was shown is what the API has agreed to.
    total: subtotal + shownFee,
    parcel: parcelFrom(answer),
    settings: {
      ...defaultDeliverySettings,
      insured: typeof answer.doInsurance === "boolean" ? answer.doInsurance : insured,
    },
    reserved: answer.reserved !== false,
  };
}

/** What an order of the API's holds, as it was asked for. */
export function contentFrom(answer: Fields): Pick<Agreed, "lines" | "shownFee"> & { recipient: Recipient } {
  const to = fields(answer.shippingAddress);
  const isStopDesk = answer.isStopDesk === true;
  return {
    lines: records(answer.items).map((item) => {
      const { slug, name, hex } = fields(item.color);
      const sizeLabel = text(item.sizeLabel);
      return {
        variantId: text(item.productVariantId),
        productId: text(item.productId),
        productSlug: text(item.slug),
        name: text(item.name),
        color: { slug: text(slug), name: text(name), hex: color(hex) ?? "" },
        size: whole(item.size),
        ...(sizeLabel ? { sizeLabel } : {}),
        quantity: whole(item.quantity),
        price: whole(item.price),
      };
    }),
    shownFee: whole(answer.shippingCost),
    recipient: storableRecipient({
      lastName: text(to.lastName),
      firstName: text(to.firstName),
      phone: text(to.phone),
      wilayaId: whole(answer.toWilayaId),
      communeId: whole(answer.toCommuneId),
      mode: isStopDesk ? "pickup" : "home",
      ...(isStopDesk ? { pickupPointId: whole(answer.stopDeskId) } : {}),
      address: typed(to.address),
      notes: typed(answer.notes),
    }),
  };
}

const whole = (value: unknown) => Math.round(numberIn(value, 0, 0, 100_000_000));
/** With its lines. */
const typed = (value: unknown) => (typeof value === "string" ? value.slice(0, 500) : "");

const feesOf = (fee: number): Fees => ({
  deliveryFee: fee,
  codFee: 0,
  insuranceFee: 0,
  totalFee: fee,
  deliveryTime: defaultDeliverySettings.deliveryTime,
});

function parcelFrom(answer: Fields): Parcel {
  const measure = (value: unknown, usual: number) =>
    typeof value === "number" && Number.isFinite(value) && value > 0 ? value : usual;
  return {
    weightKg: measure(answer.parcelWeight, ONE_PAIR.weightKg),
    lengthCm: measure(answer.parcelLength, ONE_PAIR.lengthCm),
    widthCm: measure(answer.parcelWidth, ONE_PAIR.widthCm),
    heightCm: measure(answer.parcelHeight, ONE_PAIR.heightCm),
  };
}

/** A change as this shop tells it; undefined for what is none. */
export function changeFrom(change: Fields): OrderChange | undefined {
  const [variantId, name] = [text(change.variantId), text(change.name)];
  const amount = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? Math.round(value) : 0);
  const [before, now] = [amount(change.before), amount(change.now)];
  switch (change.kind) {
    case "price":
    case "quantity":
      return { kind: change.kind, variantId, name, before, now };
    case "stock":
      return { kind: "stock", variantId, name, wanted: amount(change.wanted), stock: amount(change.stock) };
    case "gone":
      return { kind: "gone", variantId };
    case "fee":
    case "reward":
      return { kind: change.kind, before, now };
    case "destination":
      return { kind: "destination" };
    case "ceiling":
      return { kind: "ceiling", total: amount(change.total), most: amount(change.most) };
    default:
      return undefined;
  }
}

/**
 * What a refusal by field means.
 * @param errors sentences by field: `items.0.quantity`
 * @param items as the API was told them
 */
export function changesFromErrors(errors: unknown, items: readonly (WantedLine & { name: string })[]): OrderChange[] {
  const changes = Object.keys(fields(errors)).flatMap((field): OrderChange[] => {
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
