import type { Kysely, Transaction } from "kysely";
import { insertOnce } from "./rows";
import type { Schema } from "./schema";

/** Remembers tasks, so that a demo catalogue that the merchant removed is not seeded again. */

export async function isTaskDone(db: Kysely<Schema>, name: string): Promise<boolean> {
  return (
    (await db.selectFrom("one_time_tasks").select("name").where("name", "=", name).executeTakeFirst()) !== undefined
  );
}

/** @returns whether this call recorded it; waits for another process that records it now */
export async function markTaskDone(transaction: Transaction<Schema>, name: string, now: Date): Promise<boolean> {
  return insertOnce(transaction, "one_time_tasks", { name, made_at: now.getTime() });
}

/**
 * As `markTaskDone`, of a task whose name ends with a number. Its other numbers count as not done:
 * an earlier version of the shop, or this one after it, then does it again.
 */
export async function markLatestDone(transaction: Transaction<Schema>, name: string, now: Date): Promise<boolean> {
  const isOurs = await markTaskDone(transaction, name, now);
  const others = transaction.deleteFrom("one_time_tasks").where("name", "like", name.replace(/\d+$/, "%"));
  if (isOurs) await others.where("name", "<>", name).execute();
  return isOurs;
}
