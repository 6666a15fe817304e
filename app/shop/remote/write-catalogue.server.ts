import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Database } from "~/database/connection.server";
import { markTaskDone } from "~/database/one-time-tasks.server";
import { homeSectionRow, pictureColumns, productRow, variantRows } from "~/database/product-rows";
import { insertOnce, putRows } from "~/database/rows";
import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { indexProducts } from "~/database/search-index.server";
import { type Category, type Collection, NO_CATEGORY } from "~/domain/catalogue/catalogue";
import { RETIRED } from "~/domain/catalogue/imported-product";
import { sizeName } from "~/domain/catalogue/size";
import type { StoredSection } from "~/domain/content/section";
import type { Queries } from "../local/context";
import { insertAlert } from "../local/stock-alerts.server";
import { type Catalogue, isOwnVariant, ownVariant, type ReadProduct, type Tell, withoutMark } from "./read-answers";
import { sellable, slugsOf, type Taken, uniqueProduct } from "./sellable";

/**
 * The API's catalogue in this shop's own tables: lists, search and carts work as ever, also while
 * the API is away. Products that the API no longer has are retired and stay visible in carts.
 */

/** Keys in `written` beside product ids, which have no line breaks. */
const CATEGORIES = "\ncategories and collections";
const SECTIONS = "\nhome sections";

/** Done with the API's first catalogue; until then there are samples. */
export const CATALOGUE_SYNCED = "catalogue of the API";

/**
 * Writes the whole catalogue in one transaction.
 * @param written texts written last, by id: what is as it was then is not even read
 * @param newer products that were refreshed meanwhile, and are left as they are
 */
export async function writeCatalogue(
  { dialect, transact }: Database,
  catalogue: Catalogue,
  { now, written, newer, tell }: { now: Date; written: Map<string, string>; newer: Set<string>; tell: Tell },
): Promise<void> {
  const { categories, collections, sections } = catalogue;
  const texts = await transact(async (queries) => {
    if (await markTaskDone(queries, CATALOGUE_SYNCED, now)) {
      // Deletes the samples, once: later another process's shoppers may have filled carts.
      await queries.deleteFrom("products").execute();
      await queries.deleteFrom("collections").execute();
      await queries.updateTable("categories").set({ parent_id: null }).execute();
      await queries.deleteFrom("categories").execute();
      await queries.deleteFrom("home_sections").execute();
    }
    const stored = await queries.selectFrom("products").select(["id", "slug", "sku", "active"]).execute();
    const products = sellable(catalogue, stored, tell);
    const texts = new Map(products.map((product) => [product.id, JSON.stringify(product)]));
    texts.set(CATEGORIES, JSON.stringify([categories, collections]));
    texts.set(SECTIONS, JSON.stringify(sections) ?? "");
    const isOld = (id: string) => written.get(id) !== texts.get(id);
    const kept = new Set([...products.map(({ id }) => id), ...newer]);
    if (!catalogue.endsEarly)
      await retire(
        queries,
        stored.filter(({ id }) => !kept.has(id)),
      );
    const isRenamed = await renamedIn(queries, categories, collections);
    const mayDiffer = products.filter(({ id }) => isOld(id) && !newer.has(id));
    // Before a collection that is gone leaves the rows, whose words have its name as well.
    const changed = await differing(queries, mayDiffer);
    if (isOld(CATEGORIES)) await writeCategories(queries, categories, collections);
    const ids = changed.map(({ id }) => id);
    const inCarts = await makeRoom(queries, ids);
    for (const product of changed) await writeProduct(queries, product, inCarts);
    const indexed = new Set([...ids, ...products.filter(isRenamed).map(({ id }) => id)]);
    await indexProducts(queries, dialect, [...indexed]);
    if (sections && isOld(SECTIONS)) await writeSections(queries, sections);
    return texts;
  });
  written.clear();
  for (const [id, text] of texts) if (!newer.has(id)) written.set(id, text);
}

/** Products that are read at once. */
const BATCH = 500;

