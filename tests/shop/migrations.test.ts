import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { productColumn } from "~/database/migrations/columns";
import { migrate, migrations } from "~/database/migrations.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { describeOnEach } from "../support/shop/databases";
import { wrongSumsIn } from "../support/shop/test-shop";

describeOnEach("old shops on %s", (engine) => {
  it("give their products the stars of the reviews that can be read, rounded as they are shown", async () => {
    const database = await openDatabase(await engine.fresh());
    const { db } = database;
    const older = Object.entries(migrations).filter(([name]) => name < "023");
    await migrate(database, Object.fromEntries(older));
    await sql`insert into categories (id, slug, name, description, position) values ('c', 'c', 'C', '', 0)`.execute(db);
    // The orders of these reviews are left out.
    const withoutOrders =
      engine.dialect === "sqlite" ? "pragma foreign_keys = off" : "alter table reviews drop constraint reviews_of_line";
    await sql.raw(withoutOrders).execute(db);
    // 4.45 is shown as 4.5, 13/3 as 4.3. Those that wait or were refused cannot be read.
    const given: Record<string, [rating: number, count: number, state: string][]> = {
      half: [
        [5, 9, "published"],
        [4, 11, "published"],
      ],
      third: [
        [5, 1, "published"],
        [4, 2, "published"],
        [1, 3, "waiting"],
        [1, 3, "refused"],
      ],
      waiting: [[5, 1, "waiting"]],
      none: [],
    };
    for (const [product, reviews] of Object.entries(given)) {
      await sql`insert into products (id, slug, sku, name, kind, gender, category_id, price, stock, created_at, colors,
        rating, review_count, description, care, features, specifications, tags, pictures)
        values (${product}, ${product}, ${product}, '', 'sabots', 'femme', 'c', 1, 1, 1, '[]', 5, 900, '', '', '[]',
        '[]', '[]', '[]')`.execute(db);
      for (const [index, [rating, count, state]] of reviews.entries())
        for (let number = 0; number < count; number += 1) {
          const id = `${product}-${index}-${number}`;
          await sql`insert into reviews (id, order_id, variant_id, product_id, rating, text, author, wilaya, state,
            created_at) values (${id}, ${id}, ${id}, ${product}, ${rating}, '', '', '', ${state}, 1)`.execute(db);
        }
    }
    await migrate(database);
    const { rows } = await sql`select id, readable_average, readable_count from products
      order by readable_average desc, readable_count desc, id`.execute(db);
    expect(rows).toEqual([
      { id: "half", readable_average: 4.5, readable_count: 20 },
      { id: "third", readable_average: 4.3, readable_count: 3 },
      { id: "none", readable_average: 0, readable_count: 0 },
      { id: "waiting", readable_average: 0, readable_count: 0 },
    ]);
    expect(await wrongSumsIn(database)).toEqual([]);
    await database.close();
  });

  it("get another column of the products by a line, with which the pages that are kept are another version", async () => {
    const database = await openDatabase(await engine.fresh());
    const { db, transact } = database;
    await migrate(database);
    await seedCatalogueOnce(database);
    for (const [name, type, usual] of [
      ["tried_text", "text", ""],
      ["tried_list", "text", "[]"],
      ["tried_number", "integer", 0],
    ] as const) {
      await productColumn(name, type, usual).up(db as never);
      const { rows } = await sql`select distinct ${sql.ref(name)} as value from products`.execute(db);
      expect(rows).toEqual([{ value: usual }]);
      const version = async () => (await sql<{ version: unknown }>`select version from published`.execute(db)).rows[0];
      const set = (value: unknown) =>
        transact((queries) => sql`update products set ${sql.ref(name)} = ${value}`.execute(queries));
      const before = await version();
      await set(usual);
      expect(await version()).toEqual(before);
      await set(type === "text" ? "Portugal" : 4);
      expect(await version()).not.toEqual(before);
    }
    await database.close();
  });
});
