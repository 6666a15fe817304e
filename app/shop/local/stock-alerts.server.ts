import type { StockAlertTable } from "~/database/schema/visitors";
import { stockAwaited, stockBack, stockBackByPhone } from "~/domain/mails/stock";
import { DAY, HOUR } from "~/domain/values/durations";
import { letterBoxOf } from "~/domain/values/email";
import type { StockAlertService } from "../services/stock-alerts";
import { countAttempt, countFrom, type Limit, uncountAttempt } from "./attempts.server";
import { choiceColumns, choiceOf } from "./catalogue-rows";
import { type Context, digest, newToken, type Queries } from "./context";
import { awaitedVariants, isEmail, waitingContacts } from "./office/stock-alerts.server";
import { mailShop, queueMail, withdrawMails } from "./outbox.server";

/** From one IP address, which in this country a whole town may share. */
const FROM_ONE_ADDRESS: Limit = { most: 20, windowMs: HOUR };
/** So that nobody fills a stranger's mailbox. */
const TO_ONE_CONTACT: Limit = { most: 10, windowMs: DAY };
/** Requests that are read at once. */
const BATCH = 200;

export function stockAlertService(context: Context): StockAlertService {
  const { database, letterhead, now } = context;
  const { db } = database;

  return {
    async request({ variantId, contacts, address }) {
      return database.transact(async (transaction) => {
        const created_at = now().getTime();
        if (!(await countFrom(transaction, "stock alerts", address, FROM_ONE_ADDRESS, created_at))) return "limited";
        if (!(await countContacts(transaction, contacts, created_at))) return "limited";
        const variant = await transaction
          .selectFrom("variants")
          .innerJoin("products", "products.id", "variants.product_id")
          .select("variants.stock")
          .where("variants.id", "=", variantId)
          .where("products.active", "=", 1)
          .executeTakeFirst();
        if (!variant) return "unknown";
        if (variant.stock > 0) return "in-stock";
        for (const contact of contacts) {
          const contact_hash = digest(contact);
          const refused = await transaction
            .selectFrom("stock_alerts")
            .select("token")
            .where("contact_hash", "=", contact_hash)
            .where("refused_at", "is not", null)
            .executeTakeFirst();
          if (refused) continue;
          await insertAlert(transaction, {
            ...{ variant_id: variantId, contact_hash, contact, token: newToken(context) },
            ...{ created_at, back_at: null, refused_at: null },
          });
        }
        return "noted";
      });
    },

    async refuse(token) {
      return database.transact(async (transaction) => {
        const alert = await transaction
          .selectFrom("stock_alerts")
          .select("contact_hash")
          .where("token", "=", token)
          .executeTakeFirst();
        if (!alert) return false;
        // Of all of them, so that the links of other mails to this contact answer the same.
        await transaction
          .updateTable("stock_alerts")
          .set({ contact: null, refused_at: now().getTime() })
          .where("contact_hash", "=", alert.contact_hash)
          .execute();
        await withdrawMails(transaction, "stock-back", alert.contact_hash);
        return true;
      });
    },

    async ofEmail(email) {
      const rows = await waitingContacts(db)
        .select(["products.name", "stock_alerts.created_at", ...choiceColumns])
        .where("stock_alerts.contact_hash", "=", digest(email))
        .orderBy("stock_alerts.created_at")
        .execute();
      return rows.map(({ name, created_at, ...row }) => ({
        name,
        ...choiceOf(row),
        requestedAt: new Date(created_at),
      }));
    },

    async deliver() {
      await askAgain();
      let count = 0;
      for (let waiting = await backInStock(); waiting.length > 0; waiting = await backInStock()) {
        for (const variantId of new Set(waiting.map((row) => row.variant_id)))
          await deliverVariant(waiting.filter((row) => row.variant_id === variantId));
        count += waiting.length;
      }
      return count;
    },

    async report() {
      const today = Math.floor(now().getTime() / DAY);
      const fresh = await db
        .selectFrom("stock_alerts")
        .select("token")
        .where("contact", "is not", null)
        .where("created_at", ">=", (today - 1) * DAY)
        .where("created_at", "<", today * DAY)
        .limit(1)
        .executeTakeFirst();
      if (!fresh) return;
      const soldOut = (await awaitedVariants(db)).filter(({ stock }) => stock === 0);
      if (soldOut.length === 0) return;
      const mail = stockAwaited(letterhead, soldOut);
      const key = String(today);
      await database.transact((queries) => mailShop(queries, context, { key, kind: "stock-awaited", mail }));
    },
  };

  /** Phones that nobody called before the variant sold out again wait for its next return. */
  async function askAgain(): Promise<void> {
    const soldOutAgain = db
      .selectFrom("stock_alerts")
      .innerJoin("variants", "variants.id", "stock_alerts.variant_id")
      .select("stock_alerts.token")
      .where("stock_alerts.contact", "is not", null)
      .where("stock_alerts.back_at", "is not", null)
      .where("variants.stock", "=", 0);
    const tokens = (await soldOutAgain.execute()).map(({ token }) => token);
    if (tokens.length === 0) return;
    await database.transact((transaction) =>
      transaction.updateTable("stock_alerts").set({ back_at: null }).where("token", "in", tokens).execute(),
    );
  }

  function backInStock() {
    return waitingContacts(db)
      .select(["stock_alerts.variant_id", "stock_alerts.contact", "stock_alerts.token"])
      .select(["products.name", "products.slug", ...choiceColumns])
      .where("stock_alerts.back_at", "is", null)
      .where("variants.stock", ">", 0)
      .where("products.active", "=", 1)
      .orderBy("stock_alerts.created_at")
      .limit(BATCH)
      .execute();
  }

  /** In one transaction, so that of two processes one tells. @param rows of one variant */
  async function deliverVariant(rows: Awaited<ReturnType<typeof backInStock>>): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const item = { name: first.name, slug: first.slug, ...choiceOf(first) };
    await database.transact(async (transaction) => {
      const back_at = now().getTime();
      const phones: string[] = [];
      for (const { contact, token } of rows) {
        if (contact === null) continue;
        const { numUpdatedRows } = await transaction
          .updateTable("stock_alerts")
          .set({ back_at, ...(isEmail(contact) ? { contact: null } : {}) })
          .where("token", "=", token)
          .where("contact", "=", contact)
          .where("back_at", "is", null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) continue;
        if (isEmail(contact))
          await queueMail(transaction, context, {
            key: `${token} ${back_at}`,
            kind: "stock-back",
            recipient: contact,
            mail: stockBack(letterhead, item, token),
          });
        else phones.push(contact);
      }
      if (phones.length === 0) return;
      const mail = stockBackByPhone(letterhead, item, phones);
      await mailShop(transaction, context, {
        key: `${first.variant_id} ${back_at}`,
        kind: "stock-back-by-phone",
        mail,
      });
    });
  }
}

/** What one contact's limit refuses does not count for the other contact. */
async function countContacts(queries: Queries, contacts: readonly string[], nowMs: number): Promise<boolean> {
  const counted: string[] = [];
  for (const what of contacts.map((contact) => `stock alerts to ${letterBoxOf(contact)}`)) {
    if (await countAttempt(queries, what, TO_ONE_CONTACT, nowMs)) counted.push(what);
    else {
      for (const other of counted) await uncountAttempt(queries, other);
      return false;
    }
  }
  return true;
}

/** Who waits for the variant already stays as they are; who asks again after a mail waits again. */
export async function insertAlert(queries: Queries, row: StockAlertTable): Promise<void> {
  const { contact, created_at } = row;
  await queries
    .insertInto("stock_alerts")
    .values(row)
    // The link of the earlier mail stays valid.
    .onConflict((conflict) =>
      conflict
        .columns(["variant_id", "contact_hash"])
        .doUpdateSet({ contact, created_at, back_at: null })
        .where("stock_alerts.contact", "is", null),
    )
    .execute();
}
