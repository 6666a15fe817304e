import { byStaff, type StaffActor } from "~/domain/office/journal";
import type { LocalTestShop } from "./test-shop";

/** Who works in the shop. */

export const nadia = byStaff({ id: "nadia", name: "Nadia" });
export const karim = byStaff({ id: "karim", name: "Karim" });

/** Stores who they are, once. */
export async function hire(
  { database: { db } }: Pick<LocalTestShop, "database">,
  { staff: { id, name } }: StaffActor,
): Promise<void> {
  await db
    .insertInto("staff")
    .values({ id, name, email: `${id}@example.com`, role: "caller", totp_used_step: 0, shortcuts: 1, created_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
