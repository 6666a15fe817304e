import { insertOnce } from "~/database/rows";
import { MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import type { VisitorId } from "../services/guests";
import { putCart, putLine } from "./carts.server";
import type { Context, Queries } from "./context";
import { MAX_WISHES } from "./wishlist.server";

/** Moves a guest's cart, wishlist and access to orders to the account, as far as bounds let it. */
export async function mergeGuest(
  context: Context,
  queries: Queries,
  guest: VisitorId,
  account: VisitorId,
): Promise<void> {
  await mergeCarts(context, queries, guest, account);
  await mergeWishlists(queries, guest, account);
  // One that the account has sent as well stays the guest's; its merchant sees both.
  await queries
    .updateTable("unsettled_orders as own")
    .set({ visitor: account })
    .where("visitor", "=", guest)
    .where(({ not, exists, selectFrom }) => {
      const others = selectFrom("unsettled_orders as other").where("other.visitor", "=", account);
      return not(exists(others.select("other.key_hash").whereRef("other.content_hash", "=", "own.content_hash")));
    })
    .execute();
  // Copies exactly the deleted rows: an order that comes in between stays the guest's.
  const access = await queries.deleteFrom("order_access").where("visitor", "=", guest).returningAll().execute();
  await insertOnce(
    queries,
    "order_access",
    access.map((row) => ({ ...row, visitor: account })),
  );
}

async function mergeCarts({ now }: Context, queries: Queries, guest: VisitorId, account: VisitorId) {
  const both = queries.selectFrom("carts").selectAll().where("visitor", "in", [guest, account]).orderBy("visitor");
  const carts = await both.forNoKeyUpdate().execute();
  const guestCart = carts.find(({ visitor }) => visitor === guest);
  if (!guestCart) return;
  // What was typed last, in this browser, is where its order goes.
  const draft = guestCart.draft ?? carts.find(({ visitor }) => visitor === account)?.draft ?? null;
  await putCart(queries, account, { draft, updated_at: now().getTime() });
  const lines = await queries
    .selectFrom("cart_lines")
    .innerJoin("variants", "variants.id", "cart_lines.variant_id")
    .selectAll("cart_lines")
    .select("variants.stock")
    .where("visitor", "in", [guest, account])
    .orderBy("added_at")
    .execute();
  const accountLines = new Map(
    lines.filter(({ visitor }) => visitor === account).map((line) => [line.variant_id, line]),
  );
  for (const line of lines.filter(({ visitor }) => visitor === guest)) {
    const accountLine = accountLines.get(line.variant_id);
    if (!accountLine && accountLines.size >= MAX_LINES) continue;
    // Up to the stock, but never fewer than either cart had: the cart's page says what lacks.
    const most = Math.max(Math.min(line.stock, MAX_QUANTITY), accountLine?.quantity ?? 0, line.quantity);
    const quantity = Math.min((accountLine?.quantity ?? 0) + line.quantity, most);
    const { variant_id, seen_price, added_at } = line;
    accountLines.set(variant_id, line);
    await putLine(queries, { visitor: account, variant_id, quantity, seen_price, added_at });
  }
  await queries.deleteFrom("carts").where("visitor", "=", guest).execute();
}

async function mergeWishlists(queries: Queries, guest: VisitorId, account: VisitorId): Promise<void> {
  const guestItems = await queries.deleteFrom("wishlist_items").where("visitor", "=", guest).returningAll().execute();
  const items = await queries
    .selectFrom("wishlist_items")
    .innerJoin("products", "products.id", "wishlist_items.product_id")
    .select(["product_id", "products.active"])
    .where("visitor", "=", account)
    .execute();
  const accountProducts = new Set(items.map((item) => item.product_id));
  // As when one is added: retired products are not shown and so cannot be removed.
  const count = items.filter(({ active }) => active === 1).length;
  const more = guestItems
    .filter(({ product_id }) => !accountProducts.has(product_id))
    .sort((a, b) => b.added_at - a.added_at);
  const moved = more.slice(0, Math.max(0, MAX_WISHES - count));
  await insertOnce(
    queries,
    "wishlist_items",
    moved.map((item) => ({ ...item, visitor: account })),
  );
}
