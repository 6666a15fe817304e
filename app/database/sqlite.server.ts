import SQLite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/** How long a writer waits for another process's transaction; ours take a millisecond or two. */
export const BUSY_TIMEOUT = 5_000;
/** Memory for pages of the file, in KiB: what is read with each order stays there. */
const CACHE = 16 * 1024;
/** Statements kept prepared. Queries are few and fixed; lists of differing length make the rest. */
const KEPT_STATEMENTS = 200;

/**
 * @param file path of the database; made when missing
 * @returns a connection that survives a killed process and a power cut: WAL, every commit synced
 */
export function openSqliteFile(file: string): SQLite.Database {
  const connection = new SQLite(file, { timeout: BUSY_TIMEOUT });
  retryWhileBusy(() => connection.pragma("journal_mode = WAL"));
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`cache_size = -${CACHE}`);
  return connection;
}

/** A change of the journal mode ignores the busy timeout, and two processes may make the file at the same moment. */
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

/** Kysely's SQLite dialect with transactions that take the write lock at once, and with transactional DDL. */
export class ShopSqliteDialect extends SqliteDialect {
  readonly #connection: SQLite.Database;
  readonly #statements: StatementCache;
  readonly #config: SqliteDialectConfig;

  constructor(connection: SQLite.Database) {
    const statements = new StatementCache(connection);
    super({ database: statements });
    this.#connection = connection;
    this.#statements = statements;
    this.#config = { database: statements };
  }

  get inTransaction(): boolean {
    return this.#connection.inTransaction;
  }

  /** @returns the rows of a statement; none of one that only writes */
  answer(text: string, parameters: readonly unknown[]): unknown[] {
    const statement = this.#statements.prepare(text);
    if (statement.reader) return statement.all(parameters);
    statement.run(parameters);
    return [];
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config, this.#connection);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #connection: SQLite.Database;

  constructor(config: SqliteDialectConfig, connection: SQLite.Database) {
    super(config);
    this.#connection = connection;
  }

  /** A deferred transaction that reads first and writes later fails at once when another writer came between. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** SQLite rolls back by itself after some errors (disk full); rolling back again would hide which. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await connection.executeQuery(CompiledQuery.raw("rollback"));
  }
}

/** Migrations then run in one BEGIN IMMEDIATE: of two starting processes the second waits and finds the work done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely prepares every statement anew; here the same text is prepared once. */
class StatementCache {
  readonly #connection: SQLite.Database;
  readonly #statements = new Map<string, SQLite.Statement>();

  constructor(connection: SQLite.Database) {
    this.#connection = connection;
  }

  prepare(text: string): SQLite.Statement {
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = this.#connection.prepare(text);
    this.#statements.set(text, statement);
    if (this.#statements.size > KEPT_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }
}
