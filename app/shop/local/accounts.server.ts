import type { Recipient } from "~/domain/order";
import type { AccountService } from "../services/accounts";
import { accountLinks } from "./account-links.server";
import { accountFrom, emptyAccount } from "./account-rows.server";
import type { Context, Queries } from "./context";
import { linesOf } from "./order-queries.server";
import { orderFrom } from "./order-rows";
import { lockAccount } from "./row-locks";
import { storable } from "./text.server";

export function accountService(context: Context): AccountService {
  const { database } = context;
  const { db } = database;
  const links = accountLinks(context);

  return {
    async save(id, { firstName, lastName, phone, address }) {
      const profile = {
        first_name: storable(firstName),
        last_name: storable(lastName),
        phone: storable(phone),
        address: storable(address),
      };
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
      const known = last && orderFrom(last, await linesOf(db, last.id)).recipient;
      const isElsewhere = address !== "" && address !== known?.address;
      const destination: Partial<Recipient> =
        known && !isElsewhere
          ? {
              wilayaId: known.wilayaId,
              communeId: known.communeId,
              mode: known.mode,
              pickupPointId: known.pickupPointId,
            }
          : {};
      return {
        firstName: firstName || (known?.firstName ?? ""),
        lastName: lastName || (known?.lastName ?? ""),
        phone: phone || (known?.phone ?? ""),
        address: address || (known?.address ?? ""),
        notes: "",
        ...destination,
      };
    },

    async close(id) {
      await database.transact((transaction) => close(transaction, id));
    },

    async disown(token) {
      return database.transact(async (transaction) => {
        // Of a confirmed address there is no such link.
        const link = await links.take(transaction, token, "registration");
        return link?.account_id ? close(transaction, link.account_id) : false;
      });
    },

    async forgetRecipients() {
      await database.transact(forgetRecipients);
    },
  };

  async function close(queries: Queries, id: string): Promise<boolean> {
    // Before all else, as everywhere: an order that is being placed or attached is either seen here, or finds no account.
    const account = await lockAccount(queries, id);
    if (!account) return false;
    await emptyAccount(queries, id, { losePerson: true });
    await queries.deleteFrom("mails").where("recipient", "=", account.email).execute();
    await queries.deleteFrom("account_links").where("email", "=", account.email).execute();
    // Sessions, known browsers and links go with it.
    await queries.deleteFrom("accounts").where("id", "=", id).execute();
    await forgetRecipients(queries);
    return true;
  }
}

/** Orders stay, for the shop's books; of whom they were is gone once no parcel is on its way any more. */
async function forgetRecipients(queries: Queries): Promise<void> {
  // A label shows name and phone to whoever has its address; what the courier said against a parcel may repeat them.
  await queries
    .updateTable("parcels")
    .set({ label: null, failure: null })
    .where("order_id", "in", (build) =>
      build
        .selectFrom("orders")
        .select("id")
        .where("to_be_forgotten", "=", 1)
        .where("status", "in", ["delivered", "returned", "cancelled"]),
    )
    .execute();
  await queries
    .updateTable("orders")
    .set({ first_name: "", last_name: "", phone: "", address: "", notes: "", to_be_forgotten: 0 })
    .where("to_be_forgotten", "=", 1)
    .where("status", "in", ["delivered", "returned", "cancelled"])
    .execute();
}
