import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ask } from "./children.mjs";

/** Runs loads on the generator, a process apart from the server and the benchmark. */

const program = fileURLToPath(new URL("generator.mjs", import.meta.url));

/** One for all loads, so that its code is compiled once. */
let generator;

/** No size: a page reads it, so this is another address each time, and shows the same. */
export const FRESH = "pointure=x%N%";

/**
 * A request's bytes. `%N%` in the path becomes a new number each time.
 * @param {{ path: string, method?: string, headers?: object, form?: string[][] }} request
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

/** Headers of a page view. */
export const BROWSER = { accept: "text/html", "accept-encoding": "gzip, deflate, br, zstd" };

/**
 * Runs streams side by side, against `port` or each stream's `ports`, until `seconds`, `count` or
 * the others end, at its `rate` or as fast as its `connections` allow. `keep` is a pattern whose
 * first group is collected from every body.
 * @returns {Promise<object[]>} milliseconds (`generator`: of its processor) and requests a second
 */
export function run(port, streams) {
  generator ??= fork(program, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return ask(generator, { port, streams });
}

/** Ends the generator. */
export function endLoads() {
  generator?.disconnect();
  generator = undefined;
}

/** Runs one stream, which must be answered by these statuses alone. */
export async function runOne(port, stream) {
  const [result] = await run(port, [{ name: "", ...stream }]);
  expectStatuses(result, [200]);
  return result;
}

export function expectStatuses(result, statuses) {
  const wrong = Object.entries(result.statuses).filter(([status]) => !statuses.includes(Number(status)));
  if (wrong.length > 0)
    throw new Error(
      `${result.name || "The load"} was answered ${wrong.map(([s, n]) => `${s} (${n} times)`).join(", ")}.`,
    );
}
