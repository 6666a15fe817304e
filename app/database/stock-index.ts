import type { Kysely } from "kysely";
import { type ColorFamily, colorFamilies, familiesOf } from "~/domain/catalogue/color-family";
import { RETIRED } from "~/domain/catalogue/imported-product";
import {
  familiesOn,
  familyBits,
  type StockIndexColor,
  sizeBits,
  sizesOn,
  writeStockIndex,
} from "~/domain/catalogue/stock-index";
import type { Schema } from "./schema";
import type { ProductTable, VariantTable } from "./schema/catalogue";

const columns = ["color_slug", "color_name", "color_hex", "size", "stock"] as const satisfies (keyof VariantTable)[];
type IndexedVariant = Pick<VariantTable, (typeof columns)[number]>;

export const sizesColumn = (family: ColorFamily) => `sizes_${family}` as const;
type StockColumns = "stock" | "families" | "sizes" | "stock_index" | ReturnType<typeof sizesColumn>;

/** What a product's row says of its variants: their stock, and what lists are filtered by. */
export function stockIndexColumns(variants: readonly IndexedVariant[]): Pick<ProductTable, StockColumns> {
  const colors = new Map<string, StockIndexColor>();
  for (const { color_slug, color_name, color_hex, size, stock } of variants) {
    const color = colors.get(color_slug) ?? { families: familyBits(familiesOf(color_hex, color_name)), sizes: 0 };
    if (stock > 0) color.sizes |= sizeBits([size]);
    colors.set(color_slug, color);
  }
  const index = [...colors.values()];
  const byFamily = colorFamilies.map((family) => {
    const ofFamily = index.filter((color) => color.families & familyBits([family]));
    return [sizesColumn(family), sizesOn(ofFamily)];
  });
  return {
    stock: variants.reduce((sum, { stock }) => sum + stock, 0),
    families: familiesOn(index),
    sizes: sizesOn(index),
    stock_index: writeStockIndex(index),
    ...(Object.fromEntries(byFamily) as Pick<ProductTable, ReturnType<typeof sizesColumn>>),
  };
}

/**
 * Recomputes these products' columns, in the given order. A transaction that changes stock locks
 * the products' rows before, so that it reads the variants that others committed.
 */
export async function fillStockIndex(db: Kysely<Schema>, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  const variants = await db
    .selectFrom("variants")
    .select(["product_id", ...columns])
    .where("product_id", "in", productIds)
    // Without what has left an imported list, as on the product's page.
    .where((build) => build.or([build("stock", ">", 0), build("position", "<", RETIRED)]))
    .execute();
  const ofProduct = new Map<string, IndexedVariant[]>(productIds.map((id) => [id, []]));
  for (const variant of variants) ofProduct.get(variant.product_id)?.push(variant);
  for (const id of productIds)
    await db
      .updateTable("products")
      .set(stockIndexColumns(ofProduct.get(id) ?? []))
      .where("id", "=", id)
      .execute();
}
