import { checkRates } from "~/courier/check-rates.server";
import { tableCourier } from "~/courier/table.server";
import type { CourierStateTable } from "~/database/schema/workers";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import type { FeeSyncLease, ParcelQueue, ReadWilaya } from "../workers/parcel-queue";
import { waitForCall } from "./claim-due.server";
import { type Context, newId, type Queries } from "./context";
import { dataInUse } from "./courier-now.server";

/** Lease of the sync, renewed by each step. */
const LEASE = 5 * MINUTE;
const LONGEST_WAIT = 6 * HOUR;
/** An unfinished sync that began earlier starts again. */
const STALE = 12 * HOUR;

type FeeSync = Pick<ParcelQueue, "beginFeeSync" | "storeWilayas" | "storeWilaya" | "finishFeeSync" | "postponeFeeSync">;

/** Reads places and fees into rows beside those in use, and replaces these in one transaction. */
export function feeSync(context: Context): FeeSync {
  const { database, now } = context;
  const { db } = database;
  const nowMs = () => now().getTime();

  /** Runs a step of this process's sync; undefined when another process has taken it over. */
  const asReader = <Result>(
    reader: string,
    work: (queries: Queries, state: CourierStateTable) => Promise<Result>,
  ): Promise<Result | undefined> =>
    database.transact(async (transaction) => {
      const state = await lockState(transaction);
      if (state.reader !== reader) return undefined;
      await updateState(transaction, { reader_until: nowMs() + LEASE });
      return work(transaction, state);
    });

  const lockState = (queries: Queries) =>
    queries.selectFrom("courier_state").selectAll().where("id", "=", 1).forNoKeyUpdate().executeTakeFirstOrThrow();

  const updateState = (queries: Queries, values: Partial<CourierStateTable>) =>
    queries.updateTable("courier_state").set(values).where("id", "=", 1).execute();

  /** The wilayas of a generation that is being read. */
  const wilayasOf = (queries: Queries, generation: number) =>
    queries.selectFrom("courier_wilayas").selectAll().where("generation", "=", generation).orderBy("id").execute();

  const isDue = ({ due_at, reader, reader_until }: CourierStateTable) =>
    due_at <= nowMs() && (reader === null || reader_until <= nowMs());

  return {
    async beginFeeSync() {
      const state = await db.selectFrom("courier_state").selectAll().where("id", "=", 1).executeTakeFirst();
      if (!state || !isDue(state)) return undefined;
      return database.transact(async (transaction): Promise<FeeSyncLease | undefined> => {
        const state = await lockState(transaction);
        if (!isDue(state)) return undefined;
        const next = state.generation + 1;
        const isStale = state.begun_at === null || nowMs() - state.begun_at > STALE;
        if (isStale) await transaction.deleteFrom("courier_wilayas").where("generation", "=", next).execute();
        const reader = newId(context);
        await updateState(transaction, {
          reader,
          reader_until: nowMs() + LEASE,
          ...(isStale ? { begun_at: nowMs() } : {}),
        });
        const wilayas = (await wilayasOf(transaction, next)).map(({ id, name, is_deliverable, content }) => ({
          id,
          name,
          isDeliverable: is_deliverable === 1,
          isRead: content !== null,
        }));
        return { reader, wilayas: wilayas.length > 0 ? wilayas : undefined };
      });
    },

    async storeWilayas(reader, wilayas) {
      const isStored = await asReader(reader, async (queries, { generation }) => {
        const rows = wilayas.map(({ id, name, isDeliverable }) => ({
          generation: generation + 1,
          id,
          name,
          is_deliverable: isDeliverable ? 1 : 0,
          content: null,
        }));
        if (rows.length > 0)
          await queries
            .insertInto("courier_wilayas")
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute();
        return true;
      });
      return isStored ?? false;
    },

    async storeWilaya(reader, wilaya) {
      const isStored = await asReader(reader, async (queries, { generation }) => {
        // Progress resets the count of failures.
        await updateState(queries, { attempts: 0 });
        await queries
          .updateTable("courier_wilayas")
          .set({ content: JSON.stringify(wilaya) })
          .where("generation", "=", generation + 1)
          .where("id", "=", wilaya.id)
          .execute();
        return true;
      });
      return isStored ?? false;
    },

    async finishFeeSync(reader) {
      const finished = await asReader(reader, async (queries, { generation }) => {
        const next = generation + 1;
        const rows = await wilayasOf(queries, next);
        const unread = rows.filter(({ content }) => content === null).length;
        const read = rows.map(({ id, name, is_deliverable, content }): ReadWilaya => {
          if (content !== null) return JSON.parse(content) as ReadWilaya;
          return { id, name, isDeliverable: is_deliverable === 1, communes: [], pickupPoints: [] };
        });
        const inUse = await dataInUse(queries, tableCourier());
        const check = checkRates(read, inUse.courier, inUse.generation === 0);
        const verdict =
          check.isGood && unread > 0 ? { isGood: false as const, reason: `${unread} wilayas were not read` } : check;
        await queries.deleteFrom("courier_wilayas").where("generation", "=", next).execute();
        const ended = { reader: null, begun_at: null };
        if (!verdict.isGood) {
          await updateState(queries, { ...ended, failure: verdict.reason, due_at: nowMs() + LONGEST_WAIT });
          return { outcome: "refused" as const, reason: verdict.reason };
        }
        const served = verdict.served.map((wilaya) => ({
          generation: next,
          id: wilaya.id,
          name: wilaya.name,
          is_deliverable: wilaya.communes.some(({ rate }) => rate) ? 1 : 0,
          content: JSON.stringify(wilaya),
        }));
        await queries.insertInto("courier_wilayas").values(served).execute();
        await queries.deleteFrom("courier_wilayas").where("generation", "!=", next).execute();
        await updateState(queries, {
          ...ended,
          generation: next,
          read_at: nowMs(),
          due_at: nowMs() + DAY,
          attempts: 0,
          failure: null,
        });
        return { outcome: "used" as const, remarks: verdict.remarks };
      });
      return finished ?? { outcome: "gone" };
    },

    async postponeFeeSync(reader, failure, wait) {
      const due = await asReader(reader, async (queries, { attempts: before }) => {
        const attempts = wait.isOwnQuota ? before : before + 1;
        const due_at = nowMs() + waitForCall(attempts, LONGEST_WAIT, wait);
        await updateState(queries, { reader: null, failure, attempts, due_at });
        return due_at;
      });
      return new Date(due ?? nowMs());
    },
  };
}
