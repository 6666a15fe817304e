import { mergeLines, orderContent } from "~/domain/order";
import type { PlaceOrder } from "../services/orders";
import type { Context } from "./context";
import { REPEAT_WINDOW } from "./just-ordered.server";
import { orderUnderKey } from "./order-queries.server";
import { digest, storableRecipient } from "./text.server";

/**
 * See `OrderService.keyOf`. The key is a hash of the content and, when that was ordered before and
 * no longer counts, of the last such order: simultaneous callers get the same key.
 */
export async function keyOf(
  { database: { db }, now }: Context,
  { lines, recipient }: Pick<PlaceOrder, "lines" | "recipient">,
  scope: string,
): Promise<string> {
  const content = digest(orderContent(mergeLines(lines), storableRecipient(recipient)));
  const since = now().getTime() - REPEAT_WINDOW;
  let key = `${scope} content ${content}`;
  for (;;) {
    const known = await orderUnderKey(db, digest(key));
    if (!known || (known.order.status !== "cancelled" && known.order.createdAt.getTime() > since)) return key;
    key = `${scope} content ${content} after ${known.order.id}`;
  }
}
