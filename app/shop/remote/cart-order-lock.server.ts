import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../local/context";
import { ShopUnavailable } from "../shop";
import { PATIENCE } from "./http.server";

/** Milliseconds after which a request is no longer under way; longer than any waits. */
export const HELD = 90_000;
export const LOOK_AGAIN = 50;

/**
 * One order of a cart runs at a time, in all processes: to the API two forms would be two orders.
 * Posts of one form pass together. No transaction waits: the cart's row stores the key in use.
 * @throws ShopUnavailable when the order before takes too long
 */
export async function withCartOrderLock<Result>(
  { database, now }: Context,
  { visitor, keyHash }: { visitor: string; keyHash: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + PATIENCE;
  while (!(await begin())) {
    if (performance.now() > end) throw new ShopUnavailable("Another order of this cart is on its way.");
    await wait(LOOK_AGAIN);
  }
  try {
    return await work();
  } finally {
    await database.transact((queries) =>
      queries
        .updateTable("carts")
        .set({ ordering: null, ordering_until: null })
        .where("visitor", "=", visitor)
        .where("ordering", "=", keyHash)
        .execute(),
    );
  }

  /** @returns false while another order of this cart runs */
  function begin(): Promise<boolean> {
    const nowMs = now().getTime();
    return database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable("carts")
        .set({ ordering: keyHash, ordering_until: nowMs + HELD })
        .where("visitor", "=", visitor)
        .where((build) =>
          build.or([
            build("ordering", "is", null),
            build("ordering", "=", keyHash),
            build("ordering_until", "<=", nowMs),
          ]),
        )
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
      // Without a cart there is nothing to order twice.
      return !(await queries.selectFrom("carts").select("visitor").where("visitor", "=", visitor).executeTakeFirst());
    });
  }
}
