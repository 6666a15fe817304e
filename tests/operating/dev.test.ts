import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../tools/build.mjs";
import { isSweep } from "../support/setup/sweeps";
import { freePort } from "../support/shop/ports";

/** In a sweep: `npm run dev` with an empty database, and pages requested before it is ready. */

/** Requests before the shop is ready, each of which it answers once it is. */
const EARLY = 8;

describe.skipIf(!isSweep)("npm run dev", () => {
  let server: ChildProcess;
  let url: string;
  let dataDir: string;
  let log = "";
  /** Answers to requests before the shop was ready, once something listened. */
  let early: Response[];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    dataDir = mkdtempSync(join(tmpdir(), "dev-"));
    server = spawn(process.execPath, ["tools/dev.mjs"], {
      cwd: root,
      env: { PATH: process.env.PATH, NODE_ENV: "development", PORT: String(port), DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.on("data", (text) => {
        log += text;
      });
    const patience = Date.now() + 90_000;
    // A page is reloaded, from before anything listens.
    const requests: Promise<Response | undefined>[] = [];
    let waiting = 0;
    const ask = async () => {
      waiting += 1;
      try {
        return await fetch(`${url}/product/boston-santa-cruz`);
      } catch {
        waiting -= 1;
      }
    };
    while (!log.includes("Its mails")) {
      if (server.exitCode !== null || Date.now() > patience) throw new Error(`npm run dev is not ready:\n${log}`);
      if (waiting < EARLY) requests.push(ask());
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    early = (await Promise.all(requests)).filter((answer) => answer !== undefined);
  }, 120_000);

  afterAll(() => {
    server?.kill("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });

  it("fills an empty database with the demo catalogue, and answers nobody before", async () => {
    expect(early.length).toBeGreaterThan(1);
    expect(early.map(({ status }) => status)).toEqual(early.map(() => 200));
    expect(await early[0]?.text()).toContain("Boston Santa Cruz");
    const database = new Database(join(dataDir, "shop.sqlite"), { readonly: true });
    expect(database.prepare("select count(*) from products").pluck().get()).toBeGreaterThan(10);
    database.close();
  });

  it("says where the shop, the documentation of its API and its mails are", async () => {
    expect(log).toContain(`The shop   ${url}/\n`);
    expect(log).toContain(`Its API    ${url}/api\n`);
    expect(log).toContain(`Its mails  ${join(dataDir, "outbox")}\n`);
    expect((await fetch(`${url}/api`)).status).toBe(200);
  });

  it("prepares what the browser gets, and nothing of the server's", () => {
    const file = join(root, "node_modules/.vite/deps/_metadata.json");
    const { optimized } = JSON.parse(readFileSync(file, "utf8")) as { optimized: Record<string, unknown> };
    expect(Object.keys(optimized).sort()).toEqual([
      "@conform-to/react",
      "@conform-to/zod/v4",
      "@remix-run/react",
      "keen-slider",
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react/jsx-runtime",
      "zod/v4-mini",
    ]);
  });
});
