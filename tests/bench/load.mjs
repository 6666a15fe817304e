import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Loads for the generator, which runs beside: its work is not the server's, nor that of the one who measures. */

const generator = fileURLToPath(new URL("generator.mjs", import.meta.url));

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
 * Runs streams of requests side by side against one port. A stream ends after `seconds` or `count`, or with the others; it
 * goes as fast as its `connections` allow or at its `rate` a second. `keep`: a pattern whose first group is collected from
 * every body.
 * @returns {Promise<{ name: string, requests: number, seconds: number, rate: number, p50: number, p99: number, max: number,
 *   statuses: Record<string, number>, bytes: number, kept: (string | null)[] }[]>} milliseconds, and requests a second
 */
export function run(port, streams) {
  return new Promise((resolve, reject) => {
    const child = fork(generator, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`The load generator ended with ${code}.`)));
    child.send({ port, streams });
  });
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
