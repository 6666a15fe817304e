import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import type { Color, Picture, ProductCard, Variant } from "~/domain/catalogue/catalogue";
import type { Sized } from "~/domain/catalogue/size";
import { maybe } from "~/domain/content/content-values";
import type { StockItem } from "../services/day-office";

/** Converts rows of products and variants to the domain's types. */

export const cardColumns = [
  "id",
  "slug",
  "name",
  "brand",
  "price",
  "old_price",
  "gender",
  "kind",
  "is_new",
  "is_bestseller",
  "stock",
  "colors",
  "picture",
  "pictures",
] as const satisfies readonly (keyof ProductTable)[];
type CardRow = Pick<ProductTable, (typeof cardColumns)[number]>;

/** Of cards in lists and in the search, which show the stars as well. */
export const listedColumns = [
  ...cardColumns,
  "readable_average",
  "readable_count",
] as const satisfies readonly (keyof ProductTable)[];
type ListedRow = Pick<ProductTable, (typeof listedColumns)[number]>;

export function listedCardOf(row: ListedRow): ProductCard {
  const stars = { count: row.readable_count, average: row.readable_average };
  return { ...cardOf(row), ...(stars.count === 0 ? {} : { stars }) };
}

export function cardOf(row: CardRow): ProductCard {
  const picture = row.picture === null ? undefined : (JSON.parse(row.picture) as Picture);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    ...(row.brand ? { brand: row.brand } : {}),
    price: row.price,
    ...maybe("oldPrice", row.old_price),
    gender: row.gender,
    kind: row.kind,
    isNew: row.is_new === 1,
    isBestseller: row.is_bestseller === 1,
    soldOut: row.stock === 0,
    colors: JSON.parse(row.colors) as Color[],
    ...(picture ? { picture, ...secondAfter(row.pictures, picture) } : {}),
  };
}

/** A variant's colour and size, in queries of several tables. */
export const choiceColumns = [
  "variants.color_slug",
  "variants.color_name",
  "variants.color_hex",
  "variants.size",
  "variants.size_label",
] as const;
type ChoiceRow = Pick<VariantTable, "color_slug" | "color_name" | "color_hex" | "size" | "size_label">;

export function choiceOf(row: ChoiceRow): { color: Color } & Sized {
  return { color: { slug: row.color_slug, name: row.color_name, hex: row.color_hex }, ...sizeOf(row) };
}

/** Of variants with their products. */
export const stockItemColumns = [
  ...choiceColumns,
  "variants.sku",
  "variants.stock",
  "products.name",
  "products.slug",
] as const;

type StockRow = ChoiceRow & Pick<StockItem, "sku" | "stock" | "name" | "slug">;

export const stockItemOf = ({ sku, name, slug, stock, ...row }: StockRow): StockItem => ({
  ...choiceOf(row),
  ...{ sku, name, slug, stock },
});

export function sizeOf({ size, size_label }: Pick<VariantTable, "size" | "size_label">): Sized {
  return { size, ...maybe("sizeLabel", size_label) };
}

export function variantOf(row: VariantTable): Variant {
  return { id: row.id, sku: row.sku, ...choiceOf(row), stock: row.stock };
}

/** A colour that has left its product is sold as long as pairs of it have come back. */
export function colorsToSell(colors: readonly Color[], variants: readonly Variant[]): Color[] {
  const bySlug = new Map(colors.map((color) => [color.slug, color]));
  for (const { color, stock } of variants) if (stock > 0 && !bySlug.has(color.slug)) bySlug.set(color.slug, color);
  return [...bySlug.values()];
}

/** A colour's first picture, or else the product's. */
export function pictureFor(picturesJson: string, colorSlug: string): Picture | undefined {
  const pictures = JSON.parse(picturesJson) as Picture[];
  return pictures.find((picture) => picture.color === colorSlug) ?? pictures[0];
}

/** The next picture of the same colour. */
export function secondAfter(picturesJson: string, { src, color }: Picture): { second?: string } {
  const pictures = (JSON.parse(picturesJson) as Picture[]).filter((other) => other.color === color);
  const second = pictures[pictures.findIndex((other) => other.src === src) + 1]?.src;
  return second === undefined || second === src ? {} : { second };
}
