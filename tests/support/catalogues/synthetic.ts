import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "~/database/connection.server";
import type { DemoProduct } from "~/database/demo/types";
import { productOf } from "~/database/demo-rows";
import { productRow, variantRows } from "~/database/product-rows";
import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { fillSearchIndex, indexProducts } from "~/database/search-index.server";
import { demo } from "~/database/seed.server";

/** Products in one transaction, to bound memory; SQLite takes 32,766 parameters in a statement. */
const BATCH = 400;
const SIZES = 3;
const COLORS = 2;

/**
 * Adds products for measurements: copies of the demo products with other names, prices and dates,
 * two colours in three sizes each.
 */
export async function seedSynthetic(database: Database, count: number): Promise<void> {
  const { db, dialect } = database;
  // The many indexes have to fit into memory; this data may be lost in a power cut.
  if (dialect === "sqlite")
    for (const pragma of ["cache_size = -400000", "synchronous = off"]) await sql.raw(`pragma ${pragma}`).execute(db);
  // An unfilled index would be filled again at the shop's next start.
  await fillSearchIndex(database);
  const now = new Date();
  for (let start = 0; start < count; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => start + index);
    const copies = numbers.map((number) => copyOf(number, now));
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto("products")
        .values(copies.map(({ product }) => product))
        .execute();
      await transaction
        .insertInto("variants")
        .values(copies.flatMap(({ variants }) => variants))
        .execute();
      await indexProducts(
        transaction,
        dialect,
        copies.map(({ product }) => product.id),
      );
    });
    // SQLite answers at once: without a turn, Vitest would hear nothing for a minute.
    await turn();
  }
  // Without statistics the first lists are planned as if the tables were empty.
  if (dialect === "postgres") await sql`vacuum analyze`.execute(db);
  await database.gatherStatistics();
}

/** What copies keep of the demo products. */
const looks = demo.products.map((original) => {
  const { picture, pictures, colors } = productRow(productOf(original, 0));
  return { picture, pictures, colors };
});

function copyOf(number: number, now: Date): { product: ProductTable; variants: VariantTable[] } {
  const original = demo.products[number % demo.products.length];
  if (!original) throw new RangeError("There is no demo product to copy.");
  const copy: DemoProduct = {
    ...original,
    slug: `${original.slug}-${number}`,
    sku: `${original.sku}-${number}`,
    name: `${original.name} ${number}`,
    price: 2_000 + ((number * 7_919) % 180) * 100,
    // Spread over two years, uncorrelated with numbers and prices.
    daysOld: ((number * 104_729) % 1_000_003) / 1_370,
    sizes: original.sizes.slice(0, SIZES),
    colors: original.colors.slice(0, COLORS),
  };
  const written = productOf(copy, now.getTime());
  return { product: { ...productRow(written), ...looks[number % looks.length] }, variants: variantRows(written) };
}
