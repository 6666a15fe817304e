import { describe, expect, it } from "vitest";
import { missingIn, pointsOf, type ReadinessFacts } from "~/domain/content/readiness";

const now = new Date("2026-11-22T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const nothing: ReadinessFacts = {
  given: new Set(),
  siteUrl: "http://localhost:3000",
  lastBackup: undefined,
  demoOnSale: 67,
  now,
};

const ALL = [
  "SITE_URL",
  "TRUSTED_PROXIES",
  "SHOP_PHONE",
  "SHOP_EMAIL",
  "SHOP_LEGAL_NAME",
  "SHOP_ADDRESS",
  "SHOP_REGISTER",
  "SHOP_TAX_ID",
  "SHOP_LOCATIONS",
  "SMTP_URL",
  "YALIDINE_API_ID",
];
const everything: ReadinessFacts = {
  given: new Set(ALL),
  siteUrl: "https://boutique.example",
  lastBackup: daysAgo(1),
  demoOnSale: 0,
  now,
};
const missing = (changes: Partial<ReadinessFacts>, base = everything) => missingIn(pointsOf({ ...base, ...changes }));
const given = (...changes: string[]) => ({ given: new Set([...ALL, ...changes]) });
const without = (...names: string[]) => ({ given: new Set(ALL.filter((name) => !names.includes(name))) });

describe("what a shop needs that sells for real", () => {
  it("is all missing from one that nobody has set up, but for what it makes itself", () => {
    expect(missing({}, nothing)).toEqual([...ALL.slice(0, 10), "MAIL_FROM", "YALIDINE_API_ID", "demo", "backup"]);
  });

  it("is all there once it is set", () => {
    expect(missing({})).toEqual([]);
    for (const name of ALL)
      expect(missing(without(name)), name).toEqual(name === "SHOP_EMAIL" ? [name, "MAIL_FROM"] : [name]);
  });

  it("is an address with https, a sender, a courier of its own, and a secret that all processes share", () => {
    expect(missing({ siteUrl: "http://boutique.example" })).toEqual(["SITE_URL"]);
    expect(missing({ given: new Set([...without("SHOP_EMAIL").given, "MAIL_FROM"]) })).toEqual(["SHOP_EMAIL"]);
    expect(missing({ given: new Set([...without("YALIDINE_API_ID").given, "SHOP_API_URL"]) })).toEqual([]);
    expect(missing(given("DATABASE_URL"))).toEqual(["SESSION_SECRET"]);
    expect(missing(given("DATABASE_URL", "SESSION_SECRET"))).toEqual([]);
  });

  it("is a catalogue without invented products, where it is this shop's own", () => {
    expect(missing({ demoOnSale: 1 })).toEqual(["demo"]);
    // The database does not answer.
    expect(missing({ demoOnSale: undefined })).toEqual(["demo"]);
    expect(missing({ demoOnSale: 1, ...given("SHOP_API_URL") })).toEqual([]);
    const todo = (demoOnSale: number) =>
      pointsOf({ ...everything, demoOnSale }).find(({ name }) => name === "demo")?.todo;
    expect(todo(1)).toMatch(/^1 produit inventé est en vente\. .* retirer-demo\.$/);
    expect(todo(67)).toMatch(/^67 produits inventés sont en vente\./);
  });

  it("is a backup of this week; one of PostgreSQL is looked for elsewhere", () => {
    expect(missing({ lastBackup: daysAgo(6.9) })).toEqual([]);
    expect(missing({ lastBackup: daysAgo(7) })).toEqual(["backup"]);
    expect(missing({ lastBackup: undefined })).toEqual(["backup"]);
    const points = pointsOf({ ...everything, ...given("DATABASE_URL"), lastBackup: undefined });
    expect(points.find(({ name }) => name === "backup")?.state).toBe("elsewhere");
  });
});
