import { type LoyaltyCard, loyaltyCard } from "~/domain/account/loyalty";
import type { Queries } from "./context";

/**
 * Stamps of an account's delivered pairs, ordered by delivery. It is worth nothing before the
 * address is confirmed: a reset of such an account lets its stamped orders go to the next one.
 * @param before the moment of an order: only full cards that earlier ones redeemed are gone
 */
export async function loyaltyCardOf(
  queries: Queries,
  account: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<LoyaltyCard> {
  const lines = await queries
    .selectFrom("orders")
    .innerJoin("order_lines", "order_lines.order_id", "orders.id")
    .innerJoin("order_steps", (join) =>
      join.onRef("order_steps.order_id", "=", "orders.id").on("order_steps.status", "=", "delivered"),
    )
    .select(["orders.id", "orders.reward", "order_lines.quantity", "order_lines.price"])
    .where("orders.account_id", "=", account)
    .where("orders.status", "=", "delivered")
    .where("order_lines.price", ">", 0)
    .orderBy("order_steps.at")
    .orderBy("orders.id")
    .orderBy("order_lines.price")
    .execute();
  const paid: number[] = [];
  let order: string | undefined;
  for (const { id, reward, quantity, price } of lines) {
    // Lines are sorted by price, and the free pair is the cheapest.
    const isFree = id !== order && reward > 0;
    order = id;
    for (let pair = isFree ? 1 : 0; pair < quantity; pair += 1) paid.push(price);
  }
  const { used } = await queries
    .selectFrom("orders")
    .select((build) => build.fn.countAll<number>().as("used"))
    .where("account_id", "=", account)
    .where("reward", ">", 0)
    .where("status", "not in", ["cancelled", "returned"])
    .where("created_at", "<", before)
    .executeTakeFirstOrThrow();
  const card = loyaltyCard(paid, used);
  const owner = await queries
    .selectFrom("accounts")
    .select("confirmed_at")
    .where("id", "=", account)
    .executeTakeFirst();
  return owner?.confirmed_at ? card : { stamps: card.stamps };
}
