import type { Kysely, Transaction } from "kysely";
import type { Database } from "./connection.server";
import type { Schema } from "./schema";

/** Marks say what was done to this database once: a catalogue that the merchant has removed since does not come back. */

export async function isTaskDone(db: Kysely<Schema>, name: string): Promise<boolean> {
  return (
    (await db.selectFrom("one_time_tasks").select("name").where("name", "=", name).executeTakeFirst()) !== undefined
  );
}

/** @returns whether it is this call that made the mark; another process that makes it at this moment is waited for */
export async function markTaskDone(transaction: Transaction<Schema>, name: string, now: Date): Promise<boolean> {
  const marked = await transaction
    .insertInto("one_time_tasks")
    .values({ name, made_at: now.getTime() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return marked.numInsertedOrUpdatedRows === 1n;
}

/**
 * Does something once in a database's life. Of several processes that start at once one does it, and the others wait for its
 * mark and find the work done.
 * @returns whether this call did it
 */
export async function runOnce(
  { db }: Database,
  name: string,
  now: Date,
  work: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<boolean> {
  // Every start but the first ends here, without a transaction.
  if (await isTaskDone(db, name)) return false;
  return db.transaction().execute(async (transaction) => {
    const isOurs = await markTaskDone(transaction, name, now);
    if (isOurs) await work(transaction);
    return isOurs;
  });
}
