import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inject, onTestFinished } from "vitest";
import { seededIn } from "./databases";
import { freePort } from "./ports";

/** The production build, served as by `npm start`, with its own port and database. */
export interface RunningShop {
  url: string;
  pid: number;
  dataDir: string;
  /** The shop whose API takes its orders, if that is another one. */
  ordersAt?: RunningShop;
  /** Its standard output and error. */
  log: () => string;
  /** Ends it by a signal and removes its data. */
  stop: () => Promise<void>;
  /** Kills it as a power cut would; the data stays for `startShop({ dataDir })`. */
  kill: () => Promise<void>;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface StartOptions {
  env?: Record<string, string>;
  dataDir?: string;
  port?: number;
  /** Checking a password takes as long as in a shop that sells. */
  hasSlowPasswords?: boolean;
}

/**
 * Most shops live for seconds here, and V8 spends a fifth of that on optimised code and on threads
 * that collect garbage. This lets it optimise only what runs very often.
 */
const SHORT_LIFE = ["--interrupt-budget=1000000", "--single-threaded-gc"];
const CHEAP_PASSWORDS = `--import=${pathToFileURL(join(import.meta.dirname, "cheap-passwords.mjs"))}`;

/** Stands on every page; empty is as if it were not set. */
const SHOP_PHONE = "041000000";

/** Tests order more from one address and phone than a town does. Empty is as if it were not set. */
const ampleBounds = {
  UNCONFIRMED_PAIRS: "1000000",
  UNCONFIRMED_ORDERS: "1000000",
  ORDERS_FROM_ADDRESS: "1000000",
  PAIRS_FROM_ADDRESS: "1000000",
};

/** The bounds of a shop by default. */
export const usualBounds = Object.fromEntries(Object.keys(ampleBounds).map((name) => [name, ""]));

export async function startShop(options: StartOptions = {}): Promise<RunningShop> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? newFolder(options);
  const server = join(root, "node_modules/@remix-run/serve/dist/cli.js");
  const flags = [...SHORT_LIFE, ...(options.hasSlowPasswords ? [] : [CHEAP_PASSWORDS])];
  const child = spawn(process.execPath, [...flags, server, "build/server/index.js"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      SHOP_PHONE,
      ...ampleBounds,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  child.stdout.on("data", (chunk) => {
    log += chunk;
  });
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const url = `http://localhost:${port}`;
  await answers(url, child, () => log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
    await ended;
    clearTimeout(timer);
  };
  return {
    url,
    pid: child.pid ?? 0,
    dataDir,
    log: () => log,
    stop: async () => {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end("SIGKILL"),
  };
}

/** A shop that is stopped when the test ends. */
export async function startForTest(options: StartOptions = {}): Promise<RunningShop> {
  const shop = await startShop(options);
  onTestFinished(() => shop.stop());
  return shop;
}

/** With the demo catalogue, where the run made it (one-postgres.ts): filling takes a while. */
function newFolder({ env }: StartOptions): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-"));
  if (inject("seeded") && !env?.DATABASE_URL) seededIn(folder);
  return folder;
}

async function answers(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const patience = Date.now() + 30_000;
  while (Date.now() < patience) {
    if (child.exitCode !== null) throw new Error(`The shop ended at once:\n${log()}`);
    try {
      await fetch(`${url}/404`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill("SIGKILL");
  throw new Error(`The shop did not answer within 30 s:\n${log()}`);
}

/** Waits until a shop on an API takes orders; before, it has samples that nobody can order. */
export async function untilOpen(shop: Pick<RunningShop, "url" | "log">, patience = 30_000): Promise<void> {
  const end = Date.now() + patience;
  // On a loaded machine a kept connection may end between two requests.
  while (
    (await (await fetch(`${shop.url}/shop`, { headers: { connection: "close" } })).text()).includes(
      "Les commandes sont fermées",
    )
  ) {
    if (Date.now() > end) throw new Error(`The shop takes no orders after ${patience} ms:\n${shop.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
