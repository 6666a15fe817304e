import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ask } from "./children.mjs";

/** Loads for the generator, which runs beside: its work is not the server's, nor that of the one who measures. */

const program = fileURLToPath(new URL("generator.mjs", import.meta.url));

/** One for all loads: what Node compiles in its first second would be measured with each of them. */
let generator;

/**
 * A request as it goes over the wire. `%N%` in the path is filled in by the generator, a new number each time.
 * @param {{ path: string, method?: string, headers?: Record<string, string>, form?: [string, string][] }} request
 */
export function raw({ path, method = "GET", headers = {}, form }) {
  const body = form ? new URLSearchParams(form).toString() : "";
  const lines = Object.entries({
    host: "localhost",
    "user-agent": "Mozilla/5.0 (bench)",
    ...(form
      ? {
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(Buffer.byteLength(body)),
          "sec-fetch-site": "same-origin",
        }
      : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

/** What a browser sends with a page view. */
export const BROWSER = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };

/**
 * Runs streams of requests side by side against one port, or each against its own `ports`, whose connections take them in turn; one
 * call after the other. A stream ends after `seconds` or `count`, or with the others; it goes as fast as its `connections` allow or
 * at its `rate` a second. `keep`: a pattern whose first group is collected from every body.
 * @returns {Promise<{ name: string, requests: number, seconds: number, rate: number, p50: number, p99: number, max: number,
 *   statuses: Record<string, number>, bytes: number, kept: (string | null)[], generator: number }[]>} milliseconds, and requests a
 *   second; `generator` is the processor time that a request took on the generator's side
 */
export function run(port, streams) {
  generator ??= fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return ask(generator, { port, streams });
}

/** The last load was the last. */
export function endLoads() {
  generator?.disconnect();
  generator = undefined;
}

/** One stream that must be answered with these statuses and no other; figures of failures are no figures. */
export async function runOne(port, stream, statuses = [200]) {
  const [result] = await run(port, [{ name: "", ...stream }]);
  expectStatuses(result, statuses);
  return result;
}

export function expectStatuses(result, statuses) {
  const wrong = Object.entries(result.statuses).filter(([status]) => !statuses.includes(Number(status)));
  if (wrong.length > 0)
    throw new Error(
      `${result.name || "The load"} was answered ${wrong.map(([s, n]) => `${s} (${n} times)`).join(", ")}.`,
    );
}
