import { DAY, HOUR, MINUTE, SECOND } from "~/domain/values/durations";
import type { ParcelQueue } from "../workers/parcel-queue";
import { hasCome, isTooFar } from "./claim-due.server";
import { type Context, newId } from "./context";

/**
 * The courier's limits (docs/courier.md) for all processes; `background` leaves room for parcels.
 */
const QUOTA = [
  { name: "second", ms: SECOND, most: 5, background: 3 },
  { name: "minute", ms: MINUTE, most: 50, background: 40 },
  { name: "hour", ms: HOUR, most: 1_000, background: 800 },
  { name: "day", ms: DAY, most: 10_000, background: 8_000 },
] as const;

/** Longer than any call: a call whose process died counts as ended by then. */
const LONGEST_CALL = 15 * SECOND;
/** Milliseconds by which clocks of this shop's processes may differ. */
const MARGIN = 100;
/** By which the courier's may. */
const ITS_MARGIN = MINUTE;

/** When a used-up quota is renewed: with each new hour, and at midnight in Algeria, at UTC+1. */
function renewal(nowMs: number, ms: number): number {
  if (ms < HOUR) return nowMs + ms + MARGIN;
  // A report right after that is of the hour or day before.
  const windowed = nowMs - ITS_MARGIN + HOUR;
  return (Math.floor(windowed / ms) + 1) * ms - HOUR + ITS_MARGIN;
}

export function apiQuota(context: Context): Pick<ParcelQueue, "takeCall" | "endCall"> {
  const { database, now } = context;

  return {
    async takeCall(purpose) {
      return database.transact(async (transaction) => {
        const state = transaction.selectFrom("courier_state").select("paused_until").where("id", "=", 1);
        // This row is the lock of all calls.
        const { paused_until } = await state.forNoKeyUpdate().executeTakeFirstOrThrow();
        const nowMs = now().getTime();
        let free = isTooFar(paused_until, nowMs) ? 0 : paused_until;
        for (const { ms, most, background } of QUOTA) {
          const oldest = await transaction
            .selectFrom("courier_calls")
            .select("at")
            // Later ones are those of a clock that was wrong.
            .where("at", "<=", nowMs + LONGEST_CALL + MARGIN)
            .orderBy("at", "desc")
            .offset((purpose === "parcel" ? most : background) - 1)
            .limit(1)
            .executeTakeFirst();
          if (oldest) free = Math.max(free, oldest.at + ms + MARGIN);
        }
        if (free > nowMs) return { waitMs: free - nowMs };
        const call = newId(context);
        await transaction
          .insertInto("courier_calls")
          .values({ id: call, at: nowMs + LONGEST_CALL })
          .execute();
        await transaction
          .deleteFrom("courier_calls")
          .where("at", "<", nowMs - DAY - HOUR)
          .execute();
        return { call };
      });
    },

    async endCall(call, { retryAfterMs, ...left }) {
      const nowMs = now().getTime();
      let paused = nowMs + (retryAfterMs ?? 0);
      // Others may use the same keys: the courier's report outranks our own count.
      for (const { name, ms } of QUOTA) if ((left[name] ?? 1) <= 0) paused = Math.max(paused, renewal(nowMs, ms));
      await database.transact(async (transaction) => {
        await transaction.updateTable("courier_calls").set({ at: nowMs }).where("id", "=", call).execute();
        if (paused > nowMs)
          await transaction
            .updateTable("courier_state")
            .set({ paused_until: paused })
            .where("id", "=", 1)
            .where(({ or, eb }) => or([eb("paused_until", "<", paused), hasCome("paused_until", nowMs)]))
            .execute();
      });
    },
  };
}
