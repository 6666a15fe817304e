import type { CartLineTable, CartTable } from "~/database/schema/visitors";
import { MAX_ADDED, MAX_LINES, MAX_QUANTITY } from "~/domain/order/cart";
import type { Recipient } from "~/domain/order/order";
import { DAY } from "~/domain/values/durations";
import type { AddResult, CartService } from "../services/carts";
import type { VisitorId } from "../services/guests";
import { countAttempt, type Limit, uncountAttempt } from "./attempts.server";
import { choiceColumns, choiceOf, pictureFor } from "./catalogue-rows";
import type { Context, Queries } from "./context";
import { storableRecipient } from "./order-content";
import { cartQuantities } from "./sold-variants.server";

/** A lost answer is requested again at once: a day is plenty. */
const ONE_PRESS: Limit = { most: 1, windowMs: DAY };
/** Presses of one visitor that are remembered. */
const PRESSES: Limit = { most: 20, windowMs: DAY };

export function cartService({ database, nowMs }: Context): CartService {
  const { db } = database;

  return {
    async read(visitor) {
      if (visitor === undefined) return { lines: [] };
      const rows = await db
        .selectFrom("cart_lines")
        .innerJoin("variants", "variants.id", "cart_lines.variant_id")
        .innerJoin("products", "products.id", "variants.product_id")
        .select(["cart_lines.quantity", "cart_lines.seen_price"])
        .select(["variants.id", ...choiceColumns, "variants.stock"])
        .select(["products.id as product_id", "products.slug", "products.name", "products.price"])
        .select(["products.active", "products.pictures"])
        .where("cart_lines.visitor", "=", visitor)
        .orderBy("cart_lines.added_at")
        .orderBy("cart_lines.variant_id")
        .execute();
      const lines = rows.map((row) => {
        const picture = pictureFor(row.pictures, row.color_slug);
        return {
          variantId: row.id,
          productId: row.product_id,
          productSlug: row.slug,
          name: row.name,
          ...choiceOf(row),
          ...(picture ? { picture } : {}),
          quantity: row.quantity,
          price: row.price,
          ...(row.seen_price === row.price ? {} : { priceBefore: row.seen_price }),
          stock: row.active === 1 ? row.stock : 0,
        };
      });
      return { lines };
    },

    async count(visitor) {
      if (visitor === undefined) return 0;
      const { pairs } = await db
        .selectFrom("cart_lines")
        .select((build) => build.fn.sum<number | null>("quantity").as("pairs"))
        .where("visitor", "=", visitor)
        .executeTakeFirstOrThrow();
      return pairs ?? 0;
    },

    async add(visitor, variantId, quantity, press, shown) {
      if (!Number.isSafeInteger(quantity) || quantity < 1) return { ok: false, reason: "unknown" };
      return database.transact(async (transaction): Promise<AddResult> => {
        const offer = await offerOf(transaction, variantId);
        if (!offer) return { ok: false, reason: "unknown" };
        if (offer.stock === 0) return { ok: false, reason: "sold-out" };
        if (quantity > MAX_ADDED) return refusal(offer, quantity);
        await putCart(transaction, visitor, { updated_at: nowMs() });
        const quantities = await cartQuantities(transaction, visitor);
        const before = quantities.get(variantId) ?? 0;
        // The cart is locked, so the second request of one press finds the first one's count.
        const isRemembered =
          press !== undefined && (await countAttempt(transaction, `added:${visitor}`, PRESSES, nowMs()));
        const attempt = isRemembered ? `added:${visitor}:${press}` : undefined;
        if (attempt && !(await countAttempt(transaction, attempt, ONE_PRESS, nowMs())))
          return { ok: true, name: offer.name, quantity: before };
        const sum = before + quantity;
        const isFull = !quantities.has(variantId) && quantities.size >= MAX_LINES;
        if (isFull || isTooMany(offer, sum)) {
          if (attempt) await uncountAttempt(transaction, attempt);
          return isFull ? { ok: false, reason: "full" } : refusal(offer, sum);
        }
        const line = { variant_id: variantId, quantity: sum, seen_price: shown ?? offer.price, added_at: nowMs() };
        await putLine(transaction, { visitor, ...line });
        return { ok: true, name: offer.name, quantity: sum };
      });
    },

    async setQuantity(visitor, variantId, quantity) {
      if (!Number.isSafeInteger(quantity) || quantity < 0) return { ok: false, reason: "unknown" };
      return database.transact(async (transaction): Promise<AddResult> => {
        const offer = await offerOf(transaction, variantId);
        if (quantity === 0) {
          await transaction
            .deleteFrom("cart_lines")
            .where("visitor", "=", visitor)
            .where("variant_id", "=", variantId)
            .execute();
          return { ok: true, name: offer?.name ?? "", quantity: 0 };
        }
        if (!offer) return { ok: false, reason: "unknown" };
        if (offer.stock === 0) return { ok: false, reason: "sold-out" };
        if (isTooMany(offer, quantity)) return refusal(offer, quantity);
        await putCart(transaction, visitor, { updated_at: nowMs() });
        const { numUpdatedRows } = await transaction
          .updateTable("cart_lines")
          .set({ quantity })
          .where("visitor", "=", visitor)
          .where("variant_id", "=", variantId)
          .executeTakeFirst();
        return numUpdatedRows === 1n ? { ok: true, name: offer.name, quantity } : { ok: false, reason: "unknown" };
      });
    },

    async clear(visitor) {
      await database.transact((transaction) =>
        transaction.deleteFrom("cart_lines").where("visitor", "=", visitor).execute(),
      );
    },

    async acceptPrices(visitor) {
      await database.transact((transaction) =>
        transaction
          .updateTable("cart_lines")
          .set((build) => ({
            seen_price: build
              .selectFrom("variants")
              .innerJoin("products", "products.id", "variants.product_id")
              .select("products.price")
              .whereRef("variants.id", "=", "cart_lines.variant_id")
              .$asScalar()
              .$notNull(),
          }))
          .where("visitor", "=", visitor)
          .execute(),
      );
    },

    async draft(visitor) {
      const row = await db.selectFrom("carts").select("draft").where("visitor", "=", visitor).executeTakeFirst();
      return row?.draft ? (JSON.parse(row.draft) as Recipient) : undefined;
    },

    async saveDraft(visitor, recipient) {
      const draft = JSON.stringify(storableRecipient(recipient));
      await database.transact((transaction) => putCart(transaction, visitor, { draft, updated_at: nowMs() }));
    },
  };
}

