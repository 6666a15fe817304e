import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import { indexProducts } from "~/database/search-index.server";
import { fillStockIndex } from "~/database/stock-index";
import type { Color } from "~/domain/catalogue";
import type {
  ImportedPart,
  ImportedProduct,
  ImportedVariant,
  ImportOutcome,
  ImportRefusal,
} from "~/domain/imported-product";
import { fieldColumns } from "~/domain/product-fields";
import { slugOf } from "~/domain/slug";
import type { ImportTerms } from "../services/office";
import type { Context, Queries } from "./context";
import { categoryIdOf, collectionIdOf, freeSlug } from "./import-groups.server";
import { locked } from "./row-locks";
import { lockVariants } from "./stock.server";
import { digest, storable } from "./text.server";

/** Ends a dry run: its result leaves the transaction, which is rolled back. */
class DryRunOver extends Error {
  constructor(readonly result: ImportOutcome | ImportRefusal) {
    super("A dry run is over.");
  }
}

/** `OfficeService.importProduct`. Rows are locked in the order of orders: variants by id, then products by id. */
export async function importProduct(
  context: Context,
  imported: ImportedProduct,
  terms: ImportTerms,
): Promise<ImportOutcome | ImportRefusal> {
  const clean = storableProduct(imported);
  try {
    return await context.database.transact(async (transaction) => {
      const result = await importIn(context, transaction, clean, terms);
      if (terms.isDryRun || result.outcome === "refused") throw new DryRunOver(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRunOver) return error.result;
    throw error;
  }
}

async function importIn(
  context: Context,
  queries: Queries,
  imported: ImportedProduct,
  terms: ImportTerms,
): Promise<ImportOutcome | ImportRefusal> {
  const { dialect } = context.database;
  const known = await lockKnown(context, queries, imported);
  const before = snapshot(known);
  const ids = new Map(imported.parts.map((part) => [part, productIdOf(imported, part)]));

  const taken = await takenReferences(queries, imported, [...new Set([...ids.values(), ...known.products.keys()])]);
  if (taken.length > 0) return { outcome: "refused", taken };

  await park(queries, known.variants);
  const matched = match(imported, known.variants);
  for (const part of imported.parts) {
    const id = ids.get(part) ?? "";
    await putProduct(context, queries, imported, part, id, known.products.get(id));
    for (const [position, variant] of part.variants.entries()) {
      const was = matched.get(variant);
      await putVariant(queries, imported, part, variant, id, position, was, stockOf(variant, was, terms));
    }
  }
  const sold = new Set(ids.values());
  const kept = new Set([...matched.values()].map((was) => was?.id));
  const gone = known.variants.filter(({ id }) => !kept.has(id));
  for (const [index, variant] of gone.entries()) await putAway(queries, variant, index);
  const retired = [...known.products.values()].filter(({ id, active }) => !sold.has(id) && active === 1);
  for (const { id } of retired) await queries.updateTable("products").set({ active: 0 }).where("id", "=", id).execute();

  const touched = [...new Set([...sold, ...known.products.keys()])].sort();
  for (const id of touched) await sumUp(queries, id);
  await fillStockIndex(queries, touched);
  await indexProducts(queries, dialect, touched);

  const after = await lockKnown(context, queries, imported);
  const outcome = known.products.size === 0 ? "added" : snapshot(after) === before ? "unchanged" : "updated";
  return { outcome, goneVariants: gone.filter(({ stock }) => stock > 0).length, retired: retired.length };
}

interface Known {
  products: Map<string, ProductTable>;
  variants: VariantTable[];
}

/** What the shop has of it, locked until the transaction ends. */
async function lockKnown(
  { database }: Context,
  queries: Queries,
  { source, sourceId }: ImportedProduct,
): Promise<Known> {
  const ofSource = () =>
    queries.selectFrom("products").where("source", "=", source).where("source_id", "=", sourceId).orderBy("id");
  const ids = (await ofSource().select("id").execute()).map(({ id }) => id);
  if (ids.length === 0) return { products: new Map(), variants: [] };
  const rows = await queries.selectFrom("variants").select("id").where("product_id", "in", ids).execute();
  const variants = await lockVariants(
    queries,
    rows.map(({ id }) => id),
  );
  const products = await locked(ofSource().selectAll(), database.dialect).execute();
  return { products: new Map(products.map((row) => [row.id, row])), variants };
}

const snapshot = ({ products, variants }: Known) => JSON.stringify([[...products.values()], variants]);

const productIdOf = ({ source, sourceId }: ImportedProduct, { part }: ImportedPart) =>
  `p-${short([source, sourceId, part])}`;
const variantIdOf = ({ source, sourceId }: ImportedProduct, { key }: ImportedVariant) =>
  `v-${short([source, sourceId, key])}`;
const short = (parts: readonly string[]) => digest(JSON.stringify(parts)).slice(0, 22);

const referenceOf = ({ sku }: ImportedPart, variant: ImportedVariant) =>
  variant.sku ??
  [sku, slugOf(variant.color.slug), slugOf(variant.sizeLabel ?? String(variant.size))].join("-").toUpperCase();

/** References that belong to products that are none of these. */
async function takenReferences(
  queries: Queries,
  { parts }: ImportedProduct,
  own: readonly string[],
): Promise<string[]> {
  const products = parts.map(({ sku }) => sku);
  const variants = parts.flatMap((part) => part.variants.map((variant) => referenceOf(part, variant)));
  const taken = [
    ...(await queries
      .selectFrom("products")
      .select("sku")
      .where("sku", "in", products)
      .where("id", "not in", own)
      .execute()),
    ...(await queries
      .selectFrom("variants")
      .select("sku")
      .where("sku", "in", variants)
      .where("product_id", "not in", own)
      .execute()),
  ];
  return [...new Set(taken.map(({ sku }) => sku))];
}

/** Two variants may change places: for a moment none of them has a reference or a place that another one is to get. */
async function park(queries: Queries, variants: readonly VariantTable[]): Promise<void> {
  for (const [index, { id }] of variants.entries())
    await queries
      .updateTable("variants")
      .set({ sku: `parked ${id}`, size: -1 - index })
      .where("id", "=", id)
      .execute();
}

/** Which of the variants that are here is which of the list: by what the list calls it, else by colour and size. */
function match(
  imported: ImportedProduct,
  known: readonly VariantTable[],
): Map<ImportedVariant, VariantTable | undefined> {
  const left = new Map(known.map((row) => [row.id, row]));
  const found = new Map<ImportedVariant, VariantTable | undefined>();
  const take = (variant: ImportedVariant, row: VariantTable | undefined) => {
    if (!row || found.get(variant)) return;
    found.set(variant, row);
    left.delete(row.id);
  };
  const all = imported.parts.flatMap(({ variants }) => variants);
  for (const variant of all) take(variant, left.get(variantIdOf(imported, variant)));
  for (const variant of all)
    take(
      variant,
      [...left.values()].find(
        (row) =>
          row.color_slug === variant.color.slug && (row.size_label ?? row.size) === (variant.sizeLabel ?? variant.size),
      ),
    );
  return found;
}

function stockOf({ stock }: ImportedVariant, was: VariantTable | undefined, terms: ImportTerms): number {
  if (was && terms.keepsStock) return was.stock;
  return Math.max(0, stock ?? terms.uncounted ?? was?.stock ?? 0);
}

async function putProduct(
  { now }: Context,
  queries: Queries,
  { source, sourceId }: ImportedProduct,
  part: ImportedPart,
  id: string,
  was: ProductTable | undefined,
): Promise<void> {
  const colors = new Map<string, Color>(part.variants.map(({ color }) => [color.slug, color]));
  const pictures = part.pictures;
  const row = {
    sku: part.sku,
    name: part.name,
    description: part.description,
    kind: part.kind,
    gender: part.gender,
    category_id: await categoryIdOf(queries, part.category, pictures?.[0]?.src),
    collection_id: part.collection ? await collectionIdOf(queries, part.collection, pictures?.[0]?.src) : null,
    price: part.price,
    old_price: part.oldPrice ?? null,
    is_bestseller: part.isBestseller ? 1 : 0,
    active: part.isActive ? 1 : 0,
    colors: JSON.stringify([...colors.values()]),
    tags: JSON.stringify(part.tags),
    source,
    source_id: sourceId,
    ...(pictures
      ? { picture: pictures[0] ? JSON.stringify(pictures[0]) : null, pictures: JSON.stringify(pictures) }
      : {}),
  };
  // Its address stays what it was, and so does what was never in a list.
  if (was) await queries.updateTable("products").set(row).where("id", "=", id).execute();
  else
    await queries
      .insertInto("products")
      .values({
        id,
        slug: await freeSlug(queries, "products", part.slug),
        is_new: 0,
        stock: 0,
        created_at: now().getTime(),
        ...fieldColumns({}),
        families: 0,
        sizes: 0,
        stock_index: "",
        picture: null,
        pictures: "[]",
        ...row,
      } as ProductTable)
      .execute();
}

async function putVariant(
  queries: Queries,
  imported: ImportedProduct,
  part: ImportedPart,
  variant: ImportedVariant,
  product_id: string,
  position: number,
  was: VariantTable | undefined,
  stock: number,
): Promise<void> {
  const { color, size, sizeLabel } = variant;
  const row = {
    product_id,
    sku: referenceOf(part, variant),
    color_slug: color.slug,
    color_name: color.name,
    color_hex: color.hex,
    size,
    size_label: sizeLabel ?? null,
    stock,
    position,
  };
  if (was) await queries.updateTable("variants").set(row).where("id", "=", was.id).execute();
  else
    await queries
      .insertInto("variants")
      .values({ id: variantIdOf(imported, variant), ...row })
      .execute();
}

/** Places of what is gone, behind all others. */
const GONE = 9_000;

/** A variant that the list has no more: none is left, and whoever has it in a cart is told so. */
async function putAway(queries: Queries, { id, size, size_label }: VariantTable, index: number): Promise<void> {
  await queries
    .updateTable("variants")
    .set({ sku: `retiree-${id}`, size: size_label === null ? size : GONE + index, stock: 0 })
    .where("id", "=", id)
    .execute();
}

async function sumUp(queries: Queries, id: string): Promise<void> {
  const { sum } = await queries
    .selectFrom("variants")
    .select((build) => build.fn.sum<number | null>("stock").as("sum"))
    .where("product_id", "=", id)
    .executeTakeFirstOrThrow();
  await queries
    .updateTable("products")
    .set({ stock: sum ?? 0 })
    .where("id", "=", id)
    .execute();
}

/** Every text of it such as both databases keep it. */
function storableProduct(imported: ImportedProduct): ImportedProduct {
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return storable(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one)]));
  };
  return clean(imported) as ImportedProduct;
}
