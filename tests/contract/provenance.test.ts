import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "csv-parse/sync";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { checkout, choiceInStock, directOrder, fillCart, orderNumberOf, someoneElse } from "../support/http/orders";
import { runCommand } from "../support/shop/run-program";
import { servedShop } from "../support/shop/served-shop";
import { restock, valueIn } from "../support/shop/stored";

/** Where an order's visit came from: told by its first page, kept in a cookie, stored with it. */

const SLUG = "boston-santa-cruz";
const INSTAGRAM = "https://l.instagram.com/?u=https%3A%2F%2Fboutique";
const shop = servedShop();
const folder = mkdtempSync(join(tmpdir(), "provenance-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => restock(shop));

const newClient = () => new Client(shop.url);

async function ordered(client: Client): Promise<string> {
  const { send } = await directOrder(client, SLUG, choiceInStock(shop, SLUG), someoneElse());
  const number = orderNumberOf(await send());
  if (!number) throw new Error("Nothing was ordered.");
  return number;
}

function storedWith(number: string): unknown {
  const text = valueIn<string | null>(shop, "select provenance from orders where number = ?", number);
  return text === null ? null : JSON.parse(text ?? "");
}

/** The rows of the merchant's export, by number. */
async function exported(): Promise<Map<string, Record<string, string>>> {
  const file = join(folder, `${Math.random()}.csv`);
  await runCommand(["exporter", file], { DATA_DIR: shop.dataDir });
  const rows = parse(readFileSync(file, "utf8"), { bom: true, delimiter: ";", columns: true }) as Record<
    string,
    string
  >[];
  return new Map(rows.map((row) => [row.Numéro ?? "", row]));
}

describe("an order says where its visit came from", () => {
  it("by the link of an advertisement on the first page, though it is placed from a later one", async () => {
    const client = newClient();
    const page = await client.get("/femme?utm_source=facebook&utm_medium=paid&utm_campaign=Rentr%C3%A9e+2026", {
      referer: "https://l.facebook.com/l.php?u=x",
    });
    expect(page.status).toBe(200);
    const [cookie = "", ...others] = page.headers["set-cookie"] ?? [];
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^provenance=[^;]+; Max-Age=2592000; Path=\/; .*HttpOnly; SameSite=Lax$/);
    await client.get("/shop", { referer: `${shop.url}/femme` });
    const number = await ordered(client);
    const provenance = { source: "facebook", medium: "paid", campaign: "Rentrée 2026", site: "l.facebook.com" };
    expect(storedWith(number)).toEqual(provenance);
    expect((await exported()).get(number)).toMatchObject({
      Source: "facebook",
      Support: "paid",
      Campagne: "Rentrée 2026",
      "Venu de": "l.facebook.com",
    });
    expect(await runCommand(["commande", number], { DATA_DIR: shop.dataDir })).toContain(
      "facebook, paid, Rentrée 2026, l.facebook.com",
    );
  });

  it("by another site's link alone, and through the cart", async () => {
    const client = newClient();
    await client.get(`/product/${SLUG}`, { referer: INSTAGRAM });
    await fillCart(client, SLUG);
    const number = orderNumberOf(await (await checkout(client, someoneElse())).send()) ?? "";
    expect(storedWith(number)).toEqual({ site: "l.instagram.com" });
  });

  it("by the last visit that came from somewhere", async () => {
    const client = newClient();
    await client.get("/?utm_source=lettre");
    await client.get("/faq", { referer: INSTAGRAM });
    await client.get("/", {});
    expect(storedWith(await ordered(client))).toEqual({ site: "l.instagram.com" });
  });

  it("with nothing where nothing was said, or it was this shop's own link", async () => {
    const client = newClient();
    expect((await client.get("/femme", { referer: `${shop.url}/homme` })).headers["set-cookie"]).toBeUndefined();
    expect((await client.get("/femme?couleur=noir")).headers["set-cookie"]).toBeUndefined();
    const number = await ordered(client);
    expect(storedWith(number)).toBeNull();
    expect((await exported()).get(number)).toMatchObject({ Source: "", Support: "", Campagne: "", "Venu de": "" });
  });

  it.each<Record<string, string>>([{ "sec-gpc": "1" }, { dnt: "1" }])(
    "never of a browser that asks not to be followed: %j",
    async (asks) => {
      const client = newClient();
      const page = await client.get("/femme?utm_source=facebook", { referer: INSTAGRAM, ...asks });
      expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined]);
      // Nor what it was told before it began to ask.
      await client.get("/femme?utm_source=facebook");
      expect(client.cookies.has("provenance")).toBe(true);
      const asking = Object.assign(newClient(), { cookies: client.cookies });
      const { ask } = asking;
      asking.ask = (path, what = {}) => ask.call(asking, path, { ...what, headers: { ...what.headers, ...asks } });
      expect(storedWith(await ordered(asking))).toBeNull();
    },
  );

  it("of a page that somebody opens, not of one that is fetched ahead, nor of a picture or a form", async () => {
    const client = newClient();
    const asked: [string, Record<string, string>][] = [
      ["/femme?utm_source=x", { "sec-purpose": "prefetch" }],
      ["/femme?utm_source=x", { "sec-fetch-dest": "empty" }],
      ["/cart?utm_source=x", {}],
      ["/sitemap.xml?utm_source=x", {}],
      ["/pictures/nulle-part.jpg", { referer: INSTAGRAM }],
    ];
    for (const [path, headers] of asked)
      expect((await client.get(path, headers)).headers["set-cookie"] ?? [], path).toEqual([]);
    await client.post("/theme?utm_source=x", { theme: "dark", retour: "/" }, { referer: INSTAGRAM });
    expect(client.cookies.has("provenance")).toBe(false);
  });

  it("as a text that harms neither page, terminal nor spreadsheet, however it was made up", async () => {
    const client = newClient();
    const evil = `=HYPERLINK("http://evil")\r\nSet-Cookie: a=b\u001b[2J<script>`;
    const page = await client.get(
      `/femme?${new URLSearchParams({ utm_source: evil, utm_campaign: "x".repeat(9_000) })}`,
    );
    expect(page.headers["set-cookie"]).toHaveLength(1);
    expect(page.text).not.toContain("HYPERLINK");
    const number = await ordered(client);
    expect(storedWith(number)).toEqual({
      source: '=HYPERLINK("http://evil") Set-Cookie: a=b[2J<script>',
      campaign: "x".repeat(100),
    });
    expect((await exported()).get(number)?.Source).toMatch(/^'=HYPERLINK/);
    expect(await runCommand(["commande", number], { DATA_DIR: shop.dataDir })).not.toContain("\u001b");

    for (const value of ['{"source":{"a":1}}', '"x"', "[[", `{"site":"${"x".repeat(3_000)}"}`]) {
      client.cookies.set("provenance", encodeURIComponent(Buffer.from(value).toString("base64")));
      expect(storedWith(await ordered(client)), value).toBeNull();
    }
  });
});

