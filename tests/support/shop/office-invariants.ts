import type { Database } from "~/database/connection.server";
import { heldSteps, type OrderStatus, statusSteps } from "~/domain/order/order";

/** What holds of orders, stock and journal, whatever staff, shoppers and the courier did. */

/**
 * @param initial pairs of each variant before anything was ordered
 * @returns a sentence for each violation
 */
export async function officeViolations({ db }: Database, initial: ReadonlyMap<string, number>): Promise<string[]> {
  const ids = [...initial.keys()];
  const lines = await db
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.id", "order_lines.order_id")
    .leftJoin("parcels", "parcels.order_id", "orders.id")
    .select(["orders.id", "orders.number", "orders.status", "orders.version", "orders.reserved", "orders.call_at"])
    .select("parcels.holds_pairs")
    .select(["orders.total", "orders.subtotal", "orders.total_fee", "orders.reward"])
    .select(["order_lines.variant_id", "order_lines.quantity", "order_lines.price"])
    .where("order_lines.variant_id", "in", ids)
    .execute();
  const stocks = await db.selectFrom("variants").select(["id", "stock"]).where("id", "in", ids).execute();
  const found: string[] = [];

  for (const { id, stock } of stocks) {
    const holding = lines.filter(
      (line) =>
        line.variant_id === id &&
        line.reserved === 1 &&
        (!["cancelled", "returned"].includes(line.status) || line.holds_pairs === 1),
    );
    const reserved = holding.reduce((sum, { quantity }) => sum + quantity, 0);
    if (stock < 0 || stock + reserved !== initial.get(id))
      found.push(`variant ${id}: ${initial.get(id)} at first, ${stock} left and ${reserved} reserved`);
  }

  const orders = new Map(lines.map((line) => [line.id, line]));
  const of = [...orders.keys()];
  if (of.length === 0) return found;
  const steps = await db.selectFrom("order_steps").selectAll().where("order_id", "in", of).execute();
  const journal = await db
    .selectFrom("journal")
    .select(["subject_id", "action"])
    .where("subject", "=", "order")
    .where("subject_id", "in", of)
    .execute();
  for (const order of orders.values()) {
    const wrong = (what: string) => found.push(`order ${order.number}: ${what}`);
    const own = lines.filter(({ id }) => id === order.id);
    const value = own.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
    if (value !== order.subtotal + (order.reward ?? 0)) wrong(`lines of ${value}, subtotal ${order.subtotal}`);
    if (order.total !== order.subtotal + order.total_fee) wrong(`a total of ${order.total}`);
    const reached = steps.filter(({ order_id }) => order_id === order.id).map(({ status }) => status);
    const unled = unledFrom(reached);
    if (unled.length > 0 || !reached.includes(order.status)) wrong(`is ${order.status} after ${reached}`);
    if (order.status !== "pending" && order.call_at !== null) wrong(`is ${order.status} and to be called`);
    const changes = journal.filter(({ subject_id, action }) => subject_id === order.id && action !== "order-placed");
    if (changes.length !== order.version)
      wrong(`version ${order.version}, and ${changes.length} changes in the journal`);
    const placings = journal.filter(({ subject_id, action }) => subject_id === order.id && action === "order-placed");
    if (placings.length !== 1) wrong(`placed ${placings.length} times in the journal`);
  }
  return found;
}

/** Statuses that were reached twice, or by no step of the table of transitions. */
function unledFrom(reached: readonly OrderStatus[]): OrderStatus[] {
  return reached.filter(
    (status) =>
      reached.filter((other) => other === status).length > 1 ||
      (status !== "pending" && !reached.some((before) => stepsFrom(before).includes(status))),
  );
}

const stepsFrom = (status: OrderStatus) => (status === "cancelled" ? heldSteps : statusSteps[status]);
