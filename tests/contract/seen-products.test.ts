import { beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { type Form, formsOf, submit } from "../support/http/forms";
import { fillCart, SLUG } from "../support/http/orders";
import { servedShop } from "../support/shop/served-shop";
import { restock, valueIn } from "../support/shop/stored";

/** Products beside the cart: seen by this browser, or like the pair in it (decision 053). */

const OTHERS = ["mule-tafna", "sandale-corales", "basket-arzew", "boston-tlemcen", "sandale-canastel"] as const;

const shop = servedShop();
beforeAll(() => restock(shop));

/** Opens a product's page as a browser does, with its pictures. */
async function look(client: Client, slug: string): Promise<void> {
  const { text } = await client.get(`/product/${slug}`);
  const [, path = ""] = /<img[^>]* src="(\/vus\?[^"]+)"/.exec(text) ?? [];
  const { status, headers } = await client.get(path.replaceAll("&amp;", "&"));
  expect({ status, kind: headers["content-type"], kept: headers["cache-control"] }).toEqual({
    status: 200,
    kind: "image/svg+xml",
    kept: "no-store",
  });
}

/** Slugs of the products of a section, in the order of the page. */
function slugsOf(page: string, id: string): string[] {
  const section = new RegExp(`<section[^>]* aria-labelledby="${id}".*?</section>`, "s").exec(page)?.[0] ?? "";
  return [...section.matchAll(/<a [^>]*href="\/product\/([\w-]+)/g)].map(([, slug = ""]) => slug);
}

const cart = async (client: Client) => (await client.get("/cart")).text;

describe("'Vus récemment'", () => {
  it("shows what this browser looked at, the last one first, without what is in the cart", async () => {
    const client = new Client(shop.url);
    await look(client, SLUG);
    for (const slug of [...OTHERS, OTHERS[3]]) await look(client, slug);
    await fillCart(client, SLUG);
    const page = await cart(client);
    const shown = [...slugsOf(page, "vus"), ...slugsOf(page, "aussi")];
    expect(shown).not.toContain(SLUG);
    expect(new Set(shown).size).toBe(shown.length);
    const expected = [OTHERS[3], OTHERS[4], OTHERS[2], OTHERS[1], OTHERS[0]];
    expect(slugsOf(page, "vus")).toEqual(expected.filter((slug) => !slugsOf(page, "aussi").includes(slug)).slice(0, 4));
    expect(slugsOf(page, "vus").length).toBeGreaterThan(1);
  });

  it("is there beside an empty cart and beside a guest's wishlist", async () => {
    const client = new Client(shop.url);
    await look(client, SLUG);
    expect(slugsOf(await cart(client), "vus")).toEqual([SLUG]);
    expect(slugsOf((await client.get("/wishlist")).text, "vus")).toEqual([SLUG]);
    const id = valueIn<string>(shop, "select id from products where slug = ?", SLUG);
    await client.post("/wishlist", { intent: "ajouter", produit: id ?? "" });
    expect((await client.get("/wishlist")).text).not.toContain("Vus récemment");
  });

  it("is not there for who looked at nothing, or at what is no product", async () => {
    const client = new Client(shop.url);
    expect(await cart(client)).not.toContain("Vus récemment");
    for (const id of ["rien", "", "x".repeat(5000), "'; --", "\u0000"])
      await client.get(`/vus?produit=${encodeURIComponent(id)}`);
    expect(await cart(client)).not.toContain("Vus récemment");
    expect([...client.cookies.values()].join("").length).toBeLessThan(200);
  });

  it("remembers no more than twelve", async () => {
    const client = new Client(shop.url);
    for (let index = 0; index < 40; index += 1) await client.get(`/vus?produit=${"x".repeat(60)}${index}`);
    const value = decodeURIComponent(client.cookies.get("vus") ?? "");
    const ids = JSON.parse(Buffer.from(value, "base64").toString("utf8"));
    expect(ids).toHaveLength(12);
    expect(ids[0]).toMatch(/39$/);
  });

  it("is forgotten by its button, which returns to the page", async () => {
    const client = new Client(shop.url);
    await look(client, SLUG);
    const { text } = await client.get("/wishlist");
    const form = formsOf(text).find(({ action }) => action === "/vus") as Form;
    const answer = await submit(client, form, {});
    expect(answer.status).toBe(303);
    expect(client.cookies.has("vus")).toBe(false);
    expect(await cart(client)).not.toContain("Vus récemment");
    const back = await client.post("/vus", {}, { referer: `${shop.url}/wishlist` });
    expect(back.location).toBe("/wishlist");
  });

  it("keeps public pages the same for all: strangers stay strangers", async () => {
    const client = new Client(shop.url);
    const before = await client.get(`/product/${SLUG}`);
    await look(client, SLUG);
    const after = await client.get(`/product/${SLUG}`);
    expect(after.headers["cache-control"]).toBe(before.headers["cache-control"]);
    expect(after.headers["cache-control"]).toContain("s-maxage");
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(after.headers["set-cookie"]).toBeUndefined();
  });

  it("is refused to other sites", async () => {
    const answer = await new Client(shop.url).post("/vus", {}, { "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(403);
  });
});

describe("'Vous aimerez aussi'", () => {
  it("shows products in stock like the pair that was added last, none of which is in the cart", async () => {
    const client = new Client(shop.url);
    expect(await cart(client)).not.toContain("Vous aimerez aussi");
    await fillCart(client, SLUG);
    const [first = "", ...others] = slugsOf(await cart(client), "aussi");
    expect([first, ...others]).toHaveLength(4);
    const kindOf = (slug: string) => valueIn(shop, "select kind from products where slug = ?", slug);
    expect(kindOf(first)).toBe(kindOf(SLUG));
    await fillCart(client, first);
    const then = slugsOf(await cart(client), "aussi");
    expect(then).toHaveLength(4);
    expect(then).not.toContain(first);
    expect(then).not.toContain(SLUG);
  });
});
