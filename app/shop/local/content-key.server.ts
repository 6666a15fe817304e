import { mergeLines, orderContent } from "~/domain/order";
import type { PlaceOrder } from "../services/orders";
import type { Context } from "./context";
import { WITHIN } from "./just-ordered.server";
import { orderUnderKey } from "./order-queries.server";
import { digest, storableRecipient } from "./text.server";

/**
 * The rule is told at `OrderService.keyOf`. The key is made of what is ordered and, when that was ordered before and counts no longer,
 * of the last such order: so whoever asks at the same moment has the same key, and `place` makes one order of it.
 */
export async function keyOf(
  { database: { db }, now }: Context,
  { lines, recipient }: Pick<PlaceOrder, "lines" | "recipient">,
  scope: string,
): Promise<string> {
  const content = digest(orderContent(mergeLines(lines), storableRecipient(recipient)));
  const since = now().getTime() - WITHIN;
  let key = `${scope} content ${content}`;
  for (;;) {
    const known = await orderUnderKey(db, digest(key));
    if (!known || (known.order.status !== "cancelled" && known.order.createdAt.getTime() > since)) return key;
    key = `${scope} content ${content} after ${known.order.id}`;
  }
}
