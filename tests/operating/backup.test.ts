import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { directOrder, orderNumberOf, SLUG, someoneElse } from "../support/http/orders";
import { type RunningShop, startShop } from "../support/shop/shop-server";

/** `npm run backup` while the shop sells, and restoring the copy. */

/** Milliseconds; the copy takes seconds, and would never end if commits restarted it. */
const PATIENCE_MS = 60_000;

// Speed is not tested here, and other suites use the two cores.
const timeout = 240_000;

let shop: RunningShop;
let folder: string;
let choice: { couleur: string; pointure: string };
let pairsAtFirst: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "backup-"));
  shop = await startShop();
  const database = new Database(join(shop.dataDir, "shop.sqlite"), { timeout: 10_000 });
  database
    .prepare("update variants set stock = 100000 where product_id = (select id from products where slug = ?)")
    .run(SLUG);
  database.exec("update products set stock = (select sum(stock) from variants where product_id = products.id)");
  const variant = database
    .prepare(
      "select color_slug as couleur, size from variants where product_id = (select id from products where slug = ?)",
    )
    .get(SLUG) as { couleur: string; size: number };
  choice = { couleur: variant.couleur, pointure: String(variant.size) };
  // Enough data that orders come while the copy is made.
  database.exec("create table ballast (filling blob, changes integer default 0)");
  const fill = database.prepare("insert into ballast (filling) values (zeroblob(1000000))");
  database.transaction(() => {
    for (let megabyte = 0; megabyte < 60; megabyte += 1) fill.run();
  })();
  database.close();
  pairsAtFirst = pairsIn(join(shop.dataDir, "shop.sqlite"));
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Confirmed {
  number: string;
  telephone: string;
  client: Client;
}

async function orderOne(): Promise<Confirmed> {
  const client = new Client(shop.url);
  const shopper = someoneElse();
  const { send } = await directOrder(client, SLUG, choice, shopper);
  const number = orderNumberOf(await send());
  if (!number) throw new Error("The order was refused.");
  return { number, telephone: shopper.telephone, client };
}

const startBackup = (target: string[], env: Record<string, string>) =>
  spawn(process.execPath, ["tools/backup.mjs", ...target], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PATIENCE_MS,
  });

function backup(target: string[], env: Record<string, string>): Promise<{ status: number | null; lines: string[] }> {
  const child = startBackup(target, env);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  return new Promise((resolve) => {
    child.once("close", (status) => resolve({ status, lines: output.trim().split("\n") }));
  });
}

/** Commits every few milliseconds, as on a busy day. @returns ends it */
function keepWriting(): () => void {
  const database = new Database(join(shop.dataDir, "shop.sqlite"), { timeout: 10_000 });
  const change = database.prepare("update ballast set changes = changes + 1 where rowid = 1");
  const timer = setInterval(() => change.run(), 5);
  return () => {
    clearInterval(timer);
    database.close();
  };
}

describe("a backup of a shop that sells", { timeout }, () => {
  it("holds every order that was confirmed before it began, and a shop opens with it", async () => {
    const file = join(folder, "copy.sqlite");
    const before = [];
    for (let index = 0; index < 5; index += 1) before.push(await orderOne());

    let isMade = false;
    let during = 0;
    const sell = async () => {
      while (!isMade) {
        await orderOne();
        if (!isMade) during += 1;
      }
    };
    const selling = Promise.all([sell(), sell(), sell()]);
    const rest = keepWriting();
    const { status, lines } = await backup([file], { DATA_DIR: shop.dataDir });
    rest();
    isMade = true;
    await selling;
    expect(status, "null: it went on for too long").toBe(0);
    expect(lines.join("\n")).toContain("integrity ok");
    // Orders came during the backup.
    expect(during).toBeGreaterThan(0);

    expect(modeOf(file)).toBe("600");
    // As a shop left it that closed nothing to other users of the machine.
    const dataDir = mkdtempSync(join(folder, "restored-"));
    copyFileSync(file, join(dataDir, "shop.sqlite"));
    writeFileSync(join(dataDir, "session-secret"), "s".repeat(43));
    for (const name of ["shop.sqlite", "session-secret"]) chmodSync(join(dataDir, name), 0o644);
    chmodSync(dataDir, 0o755);
    await expectOrders(dataDir, before);
  });

  it("that was killed leaves no file under its name, and is made the next time", async () => {
    const target = mkdtempSync(join(folder, "killed-"));
    const file = join(target, "copy.sqlite");
    const child = startBackup([file], { DATA_DIR: shop.dataDir });
    const ended = new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)));
    await expect.poll(() => readdirSync(target).length, { timeout: PATIENCE_MS, interval: 2 }).toBeGreaterThan(0);
    child.kill("SIGKILL");
    expect(await ended).toBe("SIGKILL");
    expect(existsSync(file)).toBe(false);
    // As npm is called in that folder.
    expect((await backup(["copy.sqlite"], { DATA_DIR: shop.dataDir, INIT_CWD: target })).status).toBe(0);
    expect(readdirSync(target)).toEqual(["copy.sqlite"]);
  });

  /** A shop in this folder shows every order to its shopper, finds it by phone, and sells. */
  async function expectOrders(dataDir: string, orders: readonly Confirmed[]): Promise<void> {
    const restored = await startShop({ dataDir });
    try {
      for (const { number, telephone, client } of orders) {
        const shopper = new Client(restored.url);
        for (const [name, value] of client.cookies) shopper.cookies.set(name, value);
        const page = await shopper.get(`/commande/${number}`);
        expect(page.status, number).toBe(200);
        expect(page.text).toContain(number);
        const stranger = new Client(restored.url);
        const found = await stranger.post("/suivi", { numero: number, telephone });
        expect(orderNumberOf(found)).toBe(number);
      }
      expect(pairsIn(join(dataDir, "shop.sqlite")), "pairs lost or made").toBe(pairsAtFirst);
      const { send } = await directOrder(new Client(restored.url), SLUG, choice, someoneElse());
      expect(orderNumberOf(await send())).toBeTruthy();
      expectClosed(dataDir, ["session-secret", "shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"]);
    } finally {
      await restored.stop();
    }
  }
});

