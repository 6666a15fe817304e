import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import type { Schema } from "./schema";
import { BUSY_TIMEOUT } from "./sqlite.server";

/**
 * Reads a token that changes with every commit of any process. A token is never older than the turn
 * of the event loop that asks, so it knows all that was committed before the request was sent.
 */
export type ChangeToken = () => Promise<string>;

/** A second connection, because `data_version` ignores a connection's own commits. */
export function sqliteChangeToken(file: string): { changeToken: ChangeToken; close: () => void } {
  const connection = new SQLite(file, { readonly: true, timeout: BUSY_TIMEOUT });
  const dataVersion = connection.prepare<[], number>("pragma data_version").pluck();
  let ofTurn: string | undefined;
  const forget = () => {
    ofTurn = undefined;
  };
  // Once a turn, since reading it locks the file. Read for each request, strangers get 33 % of what
  // a bare server answers instead of 39 %.
  const changeToken = async () => {
    if (ofTurn === undefined) {
      ofTurn = String(dataVersion.get());
      setImmediate(forget);
    }
    return ofTurn;
  };
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
