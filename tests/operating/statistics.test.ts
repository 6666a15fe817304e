import { expect, it } from "vitest";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase } from "../support/shop/stored";

/** SQLite's planner knows how much is in a table only from what the shop gathers itself. */

const shop = servedShop();

it("a shop on SQLite that has started knows how many products it has", async () => {
  const counted = () =>
    inDatabase(shop, (database) => {
      const hasAny = database.prepare("select 1 from sqlite_master where name = 'sqlite_stat1'").get();
      if (!hasAny) return undefined;
      const stats = database.prepare<[], string>("select stat from sqlite_stat1 where tbl = 'products'").pluck().all();
      // A partial index counts its own rows.
      return Math.max(...stats.map((stat) => Number(stat.split(" ")[0])));
    });
  const products = inDatabase(shop, (database) => database.prepare("select count(*) from products").pluck().get());
  await expect.poll(counted).toBe(products);
});
