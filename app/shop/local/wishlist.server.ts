import { insertOnce } from "~/database/rows";
import type { VisitorId } from "../services/guests";
import type { AddWishResult, WishlistService } from "../services/wishlist";
import { cardColumns, cardOf, choiceOf } from "./catalogue-rows";
import type { Context } from "./context";
import { variantsOf } from "./stock.server";

/** Far more than shoppers keep. */
export const MAX_WISHES = 100;

export function wishlistService({ database, now }: Context): WishlistService {
  const { db } = database;

  const wishesOf = (visitor: VisitorId) =>
    db
      .selectFrom("wishlist_items")
      .innerJoin("products", "products.id", "wishlist_items.product_id")
      .select("wishlist_items.added_at")
      .where("wishlist_items.visitor", "=", visitor)
      .orderBy("wishlist_items.added_at", "desc")
      .orderBy("products.id");

  return {
    async read(visitor) {
      if (visitor === undefined) return [];
      const rows = await wishesOf(visitor)
        .select(cardColumns.map((column) => `products.${column}` as const))
        .where("products.active", "=", 1)
        .execute();
      const ids = rows.map(({ id }) => id);
      const variants = await variantsOf(db, ids);
      return rows.map((row) => {
        const card = cardOf(row);
        const place = new Map(card.colors.map(({ slug }, index) => [slug, index]));
        const inStock = (variants.get(row.id) ?? []).filter(({ stock }) => stock > 0);
        const sorted = inStock
          .map((variant) => ({ id: variant.id, ...choiceOf(variant), stock: variant.stock }))
          .sort((a, b) => (place.get(a.color.slug) ?? 0) - (place.get(b.color.slug) ?? 0) || a.size - b.size);
        return { ...card, addedAt: new Date(row.added_at), variants: sorted };
      });
    },

    async kept(visitor) {
      const rows = await wishesOf(visitor).select("products.name").execute();
      return rows.map((row) => ({ name: row.name, addedAt: new Date(row.added_at) }));
    },

    async ids(visitor) {
      if (visitor === undefined) return [];
      const rows = await db
        .selectFrom("wishlist_items")
        .select("product_id")
        .where("visitor", "=", visitor)
        .orderBy("product_id")
        .execute();
      return rows.map((row) => row.product_id);
    },

    async add(visitor, productId) {
      return database.transact(async (transaction): Promise<AddWishResult> => {
        const product = await transaction
          .selectFrom("products")
          .select("name")
          .where("id", "=", productId)
          .where("active", "=", 1)
          .executeTakeFirst();
        if (!product) return { ok: false, reason: "unknown" };
        const { count } = await transaction
          .selectFrom("wishlist_items")
          .innerJoin("products", "products.id", "wishlist_items.product_id")
          .select((build) => build.fn.countAll<number>().as("count"))
          .where("visitor", "=", visitor)
          .where("product_id", "!=", productId)
          // Retired products are not shown and so cannot be removed.
          .where("products.active", "=", 1)
          .executeTakeFirstOrThrow();
        if (count >= MAX_WISHES) return { ok: false, reason: "full" };
        const isNew = await insertOnce(transaction, "wishlist_items", {
          visitor,
          product_id: productId,
          added_at: now().getTime(),
        });
        return isNew ? { ok: true, name: product.name } : { ok: false, reason: "already", name: product.name };
      });
    },

    async remove(visitor, productId) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction
          .deleteFrom("wishlist_items")
          .where("visitor", "=", visitor)
          .where("product_id", "=", productId)
          .executeTakeFirstOrThrow(),
      );
      return numDeletedRows === 1n;
    },

    async clear(visitor) {
      await database.transact((transaction) =>
        transaction.deleteFrom("wishlist_items").where("visitor", "=", visitor).execute(),
      );
    },
  };
}
