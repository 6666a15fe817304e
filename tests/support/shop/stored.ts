import { join } from "node:path";
import Database from "better-sqlite3";
import type { RunningShop } from "./shop-server";

/** What a shop on SQLite has stored. The benchmark reads it too, so Vitest is not imported. */

type OnDisk = Pick<RunningShop, "dataDir">;

const onSale = new WeakMap<OnDisk, string[]>();

/** Opens the database of a shop on SQLite. */
export function inDatabase<Result>({ dataDir }: OnDisk, work: (database: Database.Database) => Result): Result {
  const database = new Database(join(dataDir, "shop.sqlite"), { timeout: 5000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** All rows of one query. */
export const rowsIn = <Row = unknown>(shop: OnDisk, sql: string, ...values: unknown[]): Row[] =>
  inDatabase(shop, (database) => database.prepare<unknown[], Row>(sql).all(...values));

/** The first column of all rows. */
export const valuesIn = <Value = unknown>(shop: OnDisk, sql: string, ...values: unknown[]): Value[] =>
  inDatabase(shop, (database) =>
    database
      .prepare<unknown[], Value>(sql)
      .pluck()
      .all(...values),
  );

/** The first column of the first row. */
export const valueIn = <Value = unknown>(shop: OnDisk, sql: string, ...values: unknown[]): Value | undefined =>
  valuesIn<Value>(shop, sql, ...values)[0];

/** Runs one statement with values, or several without. */
export function runIn(shop: OnDisk, sql: string, ...values: unknown[]): void {
  inDatabase(shop, (database) => (values.length > 0 ? database.prepare(sql).run(...values) : database.exec(sql)));
}

/** All rows that shoppers made in a shop on SQLite, without the catalogue and internal tables. */
export function storedIn(shop: RunningShop): Record<string, unknown[]> {
  return inDatabase(shop, (database) => {
    const tables = database.prepare<[], string>("select name from sqlite_master where type = 'table'").pluck().all();
    const own = tables.filter(
      (name) =>
        !/^(sqlite_|kysely_|one_time_tasks$|new_guests$|categories$|collections$|home_|popular_|.*word)/.test(name),
    );
    return Object.fromEntries(
      own.map((name) => {
        // The mail worker changes the state of mails, and orders the stock of products.
        const columns = name === "mails" ? "id, kind, recipient" : name === "products" ? "id, price, active" : "*";
        return [name, database.prepare(`select ${columns} from ${name} order by 1, 2`).all()];
      }),
    );
  });
}

/** The numbers of the orders that name this phone. */
export const ordersOf = (shop: RunningShop, phone: string): string[] =>
  valuesIn(shop, "select number from orders where phone = ?", phone);

/** Forgets attempts, since all tests post from one address. */
export function forgetAttempts(shop: RunningShop): void {
  runIn(shop, "delete from attempts");
}

/** Restores the stock of a shop on SQLite as first seen, since many tests buy the same pair. */
export function restock(shop: OnDisk): void {
  inDatabase(shop, (database) => {
    const ids =
      onSale.get(shop) ?? database.prepare<[], string>("select id from variants where stock > 0").pluck().all();
    onSale.set(shop, ids);
    const fill = database.prepare("update variants set stock = 20 where id = ?");
    database
      .transaction(() => {
        for (const id of ids) fill.run(id);
        // Earlier tests' orders become an hour older.
        database.exec("update orders set created_at = created_at - 3600000");
        database.exec("update products set stock = (select sum(stock) from variants where product_id = products.id)");
      })
      .immediate();
  });
}
