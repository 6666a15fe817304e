import { sql } from "kysely";
import {
  type ImportedPart,
  type ImportedProduct,
  type ImportedVariant,
  RETIRED,
  retiredReference,
} from "~/domain/catalogue/imported-product";
import { slugOf } from "~/domain/catalogue/slug";
import type { ImportTerms } from "../services/office";
import type { Queries } from "./context";

/** References of imported products and variants, each another. */

/** Of a variant without any; the only one of a product has the product's. */
const referenceOf = ({ sku }: ImportedPart, { color, size, sizeLabel }: ImportedVariant, isOnly: boolean) =>
  isOnly ? sku : [sku, slugOf(color.slug), slugOf(sizeLabel ?? String(size))].join("-").toUpperCase();

interface References {
  of: Map<ImportedPart | ImportedVariant, string>;
  /** Of the list, and of another product of the shop. */
  taken: string[];
}

/**
 * Those of the list stay; those that are made here get a number where they have to.
 * @param listed of the whole list
 */
export async function referencesOf(
  queries: Queries,
  { parts, isPartial }: ImportedProduct,
  own: readonly string[],
  listed: ImportTerms["listed"],
): Promise<References> {
  const variants = parts.flatMap((part) => part.variants.map((variant) => ({ part, variant })));
  const wanted = {
    products: parts.map((part) => ({ key: part, sku: part.sku, isListed: !part.isGenerated })),
    variants: variants.map(({ part, variant }) => ({
      key: variant,
      sku: variant.sku ?? referenceOf(part, variant, variants.length === 1 && !isPartial),
      isListed: variant.sku !== undefined,
    })),
  };
  const of: References["of"] = new Map();
  const refused = new Set<string>();
  for (const table of ["products", "variants"] as const) {
    const others = new Set<string>();
    const ask = async (skus: readonly string[]) => {
      for (const sku of await othersReferences(queries, table, skus, own)) others.add(sku);
    };
    await ask(wanted[table].map(({ sku }) => sku));
    const given = new Set(wanted[table].flatMap(({ sku, isListed }) => (isListed ? [sku] : [])));
    for (const { key, sku, isListed } of wanted[table]) {
      if (isListed && others.has(sku)) refused.add(sku);
      let free = sku;
      const isTaken = () => given.has(free) || others.has(free) || listed?.[table].has(free);
      for (let number = 2; !isListed && isTaken(); number += 1) {
        free = `${sku}-${number}`;
        await ask([free]);
      }
      given.add(free);
      of.set(key, free);
    }
  }
  return { of, taken: [...refused] };
}

/**
 * Takes these references from other products' variants that their lists no longer have.
 * @returns ids of these products
 */
export async function takeReferences(
  queries: Queries,
  skus: readonly string[],
  own: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .updateTable("variants")
    .set({ sku: sql<string>`${retiredReference("")} || id` })
    .where("sku", "in", skus)
    .where("product_id", "not in", own)
    .where("position", ">=", RETIRED)
    .returning("product_id")
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** Those of these references that other products have, and sell. */
async function othersReferences(
  queries: Queries,
  table: "products" | "variants",
  skus: readonly string[],
  own: readonly string[],
): Promise<string[]> {
  // PostgreSQL knows no empty list.
  if (skus.length === 0) return [];
  const rows =
    table === "products"
      ? queries.selectFrom("products").select("sku").where("sku", "in", skus).where("id", "not in", own)
      : queries
          .selectFrom("variants")
          .select("sku")
          .where("sku", "in", skus)
          .where("product_id", "not in", own)
          .where("position", "<", RETIRED);
  return (await rows.execute()).map(({ sku }) => sku);
}
