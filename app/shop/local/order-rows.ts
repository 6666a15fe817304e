import type { WordSource } from "~/database/order-search-words.server";
import type { VariantTable } from "~/database/schema/catalogue";
import type { OrderLineTable, OrderTable } from "~/database/schema/orders";
import type { Color, Picture } from "~/domain/catalogue/catalogue";
import { type DeliverySettings, frenchModes, modeFrom, type Parcel } from "~/domain/delivery/delivery";
import { type CallOutcome, outcomeRule } from "~/domain/office/call";
import { type Order, type OrderLine, orderNumberKey } from "~/domain/order/order";
import type { Provenance } from "~/domain/order/provenance";
import { sizeOf } from "./catalogue-rows";

export type OrderRow = Omit<OrderTable, "key_hash" | "content_hash" | "account_id" | "to_be_forgotten">;

export function orderRow(order: Order): OrderRow {
  return {
    ...editableColumns(order),
    id: order.id,
    number: order.number,
    number_key: orderNumberKey(order.number),
    api_id: null,
    status: order.status,
    created_at: order.createdAt.getTime(),
    settings: JSON.stringify(order.settings),
    reserved: order.reserved ? 1 : 0,
    lapsed_days: order.lapsedDays ?? null,
    open_since: null,
    provenance: order.provenance ? JSON.stringify(order.provenance) : null,
    version: 0,
    unanswered: 0,
    call_at: order.status === "pending" ? order.createdAt.getTime() : null,
    last_call: null,
    channel: null,
  };
}

/** What staff may change of an order while it is editable, and what follows from it. */
export function editableColumns(order: Order) {
  const { recipient, fees } = order;
  return {
    last_name: recipient.lastName,
    first_name: recipient.firstName,
    phone: recipient.phone,
    wilaya_id: recipient.wilayaId,
    wilaya_name: recipient.wilayaName,
    commune_id: recipient.communeId,
    commune_name: recipient.communeName,
    mode: frenchModes[recipient.mode],
    stop_desk_id: recipient.pickupPointId ?? null,
    stop_desk_name: recipient.pickupPointName ?? null,
    stop_desk_address: recipient.pickupPointAddress ?? null,
    address: recipient.address,
    notes: recipient.notes,
    subtotal: order.subtotal - order.reward,
    reward: order.reward,
    delivery_fee: fees.deliveryFee,
    cod_fee: fees.codFee,
    insurance_fee: fees.insuranceFee,
    total_fee: fees.totalFee,
    delivery_time: fees.deliveryTime,
    total: order.total,
    parcel: JSON.stringify(order.parcel),
  };
}

/** What says something of a person is erased with a closed account. */
export const erasedColumns = { first_name: "", last_name: "", phone: "", address: "", notes: "", provenance: null };

/**
 * What a pending order's other phone changes: calls to the one before say nothing of it. A time
 * that the shopper asked for stays: it was agreed with them, whatever number is called then.
 */
export const calledAgain = (lastCall: CallOutcome | null, now: Date) =>
  lastCall === null || outcomeRule(lastCall).asksWhen ? {} : { call_at: now.getTime(), last_call: null, unanswered: 0 };

export function orderLineRows(order: Order): OrderLineTable[] {
  return order.lines.map((line, position) => ({
    order_id: order.id,
    position,
    variant_id: line.variantId,
    product_id: line.productId,
    product_slug: line.productSlug,
    name: line.name,
    color: JSON.stringify(line.color),
    size: line.size,
    size_label: line.sizeLabel ?? null,
    picture: line.picture ? JSON.stringify(line.picture) : null,
    quantity: line.quantity,
    price: line.price,
  }));
}

/** What staff find the order by. */
export function wordSourceOf(
  { id, number, createdAt, recipient, lines }: Order,
  variants: readonly Pick<VariantTable, "id" | "sku">[],
): WordSource {
  return {
    id,
    created_at: createdAt.getTime(),
    number_key: orderNumberKey(number),
    first_name: recipient.firstName,
    last_name: recipient.lastName,
    phone: recipient.phone,
    commune_name: recipient.communeName,
    names: lines.map(({ name }) => name),
    skus: lines.map(({ variantId }) => variants.find((variant) => variant.id === variantId)?.sku ?? ""),
  };
}

/** @param lines in the order of their positions */
export function orderFrom(row: OrderRow, lines: readonly OrderLineTable[]): Order {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    createdAt: new Date(row.created_at),
    recipient: {
      lastName: row.last_name,
      firstName: row.first_name,
      phone: row.phone,
      wilayaId: row.wilaya_id,
      communeId: row.commune_id,
      mode: modeFrom(row.mode),
      ...(row.stop_desk_id === null ? {} : { pickupPointId: row.stop_desk_id }),
      address: row.address,
      notes: row.notes,
      wilayaName: row.wilaya_name,
      communeName: row.commune_name,
      ...(row.stop_desk_name === null ? {} : { pickupPointName: row.stop_desk_name }),
      ...(row.stop_desk_address === null ? {} : { pickupPointAddress: row.stop_desk_address }),
    },
    lines: lines.map(lineFrom),
    subtotal: row.subtotal + row.reward,
    reward: row.reward,
    fees: {
      deliveryFee: row.delivery_fee,
      codFee: row.cod_fee,
      insuranceFee: row.insurance_fee,
      totalFee: row.total_fee,
      deliveryTime: row.delivery_time,
    },
    total: row.total,
    parcel: JSON.parse(row.parcel) as Parcel,
    settings: JSON.parse(row.settings) as DeliverySettings,
    reserved: row.reserved === 1,
    ...(row.lapsed_days === null ? {} : { lapsedDays: row.lapsed_days }),
    ...(row.provenance === null ? {} : { provenance: JSON.parse(row.provenance) as Provenance }),
  };
}

export function lineFrom(row: OrderLineTable): OrderLine {
  return {
    variantId: row.variant_id,
    productId: row.product_id,
    productSlug: row.product_slug,
    name: row.name,
    color: JSON.parse(row.color) as Color,
    ...sizeOf(row),
    ...(row.picture === null ? {} : { picture: JSON.parse(row.picture) as Picture }),
    quantity: row.quantity,
    price: row.price,
  };
}
