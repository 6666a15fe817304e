import { ownColumns, pictureColumns, variantRow } from "~/database/product-rows";
import { noReadableReviews } from "~/database/readable-reviews.server";
import { insertOnce } from "~/database/rows";
import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { indexProducts } from "~/database/search-index.server";
import { fillStockIndex, stockIndexColumns } from "~/database/stock-index";
import type { Color } from "~/domain/catalogue/catalogue";
import {
  type ImportedPart,
  type ImportedProduct,
  type ImportedVariant,
  type ImportOutcome,
  type ImportRefusal,
  type OptionalField,
  RETIRED,
  retiredReference,
} from "~/domain/catalogue/imported-product";
import { fieldColumns, givenColumns } from "~/domain/catalogue/product-fields";
import { sizeName } from "~/domain/catalogue/size";
import { storableTexts } from "~/domain/values/storable";
import type { ImportTerms } from "../services/office";
import { choiceOf } from "./catalogue-rows";
import type { Context, Queries } from "./context";
import { findOrAddCategory, findOrAddCollection, freeSlug } from "./import-categories.server";
import { asStored, isRetired, type Known, mainOf, match, productIdOf, variantIdOf } from "./import-known.server";
import { referencesOf, takeReferences } from "./import-references.server";
import { lockVariants } from "./stock.server";

/** Rolls the transaction of a dry run or a refusal back, and carries its result out. */
class RolledBack extends Error {
  constructor(readonly result: ImportOutcome | ImportRefusal) {
    super("Nothing was stored.");
  }
}

