import { MAX_LINES } from "~/domain/order/cart";
import type { CatalogueService } from "../../services/catalogue";
import { type ManualOrderOffice, MOST_FOUND } from "../../services/manual-order-office";
import { variantOf } from "../catalogue-rows";
import type { Context } from "../context";
import { countOpen } from "../open-orders.server";
import { orderOfRow, withPhone } from "../order-queries.server";
import { place } from "../place-order.server";
import { soldVariants } from "../sold-variants.server";
import { readVariants, variantsOf } from "../stock.server";
import { otherOrder } from "./calls.server";

/** Orders of a known phone that are shown. */
const EARLIER = 5;

export function manualOrderOffice(context: Context, { search }: Pick<CatalogueService, "search">): ManualOrderOffice {
  const { db } = context.database;

  return {
    async knownRecipient(phone) {
      const rows = await db
        .selectFrom("orders")
        .selectAll()
        .where(withPhone(phone))
        .orderBy("created_at", "desc")
        .limit(EARLIER)
        .execute();
      const [latest] = rows;
      if (!latest) return undefined;
      const { recipient } = await orderOfRow(db, latest);
      const { orders } = await countOpen(db).where("phone", "=", phone).executeTakeFirstOrThrow();
      const open = Number(orders);
      return {
        recipient,
        orders: rows.map(otherOrder),
        open,
        isAtBound: open >= context.bounds.orders,
      };
    },

    async productsToSell(typed) {
      const { products } = await search(typed, { page: 1, size: MOST_FOUND });
      const ids = products.map(({ id }) => id);
      const variants = await variantsOf(db, ids);
      const reference = typed.trim().toUpperCase();
      return products.map(({ id, slug, name, price }) => {
        const own = variants.get(id) ?? [];
        const named = own.filter(({ sku }) => sku.toUpperCase() === reference);
        return { id, slug, name, price, variants: (named.length > 0 ? named : own).map(variantOf) };
      });
    },

    async linesToSell(variantIds) {
      const ids = [...new Set(variantIds)].slice(0, MAX_LINES);
      const sold = await soldVariants(db, await readVariants(db, ids));
      return ids.flatMap((id) => {
        const item = sold.get(id);
        return item ? [{ ...variantOf(item.variant), name: item.product.name, price: item.product.price }] : [];
      });
    },

    takeDownOrder: ({ channel, ...order }, by) =>
      place(context, { ...order, visitor: undefined, fromCart: false }, { by, channel }),
  };
}
