import type { AddWishResult, WishlistDesk } from "../shop";
import { cardColumns, cardOf } from "./cards";
import type { Context } from "./context";
import { isStorable } from "./text.server";

/** Products on one list: more is no shopper. */
export const MAX_WISHES = 100;

export function wishlistDesk({ database, now }: Context): WishlistDesk {
  const { db } = database;

  return {
    async read(visitor) {
      if (visitor === undefined) return [];
      const rows = await db
        .selectFrom("wishlist_items")
        .innerJoin("products", "products.id", "wishlist_items.product_id")
        .select(cardColumns.map((column) => `products.${column}` as const))
        .select("wishlist_items.added_at")
        .where("wishlist_items.visitor", "=", visitor)
        .where("products.active", "=", 1)
        .orderBy("wishlist_items.added_at", "desc")
        .orderBy("products.id")
        .execute();
      return rows.map((row) => ({ ...cardOf(row), addedAt: new Date(row.added_at) }));
    },

    async has(visitor, productId) {
      if (visitor === undefined || !isStorable(productId)) return false;
      const row = await db
        .selectFrom("wishlist_items")
        .select("product_id")
        .where("visitor", "=", visitor)
        .where("product_id", "=", productId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(visitor, productId) {
      if (!isStorable(productId)) return { ok: false, reason: "unknown" };
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
          .select((build) => build.fn.countAll<number>().as("count"))
          .where("visitor", "=", visitor)
          .where("product_id", "!=", productId)
          .executeTakeFirstOrThrow();
        if (count >= MAX_WISHES) return { ok: false, reason: "full" };
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto("wishlist_items")
          .values({ visitor, product_id: productId, added_at: now().getTime() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n
          ? { ok: true, name: product.name }
          : { ok: false, reason: "already", name: product.name };
      });
    },

    async remove(visitor, productId) {
      if (!isStorable(productId)) return false;
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
