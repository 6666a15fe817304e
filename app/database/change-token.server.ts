import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema";
import { BUSY_TIMEOUT } from "./sqlite.server";

/**
 * Tells moments of the database apart: equal answers, and nothing at all was committed between the two questions, by whichever process.
 * An answer is never older than its question.
 */
export type ChangeToken = () => string | Promise<string>;

/** A connection of its own sees what every other one committed, that of this process included. */
export function sqliteChangeToken(file: string): { moment: ChangeToken; close: () => void } {
  const connection = new SQLite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  const dataVersion = connection.prepare<[], number>("pragma data_version").pluck();
  let known: string | undefined;
  const moment = () => {
    if (known === undefined) {
      known = String(dataVersion.get());
      // Requests that are heard in one turn of the event loop had come before its first question.
      setImmediate(() => {
        known = undefined;
      });
    }
    return known;
  };
  return { moment, close: () => connection.close() };
}

/** One query for all who wait for it. Whoever asks while one is on its way waits for the next. */
export function postgresChangeToken(db: Kysely<Schema>): ChangeToken {
  const ask = async () => {
    const { rows } = await sql<{ moment: string }>`select pg_current_snapshot()::text as moment`.execute(db);
    return rows[0]?.moment ?? "";
  };
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<string> | undefined;
  const next = () => {
    waiting = undefined;
    const asked = ask();
    running = asked.catch(() => {});
    return asked;
  };
  return () => {
    waiting ??= running.then(next);
    return waiting;
  };
}
