import { prepared } from "~/database/prepared.server";
import { mergeLines, orderContent } from "~/domain/order";
import type { JustOrdered, PlaceOrder } from "../services/orders";
import type { Context } from "./context";
import { linesOf, orderUnderKey } from "./order-queries.server";
import { digest, storableRecipient } from "./text.server";

/** So long the same order again may be a mistake, in milliseconds. */
export const WITHIN = 10 * 60_000;

/** The rule is told at `OrderService.justOrdered`. */
export async function justOrdered(
  { database: { db }, now }: Context,
  { key, lines, recipient: typed }: Pick<PlaceOrder, "key" | "lines" | "recipient">,
): Promise<JustOrdered | undefined> {
  const keyHash = digest(key);
  if (await orderUnderKey(db, keyHash)) return undefined;
  const recipient = storableRecipient(typed);
  const at = now().getTime();
  const rows = await recentOf(db, { phone: recipient.phone, since: at - WITHIN, keyHash });
  if (rows.length === 0) return undefined;
  const pairs = JSON.stringify(mergeLines(lines).map(({ variantId, quantity }) => [variantId, quantity]));
  const content = digest(orderContent(lines, recipient));
  for (const { id, number, created_at, content_hash } of rows) {
    const before = (await linesOf(db, id)).map((line) => ({ ...line, variantId: line.variant_id }));
    if (JSON.stringify(mergeLines(before).map(({ variantId, quantity }) => [variantId, quantity])) !== pairs) continue;
    const minutes = Math.max(1, Math.round((at - created_at) / 60_000));
    return content_hash === content ? { minutes, number } : { minutes };
  }
  return undefined;
}

const recentOf = prepared((queries, of: { phone: string; since: number; keyHash: string }) =>
  queries
    .selectFrom("orders")
    .select(["id", "number", "created_at", "content_hash"])
    .where("created_at", ">", of.since)
    .where("phone", "=", of.phone)
    .where("status", "!=", "cancelled")
    // The same form may have been first meanwhile.
    .where("key_hash", "!=", of.keyHash)
    .orderBy("created_at", "desc")
    .limit(20),
);
