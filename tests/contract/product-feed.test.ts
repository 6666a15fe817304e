import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { Client } from "../support/http/client";
import { type FeedItem, readFeed } from "../support/http/product-feed";
import { servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { inDatabase, runIn } from "../support/shop/stored";

/** /flux/produits.xml, by the rules of Google's product data specification; Meta reads it, too. */

const SITE = "https://boutique.example";
const PATH = "/flux/produits.xml";

const shop = servedShop({ env: { SITE_URL: SITE } });

const feedOf = async ({ url }: Pick<RunningShop, "url">) => readFeed((await new Client(url).get(PATH)).text);

/** What Google asks of each field: how often an item has it, how long it is, how it looks. */
const rules: Record<string, [least: number, most: number, longest: number, pattern: RegExp]> = {
  id: [1, 1, 50, /^[\w.-]+$/],
  item_group_id: [1, 1, 50, /^[\w.-]+$/],
  title: [1, 1, 150, /^\P{C}+$/u],
  description: [1, 1, 5000, /^\P{C}+$/u],
  link: [1, 1, 2000, /^https:\/\/boutique\.example\/product\/[\w-]+\?couleur=[\w-]+&pointure=\d+(\.\d+)?$/],
  image_link: [1, 1, 2000, /^https:\/\/boutique\.example\/pictures\/[\w/-]+\.jpg$/],
  additional_image_link: [0, 10, 2000, /^https:\/\/boutique\.example\/pictures\/[\w/-]+\.jpg$/],
  price: [1, 1, 30, /^[1-9]\d*\.00 DZD$/],
  sale_price: [0, 1, 30, /^[1-9]\d*\.00 DZD$/],
  availability: [1, 1, 20, /^(in_stock|out_of_stock)$/],
  condition: [1, 1, 20, /^new$/],
  brand: [1, 1, 70, /^\P{C}+$/u],
  gtin: [0, 1, 14, /^(?:\d{8}|\d{12,14})$/],
  color: [0, 1, 100, /^\P{C}+$/u],
  size: [0, 1, 100, /^\P{C}+$/u],
  gender: [1, 1, 10, /^(female|male|unisex)$/],
  age_group: [1, 1, 10, /^(adult|kids)$/],
};

/** @returns what of it breaks a rule; a check of each by `expect` would take seconds */
function faultsOf(item: FeedItem): string[] {
  const unknown = Object.keys(item).filter((name) => !Object.hasOwn(rules, name));
  const wrong = Object.entries(rules).flatMap(([name, [least, most, longest, pattern]]) => {
    const values = item[name] ?? [];
    // No double space, and nothing around it.
    const isFault = (value: string) =>
      !pattern.test(value) || value.length > longest || value !== value.replace(/[ \t\n]+/g, " ").trim();
    const isCounted = values.length >= least && values.length <= most;
    return [
      ...(isCounted ? [] : [`${values.length} ${name}`]),
      ...values.filter(isFault).map((one) => `${name} ${one}`),
    ];
  });
  return [...unknown, ...wrong].map((fault) => `${item.id}: ${fault}`);
}

const one = (item: FeedItem | undefined, name: string) => item?.[name]?.[0];

describe("the demonstration catalogue", () => {
  it("is a feed that a strict reader takes, with every pair of every product once", async () => {
    const { channel, items } = await feedOf(shop);
    expect(channel).toMatchObject({ title: "Wahrane", link: `${SITE}/` });
    const wanted = demo.products.flatMap(({ sku, colors, sizes }) =>
      colors.flatMap(({ slug }) => sizes.map((size) => `${sku}-${slug}-${size}`.toLowerCase())),
    );
    expect(items.map((item) => one(item, "id")).sort()).toEqual(wanted.sort());
    expect(items.flatMap(faultsOf)).toEqual([]);
  });

  it("says of each pair what the shop has of it", async () => {
    const { items } = await feedOf(shop);
    const byId = new Map(items.map((item) => [one(item, "id"), item]));
    const words = { femme: "female", homme: "male", mixte: "unisex", enfant: "unisex" };
    for (const { sku, name, price, oldPrice, gender, colors, sizes, ...product } of demo.products)
      for (const color of colors)
        for (const size of sizes) {
          const item = byId.get(`${sku}-${color.slug}-${size}`.toLowerCase());
          const stock = color.stockBySize?.[size] ?? color.stock;
          expect(item).toMatchObject({
            item_group_id: [`p-${sku.toLowerCase()}`],
            price: [`${oldPrice ?? price}.00 DZD`],
            availability: [stock > 0 ? "in_stock" : "out_of_stock"],
            color: [color.name],
            size: [String(size)],
            brand: [product.brand || "Wahrane"],
            gender: [words[gender]],
            age_group: [gender === "enfant" ? "kids" : "adult"],
            link: [`${SITE}/product/${product.slug}?couleur=${color.slug}&pointure=${size}`],
          });
          expect(item?.sale_price).toEqual(oldPrice === undefined ? undefined : [`${price}.00 DZD`]);
          expect(one(item, "title")).toContain(name);
          expect(one(item, "title")).toMatch(new RegExp(`, ${color.name}, pointure ${size}$`));
        }
    // All three kinds are among them.
    const all = (name: string) => new Set(items.map((item) => one(item, name)));
    expect([...all("availability")].sort()).toEqual(["in_stock", "out_of_stock"]);
    expect(items.filter(({ sale_price }) => sale_price).length).toBeGreaterThan(0);
  });

  it("leads to the product with this colour and size chosen", async () => {
    const { items } = await feedOf(shop);
    const client = new Client(shop.url);
    for (const item of items
      .filter((item) => one(item, "availability") === "in_stock")
      .filter((_, at) => at % 60 === 0)) {
      const { status, text } = await client.get((one(item, "link") ?? "").slice(SITE.length));
      expect(status).toBe(200);
      const chosen = [...text.matchAll(/<input\b[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag);
      const values = chosen.filter((tag) => / checked=""/.test(tag)).map((tag) => /value="([^"]*)"/.exec(tag)?.[1]);
      const link = new URL(one(item, "link") ?? "");
      expect(values).toEqual(expect.arrayContaining([link.searchParams.get("couleur"), one(item, "size")]));
    }
  });

  it("shows the colour's pictures, which are there", async () => {
    const { items } = await feedOf(shop);
    const pictures = new Set(
      items.flatMap(({ image_link = [], additional_image_link = [] }) => [...image_link, ...additional_image_link]),
    );
    expect(pictures.size).toBeGreaterThan(100);
    const client = new Client(shop.url);
    for (const address of pictures) {
      const { status, headers } = await client.ask(address.slice(SITE.length), { method: "HEAD" });
      expect([status, headers["content-type"]], address).toEqual([200, "image/jpeg"]);
    }
    for (const item of items) {
      const [, slug, color] = /\/product\/([\w-]+)\?couleur=([\w-]+)/.exec(one(item, "link") ?? "") ?? [];
      const demoColor = demo.products
        .find((product) => product.slug === slug)
        ?.colors.find((one) => one.slug === color);
      if (demoColor?.views.length) expect(one(item, "image_link")).toContain(`/pictures/${slug}/${color}-`);
    }
  });
});

describe("as an answer", () => {
  it("any cache may keep it for an hour, in each encoding, by HEAD and asked again by ETag", async () => {
    const client = new Client(shop.url);
    const plain = await client.get(PATH);
    expect(plain.status).toBe(200);
    expect(plain.headers).toMatchObject({
      "content-type": "application/xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(plain.headers["set-cookie"]).toBeUndefined();
    for (const [encoding, decode] of [
      ["gzip", gunzipSync],
      ["br", brotliDecompressSync],
    ] as const) {
      const { headers, bytes } = await client.get(PATH, { "accept-encoding": encoding });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(decode(bytes).toString("utf8")).toBe(plain.text);
      const head = await client.ask(PATH, { method: "HEAD", headers: { "accept-encoding": encoding } });
      expect([head.status, head.bytes.length, head.headers["content-length"]]).toEqual([200, 0, String(bytes.length)]);
    }
    const { etag = "" } = plain.headers;
    const again = await client.get(PATH, { "if-none-match": etag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await client.get(PATH, { "if-none-match": '"another"' })).status).toBe(200);
  });

  it("breaks off where the database does, and is written again for the next", async () => {
    const broken = await startShop();
    try {
      runIn(broken, "update products set pictures = '{' where slug = 'tong-terga'");
      await expect(new Client(broken.url).get(PATH)).rejects.toThrow();
      expect(broken.log()).toContain("SyntaxError");
      runIn(broken, "update products set pictures = '[]' where slug = 'tong-terga'");
      const { items } = await feedOf(broken);
      // Without a picture Google asks for one; the feed says what there is.
      const without = items.filter(({ image_link }) => !image_link);
      expect(new Set(without.map((item) => one(item, "link")?.split("?")[0]))).toEqual(
        new Set([`${broken.url}/product/tong-terga`]),
      );
    } finally {
      await broken.stop();
    }
  });
});

describe("what other shops' lists bring", () => {
  const other = servedShop({ env: { SITE_URL: SITE } });
  const HOSTILE = `]]> <![CDATA[ & "it's" \u0000\u0007\u001b[2J\u202e\ufffe\ue000 👟🏽 </item><x> ${"é".repeat(9)}`;
  /** Of a box, of a small one, and two that are a shop's own. */
  const BARCODES = ["4006381333931", "96385074", "4006381333932", "WAH-0001"];
  let items: FeedItem[] = [];

  beforeAll(async () => {
    inDatabase(other, (database) => {
      database
        .prepare("update products set name = ?, description = ?, brand = ? where slug = 'tong-terga'")
        .run(`${HOSTILE}${"👟".repeat(120)}`, `${HOSTILE} ${"mot ".repeat(2_000)}`, HOSTILE.repeat(3));
      for (const [position, barcode] of BARCODES.entries())
        database
          .prepare(
            "update variants set barcode = ? where position = ? and product_id = (select id from products where slug = 'tong-terga')",
          )
          .run(barcode, position);
      // As an imported product that has neither.
      database.exec(`
        pragma foreign_keys = off;
        update products set id = 'import/${"x".repeat(80)}', colors = '[{"slug":"unique","name":"Coloris unique","hex":""}]',
          description = '', old_price = 5000, price = 5000 where slug = 'ballerine-opera';
        delete from variants where product_id = 'p-fba-oper' and position > 0;
        update variants set id = 'é/${"y".repeat(80)}', product_id = 'import/${"x".repeat(80)}', color_slug = 'unique',
          color_name = 'Coloris unique', size = 101, size_label = 'Taille unique' where product_id = 'p-fba-oper';
      `);
    });
    ({ items } = await feedOf(other));
  });

  const of = (slug: string) => items.filter((item) => one(item, "link")?.startsWith(`${SITE}/product/${slug}?`));

  it("breaks nothing, and keeps to every length", () => {
    expect(of("tong-terga").length).toBeGreaterThan(3);
    expect(items.flatMap(faultsOf)).toEqual([]);
    const [item] = of("tong-terga");
    expect(one(item, "title")).toMatch(
      /^\]\]> <!\[CDATA\[ & "it's" \[2J 👟🏽 <\/item><x> é{9}.*…, [^,]+, pointure \d+$/u,
    );
    expect(one(item, "description")).toMatch(/^\]\]> <!\[CDATA\[.* mot…$/u);
    expect(one(item, "description")?.length).toBeGreaterThan(4_900);
  });

  it("has the number of a box where its last digit is right", () => {
    const found = of("tong-terga").flatMap(({ gtin = [] }) => gtin);
    expect(found.sort()).toEqual(BARCODES.slice(0, 2));
    expect(of("ballerine-opera")[0]).not.toHaveProperty("gtin");
  });

  it("a product without colours and sizes is one item that names none", () => {
    const [item, ...others] = of("ballerine-opera");
    expect(others).toEqual([]);
    expect(item).not.toHaveProperty("color");
    expect(item).not.toHaveProperty("size");
    expect(one(item, "id")).toMatch(/^[0-9a-f]{50}$/);
    expect(one(item, "item_group_id")).toMatch(/^[0-9a-f]{50}$/);
    expect(one(item, "title")).toBe("Opéra – ballerine femme, taille unique");
    // Nobody described it, and what costs as much as before is no reduction.
    expect(one(item, "description")).toBe("Opéra – ballerine femme");
    expect(item?.price).toEqual(["5000.00 DZD"]);
    expect(item).not.toHaveProperty("sale_price");
  });
});
