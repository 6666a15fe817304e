import { checkRates } from "~/courier/check-rates.server";
import { tableCourier } from "~/courier/table.server";
import { insertOnce } from "~/database/rows";
import type { CourierStateTable } from "~/database/schema/workers";
import { DAY, HOUR, MINUTE } from "~/domain/values/durations";
import type { FeeSyncLease, ParcelQueue } from "../workers/parcel-queue";
import { isTooFar, waitForCall } from "./claim-due.server";
import { type Context, newId, type Queries } from "./context";
import { dataInUse } from "./courier-now.server";

/** Lease of the sync, renewed after each wilaya. */
const LEASE = 5 * MINUTE;
const LONGEST_WAIT = 6 * HOUR;
/** An unfinished sync that began earlier starts again. */
const STALE = 12 * HOUR;

type FeeSync = Pick<ParcelQueue, "beginFeeSync" | "renewFeeSync" | "finishFeeSync" | "postponeFeeSync" | "feeState">;

/** One process reads places and fees at a time; they replace those in use in one transaction. */
export function feeSync(context: Context): FeeSync {
  const { database, nowMs } = context;
  const { db } = database;

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

  const stateIn = (queries: Queries) => queries.selectFrom("courier_state").selectAll().where("id", "=", 1);
  const lockState = (queries: Queries) => stateIn(queries).forNoKeyUpdate().executeTakeFirstOrThrow();

  const updateState = (queries: Queries, values: Partial<CourierStateTable>) =>
    queries.updateTable("courier_state").set(values).where("id", "=", 1).execute();

  const hasCome = (at: number) => at <= nowMs() || isTooFar(at, nowMs());
  const isDue = ({ due_at, reader, reader_until }: CourierStateTable) =>
    hasCome(due_at) && (reader === null || hasCome(reader_until));

  return {
    async beginFeeSync() {
      if (!isDue(await stateIn(db).executeTakeFirstOrThrow())) return undefined;
      return database.transact(async (transaction): Promise<FeeSyncLease | undefined> => {
        const state = await lockState(transaction);
        if (!isDue(state)) return undefined;
        const before = state.begun_at ?? 0;
        const begunAt = nowMs() - before > STALE ? nowMs() : before;
        const reader = newId(context);
        await updateState(transaction, { reader, reader_until: nowMs() + LEASE, begun_at: begunAt });
        return { reader, begunAt };
      });
    },

    async renewFeeSync(reader) {
      // Progress resets the count of failures.
      const renewed = await asReader(reader, (queries) => updateState(queries, { attempts: 0 }));
      return renewed !== undefined;
    },

    async finishFeeSync(reader, read) {
      const finished = await asReader(reader, async (queries, { generation }) => {
        const inUse = await dataInUse(queries, tableCourier());
        const verdict = checkRates(read, inUse.courier, inUse.generation === 0);
        const ended = { reader: null, begun_at: null };
        if (!verdict.isGood) {
          await updateState(queries, { ...ended, failure: verdict.reason, due_at: nowMs() + LONGEST_WAIT });
          return { outcome: "refused" as const, reason: verdict.reason };
        }
        const next = generation + 1;
        const served = verdict.served.map((wilaya) => ({
          generation: next,
          id: wilaya.id,
          name: wilaya.name,
          is_deliverable: wilaya.communes.some(({ rate }) => rate) ? 1 : 0,
          content: JSON.stringify(wilaya),
        }));
        await queries.deleteFrom("courier_wilayas").execute();
        // The courier may list a wilaya twice.
        await insertOnce(queries, "courier_wilayas", served);
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

    async feeState() {
      const { read_at, failure } = await stateIn(db).executeTakeFirstOrThrow();
      return { ...(read_at ? { readAt: new Date(read_at) } : {}), ...(failure ? { failure } : {}) };
    },
  };
}
