import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema";
import { BUSY_TIMEOUT } from "./sqlite.server";

/**
 * Reads a token that changes with every commit of any process. Equal tokens: nothing was committed
 * between the two calls. A token is never older than its call.
 */
export type ChangeToken = () => Promise<string>;

/** A second connection, because `data_version` ignores a connection's own commits. */
export function sqliteChangeToken(file: string): { changeToken: ChangeToken; close: () => void } {
  const connection = new SQLite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  const dataVersion = connection.prepare<[], number>("pragma data_version").pluck();
  const changeToken = async () => String(dataVersion.get());
  return { changeToken, close: () => connection.close() };
}

/** All callers share one query; a call during a running query waits for the next one. */
export function postgresChangeToken(db: Kysely<Schema>): ChangeToken {
  const query = async () => {
    const { rows } = await sql<{ token: string }>`select pg_current_snapshot()::text as token`.execute(db);
    return rows[0]?.token ?? "";
  };
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<string> | undefined;
  const next = () => {
    waiting = undefined;
    const result = query();
    running = result.catch(() => {});
    return result;
  };
  return () => {
    waiting ??= running.then(next);
    return waiting;
  };
}
