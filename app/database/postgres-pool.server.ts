import pg from "pg";

/**
 * Connections to PostgreSQL; the first query opens one.
 * @param use the few statements that write are named; those of lists and searches are too many, and
 * their plans depend on the values. Those of a start take as long as they take
 */
export function openPool(connectionString: string, max: number, use: "reading" | "writing" | "starting"): pg.Pool {
  const isStarting = use === "starting";
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: "boutique",
    connectionTimeoutMillis: 5_000,
    // A shopper waits a few seconds at most: a longer lock or query is treated as an outage. A
    // start gives up a lock as soon, since shoppers wait behind an ALTER that waits.
    lock_timeout: 8_000,
    statement_timeout: 10_000,
    query_timeout: isStarting ? 0 : 12_000,
    // The role may have a limit of its own.
    ...(isStarting && { onConnect: (client) => client.query("set statement_timeout = 0") }),
    idle_in_transaction_session_timeout: 15_000,
    // A statement without a limit ends, too, once the server's machine has vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A stopped shop would otherwise never end: its timers use a connection before it is idle.
    allowExitOnIdle: true,
    types: { getTypeParser: parserOf },
    Client: use === "writing" ? NamingClient : AnsweredClient,
  });
  // Without listeners a lost connection would end the process; its next query fails by itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

// The server puts values of a refused row into these, a shopper's name and phone among them, and
// errors are logged with all that they hold (S-7).
for (const name of ["detail", "where"])
  Object.defineProperty(pg.DatabaseError.prototype, name, { set: () => {}, configurable: true });

/**
 * Closes its connection once a statement got no answer: its transaction may still be open there,
 * and pg drops a rollback that waits too long. The server then undoes it.
 */
class AnsweredClient extends pg.Client {
  #failure: unknown;

  // pg declares nine forms of this method: `never` is what all of them may return.
  override query(query: unknown, values?: unknown): never {
    return this.#answered(query, values) as never;
  }

  async #answered(query: unknown, values: unknown): Promise<unknown> {
    // What a failed rollback throws replaces the error before it.
    if (this.#failure) throw this.#failure;
    try {
      return await super.query(query as string, Array.isArray(values) ? values.map(withoutNul) : undefined);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) {
        this.#failure = error;
        void this.end();
      }
      throw error;
    }
  }
}

/**
 * PostgreSQL refuses NUL. Instead of it comes a character that no stored text has (`storable`), so
 * that an identifier with one is that of no row, as it is on SQLite.
 */
const withoutNul = (value: unknown) => (typeof value === "string" ? value.replaceAll("\0", "\u0001") : value);

/** Statements that one connection keeps; lists of differing length make more. */
const MOST_NAMES = 200;

/**
 * Names statements, so that PostgreSQL parses each once on a connection. `*` stays unnamed: once an
 * upgrade adds a column, such a statement fails ("cached plan must not change result type").
 */
class NamingClient extends AnsweredClient {
  readonly #names = new Map<string, string>();

  override query(query: unknown, values?: unknown): never {
    const isPlain = typeof query === "string" && Array.isArray(values) && values.length > 0;
    const name = isPlain ? this.#nameOf(query) : undefined;
    return super.query(name ? { name, text: query, values } : query, values);
  }

  #nameOf(text: string): string | undefined {
    if (!this.#names.has(text) && this.#names.size < MOST_NAMES && !/[ .]\*/.test(text))
      this.#names.set(text, `s${this.#names.size}`);
    return this.#names.get(text);
  }
}

/** Reads PostgreSQL's int8 (milliseconds, counts, sums) as numbers: ours stay far below 2^53. */
function parserOf(oid: number, format?: "text" | "binary"): unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}