/** See `OfficeService.importProduct`. Locks variants, then products, by id, as orders do. */
export async function importProduct(
  context: Context,
  imported: ImportedProduct,
  terms: ImportTerms,
): Promise<ImportOutcome | ImportRefusal> {
  const clean = storableTexts(imported);
  try {
    return await context.database.transact(async (transaction) => {
      const result = await importIn(context, transaction, clean, terms);
      if (terms.isDryRun || result.outcome === "refused") throw new RolledBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

async function importIn(
  context: Context,
  queries: Queries,
  listed: ImportedProduct,
  terms: ImportTerms,
): Promise<ImportOutcome | ImportRefusal> {
  const { dialect } = context.database;
  const stored = await lockKnown(queries, listed);
  const main = mainOf(listed, stored);
  const imported = asStored(listed, stored);
  const before = snapshot(stored);
  const ids = new Map(imported.parts.map((part) => [part, productIdOf(imported, part)]));

  const productIds = [...new Set([...ids.values(), ...stored.products.keys()])];
  const references = await referencesOf(queries, imported, productIds, terms.listed);
  if (references.taken.length > 0) return { outcome: "refused", taken: references.taken };

  const given = [...references.of.values()];
  const others = await takeReferences(queries, given, productIds);
  await park(queries, stored.variants);
  const matched = match(imported, stored.variants);
  const matchedIds = new Set([...matched.values()].map((existing) => existing?.id));
  const gone = stored.variants.filter(({ id }) => !matchedIds.has(id));
  const kept = new Set(imported.isPartial ? gone.filter((row) => !isRetired(row)) : []);
  for (const part of imported.parts) {
    const id = ids.get(part) ?? "";
    const sku = references.of.get(part) ?? part.sku;
    const keptColors = [...kept].filter((row) => row.product_id === id).map((row) => choiceOf(row).color);
    const existing = stored.products.get(id);
    await putProduct(context, queries, imported, { ...part, sku }, { id, existing, main, keptColors });
    for (const [position, variant] of part.variants.entries()) {
      const existing = matched.get(variant);
      const stock = stockOf(variant, existing, terms);
      const row = variantRow(variant, { product_id: id, sku: references.of.get(variant) ?? "", stock, position });
      if (existing) await queries.updateTable("variants").set(row).where("id", "=", existing.id).execute();
      else
        await queries
          .insertInto("variants")
          .values({ id: variantIdOf(imported, variant), ...row })
          .execute();
    }
  }
  const sold = new Set([...ids.values(), ...[...kept].map(({ product_id }) => product_id)]);
  const taken = new Set(
    imported.parts.flatMap((part) =>
      part.variants.map(({ color, size }) => choiceKey(ids.get(part), color.slug, size)),
    ),
  );
  for (const [index, row] of gone.entries()) {
    const isKept = kept.has(row);
    const keepsSize =
      (row.size_label === null || (isKept && row.size < RETIRED)) &&
      !taken.has(choiceKey(row.product_id, row.color_slug, row.size));
    const place = RETIRED + index;
    const stock = isKept || isRetired(row) ? row.stock : 0;
    const position = isKept ? row.position : place;
    await leaveVariant(queries, row, { size: keepsSize ? row.size : place, position, stock, given });
  }
  const retired = [...stored.products.values()].filter(({ id, active }) => !sold.has(id) && active === 1);
  for (const { id } of retired) await queries.updateTable("products").set({ active: 0 }).where("id", "=", id).execute();
  for (const id of stored.products.keys()) {
    if (sold.has(id)) continue;
    const isFrom = (variant: ImportedVariant) => matched.get(variant)?.product_id === id;
    const heir = imported.parts.find(({ variants }) => variants.some(isFrom)) ?? imported.parts[0];
    if (heir?.isActive) await moveWishes(queries, id, ids.get(heir) ?? "");
  }

  const touched = [...new Set([...sold, ...stored.products.keys()])].sort();
  await fillStockIndex(queries, touched);
  await indexProducts(queries, dialect, [...touched, ...others]);

  const namesOf = (before: 0 | 1, isActive: boolean) =>
    imported.parts
      .filter((part) => part.isActive === isActive && stored.products.get(ids.get(part) ?? "")?.active === before)
      .map(({ name }) => name);
  const after = await lockKnown(queries, imported);
  const outcome = stored.products.size === 0 ? "added" : snapshot(after) === before ? "unchanged" : "updated";
  return {
    outcome,
    goneVariants: gone.filter((row) => row.stock > 0 && !isRetired(row) && !kept.has(row)).length,
    retired: retired.map(({ name }) => name),
    hidden: namesOf(1, false),
    shown: namesOf(0, true),
  };
}

/** The shop's rows of this product, locked until the transaction ends. */
async function lockKnown(queries: Queries, { source, sourceId }: ImportedProduct): Promise<Known> {
  const ofSource = () =>
    queries.selectFrom("products").where("source", "=", source).where("source_id", "=", sourceId).orderBy("id");
  const ids = (await ofSource().select("id").execute()).map(({ id }) => id);
  if (ids.length === 0) return { products: new Map(), variants: [] };
  const rows = await queries.selectFrom("variants").select("id").where("product_id", "in", ids).execute();
  const variantIds = rows.map(({ id }) => id);
  const variants = await lockVariants(queries, variantIds);
  const products = await ofSource().selectAll().forNoKeyUpdate().execute();
  return { products: new Map(products.map((row) => [row.id, row])), variants };
}

const snapshot = ({ products, variants }: Known) => JSON.stringify([[...products.values()], variants]);

/** Variants may swap references or sizes, so all give theirs up first: both are unique. */
async function park(queries: Queries, variants: readonly VariantTable[]): Promise<void> {
  for (const [index, { id }] of variants.entries())
    await queries
      .updateTable("variants")
      .set({ sku: `parked ${id}`, size: -1 - index })
      .where("id", "=", id)
      .execute();
}

function stockOf({ stock }: ImportedVariant, existing: VariantTable | undefined, terms: ImportTerms): number {
  const isBack = existing && isRetired(existing) && existing.stock === 0;
  if (existing && !isBack && terms.keepsStock) return existing.stock;
  return Math.max(0, stock ?? terms.uncounted ?? existing?.stock ?? 0);
}

/** Columns of what a list need not say. */
const columns = [
  ["description", "description"],
  ["category", "category_id"],
  ["collection", "collection_id"],
  ["tags", "tags"],
  ["specifications", "specifications"],
  ["gender", "gender"],
  ["kind", "kind"],
  ["isNew", "is_new"],
  ["isBestseller", "is_bestseller"],
] as const satisfies [OptionalField, keyof ProductTable][];

interface Place {
  id: string;
  existing: ProductTable | undefined;
  /** The product's first part, which tells a new part what the list does not say. */
  main: ProductTable | undefined;
  /** Of variants that stay although the list does not have them. */
  keptColors: readonly Color[];
}

async function putProduct(
  { now }: Context,
  queries: Queries,
  { source, sourceId }: ImportedProduct,
  part: ImportedPart,
  { id, existing, main, keptColors }: Place,
): Promise<void> {
  const colors = new Map<string, Color>(part.variants.map(({ color }) => [color.slug, color]));
  for (const color of keptColors) if (!colors.has(color.slug)) colors.set(color.slug, color);
  const pictures = part.pictures;
  const from = existing ?? main;
  const unsaid = columns.filter(([field]) => part.unsaid?.includes(field));
  const kept: Partial<ProductTable> = from ? Object.fromEntries(unsaid.map(([, name]) => [name, from[name]])) : {};
  const row = {
    ...givenColumns(part),
    ...ownColumns({ ...part, active: part.isActive, colors: [...colors.values()] }),
    ...(pictures ? pictureColumns(pictures) : {}),
    category_id: kept.category_id ?? (await findOrAddCategory(queries, part.category, pictures?.[0]?.src)),
    collection_id: part.collection ? await findOrAddCollection(queries, part.collection, pictures?.[0]?.src) : null,
    source,
    source_id: sourceId,
    ...kept,
  };
  // An update keeps the slug and fields that lists do not have.
  if (existing) await queries.updateTable("products").set(row).where("id", "=", id).execute();
  else
    await queries
      .insertInto("products")
      .values({
        id,
        slug: await freeSlug(queries, "products", part.slug),
        created_at: now().getTime(),
        ...fieldColumns({}),
        ...stockIndexColumns([]),
        ...noReadableReviews,
        ...pictureColumns([]),
        ...row,
      })
      .execute();
}

/** Where a variant stands: unique in the database. */
const choiceKey = (product: string | undefined, color: string, size: number) => JSON.stringify([product, color, size]);

/**
 * Moves a variant that the list does not have; carts show it by its own size. Retired ones have no
 * stock. Pairs that come back to them later are the shop's own: no list counts them.
 */
async function leaveVariant(
  queries: Queries,
  { id, ...row }: VariantTable,
  { given, ...place }: Pick<VariantTable, "size" | "position" | "stock"> & { given: readonly string[] },
): Promise<void> {
  const size_label = place.size === row.size ? row.size_label : (row.size_label ?? sizeName(row));
  const sku = given.includes(row.sku) ? retiredReference(id) : row.sku;
  await queries
    .updateTable("variants")
    .set({ sku, size_label, ...place })
    .where("id", "=", id)
    .execute();
}

/** Wishlists keep a product whose pairs another part of it sells. */
async function moveWishes(queries: Queries, from: string, to: string): Promise<void> {
  const wishes = await queries.deleteFrom("wishlist_items").where("product_id", "=", from).returningAll().execute();
  for (const wish of wishes) await insertOnce(queries, "wishlist_items", { ...wish, product_id: to });
}