describe("the cookie and caches", () => {
  it("is in the answer of its own visit alone, which no shared cache keeps", async () => {
    const first = await newClient().get("/faq?utm_source=facebook");
    expect([first.headers["set-cookie"]?.length, first.headers["cache-control"]]).toEqual([1, "private, no-cache"]);
    // The same page from memory, without the cookie of the one before.
    const second = await newClient().get("/faq");
    expect(second.headers["set-cookie"]).toBeUndefined();
    expect(second.headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
    expect([second.headers.etag, second.text]).toEqual([first.headers.etag, first.text]);
    const again = await newClient().get("/faq?utm_source=x", { "if-none-match": String(first.headers.etag) });
    expect([again.status, again.headers["set-cookie"]?.length]).toEqual([304, 1]);
  });

  it.each(["/product/p-bos-murd", "/collection/g-premium?utm_source=x", "/category/homme", "/product/rien"])(
    "is in no shared cache where %s answers otherwise than with a page",
    async (path) => {
      const { status, headers } = await newClient().get(path, { referer: INSTAGRAM });
      expect([301, 404]).toContain(status);
      expect([headers["set-cookie"]?.length, headers["cache-control"]]).toEqual([1, "private, no-cache"]);
    },
  );

  it("leaves its browser everybody's pages", async () => {
    const client = newClient();
    await client.get("/faq", { referer: INSTAGRAM });
    expect(client.cookies.size).toBe(1);
    const page = await client.get("/faq");
    const other = await newClient().get("/faq");
    expect([page.headers["cache-control"], page.headers.etag]).toEqual([
      "public, max-age=0, s-maxage=60",
      other.headers.etag,
    ]);
  });
});

describe("a page that the shop does not keep", () => {
  const loaded = pathToFileURL(join(import.meta.dirname, "../support/shop/without-page-cache.mjs")).href;
  const rendering = servedShop({ env: { NODE_OPTIONS: `--import=${loaded}` } });

  it("is in no shared cache either with the cookie of a visit", async () => {
    const visits: Record<string, string>[] = [{}, { referer: INSTAGRAM }, {}];
    const asked = visits.map((headers) => new Client(rendering.url).get("/faq", headers));
    const found = (await Promise.all(asked)).map(({ headers }) => [
      headers["set-cookie"]?.length,
      headers["cache-control"],
    ]);
    const everybodys = [undefined, "public, max-age=0, s-maxage=60"];
    expect(found).toEqual([everybodys, [1, "private, no-cache"], everybodys]);
  });
});

describe("a shop on another shop's API, which has no field for provenances", () => {
  const remote = servedShop(() => ({ env: { SHOP_API_URL: shop.url } }));

  it("sets no cookie, and does not speak of it", async () => {
    const client = new Client(remote.url);
    const page = await client.get("/privacy?utm_source=x", { referer: INSTAGRAM });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.text).not.toContain("provenance</b>");
    expect((await newClient().get("/privacy")).text).toContain("provenance</b>");
  });

  it("has no back office either", async () => {
    for (const page of ["entree", "bienvenue", "securite", "equipe", "sortie"]) {
      const answer = await new Client(remote.url).get(`/gestion/${page}`);
      expect([page, answer.status]).toEqual([page, page === "sortie" ? 303 : 404]);
    }
    expect((await new Client(remote.url).post("/gestion/entree", { email: "a@b.dz" })).status).toBe(404);
  });
});
