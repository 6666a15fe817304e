import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { saleName } from "~/domain/content/sale";
import { algerianDay } from "~/domain/values/dates";
import { formsOf } from "../support/http/forms";
import { clientOf, failingShop } from "../support/shop/served-shop";

/** The bar and the menu as served, before scripts (section 2, Layout; decision 050). */

const { shop, fail } = failingShop();
const client = clientOf(shop, beforeAll);
let database: Database.Database;

beforeAll(() => {
  database = new Database(join(shop.dataDir, "shop.sqlite"), { timeout: 5000 });
});
afterEach(() => fail(""));
afterAll(() => database?.close());

/** Links of the bar, then of the menu. */
async function linksOn(path: string): Promise<{ bar: string[]; menu: string[] }> {
  const { text, status } = await client.get(path);
  expect(status).toBe(200);
  const linksIn = (label: string) => {
    const [nav = ""] = new RegExp(`<nav aria-label="${label}".*?</nav>`, "s").exec(text) ?? [];
    return [...nav.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, words]) => `${words} ${href}`);
  };
  return { bar: linksIn("Navigation principale"), menu: linksIn("Menu") };
}

/** Kept for all visitors; kept, with a list; rendered for each. */
const PAGES = ["/terms", "/shop", "/login"];
const SALE = `${saleName(algerianDay(new Date()))} /sales/summer`;
const BOSTON = "Boston /category/boston";
const sold = [
  "Hommes /homme",
  "Femmes /femme",
  "Enfant /enfant",
  BOSTON,
  "Nouveautés /nouveaute",
  "Collections /collections",
  SALE,
  "Boutique /shop",
];

/** Changes of the catalogue and back; triggers renew cached pages, as with every change. */
function changed(table: string, values: string, where: string): () => void {
  const column = values.split(" ", 1)[0] ?? "";
  const rows = database.prepare(`select id, ${column} as value from ${table} where ${where}`).all();
  expect(rows).not.toEqual([]);
  database.exec(`update ${table} set ${values} where ${where}`);
  const restore = database.prepare(`update ${table} set ${column} = @value where id = @id`);
  return () => {
    for (const row of rows) restore.run(row);
  };
}

describe("the navigation", () => {
  it.each(PAGES)("of %s leads straight to what is sold, the menu to categories as well", async (path) => {
    const { bar, menu } = await linksOn(path);
    expect(bar).toEqual(sold);
    expect(menu.slice(0, 12)).toEqual([
      "Accueil /",
      ...sold,
      "Catégories /categories",
      "À propos /about",
      "Contact /contact",
    ]);
    for (const link of bar) expect((await client.get(link.split(" ").at(-1) ?? "")).status, link).toBe(200);
  });

  it("has 'Soldes' as long as anything is reduced, on kept pages too", async () => {
    const restore = changed("products", "old_price = null", "old_price > price");
    for (const path of PAGES) expect((await linksOn(path)).bar, path).toEqual(sold.filter((link) => link !== SALE));
    restore();
    for (const path of PAGES) {
      const { bar, menu } = await linksOn(path);
      expect(bar, path).toContain(SALE);
      expect(menu, path).toContain(SALE);
    }
  });

  it.each([
    ["products", "active = 0", "category_id in (select id from categories where slug like 'boston%')"],
    ["categories", "slug = 'sabots'", "slug = 'boston'"],
  ])("has 'Boston' as long as the catalogue does (%s)", async (...change) => {
    const restore = changed(...change);
    for (const path of PAGES) {
      const { bar, menu } = await linksOn(path);
      expect([...bar, ...menu].join(), path).not.toContain("/category/");
    }
    restore();
    for (const path of PAGES) expect((await linksOn(path)).bar, path).toContain(BOSTON);
  });

  it("asks the database once for each version of the catalogue, and keeps no page while it cannot", async () => {
    expect((await linksOn("/login")).bar).toEqual(sold);
    fail("products categories");
    expect((await linksOn("/login")).bar).toEqual(sold);
    const restore = changed("products", "name = 'Autre nom'", "slug = 'mule-tafna'");
    for (const path of ["/login", "/terms"]) expect((await linksOn(path)).bar, path).not.toContain(SALE);
    fail("");
    for (const path of ["/login", "/terms"]) expect((await linksOn(path)).bar, path).toEqual(sold);
    restore();
  });

  it("has a field to search in, which is a form of its own", async () => {
    const { text } = await client.get("/terms");
    const form = formsOf(text).find(({ action }) => action === "/search");
    expect(form?.method).toBe("get");
    expect(form?.fields.map(([name]) => name)).toEqual(["q"]);
    expect(text).toMatch(/<input[^>]*name="q"[^>]*aria-label="Rechercher"/);
    expect((await client.get("/search?q=ballerine")).text.includes("/product/ballerine-front-de-mer")).toBe(true);
  });
});
