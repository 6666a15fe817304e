import { mergeLines } from "~/domain/order/order";
import type { JustOrdered } from "~/domain/order/order-refusal";
import { MINUTE } from "~/domain/values/durations";
import type { PlaceOrder } from "../services/orders";
import { type Context, digest } from "./context";
import { contentHashOf, storableRecipient } from "./order-content";
import { linesOf, orderUnderKey } from "./order-queries.server";

/** Milliseconds within which the same order again may be a mistake. */
export const REPEAT_WINDOW = 10 * MINUTE;

/** See `OrderService.justOrdered`. */
export async function justOrdered(
  { database: { db }, now }: Context,
  { key, lines, recipient: typed }: Pick<PlaceOrder, "key" | "lines" | "recipient">,
): Promise<JustOrdered | undefined> {
  const keyHash = digest(key);
  const recipient = storableRecipient(typed);
  const at = now().getTime();
  const rows = await db
    .selectFrom("orders")
    .select(["id", "number", "created_at", "content_hash"])
    .where("created_at", ">", at - REPEAT_WINDOW)
    .where("phone", "=", recipient.phone)
    .where("status", "!=", "cancelled")
    // A concurrent post of the same form is no second order.
    .where("key_hash", "!=", keyHash)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute();
  if (rows.length === 0 || (await orderUnderKey(db, keyHash))) return undefined;
  const pairs = JSON.stringify(mergeLines(lines).map(({ variantId, quantity }) => [variantId, quantity]));
  const content = contentHashOf({ lines, recipient });
  for (const { id, number, created_at, content_hash } of rows) {
    const before = (await linesOf(db, id)).map((line) => ({ ...line, variantId: line.variant_id }));
    if (JSON.stringify(mergeLines(before).map(({ variantId, quantity }) => [variantId, quantity])) !== pairs) continue;
    const minutes = Math.max(1, Math.round((at - created_at) / MINUTE));
    return content_hash === content ? { minutes, number } : { minutes };
  }
  return undefined;
}

/**
 * See `OrderService.keyOf`. The key is a hash of the content and, when that was ordered before and
 * no longer counts, of the last such order: simultaneous callers get the same key.
 */
export async function keyOf(
  { database: { db }, now }: Context,
  order: Pick<PlaceOrder, "lines" | "recipient">,
  scope: string,
): Promise<string> {
  const content = contentHashOf(order);
  const since = now().getTime() - REPEAT_WINDOW;
  let key = `${scope} content ${content}`;
  for (;;) {
    const existing = await orderUnderKey(db, digest(key));
    if (!existing || (existing.order.status !== "cancelled" && existing.order.createdAt.getTime() > since)) return key;
    key = `${scope} content ${content} after ${existing.order.id}`;
  }
}
