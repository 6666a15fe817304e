import type { ExpressionBuilder } from "kysely";
import { countReadableReviews } from "~/database/readable-reviews.server";
import type { Schema } from "~/database/schema";
import { demo, demoCategoryRows, demoCollectionRows } from "~/database/seed.server";
import type { Picture } from "~/domain/catalogue/catalogue";
import type { Queries } from "../context";

/** Whatever was imported has a source. */
export const isDemoOnSale = (build: ExpressionBuilder<Schema, "products">) =>
  build("source", "is", null).and("active", "=", 1);

/** See `StockOffice.retireDemo`. */
export async function retireDemo(queries: Queries): Promise<number> {
  const gone = await queries.deleteFrom("reviews").where("order_id", "is", null).returning("product_id").execute();
  await countReadableReviews(queries, [...new Set(gone.map(({ product_id }) => product_id))]);
  const { numUpdatedRows } = await queries
    .updateTable("products")
    .set({ active: 0 })
    .where(isDemoOnSale)
    .executeTakeFirstOrThrow();
  for (const row of demoCategoryRows()) {
    const parts = await queries.selectFrom("categories").select("id").where("parent_id", "=", row.id).execute();
    await emptyRow(queries, "categories", row, "category_id", [row.id, ...parts.map(({ id }) => id)]);
  }
  for (const row of demoCollectionRows()) await emptyRow(queries, "collections", row, "collection_id", [row.id]);
  await emptyHome(queries);
  return Number(numUpdatedRows);
}

/** @param ids whose newest picture it gets: what was imported before had found an image here */
async function emptyRow(
  queries: Queries,
  table: "categories" | "collections",
  { id, description, image }: { id: string; description: string; image: string | null },
  column: "category_id" | "collection_id",
  ids: readonly string[],
): Promise<void> {
  const ofRow = queries.updateTable(table).where("id", "=", id);
  await ofRow.set({ description: "" }).where("description", "=", description).execute();
  const newest = await queries
    .selectFrom("products")
    .select("picture")
    .where(column, "in", ids)
    .where("active", "=", 1)
    .where("picture", "is not", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const own = newest?.picture ? (JSON.parse(newest.picture) as Picture).src : null;
  await ofRow.set({ image: own }).where("image", "=", image).execute();
}

/** Fields of the home page that speak of the demonstration's goods. */
const INVENTED = ["subtitle", "description", "image"];

async function emptyHome(queries: Queries): Promise<void> {
  const invented = new Set(demo.home.flatMap(inventedIn));
  const without = (name: string, value: unknown) =>
    INVENTED.includes(name) && invented.has(value) ? undefined : value;
  // In 0.1.0 the hero said nothing itself, and so still shows what is built in.
  const hero = demo.home.find(({ type }) => type === "hero");
  for (const { id, subtitle, content } of await queries.selectFrom("home_sections").selectAll().execute()) {
    const shown = id === hero?.id && content === "{}" ? JSON.stringify(hero.content) : content;
    const emptied = { subtitle: without("subtitle", subtitle) ? subtitle : "", content: emptiedJson(shown, without) };
    await queries.updateTable("home_sections").set(emptied).where("id", "=", id).execute();
  }
}

/** Without the slide of the loyalty card, whose words hold for every shop. */
function inventedIn(part: unknown): unknown[] {
  if (typeof part !== "object" || part === null || "isLoyaltyCard" in part) return [];
  return Object.entries(part).flatMap(([name, value]) => (INVENTED.includes(name) ? [value] : inventedIn(value)));
}

/** What the merchant wrote wrongly stays as it is. */
function emptiedJson(content: string, without: (name: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(JSON.parse(content, without));
  } catch {
    return content;
  }
}
