import { type Courier, originOf } from "~/courier/courier";
import type { ParcelTable } from "~/database/schema/workers";
import { announcementLabels } from "~/domain/delivery/parcel";
import { type Actor, byCourier } from "~/domain/office/journal";
import type { Order } from "~/domain/order/order";
import { MINUTE } from "~/domain/values/durations";
import { isSameName } from "~/domain/values/plain-text";
import type { OrderDetailOffice } from "../services/order-detail-office";
import type { OutgoingParcel, ParcelQueue, ParcelTask } from "../workers/parcel-queue";
import { claimDue, waitForCall } from "./claim-due.server";
import type { Context, Queries } from "./context";
import { journalOrder } from "./journal.server";
import { lockOrder, orderOfRow } from "./order-queries.server";
import { putBackHeld } from "./order-steps.server";
import { outgoingParcel } from "./outgoing-parcel";
import { isCurrent, isOwnChange } from "./own-change.server";
import { followParcel, LISTED_WITHIN, POLL_AGAIN } from "./parcel-events.server";

/** Attempts never end, since a confirmed order has to be sent. */
const LONGEST_WAIT = 60 * MINUTE;
/** What staff read of a failed call; the log has its cause. */
const LATER = "Le livreur ne répond pas, ou pas comme prévu\u00a0; un nouvel essai suivra.";

type ParcelTasks = Pick<ParcelQueue, "claim" | "begin" | "settle" | "refused"> & Pick<OrderDetailOffice, "retryParcel">;