/** Those whose rows are not as they are stored: after a start most of them are. */
async function differing(queries: Queries, products: readonly ReadProduct[]): Promise<ReadProduct[]> {
  const differ: ReadProduct[] = [];
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH);
    const ids = batch.map(({ id }) => id);
    const rows = await queries.selectFrom("products").selectAll().where("id", "in", ids).execute();
    const stored = new Map<string, object[]>(rows.map((row) => [row.id, [row]]));
    const variants = queries.selectFrom("variants").selectAll().where("product_id", "in", ids).orderBy("position");
    for (const row of await variants.execute()) stored.get(row.product_id)?.push(row);
    const isStored = (product: ReadProduct) =>
      isDeepStrictEqual([productRow(product), ...variantRows(product)], stored.get(product.id));
    differ.push(...batch.filter((product) => !isStored(product)));
  }
  return differ;
}

/** @returns whether a product's category or collection, whose name finds it, is called otherwise */
async function renamedIn(queries: Queries, categories: Category[], collections: Collection[]) {
  const renamed = async (table: "categories" | "collections", items: readonly { id: string; name: string }[]) => {
    const rows = await queries.selectFrom(table).select(["id", "name"]).execute();
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return new Set(items.flatMap(({ id, name }) => (name === (names.get(id) ?? name) ? [] : [id])));
  };
  const renamedCategories = await renamed("categories", categories);
  const renamedCollections = await renamed("collections", collections);
  return ({ categoryId, collectionId = "" }: ReadProduct) =>
    renamedCategories.has(categoryId) || renamedCollections.has(collectionId);
}

/** Updates known products, or retires them. */
export async function writeProducts(
  { dialect, transact }: Database,
  products: readonly (ReadProduct | { id: string; active: false })[],
): Promise<void> {
  if (products.length === 0) return;
  const ids = products.map(({ id }) => id);
  await transact(async (queries) => {
    const named = products.flatMap((product) => ("name" in product ? [product] : []));
    // With the ids, since PostgreSQL refuses an empty list.
    const wanted = [...ids, ...named.map(({ slug }) => slug)];
    const stored = await queries
      .selectFrom("products")
      .select(["id", "slug", "category_id", "collection_id"])
      .where((build) => build.or([build("id", "in", ids), build("slug", "in", wanted)]))
      .execute();
    const byId = new Map(stored.map((row) => [row.id, row]));
    const slugs = slugsOf([...stored, ...named], stored);
    const inCarts = await makeRoom(
      queries,
      named.map(({ id }) => id),
    );
    for (const product of products) {
      const row = byId.get(product.id);
      if (!row) continue;
      const unique = "name" in product && uniqueProduct(product, slugs, await takenByOthers(queries, product));
      if (!unique) {
        const slug = slugs.get(product.id) ?? row.slug;
        await queries.updateTable("products").set({ active: 0, slug }).where("id", "=", product.id).execute();
        continue;
      }
      const { collectionId: _, ...rest } = unique;
      const collection = row.collection_id === null ? {} : { collectionId: row.collection_id };
      await writeProduct(queries, { ...rest, categoryId: row.category_id, ...collection }, inCarts);
    }
    await indexProducts(queries, dialect, ids);
  });
}

/** What a refreshed product names and other products have, as `sellable` gave it to them. */
async function takenByOthers(queries: Queries, { id, sku, variants }: ReadProduct): Promise<Taken> {
  const wanted = [sku, ...variants.map((variant) => variant.sku)];
  const ids = variants.map((variant) => variant.id);
  const others = await queries
    .selectFrom("products")
    .select("sku")
    .where("id", "!=", id)
    .where("sku", "in", wanted)
    .execute();
  const theirs = await queries
    .selectFrom("variants")
    .select(["id", "sku"])
    .where("product_id", "!=", id)
    .where((build) => build.or([build("sku", "in", wanted), build("id", "in", ids)]))
    .execute();
  return {
    skus: new Set([...others, ...theirs].map((other) => other.sku)),
    variants: new Set(theirs.map((other) => other.id)),
  };
}

