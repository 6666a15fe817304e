import type { Kysely, Transaction } from "kysely";
import { isWorthRetrying } from "./failures.server";
import { answerDirectly, type Direct } from "./prepared.server";
import type { Schema } from "./schema";

/**
 * Runs the work in one transaction. When it returns, what was written is on disk; when it throws, nothing was written. The
 * work may be done again or be undone with no other trace, so it does nothing but query.
 */
export type Transact = <Result>(work: (transaction: Transaction<Schema>) => Promise<Result>) => Promise<Result>;

const ATTEMPTS = 3;

/**
 * PostgreSQL: READ COMMITTED, where rows that are read to be changed are locked by the work. After a deadlock, which our
 * order of locks should never let happen, the work is done again.
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

/** Works in one commit. More would keep readers waiting: they come between commits. */
const MAX_TOGETHER = 32;
/** So many iterations of the event loop without another work: nobody is on the way any more. Of an idle loop they take no time. */
const STILL = 12;
/** In milliseconds: no work waits longer for others, which come one after the other. */
const LONGEST_WAIT = 20;

interface Waiting {
  attempt(transaction: Transaction<Schema>): Promise<void>;
  settle(): void;
  reject(error: unknown): void;
}

/**
 * SQLite: nearly all the time of an order is the wait for the disk at its commit. Works that wait at the same time share
 * one, each in a savepoint of its own, so that one's failure undoes that one only; none is answered before the commit.
 */
export function groupedCommits(db: Kysely<Schema>, answer: Direct): Transact {
  const queue: Waiting[] = [];
  let running = false;

  const gather = async () => {
    const end = performance.now() + LONGEST_WAIT;
    let size = 0;
    for (let still = 0; still < STILL && size < MAX_TOGETHER && performance.now() < end; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (queue.length > size) still = 0;
      size = queue.length;
    }
  };

  const run = async () => {
    running = true;
    while (queue.length > 0) {
      // Requests that came in while the disk was written get their turn first, and those that write join this commit.
      await gather();
      await commitTogether(db, answer, queue.splice(0, MAX_TOGETHER));
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

/** Never throws: every work learns its own fate. */
async function commitTogether(db: Kysely<Schema>, answer: Direct, works: Waiting[]): Promise<void> {
  const failed = new Map<Waiting, unknown>();
  try {
    await db.transaction().execute(async (transaction) => {
      answerDirectly(transaction, answer);
      for (const work of works) {
        answer("savepoint work", []);
        try {
          await work.attempt(transaction);
        } catch (error) {
          failed.set(work, error);
          answer("rollback to work", []);
        }
        answer("release work", []);
      }
    });
  } catch (error) {
    // Busy, full, broken: nobody's work was written. What a work said itself is nearer to the cause.
    for (const work of works) work.reject(failed.get(work) ?? error);
    return;
  }
  for (const work of works) {
    if (failed.has(work)) work.reject(failed.get(work));
    else work.settle();
  }
}
