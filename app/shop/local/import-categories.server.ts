import { departmentOf, departmentSlugs } from "~/domain/catalogue/department";
import { slugOf } from "~/domain/catalogue/slug";
import type { Queries } from "./context";

/** @param names of a category and those above it, from the top @returns the category's id */
export async function findOrAddCategory(
  queries: Queries,
  names: readonly string[],
  image: string | undefined,
): Promise<string> {
  let parent_id: string | null = null;
  let parentSlug = "";
  for (const name of names) {
    // "Femme", "Femmes" and "Women" are one department.
    const department = parent_id === null ? departmentOf({ slug: "", name }) : undefined;
    const existing: { id: string; name: string; slug: string; image: string | null } | undefined = (
      await queries
        .selectFrom("categories")
        .select(["id", "name", "slug", "image"])
        .where("parent_id", parent_id === null ? "is" : "=", parent_id)
        .orderBy("position")
        .execute()
    ).find((row) => areNamedAlike(row.name, name) || (department !== undefined && departmentOf(row) === department));
    const wished = department ? departmentSlugs[department] : slugOf(name);
    const slug: string = existing?.slug ?? (await freeSlug(queries, "categories", wished, parentSlug));
    const id: string = existing?.id ?? `c-${slug}`;
    if (!existing)
      await queries
        .insertInto("categories")
        .values({ id, slug, name, description: "", parent_id, image: image ?? null, ...(await lastPlace(queries)) })
        .execute();
    else if (existing.image === null && image !== undefined)
      await queries.updateTable("categories").set({ image }).where("id", "=", id).execute();
    parent_id = id;
    parentSlug = slug;
  }
  return parent_id ?? "";
}

async function lastPlace(queries: Queries): Promise<{ position: number }> {
  const { last } = await queries
    .selectFrom("categories")
    .select((build) => build.fn.max<number | null>("position").as("last"))
    .executeTakeFirstOrThrow();
  return { position: (last ?? 0) + 1 };
}

/** @returns the collection's id */
export async function findOrAddCollection(queries: Queries, name: string, image: string | undefined): Promise<string> {
  const all = await queries.selectFrom("collections").selectAll().orderBy("position").execute();
  const sameName = all.find((row) => areNamedAlike(row.name, name));
  if (sameName) {
    if (sameName.image === null && image !== undefined)
      await queries.updateTable("collections").set({ image }).where("id", "=", sameName.id).execute();
    return sameName.id;
  }
  const slug = await freeSlug(queries, "collections", slugOf(name));
  const id = `g-${slug}`;
  const position = (all.at(-1)?.position ?? 0) + 1;
  await queries
    .insertInto("collections")
    .values({ id, slug, name, description: "", category_id: null, image: image ?? null, position })
    .execute();
  return id;
}

/** Ignores case and accents. Names without a slug, such as Arabic ones, must be equal. */
const areNamedAlike = (one: string, other: string) => (slugOf(one) || one.trim()) === (slugOf(other) || other.trim());

/** The wished slug, else with the parent's appended, else with a number. */
export async function freeSlug(
  queries: Queries,
  table: "products" | "categories" | "collections",
  wished: string,
  parent = "",
): Promise<string> {
  const base = wished || "article";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : number === 2 && parent ? `${base}-${parent}` : `${base}-${number}`;
    const withSlug = await queries.selectFrom(table).select("id").where("slug", "=", slug).executeTakeFirst();
    if (!withSlug) return slug;
  }
}
