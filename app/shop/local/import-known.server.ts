import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import {
  type ImportedPart,
  type ImportedProduct,
  type ImportedVariant,
  type OptionalField,
  RETIRED,
  retiredReference,
} from "~/domain/catalogue/imported-product";
import { choiceOf } from "./catalogue-rows";
import { digest } from "./context";

/** What the shop has of an imported product already. */

export interface Known {
  products: Map<string, ProductTable>;
  variants: VariantTable[];
}

export const productIdOf = ({ source, sourceId }: ImportedProduct, { part }: Pick<ImportedPart, "part">) =>
  `p-${short([source, sourceId, part])}`;
export const variantIdOf = ({ source, sourceId }: ImportedProduct, { key }: ImportedVariant) =>
  `v-${short([source, sourceId, key])}`;
const short = (parts: readonly string[]) => digest(JSON.stringify(parts)).slice(0, 22);

/** The largest part is never out of the list while the product is in it. */
export const mainOf = (imported: ImportedProduct, { products }: Known): ProductTable | undefined =>
  products.get(productIdOf(imported, { part: "" }));

export const isRetired = ({ position }: Pick<VariantTable, "position">) => position >= RETIRED;

/** Pairs the list's variants with existing ones: by the list's key, else by colour and size. */
export function match(
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

/** The same product, with what the shop has where the list has no column for it. */
export function asStored(listed: ImportedProduct, stored: Known): ImportedProduct {
  const main = mainOf(listed, stored);
  const rows = match(listed, stored.variants);
  const hasVariants = stored.variants.some((row) => !isRetired(row));
  const isChoiceless = hasVariants && listed.parts.some(({ unsaid }) => unsaid?.includes("choices"));
  const parts = listed.parts.map((part): ImportedPart => {
    const existing = stored.products.get(productIdOf(listed, part));
    return {
      ...part,
      ...(existing && part.unsaid?.includes("reference") ? { sku: existing.sku } : {}),
      ...(main && part.unsaid?.includes("isActive") ? { isActive: main.active === 1 } : {}),
      variants: part.variants.flatMap((variant) => {
        const row = rows.get(variant);
        return row ? [variantAsStored(variant, row, part.unsaid ?? [])] : isChoiceless ? [] : [variant];
      }),
    };
  });
  return { ...listed, parts, ...(isChoiceless ? { isPartial: true } : {}) };
}

function variantAsStored(
  { color, size, sizeLabel, ...variant }: ImportedVariant,
  row: VariantTable,
  unsaid: readonly OptionalField[],
): ImportedVariant {
  const listed = { color, size, ...(sizeLabel === undefined ? {} : { sizeLabel }) };
  const hasReference = unsaid.includes("reference") && row.sku !== retiredReference(row.id);
  return {
    ...variant,
    ...(unsaid.includes("choices") ? choiceOf(row) : listed),
    ...(hasReference ? { sku: row.sku } : {}),
    ...(unsaid.includes("barcode") ? { barcode: row.barcode } : {}),
  };
}
