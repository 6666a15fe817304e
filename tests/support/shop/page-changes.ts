import { tableCourier } from "~/courier/table.server";
import type { Processes } from "./processes";

/** Changes by merchant, courier and engineer in an open shop; none restores an earlier state. */

/** For sale, reduced, on the home page, with colours for filters, and one that is no shoe. */
export const PRODUCTS = [
  "boston-santa-cruz",
  "boston-letang",
  "sandale-les-andalouses",
  "tong-sbiaat",
  "sac-de-plage",
] as const;
export type Slug = (typeof PRODUCTS)[number];

/** Makes the last one: two colours, and a size in words, which no filter knows. */
export async function putOnSale({ testShop, query }: Pick<Processes, "testShop" | "query">): Promise<void> {
  const { id, variants } = await testShop.product([5, 5]);
  const colors = [
    { slug: "noir", name: "Noir", hex: "#000000" },
    { slug: "rouge", name: "Rouge", hex: "#c03030" },
  ];
  for (const [index, { slug, name, hex }] of colors.entries())
    await query`update variants set color_slug = ${slug}, color_name = ${name}, color_hex = ${hex}, size = 101,
      size_label = 'Taille unique' where id = ${variants[index]}`;
  await query`update products set slug = 'sac-de-plage', name = 'Sac de plage', colors = ${JSON.stringify(colors)}
    where id = ${id}`;
  await testShop.setStock(variants[0] ?? "", 6);
  await testShop.indexProducts();
}

/** Pages that show a product, besides its own. */
const seenOn: Record<Slug, readonly string[]> = {
  "boston-santa-cruz": ["/category/boston", "/search?q=boston", "/"],
  "boston-letang": ["/sales/summer", "/category/boston", "/collection/soldes-ete"],
  "sandale-les-andalouses": ["/", "/shop", "/femme", "/nouveaute"],
  "tong-sbiaat": ["/shop?couleur=noir&pointure=42", "/search?q=tong+noir", "/homme?page=2"],
  "sac-de-plage": ["/search?q=sac+noir", "/search?q=sac+noir", "/shop"],
};
export const everywhere = (slug: Slug) => [`/product/${slug}`, ...seenOn[slug]];
const itself = (slug: Slug) => [`/product/${slug}`];

interface Change {
  /** Pages that certainly show the change. */
  shows: (slug: Slug) => readonly string[];
  /** @param count of changes until now */
  make: (shop: Processes, slug: Slug, count: number) => Promise<unknown>;
}

