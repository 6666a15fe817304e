import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { readFeed } from "../support/http/product-feed";
import { wordsIn } from "../support/http/reading";
import { postgres } from "../support/shop/databases";
import { servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop, untilOpen } from "../support/shop/shop-server";

/** The product feed of every kind of shop; that of SQLite is read in tests/contract. */

const PATH = "/flux/produits.xml";
const env = { SITE_URL: "https://boutique.example" };

const shop = servedShop({ env });

describe("on every kind of shop", () => {
  const engine = postgres();
  const shops: RunningShop[] = [];
  beforeAll(async () => {
    const { url = "" } = await engine.fresh();
    const onPostgres = await startShop({ env: { ...env, DATABASE_URL: url } });
    const remote = await startShop({ env: { ...env, SHOP_API_URL: shop.url } });
    shops.push(onPostgres, remote);
    await untilOpen(remote);
  });
  afterAll(async () => {
    await Promise.all(shops.map((each) => each.stop()));
    await engine.stop();
  });

  it("has the same items", async () => {
    const itemsOf = async ({ url }: Pick<RunningShop, "url">) => {
      const { items } = readFeed((await new Client(url).get(PATH)).text);
      return items.sort((a, b) => ((a.id?.[0] ?? "") < (b.id?.[0] ?? "") ? -1 : 1));
    };
    const items = await itemsOf(shop);
    expect(items.length).toBeGreaterThan(100);
    for (const each of shops) expect(await itemsOf(each)).toEqual(items);
  });

  it("offers no samples, nor does the sitemap, while an API has given no catalogue yet", async () => {
    const away = await startShop({ env: { SHOP_API_URL: "http://127.0.0.1:1" } });
    try {
      expect(wordsIn((await new Client(away.url).get("/shop")).text)).toContain("Les commandes sont fermées");
      for (const path of [PATH, "/sitemap.xml", "/sitemap.xml?fichier=produits-1"])
        expect((await new Client(away.url).get(path)).status, path).toBe(503);
    } finally {
      await away.stop();
    }
  });
});
