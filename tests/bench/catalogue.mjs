import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";

/** Catalogues of any size, and stock that no benchmark exhausts. */

/** Pairs of each variant while orders are measured. */
const PLENTY = 1_000_000;

/**
 * Fills up the demo catalogue with synthetic products.
 * @param {{ file?: string, url?: string }} address
 */
export async function fill(sources, address, products) {
  const { openDatabase } = await sources.load("app/database/connection.server.ts");
  const { migrate } = await sources.load("app/database/migrations.server.ts");
  const { demo, seedCatalogueOnce } = await sources.load("app/database/seed.server.ts");
  const { seedSynthetic } = await sources.load("tests/support/catalogues/synthetic.ts");
  const database = await openDatabase({ file: "", ...address });
  try {
    await migrate(database);
    await seedCatalogueOnce(database);
    const missing = products - demo.products.length;
    if (missing > 0) await seedSynthetic(database, missing);
  } finally {
    await database.close();
  }
}

/** @returns rows of one query, on either engine */
export async function query({ file, url }, text) {
  if (url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
  const database = new Database(file, { timeout: 10_000 });
  try {
    const statement = database.prepare(text);
    return statement.reader ? statement.all() : [statement.run()];
  } finally {
    database.close();
  }
}

export async function countOrders(address) {
  const [{ n }] = await query(address, "select count(*) as n from orders");
  return Number(n);
}

export const fileIn = (dataDir) => join(dataDir, "shop.sqlite");

export async function fillStock(address, slugs) {
  const wanted = `select id from products where slug in (${slugs.map((slug) => `'${slug}'`).join(", ")})`;
  await query(address, `update variants set stock = ${PLENTY} where product_id in (${wanted})`);
  await query(
    address,
    `update products set stock = (select sum(stock) from variants where product_id = products.id)
     where id in (${wanted})`,
  );
}

/** Slugs of products in stock, spread over the whole catalogue. */
export async function someProducts(address, count) {
  const [{ n }] = await query(address, "select count(*) as n from products where active = 1");
  const step = Math.max(1, Math.floor(Number(n) / count));
  const rows = await query(
    address,
    `select slug from (select slug, row_number() over (order by id) as place from products where active = 1) as placed
     where place % ${step} = 0 limit ${count}`,
  );
  return rows.map(({ slug }) => slug);
}
