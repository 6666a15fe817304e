import { sql } from "kysely";
import { prepared } from "~/database/prepared.server";
import { ACCOUNT_FACTOR } from "~/domain/order-bounds";
import { isWithin, type Limit } from "./attempts.server";
import type { Context, Queries } from "./context";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** What nobody reaches: counting is the lock. */
const UNBOUNDED: Limit = { most: Number.POSITIVE_INFINITY, windowMs: DAY };

/** In these very words, which are the index's own. */
export const isPending = sql<boolean>`orders.status = 'pending'`;

/** Who is signed in. Anybody can open an account for any address: only one whose address was confirmed may have more than a guest. */
interface Orderer {
  id: string;
  confirmed_at: number | null;
}

const isConfirmed = (account: Orderer | undefined) => account !== undefined && account.confirmed_at !== null;
const mostOrders = ({ bounds }: Context, account: Orderer | undefined) =>
  bounds.orders * (isConfirmed(account) ? ACCOUNT_FACTOR : 1);

interface Asked {
  /** Normalised. */
  phone: string;
  account: Orderer | undefined;
  /** Of the client; undefined when it is not known. */
  address: string | undefined;
  pairs: number;
}

/**
 * Whether one more order may be open, and whether it takes its pairs at once (decision 031). Of orders at the same moment each is
 * counted: those of one phone wait here for each other until their transactions end. Called with the variants locked, and before
 * products are.
 */
export async function checkOrderBounds(
  context: Context,
  queries: Queries,
  { phone, account, address, pairs }: Asked,
): Promise<"limited" | "reserved" | "waiting"> {
  const { bounds, now } = context;
  const moment = now().getTime();
  const open = await openOrders(queries, phone, account?.id, moment);
  if (open.orders >= mostOrders(context, account)) return "limited";
  const isWithinAddress = (what: string, limit: Limit, by: number) =>
    address === undefined || isWithin(queries, `${what} from ${address}`, limit, moment, by);
  // Nobody's neighbours behind one address keep out whose account is confirmed.
  if (!isConfirmed(account)) {
    const ofGuests = { most: bounds.ordersFromAddress, windowMs: HOUR };
    if (!(await isWithinAddress("orders", ofGuests, 1))) return "limited";
  }
  if (open.pairs + pairs > bounds.pairs) return "waiting";
  const unconfirmed = { most: bounds.pairsFromAddress, windowMs: DAY };
  return (await isWithinAddress("pairs", unconfirmed, pairs)) ? "reserved" : "waiting";
}

/** Whether an open order may have this phone from now on. Called with the order locked. */
export async function mayMoveTo(
  context: Context,
  queries: Queries,
  phone: string,
  account: Orderer | undefined,
): Promise<boolean> {
  const open = await openOrders(queries, phone, undefined, context.now().getTime());
  return open.orders < mostOrders(context, account);
}

/** The open orders of a phone and of an account, and the pairs that they hold; nobody adds one until the transaction ends. */
async function openOrders(queries: Queries, phone: string, account: string | undefined, now: number) {
  await isWithin(queries, `orders of ${phone}`, UNBOUNDED, now);
  const asked = { phone, account: account ?? "" };
  const [open] = await (account === undefined ? openOfPhone : openOfAccount)(queries, asked);
  return { orders: Number(open?.orders ?? 0), pairs: Number(open?.pairs ?? 0) };
}

const countOpen = (queries: Queries) =>
  queries
    .selectFrom("orders")
    .select((build) => [
      build.fn.countAll<number>().as("orders"),
      build.fn
        .sum<number | null>(
          build
            .selectFrom("order_lines")
            .whereRef("order_lines.order_id", "=", "orders.id")
            .where("orders.reserved", "=", 1)
            .select((line) => line.fn.sum<number>("order_lines.quantity").as("quantity")),
        )
        .as("pairs"),
    ])
    .where(isPending);
const openOfPhone = prepared((queries, { phone }: { phone: string }) => countOpen(queries).where("phone", "=", phone));
const openOfAccount = prepared((queries, { phone, account }: { phone: string; account: string }) =>
  countOpen(queries).where((build) => build.or([build("phone", "=", phone), build("account_id", "=", account)])),
);
