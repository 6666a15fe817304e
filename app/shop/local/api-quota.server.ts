import type { ParcelQueue } from "../workers/parcel-queue";
import type { Context } from "./context";
import { locked } from "./row-locks";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What the courier allows within any such time (docs/courier.md), for all processes together; and the part of it that what can
 * wait may use, so that parcels never do.
 */
const QUOTA = [
  { name: "second", ms: SECOND, most: 5, background: 3 },
  { name: "minute", ms: MINUTE, most: 50, background: 40 },
  { name: "hour", ms: HOUR, most: 1_000, background: 800 },
  { name: "day", ms: DAY, most: 10_000, background: 8_000 },
] as const;

/** Longer than any call takes: one whose process died counts for so long, and then for its windows. */
const LONGEST_CALL = 15 * SECOND;
/** Clocks of two machines are never the same. */
const MARGIN = 100;

export function apiQuota({ database, now, randomBytes }: Context): Pick<ParcelQueue, "takeCall" | "endCall"> {
  const { dialect } = database;

  return {
    async takeCall(purpose) {
      return database.transact(async (transaction) => {
        const state = transaction.selectFrom("courier_state").select("paused_until").where("id", "=", 1);
        // One after the other: the row is the lock of all calls.
        let free = (await locked(state, dialect).executeTakeFirstOrThrow()).paused_until;
        const moment = now().getTime();
        for (const { ms, most, background } of QUOTA) {
          const oldest = await transaction
            .selectFrom("courier_calls")
            .select("at")
            .orderBy("at", "desc")
            .offset((purpose === "parcel" ? most : background) - 1)
            .limit(1)
            .executeTakeFirst();
          if (oldest) free = Math.max(free, oldest.at + ms + MARGIN);
        }
        if (free > moment) return { waitMs: free - moment };
        const call = Buffer.from(randomBytes(16)).toString("hex");
        await transaction
          .insertInto("courier_calls")
          .values({ id: call, at: moment + LONGEST_CALL })
          .execute();
        await transaction
          .deleteFrom("courier_calls")
          .where("at", "<", moment - DAY - HOUR)
          .execute();
        return { call };
      });
    },

    async endCall(call, { retryAfterMs, ...left }) {
      const moment = now().getTime();
      let paused = moment + (retryAfterMs ?? 0);
      // Others may use the same keys: what the courier says is left counts more than what we know of.
      for (const { name, ms } of QUOTA) if ((left[name] ?? 1) <= 0) paused = Math.max(paused, moment + ms + MARGIN);
      await database.transact(async (transaction) => {
        await transaction.updateTable("courier_calls").set({ at: moment }).where("id", "=", call).execute();
        if (paused > moment)
          await transaction
            .updateTable("courier_state")
            .set({ paused_until: paused })
            .where("id", "=", 1)
            .where("paused_until", "<", paused)
            .execute();
      });
    },
  };
}
