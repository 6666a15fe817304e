import type { ReceivedOrder, ReceivedOrderSummary } from "~/api/tolerant-schemas.server";
import { defaultDeliverySettings, type Fees, ONE_PAIR } from "~/domain/delivery/delivery";
import { amountOf, pairsOf } from "~/domain/order/cart";
import {
  mergeLines,
  type Order,
  type OrderLine,
  type Recipient,
  recipientFields,
  type WantedLine,
} from "~/domain/order/order";
import type { OrderChange } from "~/domain/order/order-refusal";
import { clean, cut } from "~/domain/values/clean-text";
import { DAY, MINUTE } from "~/domain/values/durations";
import { normalisePhone } from "~/domain/values/phone";
import { text } from "~/domain/values/tolerant";
import { storableRecipient } from "../local/order-content";
import { isOwnVariant } from "./read-answers";

/** Converts orders to the API's requests and from its answers. Pure. */

/** Lines as shown, merged by variant and price: two of one variant may differ in price. */
export function itemsOf(lines: readonly WantedLine[]): WantedLine[] {
  const items = new Map<string, WantedLine>();
  for (const line of lines) {
    const key = `${line.price} ${line.variantId}`;
    const item = items.get(key);
    items.set(key, item ? { ...item, quantity: item.quantity + line.quantity } : { ...line });
  }
  return [...items.values()];
}

/** A line as it is sent to the API, which knows the variant unless it was made up here. */
export interface SentItem extends WantedLine {
  productId: string;
  name: string;
  /** Size and colour in words. */
  choice: string;
}

/** Section 3's order request; insured as the fee was requested (decision 040). */
export function orderRequest(
  items: readonly SentItem[],
  { recipient, shownFee, insured }: Pick<Agreed, "recipient" | "shownFee" | "insured">,
) {
  const { wilayaId, wilayaName, communeId, communeName, mode, pickupPointId, phone } = recipient;
  return {
    items: items.map(({ productId, variantId, quantity, price }) => ({
      productId,
      productVariantId: isOwnVariant(variantId) ? null : variantId,
      quantity,
      price,
    })),
    toWilayaId: wilayaId,
    toWilayaName: wilayaName,
    toCommuneId: communeId,
    toCommuneName: communeName,
    isStopDesk: mode === "pickup",
    stopDeskId: pickupPointId ?? null,
    stopDeskName: recipient.pickupPointName ?? null,
    deliveryFee: shownFee,
    shippingCost: shownFee,
    freeShipping: false,
    doInsurance: insured,
    declaredValue: amountOf(items),
    parcelWeight: ONE_PAIR.weightKg,
    parcelLength: ONE_PAIR.lengthCm,
    parcelWidth: ONE_PAIR.widthCm,
    parcelHeight: ONE_PAIR.heightCm,
    paymentMethod: "COD",
    shippingMethod: "standard",
    notes: notesOf(items, recipient.notes),
    internalNotes: "",
    customer: {
      firstName: recipient.firstName,
      lastName: recipient.lastName,
      phone,
      // Decision 035: made up here and stored nowhere.
      email: `${phone}@client.invalid`,
      address: recipient.address,
      wilaya: wilayaName,
      commune: communeName,
    },
  };
}

/** What the shopper agreed to when the order was posted. */
export interface Agreed {
  id: string;
  createdAt: Date;
  recipient: Order["recipient"];
  lines: OrderLine[];
  shownFee: number;
  insured: boolean;
}

/** Characters of an order's notes that the document of our API allows. */
const MOST_NOTES = 500;

/** What the API cannot know from its own identifiers, and the remark as far as there is room. */
function notesOf(items: readonly SentItem[], remark: string): string {
  const choices = items
    .filter(({ variantId }) => isOwnVariant(variantId))
    .map(({ quantity, name, choice }) => `${quantity} × ${name}\u00a0: ${choice}\n`)
    .join("");
  return (choices + cut(remark, Math.max(0, MOST_NOTES - choices.length))).trim();
}

/** The API's names of an order: for shoppers, and for requests. */
export interface OrderNames {
  number: string;
  id: string;
}

/** Undefined without both (section 8): nobody could find the order again. */
export function orderNamesIn({ id, orderNumber }: Pick<ReceivedOrder, "id" | "orderNumber">): OrderNames | undefined {
  const names = { id: id || orderNumber, number: orderNumber || text.parse(id) };
  return names.number ? names : undefined;
}

export const productIdsOf = ({ lines }: Order) => [...new Set(lines.map(({ productId }) => productId))];

