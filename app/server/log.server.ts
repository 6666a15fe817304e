let lines = "";

/**
 * A line as remix-serve writes it. Those of one turn of the event loop are written together. It names paths only (S-7): what follows the
 * question mark is what somebody searched for, where they live, or the token of a mail.
 *
 * @param path without what follows the question mark
 * @param status absent when nobody was there any more to be answered
 * @param since when the request came, as `performance.now()` says
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
  lines += `${method} ${path} ${status ?? "-"} ${bytes ?? "-"} - ${(performance.now() - since).toFixed(3)} ms\n`;
}
