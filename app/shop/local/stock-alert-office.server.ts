import type { AwaitedVariant, StockAlertOffice } from "../services/office";
import { colorOf, sizeOf } from "./catalogue-rows";
import type { Context, Queries } from "./context";
import { digest } from "./text.server";

/** A contact is an e-mail address or a phone, both normalised. */
export const isEmail = (contact: string) => contact.includes("@");

export function stockAlertOffice({ database }: Context): StockAlertOffice {
  return {
    awaitedVariants: () => awaitedVariants(database.db),

    async markCalled(phone) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction
          .deleteFrom("stock_alerts")
          .where("contact_hash", "=", digest(phone))
          .where("variant_id", "in", (build) => build.selectFrom("variants").select("id").where("stock", ">", 0))
          .executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },

    async forgetContact(contact) {
      const { numDeletedRows } = await database.transact((transaction) =>
        transaction.deleteFrom("stock_alerts").where("contact_hash", "=", digest(contact)).executeTakeFirstOrThrow(),
      );
      return Number(numDeletedRows);
    },
  };
}

/** What is waited for, by variant; of what is no longer sold nothing. */
export async function awaitedVariants(queries: Queries): Promise<AwaitedVariant[]> {
  const rows = await queries
    .selectFrom("stock_alerts")
    .innerJoin("variants", "variants.id", "stock_alerts.variant_id")
    .innerJoin("products", "products.id", "variants.product_id")
    .select(["stock_alerts.variant_id", "stock_alerts.contact", "products.name", "variants.sku", "variants.stock"])
    .select(["variants.color_slug", "variants.color_name", "variants.color_hex"])
    .select(["variants.size", "variants.size_label"])
    .where("stock_alerts.contact", "is not", null)
    .where("products.active", "=", 1)
    .orderBy("stock_alerts.created_at")
    .execute();
  const items = new Map<string, AwaitedVariant>();
  for (const { variant_id, contact, name, sku, stock, ...row } of rows) {
    const item: AwaitedVariant = items.get(variant_id) ?? {
      ...{ sku, name, color: colorOf(row), ...sizeOf(row), stock },
      ...{ byEmail: 0, byPhone: 0, toCall: [] },
    };
    items.set(variant_id, item);
    if (contact === null) continue;
    if (isEmail(contact)) item.byEmail += 1;
    else {
      item.byPhone += 1;
      if (stock > 0) item.toCall.push(contact);
    }
  }
  const countOf = ({ byEmail, byPhone }: AwaitedVariant) => byEmail + byPhone;
  return [...items.values()].sort((a, b) => b.toCall.length - a.toCall.length || countOf(b) - countOf(a));
}