/** The parcels of the worker's queue. Locks: the order first, then its parcel. */
export function parcelTasks(context: Context): ParcelTasks {
  const { database, nowMs } = context;

  async function lockBoth(queries: Queries, orderNumber: string) {
    const order = await lockOrder(queries, orderNumber);
    const parcel = order && (await lockParcel(queries, order.id));
    return parcel && { order, parcel };
  }

  const lockParcel = (queries: Queries, orderId: string) =>
    queries.selectFrom("parcels").selectAll().where("order_id", "=", orderId).forNoKeyUpdate().executeTakeFirst();

  const change = (queries: Queries, orderId: string, values: Partial<ParcelTable>) =>
    queries.updateTable("parcels").set(values).where("order_id", "=", orderId).execute();

  /** As `change`, with the journal's row. */
  async function move(
    queries: Queries,
    { order, parcel }: NonNullable<Awaited<ReturnType<typeof lockBoth>>>,
    values: Partial<ParcelTable> & Pick<ParcelTable, "state">,
    by: Actor = byCourier,
  ): Promise<void> {
    await change(queries, order.id, values);
    if (values.state === parcel.state) return;
    const motif = values.state === "refused" ? values.failure : null;
    await journalOrder(context, queries, order, {
      by,
      action: by.kind === "courier" ? "parcel-state" : "parcel-retried",
      before: { colis: announcementLabels[parcel.state] },
      after: { colis: announcementLabels[values.state], ...(motif ? { motif } : {}) },
    });
  }

  /** What was posted until then is on the courier's lists. */
  const listedUntil = () => nowMs() - LISTED_WITHIN;
  const mayBeUnlisted = ({ asked_at }: ParcelTable) => asked_at !== null && asked_at > listedUntil();

  async function taskFrom(queries: Queries, courier: Courier, row: ParcelTable): Promise<ParcelTask> {
    const orderRow = await queries
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", row.order_id)
      .executeTakeFirstOrThrow();
    const order = await orderOfRow(queries, orderRow);
    return {
      orderNumber: order.number,
      attempt: row.attempts,
      until: new Date(row.due_at ?? 0),
      what: row.state === "leaving" ? "withdraw" : order.status === "confirmed" ? "post" : "find",
      ...(row.tracking === null ? {} : { tracking: row.tracking }),
      parcel: parcelFor(courier, order),
    };
  }

  return {
    claim: (count) =>
      claimDue(context, ["parcels", "order_id"], count, async (transaction, rows) => {
        const courier = await context.courier(transaction);
        const tasks: ParcelTask[] = [];
        for (const row of rows) tasks.push(await taskFrom(transaction, courier, row));
        return tasks;
      }),

    async begin({ orderNumber, attempt, until }) {
      return database.transact(async (transaction) => {
        const both = await lockBoth(transaction, orderNumber);
        if (!both || until.getTime() <= nowMs()) return false;
        const { order, parcel } = both;
        if (parcel.state !== "waiting" || parcel.attempts !== attempt || order.status !== "confirmed") return false;
        // The parcel of a confirmation made again, after one that was taken back, is another one.
        if (parcel.due_at !== until.getTime()) return false;
        // It is looked up again when this claim ends.
        if (mayBeUnlisted(parcel)) return false;
        await change(transaction, order.id, { asked_at: until.getTime() });
        return true;
      });
    },

    async settle({ orderNumber, attempt, until }, outcome) {
      return database.transact(async (transaction) => {
        const both = await lockBoth(transaction, orderNumber);
        if (!both) return { remarks: [] };
        const { order, parcel } = both;
        if (outcome.kind === "posted") {
          if (parcel.tracking !== null && parcel.tracking !== outcome.tracking)
            return { remarks: [`The courier has two parcels of order ${orderNumber}: one is to be deleted by hand.`] };
          const { tracking, label = null } = outcome;
          if (await isOfAnother(transaction, tracking, order.id)) {
            const failure = "Le numéro de suivi donné par le livreur est celui d'une autre commande.";
            // So that a cancellation does not delete the other order's.
            await move(transaction, both, { state: "refused", due_at: null, failure, asked_at: null });
            const why = "the courier named a tracking number that is another order's";
            return { remarks: [`The parcel of order ${orderNumber} is lost: ${why}.`] };
          }
          // Otherwise it was cancelled or sent by hand meanwhile, and is withdrawn.
          const isWanted =
            parcel.state === "waiting" ||
            parcel.state === "posted" ||
            // A later attempt was refused, since the courier had this one already.
            (parcel.state === "refused" && order.status === "confirmed");
          await move(transaction, both, {
            ...(isWanted
              ? { state: "posted", due_at: null, poll_at: nowMs() + POLL_AGAIN }
              : { state: "leaving", due_at: nowMs() }),
            tracking,
            label,
            failure: null,
          });
          // Events may have arrived before the tracking number was known.
          await followParcel(context, transaction, order, tracking);
          return { remarks: [] };
        }
        // After the lease expired, the next attempt decides.
        if (parcel.attempts !== attempt || parcel.due_at === null) return { remarks: [] };
        const isBegun = parcel.asked_at === until.getTime();
        switch (outcome.kind) {
          case "later": {
            const due_at = nowMs() + waitForCall(attempt, LONGEST_WAIT, outcome);
            const attempts = outcome.isOwnQuota ? attempt - 1 : attempt;
            const failure = outcome.isOwnQuota ? null : LATER;
            // Where it has to wait, nothing was posted.
            const asked_at = !isBegun ? parcel.asked_at : outcome.retryAfterMs === undefined ? nowMs() : listedUntil();
            await change(transaction, order.id, { due_at, attempts, failure, asked_at });
            return { nextTry: new Date(due_at), remarks: [] };
          }
          case "refused": {
            // Where it was refused because it is there, the lists have it.
            const asked_at = isBegun || outcome.isThere ? listedUntil() : parcel.asked_at;
            if (parcel.state !== "waiting") await change(transaction, order.id, { asked_at });
            else await move(transaction, both, { state: "refused", due_at: null, failure: outcome.failure, asked_at });
            return { remarks: [] };
          }
          case "withdrawn":
            // It is looked up again when this claim ends.
            if (outcome.isAbsent && mayBeUnlisted(parcel)) return { remarks: [] };
            await putBackHeld(transaction, order.id);
            await move(transaction, both, {
              state: "withdrawn",
              due_at: null,
              label: null,
              failure: null,
              poll_at: null,
            });
            return { remarks: [] };
          case "kept": {
            // The answer to its post may have been lost.
            const isFound = outcome.tracking && !(await isOfAnother(transaction, outcome.tracking, order.id));
            const tracking = parcel.tracking ?? (isFound ? outcome.tracking : undefined);
            await move(transaction, both, {
              ...{ state: "posted", due_at: null, failure: null },
              ...(tracking === undefined ? {} : { tracking }),
              poll_at: parcel.poll_at ?? nowMs() + POLL_AGAIN,
            });
            if (tracking !== undefined) await followParcel(context, transaction, order, tracking);
            return {
              remarks: [
                `Order ${orderNumber} is ${order.status}, ` +
                  "and the courier does not give its parcel back: call the courier.",
              ],
            };
          }
        }
      });
    },

    async refused() {
      const rows = await database.db
        .selectFrom("parcels")
        .innerJoin("orders", "orders.id", "parcels.order_id")
        .select("orders.number")
        .where("parcels.state", "=", "refused")
        .orderBy("parcels.created_at")
        .execute();
      return rows.map(({ number }) => number);
    },

    async retryParcel(typed, { version }, by) {
      return database.transact(async (transaction) => {
        const order = await lockOrder(transaction, typed);
        if (!order) return "unknown";
        const parcel = await lockParcel(transaction, order.id);
        if (version !== undefined && !(await isCurrent(transaction, order, version))) {
          const isOwn = await isOwnChange(transaction, order, version, by, { action: "parcel-retried" });
          return isOwn && parcel?.state !== "refused" ? "repeated" : "stale";
        }
        if (parcel?.state !== "refused" || order.status !== "confirmed") return "refused";
        const attempts = parcel.attempts + 1;
        await move(transaction, { order, parcel }, { state: "waiting", due_at: nowMs(), attempts }, by);
        return "moved";
      });
    },
  };
}

