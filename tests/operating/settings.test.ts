import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../support/ports";
import { startShop } from "../support/shop-server";

function startWith(environment: Record<string, string>) {
  const run = spawnSync(process.execPath, ["tools/start.mjs"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: mkdtempSync(join(tmpdir(), "shop-")),
      PORT: "1",
      ...environment,
    },
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status: run.status, lines: run.stderr.trim().split("\n") };
}

describe("a wrong setting stops the start with one line that names it", () => {
  it.each([
    ["PORT", "three"],
    ["PORT", "70000"],
    ["SITE_URL", "boutique"],
    ["SITE_URL", "ftp://boutique.example"],
    ["SITE_URL", "https://boutique.example/shop"],
    ["TRUSTED_PROXIES", "localhost"],
    ["DATABASE_URL", "mysql://localhost/shop"],
    ["SESSION_SECRET", "short"],
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "nobody"],
    ["UNCONFIRMED_DAYS", "trois"],
    ["UNCONFIRMED_DAYS", "366"],
    ["UNCONFIRMED_ORDERS", "0"],
    ["ORDERS_FROM_ADDRESS", "-1"],
    ["PAIRS_FROM_ADDRESS", "1.5"],
    ["ORDERS_WAITING", "beaucoup"],
    ["SHOP_PHONE", "12"],
    ["SHOP_EMAIL", "nobody"],
    ["SHOP_EMAIL", "", { SMTP_URL: "smtps://user:password@mail.example:465" }],
    ["SHOP_LOCATIONS", "Centre | 1, rue de l'Exemple | 12"],
    ["SHOP_LOCATIONS", "Centre | 1, rue de l'Exemple | | ici"],
    ["SHOP_FACEBOOK", "javascript:alert(1)"],
    ["DATA_DIR", "/dev/null/data"],
    ["YALIDINE_API_ID", "", { YALIDINE_API_TOKEN: "a-token-of-the-courier" }],
    ["YALIDINE_API_TOKEN", "", { YALIDINE_API_ID: "12345678901234567890" }],
    ["YALIDINE_API_TOKEN", "two words", { YALIDINE_API_ID: "12345678901234567890" }],
    ["YALIDINE_API_ID", "", { YALIDINE_WEBHOOK_SECRET: "a-secret-alone" }],
    ["YALIDINE_API_URL", "https://api.yalidine.app/v1"],
  ] as [name: string, value: string, others?: Record<string, string>][])("%s=%s %o", (name, value, others = {}) => {
    const { status, lines } = startWith({ ...others, [name]: value });
    expect(status).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(name);
  });

  it("says which database cannot be reached", async () => {
    const { status, lines } = startWith({
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
      PORT: String(await freePort()),
    });
    expect(status).toBe(1);
    expect(lines.join("\n")).toMatch(/database cannot be opened/i);
  });

  it("says that a port is taken", async () => {
    const shop = await startShop();
    try {
      const { status, lines } = startWith({ PORT: new URL(shop.url).port });
      expect(status).toBe(1);
      expect(lines.join("\n")).toContain("is taken");
    } finally {
      await shop.stop();
    }
  });
});

it("every setting is in .env.example and in docs/operating.md", () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, "../..", name), "utf8");
  const names = [...read("app/settings.server.ts").matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(names).toContain("SHOP_TWITTER");
  for (const file of [".env.example", "docs/operating.md"])
    expect(names.filter((name) => !read(file).includes(`${name}=`))).toEqual([]);
});

describe("the session secret", () => {
  it("is made once, kept in DATA_DIR and readable by the owner only", async () => {
    const first = await startShop();
    const file = join(first.dataDir, "session-secret");
    const secret = readFileSync(file, "utf8");
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(statSync(file).mode & 0o077).toBe(0);
    await first.kill();
    const second = await startShop({ dataDir: first.dataDir });
    expect(readFileSync(file, "utf8")).toBe(secret);
    await second.stop();
  });

  it("stops the start when it is damaged", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
    writeFileSync(join(dataDir, "session-secret"), "x");
    const { status, lines } = startWith({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(status).toBe(1);
    expect(lines[0]).toContain("session-secret");
  });
});
