import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Sizes may be halves and thirds. SQLite stores them in an integer's column as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // PostgreSQL changes no column that a trigger's condition reads.
  const trigger = "published_variants_update";
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = ${trigger}`.execute(db);
  await sql`drop trigger ${sql.ref(trigger)} on variants`.execute(db);
  for (const table of ["variants", "order_lines"])
    await sql`alter table ${sql.ref(table)} alter column size type double precision`.execute(db);
  for (const { definition } of rows) await sql.raw(definition).execute(db);
}
