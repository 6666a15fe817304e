import { variantWords } from "~/domain/catalogue/size";
import { byCommand } from "~/domain/office/journal";
import type { AwaitedVariant, StockAlertOffice } from "../../services/office";
import { choiceOf, stockItemColumns, stockItemOf } from "../catalogue-rows";
import { type Context, digest, type Queries } from "../context";
import { writeJournal } from "../journal.server";
import { confirmedBy } from "../newsletter.server";
import { withdrawMail, withdrawMails } from "../outbox.server";

/** A contact is an e-mail address or a phone, both normalised. */
export const isEmail = (contact: string) => contact.includes("@");

export function stockAlertOffice(context: Context): StockAlertOffice {
  const { database } = context;
  return {
    awaitedVariants: () => awaitedVariants(database.db),

    markCalled: (phone, by = byCommand, skus) =>
      database.transact(async (transaction) => {
        const called = await transaction
          .deleteFrom("stock_alerts")
          .where("contact_hash", "=", digest(phone))
          .where("variant_id", "in", (build) => {
            const inStock = build.selectFrom("variants").select("id").where("stock", ">", 0);
            return skus ? inStock.where("sku", "in", skus) : inStock;
          })
          .returning("variant_id")
          .execute();
        if (called.length === 0) return 0;
        const ids = called.map(({ variant_id }) => variant_id);
        const variants = await transaction
          .selectFrom("variants")
          .innerJoin("products", "products.id", "variants.product_id")
          .selectAll("variants")
          .select("products.name")
          .where("variants.id", "in", ids)
          .execute();
        // Without the phone: of the journal only what changed of orders is ever erased.
        for (const { name, ...row } of variants)
          await writeJournal(context, transaction, {
            ...{ by, action: "waiting-called", subject: "product", id: row.product_id, name },
            after: { attendue: variantWords(choiceOf(row)) },
          });
        return called.length;
      }),

    forgetContact: (contact) =>
      database.transact(async (transaction) => {
        const hash = digest(contact);
        const alerts = transaction.deleteFrom("stock_alerts").where("contact_hash", "=", hash).returning("token");
        const readers = transaction.deleteFrom("subscribers").where("email_hash", "=", hash).returning("token");
        const messages = transaction.deleteFrom("messages").where("email", "=", contact).returning("id");
        const [requests, subscriptions, sent] = [
          await alerts.execute(),
          await readers.execute(),
          await messages.execute(),
        ];
        for (const kind of ["stock-back", "newsletter-confirmation", "message-received"] as const)
          await withdrawMails(transaction, kind, hash);
        for (const { token } of subscriptions) await withdrawMail(transaction, confirmedBy(token));
        for (const { id } of sent) await withdrawMail(transaction, { key: id, kind: "message" });
        return requests.length + subscriptions.length + sent.length;
      }),
  };
}

/** Requests with a contact still to be told, with variant and product. */
export const waitingContacts = (queries: Queries) =>
  queries
    .selectFrom("stock_alerts")
    .innerJoin("variants", "variants.id", "stock_alerts.variant_id")
    .innerJoin("products", "products.id", "variants.product_id")
    .where("stock_alerts.contact", "is not", null);

/** What is waited for, by variant; of what is no longer sold nothing. */
export async function awaitedVariants(queries: Queries): Promise<AwaitedVariant[]> {
  const rows = await waitingContacts(queries)
    .select(["stock_alerts.variant_id", "stock_alerts.contact", ...stockItemColumns])
    .where("products.active", "=", 1)
    .orderBy("stock_alerts.created_at")
    .execute();
  const items = new Map<string, AwaitedVariant>();
  for (const { variant_id, contact, ...row } of rows) {
    const item: AwaitedVariant = items.get(variant_id) ?? { ...stockItemOf(row), byEmail: 0, byPhone: 0, toCall: [] };
    items.set(variant_id, item);
    if (contact === null) continue;
    if (isEmail(contact)) item.byEmail += 1;
    else {
      item.byPhone += 1;
      if (row.stock > 0) item.toCall.push(contact);
    }
  }
  const countOf = ({ byEmail, byPhone }: AwaitedVariant) => byEmail + byPhone;
  return [...items.values()].sort((a, b) => b.toCall.length - a.toCall.length || countOf(b) - countOf(a));
}
