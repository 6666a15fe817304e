import { fork, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/build.mjs";

/** The servers that are measured, each a process of its own on 127.0.0.1. */

const bare = fileURLToPath(new URL("bare.mjs", import.meta.url));

/** What is to be ended and removed even when the benchmark is interrupted. */
const running = new Set();
const folders = new Set();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A folder that is gone when the benchmark is. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  folders.add(folder);
  return folder;
}

function started(child) {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** /proc counts in hundredths of a second. */
const TICK_MS = 10;

/**
 * The production build as `npm start` serves it. Its log goes to a file, as under a service manager: a pipe would make the one
 * who measures read along.
 * @param {{ dataDir?: string, env?: Record<string, string>, flags?: string[] }} options `dataDir` is kept when it is given
 */
export async function startShop({ dataDir, env = {}, flags = [] } = {}) {
  const folder = dataDir ?? temporaryFolder();
  const port = await freePort();
  const logFile = join(folder, "server.log");
  const log = openSync(logFile, "w");
  const cli = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const server = spawn(process.execPath, [...flags, cli, "build/server/index.js"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      // One address and one phone order all that is ordered here.
      UNCONFIRMED_PAIRS: "1000000",
      UNCONFIRMED_ORDERS: "1000000",
      ORDERS_FROM_ADDRESS: "1000000",
      PAIRS_FROM_ADDRESS: "1000000",
      ...env,
    },
    stdio: ["ignore", log, log],
  });
  const child = started(server);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  await untilItAnswers(port, child, () => readFileSync(logFile, "utf8"));
  return {
    port,
    dataDir: folder,
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(logFile, "utf8"),
    /** Milliseconds of processor time so far, all threads; undefined where there is no /proc. */
    cpu: () => processorTime(child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A bare node:http server with these answers: `{ [path]: { status, headers, body: base64 } }`. */
export async function startBare(answers) {
  const child = started(fork(bare, { stdio: ["ignore", "inherit", "inherit", "ipc"] }));
  const port = await new Promise((resolve) => {
    child.once("message", resolve);
    child.send(answers);
  });
  return { port, cpu: () => processorTime(child.pid), stop: () => child.disconnect() };
}

/** The answer of the shop to a request, as the bare server is to give it: the same bytes and the same headers. */
export function recordAnswer(port, path, headers) {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const own = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
        const kept = Object.entries(response.headers).filter(([name]) => !own.has(name));
        resolve({
          status: response.statusCode,
          headers: Object.fromEntries(kept),
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    }).on("error", reject);
  });
}

function processorTime(pid) {
  try {
    // The name in the second field may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}

async function untilItAnswers(port, child, log) {
  const end = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The shop ended at once:\n${log()}`);
    const answered = await recordAnswer(port, "/404", {}).catch(() => undefined);
    if (answered) return;
    if (Date.now() > end) {
      child.kill("SIGKILL");
      throw new Error(`The shop did not answer within a minute:\n${log()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
