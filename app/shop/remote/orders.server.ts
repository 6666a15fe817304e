import { order as orderSchema, type ReceivedOrder, refusal } from "~/api/tolerant-schemas.server";
import { insertOnce } from "~/database/rows";
import type { OrderTable } from "~/database/schema/orders";
import { isAsSeen, normaliseOrderNumber, type Order, type OrderStatus, pathTo } from "~/domain/order/order";
import { digest } from "../local/context";
import { contentHashOf, storableCorrection } from "../local/order-content";
import { orderUnderKey } from "../local/order-queries.server";
import { editableColumns, orderLineRows } from "../local/order-rows";
import { withdrawMail } from "../local/outbox.server";
import type { OrderService } from "../services/orders";
import type { Change } from "./abilities.server";
import { ApiFailure } from "./http.server";
import { editedAtApi, lineOf, productIdsOf } from "./order-wire";
import { placing } from "./post-order.server";
import type { Remote } from "./remote";
import { settlingByAsking } from "./settle-by-asking.server";

/** Milliseconds for which a status counts as current. */
const STATUS_KEPT = 30_000;
/** Characters of a status that nobody knows, in the log. */
const MOST_LOGGED = 40;
/** Section 8's text, for the log. */
const PROBLEM = "Erreur de récupération de la commande";

type Row = Pick<OrderTable, "id" | "number" | "api_id" | "status" | "key_hash">;

export type RemoteOrders = ReturnType<typeof remoteOrders>;

/**
 * Orders are the API's; copies here let shoppers find them, also while the API is away.
 * @param local the stored copies
 */