/**
 * Writes the pictures fetched since the catalogue was written, and nothing else: prices and stock
 * may be newer by now, also from another process.
 * @param arrived their sources in this shop
 */
export async function writePictures(
  { transact }: Database,
  { products, categories, collections, sections }: Catalogue,
  arrived: ReadonlySet<string>,
): Promise<void> {
  const isNew = ({ image }: { image?: string }) => image !== undefined && arrived.has(image);
  await transact(async (queries) => {
    for (const { id, pictures } of products) {
      if (!pictures.some(({ src }) => arrived.has(src))) continue;
      await queries.updateTable("products").set(pictureColumns(pictures)).where("id", "=", id).execute();
    }
    for (const { id, image } of categories.filter(isNew))
      await queries.updateTable("categories").set({ image }).where("id", "=", id).execute();
    for (const { id, image } of collections.filter(isNew))
      await queries.updateTable("collections").set({ image }).where("id", "=", id).execute();
    for (const { id, content } of sections ?? []) {
      const text = JSON.stringify(content ?? {});
      if ([...arrived].some((src) => text.includes(JSON.stringify(src))))
        await queries.updateTable("home_sections").set({ content: text }).where("id", "=", id).execute();
    }
  });
}

/** A value that is free for certain, for unique columns. */
const ASIDE = sql<string>`id || '~'`;

async function retire(queries: Queries, rows: readonly Pick<ProductTable, "id" | "sku" | "active">[]): Promise<void> {
  const ids = rows.flatMap(({ id, active, sku }) => (active === 0 && sku === `${id}~` ? [] : [id]));
  if (ids.length === 0) return;
  // Their references may belong to other products now; their addresses stay theirs.
  await queries.updateTable("products").set({ active: 0, sku: ASIDE }).where("id", "in", ids).execute();
  await queries.updateTable("variants").set({ sku: ASIDE }).where("product_id", "in", ids).execute();
}

async function writeCategories(queries: Queries, categories: Category[], collections: Collection[]): Promise<void> {
  // Its own parent, and so on no page.
  const none = { id: NO_CATEGORY, slug: NO_CATEGORY, name: "", description: "", image: null, position: -1 };
  await insertOnce(queries, "categories", { ...none, parent_id: NO_CATEGORY });
  const ids = categories.map(({ id }) => id);
  const stored = await queries.selectFrom("categories").select(["id", "slug"]).execute();
  const slugs = slugsOf(categories, stored);
  await queries
    .updateTable("categories")
    .set({ slug: ASIDE, parent_id: null })
    .where("id", "!=", NO_CATEGORY)
    .execute();
  for (const category of categories) {
    const { id, name, description, image } = category;
    const slug = slugs.get(id) ?? category.slug;
    const row = { id, slug, name, description, parent_id: null, image: image ?? null, position: ids.indexOf(id) };
    await putRows(queries, "categories", [row]);
  }
  // Parents second, since a child may precede its parent; unknown parents are dropped.
  for (const { id, parentId } of categories)
    if (parentId !== undefined && parentId !== id && ids.includes(parentId))
      await queries.updateTable("categories").set({ parent_id: parentId }).where("id", "=", id).execute();
  const listed = collections.map(({ id }) => id);
  const known = await queries.selectFrom("collections").select(["id", "slug"]).execute();
  const collectionSlugs = slugsOf(collections, known);
  for (const { id } of known.filter((row) => !listed.includes(row.id))) {
    await queries.updateTable("products").set({ collection_id: null }).where("collection_id", "=", id).execute();
    await queries.deleteFrom("collections").where("id", "=", id).execute();
  }
  await queries.updateTable("collections").set({ slug: ASIDE }).execute();
  for (const [position, collection] of collections.entries()) {
    const { id, name, description, categoryId, image } = collection;
    const slug = collectionSlugs.get(id) ?? collection.slug;
    const category_id = categoryId !== undefined && ids.includes(categoryId) ? categoryId : null;
    const row = { id, slug, name, description, category_id, image: image ?? null, position };
    await putRows(queries, "collections", [row]);
  }
}

/**
 * Frees all unique values of these products, since they may swap them.
 * @returns their variants in carts, as they were
 */
