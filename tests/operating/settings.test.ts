import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgres, sqlite } from "../support/shop/databases";
import { freePort } from "../support/shop/ports";
import { runCommand, runProgram } from "../support/shop/run-program";
import { type RunningShop, startForTest, startShop } from "../support/shop/shop-server";
import { inDatabase, valueIn } from "../support/shop/stored";

async function startWith(environment: Record<string, string>) {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "shop-")), PORT: "1", ...environment };
  const { status, stderr } = await runProgram("tools/start.mjs", [], { env, timeout: 20_000 });
  return { status, lines: stderr.trim().split("\n") };
}

describe("a wrong setting stops the start with one line that names it", () => {
  // All that can be wrong: tests/server/settings.test.ts. The start looks at PORT itself as well.
  it.each([
    ["PORT", "three"],
    ["PORT", "70000"],
    ["DATA_DIR", "/dev/null/data"],
    ["YALIDINE_API_ID", "", { YALIDINE_API_TOKEN: "a-token-of-the-courier" }],
  ] as [name: string, value: string, others?: Record<string, string>][])(
    "%s=%s %o",
    async (name, value, others = {}) => {
      const { status, lines } = await startWith({ ...others, [name]: value });
      expect(status).toBe(1);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(name);
    },
  );

  it.each([
    ["one address", "127.0.0.1"],
    // As `localhost` has on most machines: the error has no message then.
    ["two addresses", "127.0.0.1,::1"],
  ])("says why a database cannot be reached, at a host of %s", async (_, addresses) => {
    const { status, stderr } = await runProgram("tools/start.mjs", [], {
      env: {
        DATABASE_URL: "postgres://nobody@database.example:1/none",
        DATA_DIR: mkdtempSync(join(tmpdir(), "shop-")),
        PORT: String(await freePort()),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`
          import dns from "node:dns";
          const all = "${addresses}".split(",").map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
          dns.lookup = (_, { all: isAll }, done) => isAll ? done(null, all) : done(null, all[0].address, all[0].family);
        `)}`,
      },
      timeout: 20_000,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database cannot be opened: .*ECONNREFUSED.*\n$/);
  });

  it("says that a port is taken", async () => {
    const shop = await startForTest();
    const { status, lines } = await startWith({ PORT: new URL(shop.url).port });
    expect(status).toBe(1);
    expect(lines.join("\n")).toContain("is taken");
  });
});

it("what a developer's shell says of NODE_ENV keeps no shop from starting", async () => {
  const [DATA_DIR, PORT] = [mkdtempSync(join(tmpdir(), "shop-")), String(await freePort())];
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: "development", DATA_DIR, PORT };
  const shop = spawn(process.execPath, ["tools/start.mjs"], { env, stdio: "ignore" });
  const status = () => fetch(`http://localhost:${PORT}/shop`).then((answer) => answer.status);
  await expect.poll(() => status().catch(() => shop.exitCode), { timeout: 30_000 }).toBe(200);
  shop.kill();
});

it("HOST leaves the port open to one address of the machine", async () => {
  const at = async (env: Record<string, string>) => {
    const shop = await startShop({ env });
    const other = new URL(shop.url.replace("localhost", "127.0.0.2"));
    const answer = await fetch(other).catch(({ cause }) => cause);
    await shop.stop();
    return answer.status ?? answer.code;
  };
  expect([await at({}), await at({ HOST: "127.0.0.1" })]).toEqual([200, "ECONNREFUSED"]);
});

it("a proxy that is not trusted is named in the log, once: its shoppers share one address's limits", async () => {
  const shop = await startForTest({ env: { SITE_URL: "https://boutique.example", TRUSTED_PROXIES: "10.9.9.9" } });
  const named = () => shop.log().match(/TRUSTED_PROXIES does not name \S+, which forwards/g) ?? [];
  await fetch(`${shop.url}/cart`);
  expect(named()).toEqual([]);
  for (const client of ["203.0.113.1", "203.0.113.2"])
    await fetch(`${shop.url}/cart`, { headers: { "X-Forwarded-For": client } });
  await expect.poll(named).toHaveLength(1);
  expect(named()[0]).toMatch(/name (127\.0\.0\.1|::1),/);
});

describe("what is missing to sell for real", () => {
  const verify = (dataDir: string, environment: Record<string, string> = {}) =>
    runProgram("tools/shop.mjs", ["verifier"], { env: { DATA_DIR: dataDir, ...environment } });
  const set = {
    SITE_URL: "https://boutique.example",
    TRUSTED_PROXIES: "127.0.0.1",
    SHOP_PHONE: "0550123456",
    SHOP_EMAIL: "bonjour@boutique.example",
    SHOP_LEGAL_NAME: "Boutique Exemple EURL",
    SHOP_ADDRESS: "1, rue de l'Exemple, Oran",
    SHOP_REGISTER: "31/00-0000000 B 00",
    SHOP_TAX_ID: "000000000000000",
    SHOP_LOCATIONS: "Centre | 1, rue de l'Exemple, Oran",
    SMTP_URL: "smtps://user:password@mail.example:465",
    YALIDINE_API_ID: "12345678901234567890",
    YALIDINE_API_TOKEN: "a-token-of-the-courier",
  };

  it("is said once by the start, in one line that names the command, and point by point by 'verifier'", async () => {
    const shop = await startForTest({ env: { SHOP_PHONE: "" } });
    for (let visits = 0; visits < 3; visits++) await fetch(`${shop.url}/terms`);
    const lines = shop
      .log()
      .split("\n")
      .filter((line) => line.includes("verifier"));
    expect(lines).toEqual([
      "Missing to sell for real: SITE_URL, TRUSTED_PROXIES, SHOP_PHONE, SHOP_EMAIL, SHOP_LEGAL_NAME, SHOP_ADDRESS, " +
        "SHOP_REGISTER, SHOP_TAX_ID, SHOP_LOCATIONS, SMTP_URL, MAIL_FROM, YALIDINE_API_ID, demo, backup. " +
        "What to do: npm run shop -- verifier",
    ]);

    const { status, stdout, stderr } = await verify(shop.dataDir, { SHOP_PHONE: "0550123456" });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^MANQUE {2}SITE_URL +Adresse du site, en https\n +Ce que tapent/m);
    expect(stdout).toMatch(/^réglé {3}SHOP_PHONE +Téléphone/m);
    expect(stdout).toMatch(/^MANQUE {2}backup +Sauvegarde de la base\n +npm run backup/m);
    expect(stdout).toMatch(/\nIl manque 13 points pour vendre\u00a0: voir docs\/operating\.md\.\n$/);
    expect(stdout.split("\n").filter((line) => [...line].length > 80)).toEqual([]);
  });

  it("is nothing once all is set and backed up, and then the start is silent", async () => {
    const shop = await startForTest({ env: set });
    const verified = async () => (await verify(shop.dataDir, set)).stdout;
    expect(await verified()).toMatch(/MANQUE {2}demo +Produits de démonstration[\s\S]*\nIl manque 2 points/);
    expect(await runCommand(["retirer-demo"], { DATA_DIR: shop.dataDir })).toMatch(/^67 produits/);
    expect(await verified()).toMatch(/réglé {3}demo[\s\S]*\nIl manque un point/);
    const file = join(mkdtempSync(join(tmpdir(), "backup-")), "shop.sqlite");
    const backup = await runProgram("tools/backup.mjs", [file], { env: { DATA_DIR: shop.dataDir } });
    expect(backup.status).toBe(0);
    const { status, stdout } = await verify(shop.dataDir, set);
    expect(stdout).toMatch(/\nRien ne manque pour vendre\.\n$/);
    expect(stdout).not.toMatch(/MANQUE|password|a-token/);
    expect(status).toBe(0);
    await shop.kill();
    const again = await startShop({ env: set, dataDir: shop.dataDir });
    expect(again.log()).not.toContain("Missing to sell for real");
    await again.stop();
  });
});

it("a new database on PostgreSQL says once that nothing of the SQLite file beside it is there", async () => {
  const [engine, older] = [postgres(), sqlite()];
  try {
    const { url = "" } = await engine.fresh();
    const { file } = await older.seeded();
    const env = { DATABASE_URL: url, SESSION_SECRET: "a-secret-of-32-characters-or-more" };
    const started = async () => {
      const shop = await startShop({ env, dataDir: dirname(file) });
      await shop.kill();
      return shop.log();
    };
    const line = `DATABASE_URL.\nNothing of ${file} is in it, neither orders nor accounts.`;
    expect(await started()).toContain(line);
    expect(await started()).not.toContain(file);
  } finally {
    await engine.stop();
    await older.stop();
  }
});

describe("a start in an empty DATA_DIR, and the next one there", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
  const file = join(dataDir, "session-secret");
  let secret: string;
  let first: RunningShop;
  let second: RunningShop | undefined;
  beforeAll(async () => {
    first = await startShop({ dataDir });
    secret = readFileSync(file, "utf8");
    await first.kill();
    second = await startShop({ dataDir });
  });
  afterAll(() => second?.stop());

  it("the demo catalogue that fills the empty database is named once", () => {
    const path = join(dataDir, "shop.sqlite");
    expect(first.log()).toContain(`An empty database was filled with the demo catalogue: ${path}.\n`);
    expect(second?.log()).not.toContain("demo catalogue");
  });

  it("the session secret is made once, kept in DATA_DIR and readable by the owner only", () => {
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(secret);
  });

  // SQLite's planner knows only what the shop gathers itself.
  it("SQLite's planner knows how many products there are", async () => {
    const counted = () =>
      inDatabase({ dataDir }, (database) => {
        const hasAny = database.prepare("select 1 from sqlite_master where name = 'sqlite_stat1'").get();
        if (!hasAny) return undefined;
        const stats = database
          .prepare<[], string>("select stat from sqlite_stat1 where tbl = 'products'")
          .pluck()
          .all();
        // A partial index counts its own rows.
        return Math.max(...stats.map((stat) => Number(stat.split(" ")[0])));
      });
    const count = valueIn({ dataDir }, "select count(*) from products");
    await expect.poll(counted).toBe(count);
  });
});

it("a damaged session secret stops the start", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
  writeFileSync(join(dataDir, "session-secret"), "x");
  const { status, lines } = await startWith({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(status).toBe(1);
  expect(lines[0]).toContain("session-secret");
});