/** Changes of a product that each page with it shows. */
const shownEverywhere: Record<string, Change["make"]> = {
  price: ({ query }, slug) => query`update products set price = price + 10 where slug = ${slug}`,
  "old price": ({ query }, slug, count) =>
    query`update products set old_price = ${count % 3 === 0 ? null : 20_000 + count} where slug = ${slug}`,
  name: ({ query }, slug, count) => query`update products set name = ${`Sabot ${count}`} where slug = ${slug}`,
  async "on sale or not"({ query, testShop }, slug) {
    // One product at a time is inactive.
    await query`update products set active = case when slug = ${slug} then 1 - active else 1 end`;
    await testShop.indexProducts();
  },
  "what it is called": ({ query }, slug) =>
    query`update products set is_new = 1 - is_new, is_bestseller = 1 - is_bestseller where slug = ${slug}`,
  "its place": ({ query }, slug, count) =>
    query`update products set created_at = created_at + ${count * 86_400_000} where slug = ${slug}`,
  pictures: ({ query }, slug, count) =>
    query`update products set picture = replace(picture, '"alt":"', ${`"alt":"${count} `}),
      pictures = replace(pictures, '"alt":"', ${`"alt":"${count} `}) where slug = ${slug}`,
  "no pair of a size": (shop, slug) => setStock(shop, slug, 0),
  "one pair of a size": (shop, slug) => setStock(shop, slug, 1),
  "more pairs of a size": (shop, slug, count) => setStock(shop, slug, 2 + (count % 4)),
  "a size by hand": ({ query }, slug, count) =>
    query`update variants set stock = case when stock = 0 then 9 else 0 end where size = ${42 - (count % 3)}
      and product_id = (select id from products where slug = ${slug})`,
  async "sold out, or there again"({ query, testShop }, slug) {
    const variants = await query<{ id: string; stock: number }>`select id, stock from variants
      where product_id = (select id from products where slug = ${slug})`;
    const isGone = variants.every(({ stock }) => stock === 0);
    await query`update variants set stock = ${isGone ? 9 : 0}
      where product_id = (select id from products where slug = ${slug})`;
    for (const { id } of variants.slice(0, 1)) await testShop.setStock(id, isGone ? 8 : 0);
  },
};

export const changes: Record<string, Change> = {
  ...Object.fromEntries(Object.entries(shownEverywhere).map(([name, make]) => [name, { shows: everywhere, make }])),
  review: {
    shows: itself,
    make: ({ query }, slug, count) =>
      query`update products set rating = ${1 + (count % 40) / 10}, review_count = review_count + 1,
        features = ${JSON.stringify([`Avis n° ${count}`])} where slug = ${slug}`,
  },
  description: {
    shows: itself,
    make: ({ query }, slug, count) =>
      query`update products set description = ${`Sabot n° ${count}`}, care = ${`À brosser ${count} fois.`}
        where slug = ${slug}`,
  },
  "a colour": {
    shows: itself,
    make: ({ query }, slug, count) =>
      query`update variants set color_name = ${`Noir ${count}`}
        where product_id = (select id from products where slug = ${slug})`,
  },
  "a new product": {
    shows: () => ["/shop", "/nouveaute", "/"],
    async make({ testShop, query }, _, count) {
      // One at a time exists.
      await query`delete from products where slug like 'slug-p-%'`;
      if (count % 3 > 0) await testShop.product([1 + (count % 3), 5], 5_000 + count);
      await testShop.indexProducts();
    },
  },
  "a category": {
    shows: () => ["/categories", "/category/boston", "/femme"],
    make: ({ query }, _, count) => query`update categories set name = ${`Rayon ${count}`}, position = 100 - position`,
  },
  "a collection": {
    shows: () => ["/collections", "/collection/premium", "/"],
    make: ({ query }, _, count) => query`update collections set description = ${`Collection n° ${count}`}`,
  },
  "a section of the home page": {
    shows: () => ["/"],
    make: ({ query }, _, count) =>
      query`update home_sections set title = ${`Section ${count}`}, position = 100 - position`,
  },
  "a section that comes or goes": {
    shows: () => ["/"],
    make: ({ query }) => query`update home_sections set enabled = 1 - enabled where type <> 'hero'`,
  },
  "what is often searched": {
    shows: () => ["/search", "/search?q=introuvable"],
    make: ({ query }, _, count) =>
      count % 2 === 0
        ? query`insert into popular_searches (term, position) values (${`Envie ${count}`}, ${-count})`
        : query`delete from popular_searches where position = (select min(position) from popular_searches)`,
  },
  "the courier's places and fees": {
    shows: itself,
    make: (shop) => renewPlaces(shop),
  },
};

async function setStock({ query, testShop }: Processes, slug: Slug, stock: number): Promise<void> {
  const [other] = await query<{ id: string }>`select id from variants
    where stock <> ${stock} and product_id = (select id from products where slug = ${slug}) order by position limit 1`;
  if (other) await testShop.setStock(other.id, stock);
}

const WILAYAS = [16, 31];

/** Replaces the courier's data in one transaction, as a finished reading does. */
async function renewPlaces({ transact }: Processes): Promise<void> {
  const table = tableCourier();
  await transact(async (transaction) => {
    const { generation } = await transaction.selectFrom("courier_state").select("generation").executeTakeFirstOrThrow();
    const next = generation + 1;
    for (const wilaya of table.wilayas().filter(({ id }) => WILAYAS.includes(id))) {
      const communes = table.communes(wilaya.id).map(({ id, name }) => ({ id, name, rate: table.rate(wilaya.id, id) }));
      const content = { id: wilaya.id, name: `${wilaya.name} ${next}`, communes, pickupPoints: [] };
      await transaction
        .insertInto("courier_wilayas")
        .values({
          generation: next,
          id: wilaya.id,
          name: content.name,
          is_deliverable: 1,
          content: JSON.stringify(content),
        })
        .execute();
    }
    await transaction.updateTable("courier_state").set({ generation: next, read_at: Date.now() }).execute();
    await transaction.deleteFrom("courier_wilayas").where("generation", "<=", generation).execute();
  });
}
