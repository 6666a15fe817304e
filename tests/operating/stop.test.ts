import { mkdtempSync, readdirSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startMailServer } from "../support/fakes/mail-server";
import { Client } from "../support/http/client";
import { describeOnEach } from "../support/shop/databases";
import { runProgram } from "../support/shop/run-program";
import { startShop } from "../support/shop/shop-server";
import { runIn, valueIn } from "../support/shop/stored";

/** What is stopped ends by itself: a process that lives on would take mails of the next. */
describeOnEach("a shop on %s", (engine) => {
  it("ends within seconds of SIGTERM, though clients ask without pause on connections that stay open", async () => {
    const { url } = await engine.fresh();
    const shop = await startShop({ env: url ? { DATABASE_URL: url } : {} });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    try {
      // What looks every few seconds for mails and orders has looked.
      await sleep(3_000);
      let answered = 0;
      const visitors = Array.from({ length: 8 }, async () => {
        const visitor = new Client(shop.url, agent);
        const ask = async (): Promise<void> => {
          const { status, text } = await visitor.post("/product/mule-saida", { intent: "commander", couleur: "x" });
          expect([status, text]).toEqual([400, expect.stringContaining("</html>")]);
          answered += 1;
          return ask();
        };
        // Only who begins a connection of a stopped shop finds none.
        await expect(ask()).rejects.toThrow("ECONNREFUSED");
      });
      await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(20);
      process.kill(shop.pid, "SIGTERM");
      await expect.poll(() => isRunning(shop.pid), { timeout: 8_000 }).toBe(false);
      await Promise.all(visitors);
    } finally {
      agent.destroy();
      await shop.kill();
    }
  });
});

it("ends within seconds of SIGTERM with a long queue of mails, which stays for the next process", async () => {
  const mails = await startMailServer();
  mails.answer("take slowly");
  const shop = await startShop({ env: { SMTP_URL: mails.url, SHOP_EMAIL: "boutique@boutique.example" } });
  try {
    const waiting = "select count(*) from mails where sent_at is null";
    runIn(
      shop,
      "insert into mails select 'm' || id, 'm' || id, 'x', 'r@b.example', 'S', '', '', '{}', 1, 1, 0, null, null from variants limit 100",
    );
    await expect.poll(() => mails.taken.length, { timeout: 8_000 }).toBeGreaterThan(0);
    process.kill(shop.pid, "SIGTERM");
    await expect.poll(() => isRunning(shop.pid), { timeout: 8_000 }).toBe(false);
    const left = valueIn(shop, waiting);
    expect(left).toBe(100 - mails.taken.length);
    expect(left).toBeGreaterThan(50);
  } finally {
    await shop.kill();
    await mails.stop();
  }
});

it("leaves the whole SQLite database in one file, so that who copies that one misses nothing", async () => {
  const shop = await startShop();
  try {
    // Pages are looked up by another connection than orders are written by.
    expect((await fetch(`${shop.url}/shop`)).status).toBe(200);
    runIn(shop, "insert into one_time_tasks values ('of the last second', 1)");
    process.kill(shop.pid, "SIGTERM");
    await expect.poll(() => isRunning(shop.pid), { timeout: 8_000 }).toBe(false);
    expect(readdirSync(shop.dataDir).filter((name) => name.startsWith("shop.sqlite"))).toEqual(["shop.sqlite"]);
    expect(valueIn(shop, "select count(*) from one_time_tasks where name = 'of the last second'")).toBe(1);
  } finally {
    await shop.kill();
  }
});

it("ends a command whose reader wants no more", async () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "shop-")) };
  const { status, stderr } = await runProgram("sh", ["-c", "node tools/shop.mjs commandes | true"], { env });
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^An empty database was filled .*\n$/)]);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
