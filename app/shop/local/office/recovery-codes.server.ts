import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { recoveryCodeKey } from "~/domain/office/staff-forms";
import { type Context, digest, type Queries } from "../context";

const COUNT = 10;
/** 120 bits: nobody guesses one, so a plain hash is enough. */
const BYTES = 15;

/** Replaces the person's recovery codes. @returns the new ones, in groups of four letters */
export async function newRecoveryCodes(
  { randomBytes }: Pick<Context, "randomBytes">,
  queries: Queries,
  staffId: string,
): Promise<string[]> {
  const keys = Array.from({ length: COUNT }, () => encodeBase32LowerCaseNoPadding(randomBytes(BYTES)));
  await queries.deleteFrom("staff_recovery_codes").where("staff_id", "=", staffId).execute();
  await queries
    .insertInto("staff_recovery_codes")
    .values(keys.map((key) => ({ code_hash: digest(key), staff_id: staffId })))
    .execute();
  return keys.map((key) => key.replace(/(.{4})(?!$)/g, "$1-"));
}

/** Whether a code is one of this person's. */
export async function hasRecoveryCode(queries: Queries, staffId: string, code: string): Promise<boolean> {
  const row = await queries
    .selectFrom("staff_recovery_codes")
    .select("staff_id")
    .where("code_hash", "=", digest(recoveryCodeKey(code) ?? ""))
    .where("staff_id", "=", staffId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a code, once. @returns whether it was one of this person's */
export async function takeRecoveryCode(queries: Queries, staffId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("staff_recovery_codes")
    .where("code_hash", "=", digest(recoveryCodeKey(code) ?? ""))
    .where("staff_id", "=", staffId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
