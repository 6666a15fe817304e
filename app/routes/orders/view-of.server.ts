import { isComingBack } from "~/domain/delivery/parcel";
import { type Order, type OrderStatus, type OrderStep, orderPage, orderPath } from "~/domain/order/order";
import { lapsedWords } from "~/domain/order/order-bounds";
import { nameOf, pickupPointWords } from "~/domain/order/order-texts";
import { formatDateTime, formatDay } from "~/domain/values/dates";
import { maskPhone } from "~/domain/values/phone";
import type { VisitorId } from "~/shop/services/guests";
import type { ParcelStory } from "~/shop/services/orders";
import { getShop } from "~/shop/shop.server";

/** What an order's page shows beside the order itself. */
interface Progress {
  steps?: OrderStep[];
  parcel?: ParcelStory | undefined;
  /** Products to order again, of an order that came to nothing. */
  again?: { slug: string; name: string }[];
}

/** @param visitor one who may read the order */
export async function progressOf(order: Order, visitor: VisitorId | undefined): Promise<Progress> {
  const { orders } = await getShop();
  const [steps, parcel, again] = await Promise.all([
    orders.steps(order.number, visitor),
    orders.parcel(order.number, visitor),
    order.status === "cancelled" ? onSaleOf(order) : [],
  ]);
  return { steps, parcel, again };
}

/** The products of an order that are still on sale, each at its present address. */
export async function onSaleOf({ lines }: Order): Promise<{ slug: string; name: string }[]> {
  const { catalogue } = await getShop();
  const names = new Map<string, string>();
  for (const { productId, name } of lines) {
    const slug = (await catalogue.product(productId))?.slug ?? (await catalogue.successor(productId));
    if (slug) names.set(slug, name);
  }
  return [...names].map(([slug, name]) => ({ slug, name }));
}

/** An order as its page shows it, in formatted texts. */
export function viewOf(order: Order, { steps = [], parcel, again = [] }: Progress = {}) {
  const path = datedPath(order, steps);
  const { number, status, createdAt, lines, subtotal, reward, fees, total, recipient, reserved, lapsedDays } = order;
  return {
    number,
    status,
    reserved,
    lapsed: lapsedDays && lapsedWords(lapsedDays),
    placedAt: formatDateTime(createdAt),
    lines,
    subtotal,
    reward,
    fee: fees.totalFee,
    total,
    name: nameOf(recipient),
    /** Masked, since the reader of the page may only have been sent its link. */
    phone: maskPhone(recipient.phone),
    address: recipient.address,
    commune: recipient.communeName,
    wilaya: recipient.wilayaName,
    pickupPoint: recipient.pickupPointName && pickupPointWords(recipient),
    notes: recipient.notes,
    path,
    again,
    /** The courier says that it has delivered what ended otherwise. */
    isDoubtful: parcel?.state === "delivered" && !path.some(({ status }) => status === "delivered"),
    isAtPickupPoint: parcel?.state === "ready_for_pickup",
    isComingBack: isComingBack(parcel?.state),
    parcel: parcel && {
      tracking: parcel.tracking,
      events: parcel.events.map(({ at, ...event }) => ({ ...event, at: formatDateTime(at) })),
    },
  };
}

/** Where a pending order is corrected and cancelled, as far as this shop can. */
export async function changeLinks(number: string) {
  const { cancel, correct } = await (await getShop()).orders.changes();
  const page = orderPage(number);
  return { correct: correct ? `${page}/modifier` : undefined, cancel: cancel ? `${page}/annuler` : undefined };
}

/** The steps to delivery, or to another end, each with its day once it was reached. */
function datedPath({ status, createdAt }: Order, steps: OrderStep[]) {
  const reached = new Map<OrderStatus, Date>([
    ["pending", createdAt],
    ...steps.map(({ status, at }) => [status, at] as const),
  ]);
  return orderPath(status, [...reached.keys()]).map((step) => {
    const at = reached.get(step);
    return { status: step, day: at && formatDay(at) };
  });
}

export type ShownOrder = ReturnType<typeof viewOf>;