/** The order that the API has taken; missing fields are as agreed. */
export function takenOrder(answer: ReceivedOrder, number: string, { shownFee, insured, ...agreed }: Agreed): Order {
  const subtotal = amountOf(agreed.lines);
  const { shippingAddress, stopDeskName: pickupPointName, stopDeskAddress: pickupPointAddress } = answer;
  const { wilayaName, communeName } = agreed.recipient;
  return {
    ...agreed,
    number,
    status: answer.status ?? "pending",
    recipient: {
      ...agreed.recipient,
      wilayaName: shippingAddress.wilaya || wilayaName,
      communeName: shippingAddress.city || communeName,
      ...(pickupPointName ? { pickupPointName } : {}),
      ...(pickupPointAddress ? { pickupPointAddress } : {}),
    },
    subtotal,
    reward: 0,
    // The API accepted the total that was shown, whatever its answer makes of the fee.
    fees: answer.fees?.totalFee === shownFee ? answer.fees : feesOf(shownFee),
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

/** A line as the API stores it, maybe without a price. */
type ReceivedLine = Omit<OrderLine, "price"> & { price?: number | undefined };
const isWhole = (line: ReceivedLine): line is OrderLine =>
  line.variantId !== "" && line.quantity > 0 && line.price !== undefined;

/** An order's content as the API stores it. */
export function contentFrom(answer: ReceivedOrder): {
  lines: ReceivedLine[];
  shownFee: number | undefined;
  recipient: Recipient;
} {
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

/**
 * The order as its API has it now; undefined while it is as this copy, or the answer is too little
 * to tell. A fee, names and pictures that the answer lacks stay.
 */
export function editedAtApi(answer: ReceivedOrder, copy: Order): Order | undefined {
  const { recipient: to, lines: received, ...sent } = contentFrom(answer);
  const content = {
    ...sent,
    lines: received.filter(isWhole),
    recipient: { ...to, phone: normalisePhone(to.phone) ?? "" },
  };
  const isComplete =
    received.length > 0 &&
    content.lines.length === received.length &&
    copy.lines.every(({ variantId }) => !isOwnVariant(variantId)) &&
    ![content.recipient, copy.recipient].some(({ phone, communeId }) => phone === "" || communeId === 0);
  if (!isComplete) return undefined;
  const { fees, recipient: known, settings, lines: before } = copy;
  const shownFee = content.shownFee ?? fees.totalFee;
  // Without a point or another address nothing says where a parcel of a pickup point goes now.
  const saysWhere =
    content.recipient.mode === "pickup" ? content.recipient.pickupPointId : content.recipient.address !== known.address;
  const { mode, pickupPointId } = known.mode === "home" || saysWhere ? content.recipient : known;
  const place = pickupPointId === known.pickupPointId ? known : namesOf(known);
  const recipient = { ...place, ...content.recipient, mode, ...(pickupPointId ? { pickupPointId } : {}) };
  const isSame = (field: keyof Recipient) => recipient[field] === asReceived(known[field]);
  const hasSameLines = linesOf(content.lines) === linesOf(before);
  const isPaidAlike = shownFee === fees.totalFee && answer.reward === copy.reward;
  if (recipientFields.every(isSame) && hasSameLines && isPaidAlike) return undefined;
  const lines = content.lines.map((line) => {
    const shown = before.find(({ variantId }) => variantId === line.variantId) ?? line;
    return { ...shown, quantity: line.quantity, price: line.price };
  });
  const { id, createdAt, status } = copy;
  const agreed = { id, createdAt, recipient, lines, shownFee, insured: settings.insured };
  const order = takenOrder(answer, copy.number, agreed);
  const reward = Math.min(answer.reward, order.subtotal);
  return { ...order, status, reward, total: order.total - reward };
}

/** A text as the API's answer is read. */
const asReceived = <Value>(value: Value) => (typeof value === "string" ? clean(value).trim() : value);

const namesOf = ({ wilayaName, communeName }: Order["recipient"]) => ({ wilayaName, communeName });

const linesOf = (lines: readonly WantedLine[]) =>
  JSON.stringify([mergeLines(lines).map(({ variantId, quantity }) => [variantId, quantity]), amountOf(lines)]);

const feesOf = (fee: number): Fees => ({
  deliveryFee: fee,
  codFee: 0,
  insuranceFee: 0,
  totalFee: fee,
  deliveryTime: defaultDeliverySettings.deliveryTime,
});

/**
 * Converts a refusal by field.
 * @param errors sentences by field: `items.0.quantity`
 * @param items as they were sent to the API
 */
export function changesFromErrors(
  errors: Record<string, unknown>,
  items: readonly Pick<SentItem, "variantId" | "name" | "quantity">[],
): OrderChange[] {
  const changes = Object.keys(errors).flatMap((field): OrderChange[] => {
    const [, index, what] = /^items\.(\d+)\.?(\w*)/.exec(field) ?? [];
    const item = items[Number(index ?? -1)];
    if (item && what === "quantity")
      return [{ kind: "quantity", variantId: item.variantId, name: item.name, before: item.quantity, now: 0 }];
    if (item) return [{ kind: "gone", variantId: item.variantId }];
    return /^(to|stop|is|shipping)/.test(field) ? [{ kind: "destination" }] : [];
  });
  // Two wrong fields of the destination are one change.
  return changes.filter(
    ({ kind }, at) => kind !== "destination" || changes.findIndex((change) => change.kind === kind) === at,
  );
}

/** Longest difference of the API's clock from ours, and longest time until it stores an order. */
const SKEW = 10 * MINUTE;
const LATEST = DAY;

/** Whether an order in a list of the API's can be no other than the one agreed to. */
export function isSameOrder(
  { createdAt, total, items, shippingAddress, customer }: ReceivedOrderSummary,
  agreed: Agreed,
) {
  const phone = normalisePhone(shippingAddress.phone || customer.phone);
  const since = (createdAt?.getTime() ?? 0) - agreed.createdAt.getTime();
  return (
    phone === agreed.recipient.phone &&
    since > -SKEW &&
    since < LATEST &&
    items.length > 0 &&
    pairsOf(items) === pairsOf(agreed.lines) &&
    amountOf(items) === amountOf(agreed.lines) &&
    total === amountOf(agreed.lines) + agreed.shownFee
  );
}

/** What such a list tells of an order, time aside: orders that are equal in it look the same. */
export const listedAs = ({ recipient, lines, shownFee }: Agreed): string =>
  [recipient.phone, pairsOf(lines), amountOf(lines), shownFee].join(" ");

/** One line of another program's text, without characters that have no shape. */
export function lineOf(text: string, most: number): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : line;
}

/** The API's answer may repeat what it was sent, and the log names nobody. */
export function withoutPerson(text: string, { phone, firstName, lastName, address, notes }: Recipient): string {
  return [phone, firstName, lastName, address, notes]
    .filter((detail) => detail.length > 2)
    .reduce((rest, detail) => rest.replaceAll(detail, "…"), text);
}
