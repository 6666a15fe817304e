import type { Staff } from "~/domain/office/role";
import type { Queries } from "../context";

/**
 * Locks the owners, in one sequence for everybody: of two owners who remove each other, one stays.
 * @returns their ids; undefined where `by` is no owner any more. The command, undefined, always may
 */
export async function lockOwners(queries: Queries, by: Staff | undefined): Promise<string[] | undefined> {
  const rows = await queries
    .selectFrom("staff")
    .select("id")
    .where("role", "=", "owner")
    .where("ended_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  const owners = rows.map(({ id }) => id);
  return by === undefined || owners.includes(by.id) ? owners : undefined;
}
