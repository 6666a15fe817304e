import { describe, expect, it } from "vitest";
import { Client } from "../support/http";
import { addressOf, table } from "../support/routes";
import { servedShop } from "../support/served-shop";

/** A shop of which nobody has set anything: what is not known is left out, and nothing stands in its place. */

const shop = servedShop({ env: { SHOP_PHONE: "0550123456" } });

const params = { number: "K7MQ-4TXP", status: "404" };
const named: Record<string, Record<string, string>> = {
  "/product/:id": { id: "boston-santa-cruz" },
  "/category/:slug": { slug: "sandales" },
  "/collection/:id": { id: "premium" },
};
const pages = table
  .filter(({ isPage }) => isPage)
  .map((route) => addressOf(route, { ...params, ...named[route.pattern] }));

/** What is read, attributes that are read out or followed, and data for search engines. */
const read = (html: string) => html.replace(/<style[^>]*>.*?<\/style>/gs, "").replace(/<(?:br|wbr)\b[^>]*>/g, " ");

const PLACEHOLDERS = [
  /à compléter/i,
  /\.example\b/,
  /mailto:"/,
  /\bundefined\b/,
  // A name with nothing behind it.
  /(?:Adresse|Registre du commerce|NIF\)|Vendeur|E-mail)(?:<[^>]*>|\s|&nbsp;)*:(?:<[^>]*>|\s)*(?:Registre|Identification|Téléphone|$)/,
  /Wahrane, *[.,<]/,
  /<dd[^>]*><\/dd>/,
];

describe("a shop without settings shows no placeholder", () => {
  it.each(pages)("%s", async (path) => {
    let page = await new Client(shop.url).get(path);
    for (let hop = 0; hop < 3 && page.status >= 300 && page.status < 400 && page.location; hop += 1)
      page = await new Client(shop.url).get(page.location);
    const html = read(page.text);
    expect(html).toContain("</footer>");
    for (const placeholder of PLACEHOLDERS) expect(html.match(placeholder)?.[0], String(placeholder)).toBeUndefined();
  });

  it("says who sells by its name and its phone", async () => {
    const { text } = await new Client(shop.url).get("/terms");
    const words = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(words).toMatch(/Vendeur : Wahrane Téléphone : 0550 12 34 56 \./);
    expect(words).not.toMatch(/Registre du commerce|NIF|E-mail :/);
    const contact = (await new Client(shop.url).get("/contact")).text;
    expect(contact).not.toMatch(/Nos boutiques à Oran|openstreetmap\.org\/search/);
    expect((await new Client(shop.url).get("/privacy")).text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ")).toContain(
      "Wahrane. Pour toute question sur vos données : 0550 12 34 56. Ces règles",
    );
  });
});
