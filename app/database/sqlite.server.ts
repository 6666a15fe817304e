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
      if (!(error instanceof SQLite.SqliteError) || !error.code.startsWith("SQLITE_BUSY") || Date.now() > end)
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

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
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
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
