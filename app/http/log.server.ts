let lines = "";

// The shop sells on while its log has no room or no reader; the console's own lines already do.
if (process.stdout.listenerCount("error") === 0) process.stdout.on("error", () => {});

/**
 * Logs as remix-serve does, with one write for each turn of the event loop.
 * @param path without the query, which can hold a search, a home address or a mailed token (S-7)
 * @param status undefined when the client left before the answer
 * @param since when the request came, by `performance.now()`
 */
export function logAnswer(
  method: string,
  path: string,
  status: number | undefined,
  bytes: number | string | string[] | undefined,
  since: number,
): void {
  if (lines === "")
    setImmediate(() => {
      process.stdout.write(lines);
      lines = "";
    });
  lines += `${method} ${path} ${status ?? "-"} ${bytes ?? "-"} - ${Math.round((performance.now() - since) * 1000) / 1000} ms\n`;
}
