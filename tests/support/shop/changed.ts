import { expect, onTestFinished } from "vitest";
import type { RunningShop } from "./shop-server";
import { inDatabase, rowsIn, runIn } from "./stored";

type OnDisk = Pick<RunningShop, "dataDir">;

/**
 * Changes rows of a shop on SQLite; after the test they are as before.
 * @param values what each column becomes, in SQL
 * @returns changes them back at once
 */
export function changed(shop: OnDisk, table: string, values: Record<string, string>, where: string): () => void {
  const set = (valueFor: (column: string) => string | undefined) =>
    Object.keys(values).map((column) => `${column} = ${valueFor(column)}`);
  const rows = rowsIn(shop, `select id, ${Object.keys(values)} from ${table} where ${where}`);
  expect(rows).not.toEqual([]);
  runIn(shop, `update ${table} set ${set((column) => values[column])} where ${where}`);
  const restore = () =>
    inDatabase(shop, (database) => {
      const update = database.prepare(`update ${table} set ${set((column) => `@${column}`)} where id = @id`);
      for (const row of rows) update.run(row);
    });
  onTestFinished(restore);
  return restore;
}
