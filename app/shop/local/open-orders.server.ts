import { sql } from "kysely";
import { ACCOUNT_FACTOR } from "~/domain/order/order-bounds";
import { DAY, HOUR } from "~/domain/values/durations";
import { countAttempt, forgetAttempts, type Limit } from "./attempts.server";
import type { Context, Queries } from "./context";

/** Never reached: counting locks the row. */
const UNBOUNDED: Limit = { most: Number.POSITIVE_INFINITY, windowMs: DAY };

/** The signed-in account. Only a confirmed one may have more than a guest: anybody can register. */
interface Customer {
  id: string;
  confirmed_at: number | null;
}

const isConfirmed = (account: Customer | undefined) => account !== undefined && account.confirmed_at !== null;
const mostOrders = ({ bounds }: Context, account: Customer | undefined) =>
  bounds.orders * (isConfirmed(account) ? ACCOUNT_FACTOR : 1);

interface NewOrder {
  /** Normalised. */
  phone: string;
  account: Customer | undefined;
  /** The client's IP address; undefined when it is not known. */
  address: string | undefined;
  /** That it takes or has taken. */
  pairs: number;
  /** Somebody of the shop has just spoken with the shopper: bounds are for strangers. */
  isByStaff: boolean;
}

/**
 * Whether one more order may be open, and takes its pairs at once (decision 031). Orders of one
 * phone wait here for each other; called with the variants locked, before products.
 */
export async function checkOrderBounds(
  context: Context,
  queries: Queries,
  { phone, account, address, pairs, isByStaff }: NewOrder,
): Promise<"limited" | "reserved" | "waiting"> {
  const { bounds, now } = context;
  const nowMs = now().getTime();
  const open = await openOrders(queries, phone, account?.id, nowMs);
  if (isByStaff) return "reserved";
  if (open.orders >= mostOrders(context, account)) return "limited";
  const isWithinAddress = (what: string, limit: Limit, by: number) =>
    address === undefined || countAttempt(queries, `${what} from ${address}`, limit, nowMs, by);
  // Neighbours behind one address must not block a confirmed account.
  if (!isConfirmed(account)) {
    const ofGuests = { most: bounds.ordersFromAddress, windowMs: HOUR };
    if (!(await isWithinAddress("orders", ofGuests, 1))) return "limited";
  }
  if (open.pairs + pairs > bounds.pairs) return "waiting";
  const unconfirmed = { most: bounds.pairsFromAddress, windowMs: DAY };
  return (await isWithinAddress("pairs", unconfirmed, pairs)) ? "reserved" : "waiting";
}

/** Whether a shopper may change an open order to this phone. Called with the order locked. */
export async function mayUsePhone(
  context: Context,
  queries: Queries,
  { phone, account, pairs }: Pick<NewOrder, "phone" | "account" | "pairs">,
): Promise<boolean> {
  const open = await openOrders(queries, phone, undefined, context.now().getTime());
  // Transactions that wait for the row still do; without an order of the phone it goes again.
  await forgetAttempts(queries, lockOf(phone));
  // What the order holds it goes on holding, unlike a new one, which would wait.
  const isSplit = open.pairs > 0 && pairs > 0 && open.pairs + pairs > context.bounds.pairs;
  return open.orders < mostOrders(context, account) && !isSplit;
}

const lockOf = (phone: string) => `orders of ${phone}`;

/** Open orders and pairs of a phone and an account; the count holds until the transaction ends. */
async function openOrders(queries: Queries, phone: string, account: string | undefined, now: number) {
  await countAttempt(queries, lockOf(phone), UNBOUNDED, now);
  const ofPhone = countOpen(queries).where((build) =>
    account === undefined
      ? build("phone", "=", phone)
      : build.or([build("phone", "=", phone), build("account_id", "=", account)]),
  );
  const open = await ofPhone.executeTakeFirst();
  return { orders: Number(open?.orders ?? 0), pairs: Number(open?.pairs ?? 0) };
}

/** To be narrowed to a phone or an account. */
export const countOpen = (queries: Queries) =>
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
    // As an expression: by the index of states SQLite would read all that are open, at each order.
    .where(sql<boolean>`orders.status || '' = 'pending'`);
