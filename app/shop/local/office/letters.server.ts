import { daySummary } from "~/domain/mails/office";
import { dayList } from "~/domain/office/day-list";
import { algerianDay, formatDate, startOfDay } from "~/domain/values/dates";
import { DAY, HOUR } from "~/domain/values/durations";
import type { DayOffice, LetterOffice } from "../../services/day-office";
import type { Context } from "../context";
import { isMailQueued, mailShop } from "../outbox.server";

export function letterOffice(context: Context, { waitingToday }: Pick<DayOffice, "waitingToday">): LetterOffice {
  const { database, letterhead, now } = context;
  const { db } = database;

  return {
    async mailSummary(hour) {
      const key = algerianDay(now());
      const today = startOfDay(key).getTime();
      const letter = { key, kind: "day-summary" } as const;
      if (now().getTime() < today + hour * HOUR || (await isMailQueued(db, letter))) return;
      const yesterday = today - DAY;
      const rows = await db
        .selectFrom("orders")
        .select((build) => [
          "status",
          build.fn.countAll<number>().as("count"),
          build.fn.sum<number>("total").as("total"),
        ])
        .where("created_at", ">=", yesterday)
        .where("created_at", "<", today)
        .groupBy("status")
        .execute();
      const counts = await waitingToday();
      const mail = daySummary(letterhead, {
        day: formatDate(new Date(yesterday)),
        orders: Object.fromEntries(
          rows.map(({ status, count, total }) => [status, { count: Number(count), total: Number(total) }]),
        ),
        waiting: dayList.map(([name, { label }]) => ({ label, count: counts[name] })),
      });
      // Of two processes at once the key lets one through.
      await database.transact((transaction) => mailShop(transaction, context, { ...letter, mail }));
    },
  };
}
