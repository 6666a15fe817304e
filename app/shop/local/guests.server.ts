import { insertOnce } from "~/database/rows";
import { HOUR } from "~/domain/values/durations";
import type { GuestService, VisitorId } from "../services/guests";
import { countFrom, type Limit } from "./attempts.server";
import { type Context, digest, type Queries } from "./context";

/** More than the new guests of one mobile operator's address within seconds. */
const MOST_OF_ONE_ADDRESS = 50;
/** Those that are kept for good, so that no program fills the disk with carts. */
const KEPT_OF_ONE_ADDRESS: Limit = { most: 300, windowMs: HOUR };
/** Guests in one transaction. */
const BATCH = 500;

export function guestService({ database, now }: Context): GuestService {
  const { db } = database;

  return {
    async begin(guest, clientAddress) {
      const address = clientAddress ? digest(`address ${clientAddress}`) : null;
      await database.transact(async (transaction) => {
        // It may have begun by a request whose answer was lost.
        await insertOnce(transaction, "new_guests", { visitor: guest, address, begun_at: now().getTime() });
        if (address === null) return;
        const older = beforeTheLast(transaction, MOST_OF_ONE_ADDRESS).where("address", "=", address);
        await deleteGuests(transaction, await older.execute());
      });
    },

    async cameBack(guest) {
      const row = await db.selectFrom("new_guests").select("address").where("visitor", "=", guest).executeTakeFirst();
      if (!row) return;
      await database.transact(async (transaction) => {
        const address = row.address ?? undefined;
        if (await countFrom(transaction, "guests", address, KEPT_OF_ONE_ADDRESS, now().getTime()))
          await transaction.deleteFrom("new_guests").where("visitor", "=", guest).execute();
        // Not one of the last of its address any more: it stays its hour.
        else await transaction.updateTable("new_guests").set({ address: null }).where("visitor", "=", guest).execute();
      });
    },

    async isKnown(guest) {
      const found = await Promise.all(
        (["carts", "wishlist_items", "order_access"] as const).map((table) =>
          db.selectFrom(table).select("visitor").where("visitor", "=", guest).limit(1).executeTakeFirst(),
        ),
      );
      return found.some((row) => row !== undefined);
    },

    async forget(begunBefore, most) {
      const old = () =>
        db
          .selectFrom("new_guests")
          .select("visitor")
          .where("begun_at", "<", begunBefore.getTime())
          .orderBy("begun_at")
          .limit(BATCH);
      let forgotten = 0;
      for (const next of [old, () => beforeTheLast(db, most)])
        for (;;) {
          const guests = await next().execute();
          await database.transact((transaction) => deleteGuests(transaction, guests));
          forgotten += guests.length;
          if (guests.length < BATCH) break;
        }
      return forgotten;
    },
  };
}

/** All but the last `most`. */
const beforeTheLast = (queries: Queries, most: number) =>
  queries
    .selectFrom("new_guests")
    .select("visitor")
    .orderBy("begun_at", "desc")
    .orderBy("visitor")
    .limit(BATCH)
    .offset(most);

/** Deletes carts and wishlists of guests; orders and access to them stay. */
async function deleteGuests(queries: Queries, guests: readonly { visitor: VisitorId }[]): Promise<void> {
  if (guests.length === 0) return;
  const ids = guests.map(({ visitor }) => visitor);
  // A guest that came back meanwhile has no such row and is kept.
  const gone = await queries.deleteFrom("new_guests").where("visitor", "in", ids).returning("visitor").execute();
  const visitors = gone.map(({ visitor }) => visitor);
  if (visitors.length === 0) return;
  await queries.deleteFrom("carts").where("visitor", "in", visitors).execute();
  await queries.deleteFrom("wishlist_items").where("visitor", "in", visitors).execute();
}
