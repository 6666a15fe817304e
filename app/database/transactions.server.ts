import type { Kysely, Transaction } from "kysely";
import { isWorthRetrying } from "./failures.server";
import { type SyncExecutor, setSyncExecutor } from "./prepared.server";
import type { Schema } from "./schema";

/**
 * Runs the work in one transaction. When it returns, the writes are on disk; when it throws,
 * nothing was written. The work may run twice or be undone, so it must do nothing but query.
 */
export type Transact = <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

const ATTEMPTS = 3;

/**
 * PostgreSQL: READ COMMITTED, so the work locks rows that it reads to change them. After a
 * deadlock, which our lock order should prevent, the work runs again.
 */
export function separateCommits(db: Kysely<Schema>): Transact {
  return async (work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isWorthRetrying(error)) throw error;
      }
    }
  };
}

/** Works in one commit. Readers run between commits, so more would delay them. */
const MAX_TOGETHER = 32;
/** The group is complete after so many event loop turns without a new work. */
const QUIET_TURNS = 12;
/** Milliseconds that a work waits at most for others to join. */
const LONGEST_WAIT = 20;

interface Waiting {
  attempt(transaction: Transaction<Schema>): Promise<void>;
  settle(): void;
  reject(error: unknown): void;
}

/**
 * SQLite: the commit's disk sync takes most of an order's time. Waiting works share one commit,
 * each in a savepoint that is undone alone if it fails; none is answered before the commit.
 */
export function groupedCommits(db: Kysely<Schema>, execute: SyncExecutor): Transact {
  const queue: Waiting[] = [];
  let running = false;

  const waitForOthers = async () => {
    const end = performance.now() + LONGEST_WAIT;
    let size = 0;
    for (let quiet = 0; quiet < QUIET_TURNS && size < MAX_TOGETHER && performance.now() < end; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (queue.length > size) quiet = 0;
      size = queue.length;
    }
  };

  const run = async () => {
    running = true;
    while (queue.length > 0) {
      // Requests that arrived during the last commit run first, and their writes join this one.
      await waitForOthers();
      await commitTogether(db, execute, queue.splice(0, MAX_TOGETHER));
    }
    running = false;
  };

  return (work) =>
    new Promise((resolve, reject) => {
      let settle = () => {};
      const attempt = async (transaction: Transaction<Schema>) => {
        const result = await work(transaction);
        settle = () => resolve(result);
      };
      queue.push({ attempt, settle: () => settle(), reject });
      if (!running) void run();
    });
}

/** Never throws: each work is settled or rejected by itself. */
async function commitTogether(db: Kysely<Schema>, execute: SyncExecutor, works: Waiting[]): Promise<void> {
  const failed = new Map<Waiting, unknown>();
  try {
    await db.transaction().execute(async (transaction) => {
      setSyncExecutor(transaction, execute);
      for (const work of works) {
        execute("savepoint work", []);
        try {
          await work.attempt(transaction);
        } catch (error) {
          failed.set(work, error);
          execute("rollback to work", []);
        }
        execute("release work", []);
      }
    });
  } catch (error) {
    // Busy, full, broken: nothing was written. A work's own error is nearer to the cause.
    for (const work of works) work.reject(failed.get(work) ?? error);
    return;
  }
  for (const work of works) {
    if (failed.has(work)) work.reject(failed.get(work));
    else work.settle();
  }
}
