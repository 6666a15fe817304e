import { order as orderSchema, refusal } from "~/api/tolerant-schemas.server";
import type { OrderTable } from "~/database/schema/orders";
import type { Order, OrderStatus } from "~/domain/order";
import type { Context } from "../local/context";
import { storableRecipient } from "../local/text.server";
import type { OrderService } from "../services/orders";
import type { Guest } from "./guest.server";
import { ApiFailure } from "./http.server";
import { productsIn } from "./order-wire";
import type { Sync } from "./sync.server";

/** How long a status counts as the API's latest word, in milliseconds. */
const STATUS_KEPT = 30_000;

interface Given {
  context: Context;
  /** What this shop has written down. */
  local: OrderService;
  sync: Sync;
  guest: Guest;
  place: OrderService["place"];
}

type Row = Pick<OrderTable, "id" | "number" | "api_id" | "status" | "key_hash">;

export interface RemoteOrders {
  service: OrderService;
  /** Asks what became of orders, and writes it down as far as the API tells it. */
  follow(orders: readonly Row[]): Promise<void>;
}

/**
 * Orders are the API's. What it has taken is written down here as well, so that who ordered finds the order by cookie, account, or
 * number and phone, also while the API is away.
 */
export function remoteOrders({ context, local, sync, guest, place }: Given): RemoteOrders {
  const { database, now } = context;
  const { db } = database;
  const { ask, away } = guest;
  const asked = new Map<string, number>();

  /** The order with the API's latest word on it, or as it was known when the API cannot say. */
  async function fresh(order: Order): Promise<Order> {
    if (isOver(order.status)) return order;
    // Nobody waits for it while the API is away: that it is back is found out by others.
    if (sync.state.awaySince !== undefined) return order;
    if ((asked.get(order.id) ?? 0) > now().getTime() - STATUS_KEPT) return order;
    const row = await rowOf(order.id);
    if (!row) return order;
    try {
      return { ...order, status: await statusOf(row) };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      console.error("%s: %s", "Erreur de récupération de la commande", error.message);
      return order;
    }
  }

  const rowOf = (id: string) =>
    db
      .selectFrom("orders")
      .select(["id", "number", "api_id", "status", "key_hash"])
      .where("id", "=", id)
      .executeTakeFirst();

  /** What the API calls it is the API's: it may hold anything. */
  const addressOf = ({ api_id, number }: Row) => `/api/orders/${encodeURIComponent(api_id ?? number)}`;

  /** The API's word, written down. @throws ApiFailure */
  async function statusOf(row: Row): Promise<OrderStatus> {
    const { id, status, key_hash } = row;
    const answer = await ask(addressOf(row), key_hash);
    asked.set(id, now().getTime());
    if (asked.size > 1_000) asked.clear();
    const told = orderSchema.parse(answer).status ?? status;
    if (told !== status) await enter(id, told);
    return told;
  }

  async function enter(orderId: string, status: OrderStatus): Promise<void> {
    await database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable("orders")
        .set({ status })
        .where("id", "=", orderId)
        // An answer that took its time does not take back what is over.
        .where("status", "not in", [status, ...OVER])
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await queries
        .insertInto("order_steps")
        .values({ order_id: orderId, status, at: now().getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  /** What its shopper does with an order that is still the API's to change. */
  async function change(
    number: string,
    visitor: string | undefined,
    deed: "cancel" | "correct",
    body: unknown,
  ): Promise<{ outcome: "done"; order: Order; id: string } | { outcome: "too-late" | "limited" | "unknown" }> {
    const order = await local.read(number, visitor);
    const row = order && (await rowOf(order.id));
    if (!order || !row) return { outcome: "unknown" };
    try {
      // Doing it twice is the same as doing it once.
      await ask(`${addressOf(row)}/${deed}`, row.key_hash, { method: "POST", body, repeatable: true });
      return { outcome: "done", order, id: row.id };
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 409) {
        if (refusal.parse(error.body).limited) return { outcome: "limited" };
        asked.delete(order.id);
        await fresh(order);
        return { outcome: "too-late" };
      }
      return away("Erreur de récupération de la commande", error);
    }
  }

  const service: OrderService = {
    ...local,
    place,
    async read(number, visitor) {
      const order = await local.read(number, visitor);
      return order && fresh(order);
    },
    async track(...asked) {
      const found = await local.track(...asked);
      return typeof found === "string" ? found : fresh(found);
    },
    async attach(...asked) {
      const found = await local.attach(...asked);
      return typeof found === "string" ? found : fresh(found);
    },
    async ofAccount(account, page) {
      const { orders, total } = await local.ofAccount(account, page);
      return { orders: await Promise.all(orders.map(fresh)), total };
    },
    // The API gives pairs to its own accounts only.
    loyaltyCard: async () => ({ stamps: 0 }),
    async cancel(number, visitor) {
      const result = await change(number, visitor, "cancel", {});
      if (result.outcome !== "done") return result.outcome === "limited" ? "too-late" : result.outcome;
      await enter(result.id, "cancelled");
      void sync.refreshProducts(productsIn(result.order));
      return "cancelled";
    },
    async correct(number, visitor, correction) {
      const result = await change(number, visitor, "correct", correction);
      if (result.outcome !== "done") return result.outcome;
      const { phone, address, notes } = storableRecipient({ ...result.order.recipient, ...correction });
      await database.transact((queries) =>
        queries.updateTable("orders").set({ phone, address, notes }).where("id", "=", result.id).execute(),
      );
      return "corrected";
    },
    // Whose order it is moves it on.
    setStatus: async (number) => ((await local.isKnown(number)) ? "refused" : "unknown"),
    lapse: async () => 0,
  };

  return {
    service,
    async follow(orders) {
      for (const order of orders) {
        try {
          await statusOf(order);
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error;
          // Away: the others would be asked for in vain as well.
          if (!error.isFinal) return;
        }
      }
    },
  };
}

const OVER: OrderStatus[] = ["returned", "cancelled"];
const isOver = (status: OrderStatus) => OVER.includes(status);