/** @returns the parcel, or why the courier cannot have it */
function parcelFor(courier: Courier, order: Order): OutgoingParcel | { problem: string } {
  const { wilayaId, communeId, communeName, mode, pickupPointId, pickupPointName } = order.recipient;
  const origin = originOf(courier.wilayas());
  const wilaya = courier.wilayas().find(({ id }) => id === wilayaId);
  const commune = courier.communes(wilayaId).find(({ id }) => id === communeId);
  if (!origin) return { problem: "Le livreur ne connaît pas la wilaya d'Oran, d'où partent les colis." };
  if (!wilaya || !commune)
    return {
      problem: `Le livreur ne connaît pas la commune ${communeName} (${communeId})\u00a0: corrigez l'adresse avec le client.`,
    };
  // The courier may reuse numbers: another commune with this one is not the shopper's.
  if (!isSameName(commune.name, communeName))
    return {
      problem: `La commune ${communeName} s'appelle maintenant ${commune.name} chez le livreur\u00a0: vérifiez l'adresse.`,
    };
  if (commune.unserved) return { problem: `Le livreur ne livre plus à ${commune.name}.` };
  const pickupPoint = courier.pickupPoints(communeId).find(({ id }) => id === pickupPointId);
  if (mode === "pickup" && !pickupPoint)
    return { problem: `Le livreur n'a pas de point relais ${pickupPointId} à ${commune.name}.` };
  if (pickupPoint && pickupPointName && !isSameName(pickupPoint.name, pickupPointName))
    return {
      problem: `Le point relais ${pickupPointName} s'appelle maintenant ${pickupPoint.name} chez le livreur\u00a0: vérifiez l'adresse.`,
    };
  return outgoingParcel(order, {
    fromWilaya: origin.name,
    wilaya: wilaya.name,
    commune: commune.name,
    ...(mode === "pickup" && pickupPoint ? { pickupPoint } : {}),
  });
}

async function isOfAnother(queries: Queries, tracking: string, orderId: string): Promise<boolean> {
  const others = queries.selectFrom("parcels").select("order_id").where("tracking", "=", tracking);
  return (await others.where("order_id", "!=", orderId).executeTakeFirst()) !== undefined;
}
