import { countOrders } from "./catalogue.mjs";
import { expectStatuses } from "./load.mjs";
import { directOrders } from "./orders.mjs";
import { inPortions } from "./visitors.mjs";

/** Orders and additions to carts, each at this rate, beside the pages that are read. */

export const WRITES_A_SECOND = 20;
/** Their carts take all additions, as a line holds 99 pairs. */
const GUESTS = 40;

/**
 * Fetches the forms before anything is measured.
 * @param {{ seconds: number }} options how long orders must last, in all
 */
export async function openWrites({ sources, shop, visitors, address, slugs, seconds }) {
  const orders = await directOrders(sources, shop, slugs, Math.ceil(seconds * WRITES_A_SECOND));
  const additions = await inPortions(GUESTS, async (index) => {
    const slug = slugs[index % slugs.length];
    return visitors.addition(await visitors.guest(slug), slug);
  });
  const before = await countOrders(address);
  const all = { orders: 0, additions: 0, due: 0, slowest: 0 };
  return {
    /** Streams for a turn of this many seconds. */
    during(turn) {
      const count = Math.floor(turn * WRITES_A_SECOND);
      const placed = orders.slice(all.due, all.due + count);
      if (placed.length < count) throw new Error("There are no orders left to be placed.");
      const added = Array.from({ length: count }, (_, index) => additions[(all.due + index) % GUESTS]);
      all.due += count;
      return [
        { name: "Ordering", requests: placed, count, rate: WRITES_A_SECOND },
        { name: "Adding", requests: added, count, rate: WRITES_A_SECOND },
      ];
    },
    /** Counts the answers; anything but a 303 ends the benchmark. */
    done([ordered, added]) {
      for (const result of [ordered, added]) expectStatuses(result, [303]);
      all.orders += ordered.requests;
      all.additions += added.requests;
      all.slowest = Math.max(all.slowest, ordered.max, added.max);
    },
    /** @returns the number of each, and the slowest answer in milliseconds */
    async end() {
      const stored = (await countOrders(address)) - before;
      if (stored !== all.orders) throw new Error(`${all.orders} orders were confirmed and ${stored} are stored.`);
      for (const what of ["orders", "additions"])
        if (all[what] !== all.due) throw new Error(`${all[what]} ${what} were answered of ${all.due}.`);
      return all;
    },
  };
}