interface Offer {
  name: string;
  price: number;
  /** 0 also when the product is no longer sold. */
  stock: number;
}

async function offerOf(queries: Queries, variantId: string): Promise<Offer | undefined> {
  const row = await queries
    .selectFrom("variants")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["products.name", "products.price", "products.active", "variants.stock"])
    .where("variants.id", "=", variantId)
    .executeTakeFirst();
  return row && { name: row.name, price: row.price, stock: row.active === 1 ? row.stock : 0 };
}

/** Creates or locks the visitor's cart, against concurrent additions and orders. */
export async function putCart(
  queries: Queries,
  visitor: VisitorId,
  cart: Pick<CartTable, "updated_at"> & Partial<Pick<CartTable, "draft">>,
): Promise<void> {
  await queries
    .insertInto("carts")
    .values({ visitor, draft: null, ...cart })
    .onConflict((conflict) => conflict.column("visitor").doUpdateSet(cart))
    .execute();
}

/** An existing line keeps its seen price, so that a change is still reported. */
export async function putLine(queries: Queries, line: CartLineTable): Promise<void> {
  const { quantity } = line;
  await queries
    .insertInto("cart_lines")
    .values(line)
    .onConflict((conflict) => conflict.columns(["visitor", "variant_id"]).doUpdateSet({ quantity }))
    .execute();
}

const isTooMany = ({ stock }: Offer, quantity: number) => quantity > stock || quantity > MAX_QUANTITY;

/** `stock` when the stock is too small, `too-many` when only the limit of one line is exceeded. */
function refusal({ name, stock }: Offer, wanted: number): AddResult {
  return wanted > stock ? { ok: false, reason: "stock", stock, name } : { ok: false, reason: "too-many" };
}
