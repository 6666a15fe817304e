import { sql } from "kysely";
import type { Database } from "~/database/connection.server";

/**
 * The address of a product that the API deleted and made again under another identifier: the old
 * one keeps its own (`slugsOf`), and leads to the newest that asked for it.
 */
export async function madeAgain({ db }: Database, idOrSlug: string): Promise<string | undefined> {
  const gone = await db
    .selectFrom("products")
    .select(["id", "slug"])
    .where((where) => where.or([where("id", "=", idOrSlug), where("slug", "=", idOrSlug)]))
    .where("active", "=", 0)
    .executeTakeFirst();
  if (!gone) return undefined;
  // It may have been made again itself.
  const end = `-${gone.id}`;
  const wanted = gone.slug.endsWith(end) ? gone.slug.slice(0, -end.length) : gone.slug;
  const row = await db
    .selectFrom("products")
    .select("slug")
    .where("active", "=", 1)
    .where((where) => where.or([where("slug", "=", wanted), sql<boolean>`slug = ${`${wanted}-`} || id`]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.slug;
}
