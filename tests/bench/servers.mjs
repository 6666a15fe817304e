import { fork, spawn } from "node:child_process";
import { mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/build.mjs";
import { ask } from "./children.mjs";

/** The measured servers, each a process on 127.0.0.1. */

const bare = fileURLToPath(new URL("bare.mjs", import.meta.url));

/** Node's options in `npm start`. */
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const usualFlags = scripts.start.split(" ").filter((word) => word.startsWith("--"));

/** Ended and removed even when the benchmark is interrupted. */
const running = new Set();
const folders = new Set();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A folder that is removed with the benchmark. */
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

/**
 * The production build as served by `npm start`. It logs to a file, as under a service manager,
 * since reading a pipe would cost the benchmark.
 * @param {{ dataDir?: string, env?: object, flags?: string[] }} options a given `dataDir` is kept
 */
export async function startShop({ dataDir, env = {}, flags = [] } = {}) {
  const folder = dataDir ?? temporaryFolder();
  const port = await freePort();
  const logFile = join(folder, "server.log");
  const log = openSync(logFile, "w");
  const cli = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const begun = performance.now();
  const server = spawn(process.execPath, [...usualFlags, ...flags, cli, "build/server/index.js"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      // One address and phone place all orders.
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
  const answeredAfter = performance.now() - begun;
  return {
    port,
    /** Milliseconds from the start to the end of the first page. */
    answeredAfter,
    dataDir: folder,
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(logFile, "utf8"),
    /** Milliseconds of processor time of all threads; undefined without /proc. */
    cpu: () => processorTime(child.pid),
    /** Bytes of resident memory; undefined without /proc. */
    memory: () => residentMemory(child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(timer);
      if (!dataDir) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Milliseconds of processor time of all processes of a shop. */
export const cpuOf = (shops) => shops.reduce((all, shop) => all + shop.cpu(), 0);

/** A bare node:http server of given answers: `{ [path]: { status, headers, body: base64 } }`. */
export async function startBare() {
  const child = started(fork(bare, { stdio: ["ignore", "inherit", "inherit", "ipc"] }));
  const give = (answers) => ask(child, answers);
  const port = await give({});
  return { port, give, cpu: () => processorTime(child.pid), stop: () => child.disconnect() };
}

/** The shop's answer for the bare server, with the same bytes and headers. */
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

/** Sums the scheduler's nanoseconds of all threads; /proc/…/stat counts hundredths of a second. */
function processorTime(pid) {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
    );
    return spent.reduce((all, time) => all + time, 0) / 1_000_000;
  } catch {
    return undefined;
  }
}

function residentMemory(pid) {
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
  } catch {
    return undefined;
  }
}

async function untilItAnswers(port, child, log) {
  const end = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The shop ended at once:\n${log()}`);
    const answered = await recordAnswer(port, "/", {}).catch(() => undefined);
    if (answered?.status === 200) return;
    if (answered) throw new Error(`The shop's first page was answered ${answered.status}:\n${log()}`);
    if (Date.now() > end) {
      child.kill("SIGKILL");
      throw new Error(`The shop did not answer within a minute:\n${log()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
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