export function remoteOrders(remote: Remote, local: OrderService) {
  const { context, sync, requestAsGuest: request, unsettled } = remote;
  const settleByAsking = settlingByAsking(remote);
  const { database, now } = context;
  const { abilities } = sync;
  const { db } = database;
  const checkedAt = new Map<string, number>();
  /** Words for a status that are in the log already. */
  const unknownStatuses = new Set<string>();

  /** The order with its current status, or the stored one when the API does not answer. */
  async function withCurrentStatus(order: Order): Promise<Order> {
    // While away the API is not called here; the catalogue sync notices when it is back.
    if (sync.state.awaySince !== undefined) return order;
    if ((checkedAt.get(order.id) ?? 0) > now().getTime() - STATUS_KEPT) return order;
    const row = await rowOf(order.id);
    if (!row) return order;
    try {
      await statusOf(row);
      return (await orderUnderKey(db, row.key_hash))?.order ?? order;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      checkedAt.set(order.id, now().getTime());
      console.error("%s: %s", PROBLEM, error.message);
      return order;
    }
  }

  const rowOf = (id: string) =>
    db
      .selectFrom("orders")
      .select(["id", "number", "api_id", "status", "key_hash"])
      .where("id", "=", id)
      .executeTakeFirst();

  /** The API's identifier may contain any characters. */
  const addressOf = ({ api_id, number }: Row) => `/api/orders/${encodeURIComponent(api_id ?? number)}`;

  /** Requests and stores the current status, and what the API's staff edited. @throws ApiFailure */
  async function statusOf(row: Row): Promise<OrderStatus> {
    const { id, status, key_hash } = row;
    const answer = await request(addressOf(row), key_hash);
    checkedAt.set(id, now().getTime());
    if (checkedAt.size > 1_000) checkedAt.clear();
    const received = orderSchema.parse(answer);
    if (received.status === undefined) reportStatus(lineOf(received.statusName, MOST_LOGGED));
    await followEdit(received, key_hash);
    const current = received.status ?? status;
    if (current !== status) await enter(row, current);
    return current;
  }

  /** Its orders stay as they are here; logged once. */
  function reportStatus(name: string): void {
    if (name === "" || unknownStatuses.has(name)) return;
    unknownStatuses.add(name);
    console.error("L'API a un état de commande que la boutique ne connaît pas\u00a0: %s", name);
  }

  /** The form's content stays what it was, since the same form is still this order. */
  async function followEdit(received: ReceivedOrder, keyHash: string): Promise<void> {
    const copy = await orderUnderKey(db, keyHash);
    const edited = copy && editedAtApi(received, copy.order);
    if (!edited) return;
    await database.transact(async (queries) => {
      await queries.updateTable("orders").set(editableColumns(edited)).where("id", "=", edited.id).execute();
      await queries.deleteFrom("order_lines").where("order_id", "=", edited.id).execute();
      await queries.insertInto("order_lines").values(orderLineRows(edited)).execute();
    });
  }

  /** @param row as it was read before the API was asked */
  async function enter({ id, status: before }: Row, status: OrderStatus): Promise<void> {
    await database.transact(async (queries) => {
      const { numUpdatedRows } = await queries
        .updateTable("orders")
        .set({ status })
        .where("id", "=", id)
        // A late answer must not undo what was stored meanwhile.
        .where("status", "=", before)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      // What was taken back may come again, on another day.
      const steps = queries.deleteFrom("order_steps").where("order_id", "=", id);
      await steps.where("status", "not in", pathTo(status)).execute();
      await insertOnce(queries, "order_steps", { order_id: id, status, at: now().getTime() });
      if (status === "cancelled") await withdrawMail(queries, { key: id, kind: "order-received" });
    });
  }

  /** Cancels or corrects a pending order at the API. */
  async function change(
    number: string,
    visitor: string | undefined,
    action: Change,
    body: unknown,
  ): Promise<
    { outcome: "done"; order: Order; row: Row } | { outcome: "too-late" | "limited" | "not-here" | "unknown" }
  > {
    const order = await local.read(number, visitor);
    const row = order && (await rowOf(order.id));
    if (!order || !row) return { outcome: "unknown" };
    if (!abilities.can(action)) return { outcome: "not-here" };
    try {
      // Both actions are idempotent.
      await request(`${addressOf(row)}/${action}`, row.key_hash, { method: "POST", body, repeatable: true });
      return { outcome: "done", order, row };
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 409) {
        if (refusal.parse(error.body).limited) return { outcome: "limited" };
        checkedAt.delete(order.id);
        const { status } = await withCurrentStatus(order);
        // The answer to the first attempt may have been lost.
        return action === "cancel" && status === "cancelled"
          ? { outcome: "done", order, row }
          : { outcome: "too-late" };
      }
      if (!(error instanceof ApiFailure && error.isFinal)) return sync.failUnavailable(PROBLEM, error);
      console.error("%s: /%s: %s", PROBLEM, action, error.message);
      if ((error.status === 404 || error.status === 405) && (await isReadable(row)))
        await abilities.noteMissing(action);
      return { outcome: "not-here" };
    }
  }

  /** Whether the API knows the order itself, and so lacks only the address below it. */
  async function isReadable(row: Row): Promise<boolean> {
    try {
      await statusOf(row);
      return true;
    } catch (error) {
      if (error instanceof ApiFailure) return false;
      throw error;
    }
  }

  const service: OrderService = {
    ...local,
    place: placing(remote, settleByAsking),
    async read(number, visitor) {
      const order = await local.read(number, visitor);
      return order && withCurrentStatus(order);
    },
    async track(...args) {
      const order = await local.track(...args);
      return typeof order === "string" ? order : withCurrentStatus(order);
    },
    async attach(...args) {
      const order = await local.attach(...args);
      return typeof order === "string" ? order : withCurrentStatus(order);
    },
    async ofAccount(account, page) {
      const { orders, total } = await local.ofAccount(account, page);
      return { orders: await Promise.all(orders.map(withCurrentStatus)), total };
    },
    async underKey(key) {
      const placed = await local.underKey(key);
      // An API that honours keys is asked again, and is sent nothing that was not checked.
      if (placed || abilities.honoursKeys) return placed;
      const row = await unsettled.find({ keyHash: digest(key), visitor: "", contentHash: "" });
      return row && (await unsettled.shown(row))?.order;
    },
    async justOrdered(request) {
      const asked = { keyHash: digest(request.key), contentHash: contentHashOf(request) };
      return (await local.justOrdered(request)) ?? unsettled.justAsked(asked);
    },
    async unsettled(reference, visitor) {
      const row = await unsettled.byReference(normaliseOrderNumber(reference) ?? "");
      if (!row || row.visitor !== visitor) return undefined;
      if (row.state === "unsettled" && (await settleByAsking(row)))
        return unsettled.shown((await unsettled.byReference(row.reference)) ?? row);
      return unsettled.shown(row);
    },
    async unsettledOf(visitor) {
      if (visitor === undefined) return [];
      const rows = await unsettled.open(visitor);
      return (await Promise.all(rows.map(unsettled.shown))).filter((order) => order !== undefined);
    },
    changes: async () => ({ cancel: abilities.can("cancel"), correct: abilities.can("correct") }),
    // The API rewards its own accounts only.
    loyaltyCard: async () => undefined,
    async cancel(number, visitor) {
      const result = await change(number, visitor, "cancel", {});
      if (result.outcome !== "done") return result.outcome === "limited" ? "too-late" : result.outcome;
      await enter(result.row, "cancelled");
      void sync.refreshProducts(productIdsOf(result.order));
      return "cancelled";
    },
    async correct(number, visitor, correction, seen) {
      const copy = seen && (await local.read(number, visitor));
      if (copy) checkedAt.delete(copy.id);
      const before = copy && (await withCurrentStatus(copy)).recipient;
      if (before && seen && !isAsSeen(before, seen)) return "stale";
      const result = await change(number, visitor, "correct", correction);
      if (result.outcome !== "done") return result.outcome;
      await database.transact((queries) =>
        queries.updateTable("orders").set(storableCorrection(correction)).where("id", "=", result.row.id).execute(),
      );
      return "corrected";
    },
    lapse: async () => 0,
  };

  return {
    service,
    /** The path of this order at the API, and what its form's key hashes to. */
    async whereIs(id: string) {
      const row = await rowOf(id);
      return row && { path: addressOf(row), keyHash: row.key_hash };
    },
    /** Requests the status of orders and stores it. @returns the ids of unknown ones */
    async follow(orders: readonly Row[]) {
      const unknown: string[] = [];
      for (const order of orders) {
        try {
          await statusOf(order);
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error;
          // The API is away or busy: further requests would fail too.
          if (error.status === undefined || error.isBusy) return unknown;
          if (error.status === 404 || error.status === 410) unknown.push(order.id);
        }
      }
      return unknown;
    },
  };
}