async function makeRoom(queries: Queries, ids: readonly string[]): Promise<VariantTable[]> {
  if (ids.length === 0) return [];
  const inCarts = await queries
    .selectFrom("variants")
    .selectAll()
    .where("product_id", "in", ids)
    .where("id", "in", queries.selectFrom("cart_lines").select("variant_id"))
    .orderBy("position")
    .execute();
  await queries.updateTable("products").set({ slug: ASIDE, sku: ASIDE }).where("id", "in", ids).execute();
  await queries
    .updateTable("variants")
    .set({ size: sql<number>`-1 - position`, sku: ASIDE })
    .where("product_id", "in", ids)
    .execute();
  return inCarts;
}

/** A variant that the API no longer lists stays in carts, without stock and out of the way. */
async function writeProduct(queries: Queries, product: ReadProduct, inCarts: readonly VariantTable[]): Promise<void> {
  const variants = variantRows(product);
  await putRows(queries, "products", [productRow(product)]);
  const listed = variants.map(({ id }) => id);
  // While it was sold out it may have been listed without its sizes.
  const [back] = variants.filter(({ stock }) => stock > 0);
  if (back && !listed.includes(ownVariant(product.id))) await moveAlerts(queries, ownVariant(product.id), back.id);
  // Sizes are negative now (`makeRoom`), so that there is room for these before others go.
  await putRows(queries, "variants", variants);
  const renamed = await takeOver(queries, product.id, listed);
  const left = inCarts.filter(
    ({ id, product_id }) => product_id === product.id && !listed.includes(id) && !renamed.includes(id),
  );
  const kept = [...listed, ...left.map(({ id }) => id)];
  await queries.deleteFrom("variants").where("product_id", "=", product.id).where("id", "not in", kept).execute();
  for (const [index, row] of left.entries()) {
    const place = RETIRED + index;
    await queries
      .updateTable("variants")
      .set({ stock: 0, position: place, size: place, size_label: row.size_label ?? sizeName(row) })
      .where("id", "=", row.id)
      // Another product, written before, may have it by now.
      .where("product_id", "=", product.id)
      .execute();
  }
}

/** Carts and who waits follow variants that 0.1.0 called otherwise. @returns their old ids */
async function takeOver(queries: Queries, productId: string, listed: readonly string[]): Promise<string[]> {
  const own = listed.filter(isOwnVariant).map(withoutMark);
  const names = own.filter((id) => !listed.includes(id));
  if (names.length === 0) return [];
  const ofProduct = queries.selectFrom("variants").select("id").where("product_id", "=", productId);
  const stored = (await ofProduct.where("id", "in", names).execute()).map(({ id }) => id);
  for (const id of stored) {
    await moveAlerts(queries, id, ownVariant(id));
    const there = queries.selectFrom("cart_lines").select("visitor").where("variant_id", "=", ownVariant(id));
    const lines = queries.updateTable("cart_lines").where("variant_id", "=", id).where("visitor", "not in", there);
    await lines.set({ variant_id: ownVariant(id) }).execute();
  }
  return stored;
}

/** Who waits for one variant waits for another. */
async function moveAlerts(queries: Queries, from: string, to: string): Promise<void> {
  const alerts = queries.deleteFrom("stock_alerts").where("variant_id", "=", from).where("contact", "is not", null);
  for (const row of await alerts.returningAll().execute()) await insertAlert(queries, { ...row, variant_id: to });
}

/** Writes only the home page's sections. @param written as of `writeCatalogue` */
export async function writeHomeSections(
  { transact }: Database,
  { sections = [] }: Catalogue,
  written: Map<string, string>,
): Promise<void> {
  written.delete(SECTIONS);
  await transact((queries) => writeSections(queries, sections));
}

async function writeSections(queries: Queries, sections: readonly StoredSection[]): Promise<void> {
  await queries.deleteFrom("home_sections").execute();
  for (const [position, section] of sections.entries())
    await queries.insertInto("home_sections").values(homeSectionRow(section, position)).execute();
}
