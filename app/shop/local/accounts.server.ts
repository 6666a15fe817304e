import { sql } from "kysely";
import type { Database } from "~/database/connection.server";
import { renewOrderWords } from "~/database/order-search-words.server";
import type { MailKind } from "~/domain/mails/kinds";
import { endedStatuses, orderStatuses, type Recipient } from "~/domain/order/order";
import { storableTexts } from "~/domain/values/storable";
import type { AccountService } from "../services/accounts";
import { accountLinks } from "./account-links.server";
import { accountFrom, emptyAccount, lockAccount } from "./account-rows.server";
import { type Context, digest, type Queries } from "./context";
import { orderOfRow } from "./order-queries.server";
import { erasedColumns } from "./order-rows";

/** What an account is mailed before its address is confirmed (decision 032). */
const MAILED_UNCONFIRMED: MailKind[] = ["registration", "reset", "order-received", "order-edited", "order-lapsed"];

export function accountService(context: Context): AccountService {
  const { database, letterhead } = context;
  const { db } = database;
  const links = accountLinks(context);

  return {
    async save(id, { firstName, lastName, phone, address }) {
      const profile = storableTexts({ first_name: firstName, last_name: lastName, phone, address });
      await database.transact((transaction) =>
        transaction.updateTable("accounts").set(profile).where("id", "=", id).execute(),
      );
    },

    async recipient(id) {
      const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row) return undefined;
      const { firstName, lastName, phone, address } = accountFrom(row);
      const last = await db
        .selectFrom("orders")
        .selectAll()
        .where("account_id", "=", id)
        .orderBy("created_at", "desc")
        .limit(1)
        .executeTakeFirst();
      const before: Partial<Recipient> = last ? (await orderOfRow(db, last)).recipient : {};
      const { wilayaId, communeId, mode, pickupPointId } = before;
      const isElsewhere = address !== "" && address !== before.address;
      return {
        firstName: firstName || (before.firstName ?? ""),
        lastName: lastName || (before.lastName ?? ""),
        phone: phone || (before.phone ?? ""),
        address: address || (before.address ?? ""),
        notes: "",
        ...(last && !isElsewhere ? { wilayaId, communeId, mode, pickupPointId } : {}),
      };
    },

    async close(id) {
      await database.transact((transaction) => close(transaction, id));
    },

    async disown(token) {
      return database.transact(async (transaction) => {
        // Confirming the address deleted its link.
        const link = await links.take(transaction, token, "registration");
        return link?.account_id ? close(transaction, link.account_id) : false;
      });
    },

    forgetRecipients: (placedBefore) => forgetAllRecipients(database, { placedBefore }),
  };

  async function close(queries: Queries, id: string): Promise<boolean> {
    // Locked first, as everywhere: a concurrent order is seen here, or finds no account.
    const account = await lockAccount(queries, id);
    if (!account) return false;
    // Locked before reviews go: who is just sending one has locked its order.
    const orders = queries.selectFrom("orders").select("id").where("account_id", "=", id).orderBy("id");
    const own = await orders.forNoKeyUpdate().execute();
    await emptyAccount(queries, id, { losePerson: true });
    const mails = queries.deleteFrom("mails").where("recipient", "=", account.email);
    if (account.confirmed_at === null) {
      // Whatever else is about an address that nobody confirmed may be a stranger's.
      const own = mails.where("kind", "in", MAILED_UNCONFIRMED).where("created_at", ">=", account.created_at);
      await own.execute();
    } else {
      // At the shop's own address letters about others wait as well.
      if (account.email !== letterhead.inbox) await mails.execute();
      await queries.deleteFrom("stock_alerts").where("contact_hash", "=", digest(account.email)).execute();
      await queries.deleteFrom("account_links").where("email", "=", account.email).execute();
    }
    // Cascades to sessions, known browsers and links.
    await queries.deleteFrom("accounts").where("id", "=", id).execute();
    if (own.length > 0) await forgetRecipients(queries, { only: own.map((order) => order.id) });
    return true;
  }
}

/** As the condition of its index says it: a bound value would have all orders read. */
export const isToBeForgotten = sql<boolean>`to_be_forgotten = 1`;

/** At most so many in one transaction, which holds others up. */
const BATCH = 100;

interface Forgotten {
  /** Only these, which are all erased in this transaction; by default the first of all. */
  only?: readonly string[];
  /** Orders that count as ended, whatever their status. */
  lost?: readonly string[];
  /** Older orders count as ended, too: an API may never have said that they were. */
  placedBefore?: Date | undefined;
}

/** Erases recipients of all orders that may be forgotten, and of those placed before, unasked. */
export async function forgetAllRecipients({ transact }: Database, which: Omit<Forgotten, "only">): Promise<void> {
  const { placedBefore } = which;
  if (placedBefore)
    await transact((queries) =>
      queries
        .updateTable("orders")
        .set({ to_be_forgotten: 1 })
        // By the index of statuses.
        .where("status", "in", orderStatuses)
        .where("created_at", "<", placedBefore.getTime())
        .where("phone", "!=", "")
        .execute(),
    );
  while ((await transact((queries) => forgetRecipients(queries, which))) === BATCH);
}

/**
 * Erases recipients once no parcel is on its way; orders stay for the shop's books.
 * @returns of how many orders
 */
export async function forgetRecipients(
  queries: Queries,
  { only, lost = [], placedBefore }: Forgotten,
): Promise<number> {
  // An order that ends meanwhile waits for the next time, or some of this would be left for good.
  let due = queries
    .selectFrom("orders")
    .select("id")
    .where(isToBeForgotten)
    .where(({ eb, or }) =>
      or([
        eb("status", "in", endedStatuses),
        ...(lost.length > 0 ? [eb("id", "in", lost)] : []),
        ...(placedBefore ? [eb("created_at", "<", placedBefore.getTime())] : []),
      ]),
    )
    .where("id", "not in", queries.selectFrom("parcels").select("order_id").where(sql<boolean>`holds_pairs = 1`))
    .orderBy("id")
    .forNoKeyUpdate();
  due = only ? due.where("id", "in", only) : due.limit(BATCH);
  const orders = await due.execute();
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return 0;
  // The label's URL shows name and phone, and the courier's refusal may repeat them.
  await queries.updateTable("parcels").set({ label: null, failure: null }).where("order_id", "in", ids).execute();
  await forgetInOffice(queries, ids);
  await queries
    .updateTable("orders")
    .set({ ...erasedColumns, to_be_forgotten: 0 })
    .where("id", "in", ids)
    .execute();
  await renewOrderWords(queries, ids);
  return ids.length;
}

/** What staff wrote of the person, and what the journal says of changes; its rows stay. */
async function forgetInOffice(queries: Queries, ids: readonly string[]): Promise<void> {
  await queries
    .updateTable("journal")
    .set({ before: null, after: null })
    .where("subject", "=", "order")
    .where("subject_id", "in", ids)
    .execute();
  await queries.updateTable("order_calls").set({ note: "" }).where("order_id", "in", ids).execute();
  await queries.updateTable("order_notes").set({ text: "" }).where("order_id", "in", ids).execute();
}
