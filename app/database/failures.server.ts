/** Classifies errors of both engines: which ones may pass by themselves, so that a retry helps. */

/** Deadlock or serialisation failure: the transaction was undone and may run again at once. */
export function isWorthRetrying(error: unknown): boolean {
  const code = codeOf(error);
  return code === "40P01" || code === "40001";
}

const POSTGRES_CODES = new Set([
  "40P01", // deadlock
  "40001", // serialisation failure
  "55P03", // lock not available in time
  "25006", // read-only: a standby, or a disk that the server protects
  "57014", // statement took too long
  "25P03", // transaction was idle for too long
  "53100", // disk full
  "53200", // out of memory
  "53300", // too many connections
  "58030", // its disk cannot be read or written
  "28P01", // another password by now
  "28000", // nobody may come from here
  "3D000", // no such database
]);
/** Beginnings: each has further codes, such as SQLITE_BUSY_SNAPSHOT. */
const SQLITE_CODES = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/;
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT", // the socket of a server on this machine
]);
/** Messages of errors that pg throws without a code. */
const MESSAGES = new RegExp(
  [
    "Connection terminated",
    "timeout exceeded when trying to connect",
    "Query read timeout",
    "not queryable",
    "connection error",
    "database connection is not open",
    "Cannot use a pool after calling end",
    "driver has already been destroyed",
  ].join("|"),
  "i",
);

/** Whether the database is busy, full, unreachable or gone; not for errors of a query itself. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return MESSAGES.test(error.message);
  return (
    POSTGRES_CODES.has(code) ||
    NETWORK_CODES.has(code) ||
    // 08: connection exceptions. 57P01 to 57P05: the server shuts down, crashes or starts.
    code.startsWith("08") ||
    /^57P0[1-5]$/.test(code) ||
    SQLITE_CODES.test(code)
  );
}

/** For notes of what was read: a full disk keeps nobody from reading. @throws other failures */
export async function noteIfPossible(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

/** Whether a unique constraint was violated. */
export function isTaken(error: unknown): boolean {
  const code = codeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE";
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
