import pg from "pg";

/** Connections to PostgreSQL; the first query opens one. */
export function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: "boutique",
    connectionTimeoutMillis: 5_000,
    // A shopper waits a few seconds at most: a longer lock or query is treated as an outage.
    lock_timeout: 8_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 15_000,
    types: { getTypeParser: parserOf },
  });
  // Without listeners a lost connection would end the process; its next query fails by itself.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Reads PostgreSQL's int8 (milliseconds, counts, sums) as numbers: ours stay far below 2^53. */
function parserOf(oid: number, format?: "text" | "binary"): unknown {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
}
