import type { Courier } from "~/courier/courier";
import { courierOf, type ServedWilaya } from "~/courier/served-wilayas.server";
import { tableCourier } from "~/courier/table.server";
import type { Database } from "~/database/connection.server";
import type { CourierNow, Queries } from "./context";

export const fixedCourier =
  (courier: Courier): CourierNow =>
  async () =>
    courier;

/**
 * Keeps the courier in memory and reads it again when the generation in use changes, in whichever
 * process. Without generation or connection it is the built-in table.
 */
export function courierOfDatabase(database: Database, isConnected: boolean): CourierNow {
  const table = tableCourier();
  if (!isConnected) return fixedCourier(table);
  let inUse = { generation: 0, courier: table };
  return async (queries = database.db) => {
    if ((await generationInUse(queries)) !== inUse.generation) inUse = await dataInUse(queries, table);
    return inUse.courier;
  };
}

async function generationInUse(queries: Queries): Promise<number> {
  const state = await queries.selectFrom("courier_state").select("generation").where("id", "=", 1).executeTakeFirst();
  return state?.generation ?? 0;
}

/** One statement, since another process may be replacing the rows. */
export async function dataInUse(queries: Queries, table: Courier): Promise<{ generation: number; courier: Courier }> {
  const rows = await queries
    .selectFrom("courier_wilayas")
    .innerJoin("courier_state", "courier_state.generation", "courier_wilayas.generation")
    .select(["courier_wilayas.generation", "courier_wilayas.content"])
    .execute();
  const [first] = rows;
  if (!first) return { generation: 0, courier: table };
  const served = rows.map(({ content }) => JSON.parse(content) as ServedWilaya);
  return { generation: first.generation, courier: courierOf(served) };
}
