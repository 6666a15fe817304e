import { createRequire } from "node:module";

interface RequestLog {
  token(name: "url", value: (request: { originalUrl: string }) => string | undefined): void;
}

/**
 * The log names paths only (S-7): what follows the question mark is what somebody searched for, where they live, or the token of a
 * mail. remix-serve writes it by morgan, whose words can be said anew; it is the server's own copy that has to be told.
 */
export function logPathsOnly(): void {
  const serve = createRequire(import.meta.url).resolve("@remix-run/serve/package.json");
  const morgan = createRequire(serve)("morgan") as RequestLog;
  morgan.token("url", ({ originalUrl }) => originalUrl.split("?")[0]);
}

let lines = "";

/**
 * A line as remix-serve writes it, for what is answered without it. Those of one turn of the event loop are written together.
 *
 * @param path without what follows the question mark
 * @param since when the request came, as `performance.now()` says
 */
export function logAnswer(
  method: string,
  path: string,
  status: number,
  bytes: number | undefined,
  since: number,
): void {
  if (lines === "")
    setImmediate(() => {
      process.stdout.write(lines);
      lines = "";
    });
  lines += `${method} ${path} ${status} ${bytes ?? "-"} - ${(performance.now() - since).toFixed(3)} ms\n`;
}
