import { setTimeout as wait } from "node:timers/promises";
import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { LRUCache } from "lru-cache";

/** Milliseconds that a writer waits for another process's transaction; ours take one or two. */
export const BUSY_TIMEOUT = 5_000;
/** Milliseconds after which it is tried again. */
const BUSY_STEP = 20;
/** Page cache in KiB, enough for what each order reads. */
const CACHE = 16 * 1024;
/** Pages of 4 KiB after which the log is copied into the file: orders write some of them often. */
const CHECKPOINT = 4_000;
/** Most queries have a fixed text; lists of differing length make the rest. */
const KEPT_STATEMENTS = 200;

/**
 * @param file path of the database; made when missing
 * @returns a connection that survives a killed process and a power cut
 */
export function openSqliteFile(file: string): SQLite.Database {
  const connection = new SQLite(file, { timeout: BUSY_TIMEOUT });
  retryWhileBusy(() => connection.pragma("journal_mode = WAL"));
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`cache_size = -${CACHE}`);
  connection.pragma(`wal_autocheckpoint = ${CHECKPOINT}`);
  return connection;
}

/** Changing the journal mode ignores the busy timeout, and two processes may do it at once. */
function retryWhileBusy(action: () => void): void {
  const end = Date.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_STEP);
    }
  }
}

const isBusy = (error: unknown) => error instanceof SQLite.SqliteError && error.code.startsWith("SQLITE_BUSY");

/** Kysely's SQLite dialect with immediate transactions, transactional DDL and kept statements. */
export function sqliteDialect(connection: SQLite.Database): Dialect {
  // Kysely would prepare each statement again every time.
  const statements = new LRUCache<string, SQLite.Statement>({
    max: KEPT_STATEMENTS,
    memoMethod: (text) => connection.prepare(text),
  });
  const database = { prepare: (text: string) => statements.memo(text), close: () => void connection.close() };
  return {
    createDriver: () => new ImmediateDriver({ database }, connection),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new LocklessCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Leaves out `for update` and the like, which SQLite does not know: its writers take turns. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(): void {}
}

class ImmediateDriver extends SqliteDriver {
  constructor(
    config: SqliteDialectConfig,
    private readonly file: SQLite.Database,
  ) {
    super(config);
  }

  /** A deferred transaction that reads before it writes fails when another writer came between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const run = async (text: string) => {
      const { rows } = await connection.executeQuery<{ timeout?: number }>(CompiledQuery.raw(text));
      return rows[0]?.timeout ?? 0;
    };
    const patience = await run("pragma busy_timeout");
    const end = performance.now() + patience;
    for (;;) {
      try {
        // SQLite itself would wait on this thread, and nobody would be answered meanwhile.
        await run("pragma busy_timeout = 0");
        await run("begin immediate");
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
      } finally {
        await run(`pragma busy_timeout = ${patience}`);
      }
      await this.releaseConnection();
      await wait(BUSY_STEP);
      await this.acquireConnection();
    }
  }

  /** SQLite itself rolls back after some errors (disk full); a second one would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.file.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
}

/** Migrates in one transaction: of two starting processes the second finds the work done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