describe("a shop of an empty folder", { timeout }, () => {
  it("makes its files for its own user alone, whatever the umask", async () => {
    const dataDir = join(folder, "made/by/the/shop");
    const umask = process.umask(0o022);
    try {
      const begun = await startShop({ dataDir });
      const client = new Client(begun.url);
      await submit(client, formWith((await client.get("/faq")).text, "email"), { email: "samira@example.com" });
      await expect.poll(() => existsSync(join(dataDir, "outbox")), { timeout: 20_000 }).toBe(true);
      expectClosed(dataDir, ["outbox", "session-secret", "shop.sqlite", "shop.sqlite-shm", "shop.sqlite-wal"]);
      await begun.stop();
    } finally {
      process.umask(umask);
    }
  });
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Whether names and keys in this folder can be read by its user only. */
function expectClosed(dataDir: string, names: readonly string[]): void {
  expect(readdirSync(dataDir).sort()).toEqual(names);
  const open = readdirSync(dataDir, { recursive: true, encoding: "utf8", withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), mode: entry.isDirectory() ? "700" : "600" }))
    .concat({ path: dataDir, mode: "700" })
    .filter(({ path, mode }) => modeOf(path) !== mode);
  expect(open).toEqual([]);
}

/** Pairs in stock and in orders. */
function pairsIn(file: string): number {
  const database = new Database(file, { readonly: true });
  const { n } = database
    .prepare("select (select sum(stock) from variants) + (select coalesce(sum(quantity), 0) from order_lines) as n")
    .get() as { n: number };
  database.close();
  return n;
}

describe("a backup that cannot be made ends with 1, says why in one line, and leaves everything as it was", {
  timeout,
}, () => {
  it("to a file that is there", async () => {
    const file = join(folder, "there");
    writeFileSync(file, "something else");
    const { status, lines } = await backup([file], { DATA_DIR: shop.dataDir });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(file);
    expect(readFileSync(file, "utf8")).toBe("something else");
  });

  it("of a folder without a database", async () => {
    const file = join(folder, "nothing");
    const { status, lines } = await backup([file], { DATA_DIR: folder });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(join(folder, "shop.sqlite"));
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(folder, "shop.sqlite"))).toBe(false);
  });

  it("without a file to write", async () => {
    const { status, lines } = await backup([], { DATA_DIR: shop.dataDir });
    expect([status, lines.length]).toEqual([1, 1]);
  });

  it("of a shop on PostgreSQL", async () => {
    const file = join(folder, "postgres");
    const { status, lines } = await backup([file], {
      DATA_DIR: shop.dataDir,
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain("pg_dump");
    expect(existsSync(file)).toBe(false);
  });

  it("to a disk without room for it, of which nothing is taken", async () => {
    const dataDir = mkdtempSync(join(folder, "large-"));
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(join(dataDir, "shop.sqlite"), "");
    // A file of nothing takes no room itself. The copy would leave too little to the shop.
    truncateSync(join(dataDir, "shop.sqlite"), bavail * bsize - 500_000_000);
    const { status, lines } = await backup([join(dataDir, "copy")], { DATA_DIR: dataDir });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain("no room");
    expect(readdirSync(dataDir)).toEqual(["shop.sqlite"]);
  });

  it("of a damaged database", async () => {
    const dataDir = mkdtempSync(join(folder, "damaged-"));
    writeFileSync(join(dataDir, "shop.sqlite"), "this is no database, however long one looks at it".repeat(100));
    const file = join(folder, "of-damaged");
    const { status, lines } = await backup([file], { DATA_DIR: dataDir });
    expect([status, lines.length]).toEqual([1, 1]);
    expect(existsSync(file)).toBe(false);
  });
});
