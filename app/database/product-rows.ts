import type { Color, Product } from "~/domain/catalogue/catalogue";
import { fieldColumns, type ProductFields } from "~/domain/catalogue/product-fields";
import type { Sized } from "~/domain/catalogue/size";
import type { StoredSection } from "~/domain/content/section";
import { noReadableReviews } from "./readable-reviews.server";
import type { HomeSectionTable, ProductTable, VariantTable } from "./schema/catalogue";
import { stockIndexColumns } from "./stock-index";

/** Missing fields are stored with their defaults. */
export type WrittenProduct = Omit<Product, keyof ProductFields | "soldOut"> &
  Partial<ProductFields> & { active: boolean };

/** @param row what the variant itself does not say */
export const variantRow = <Row>(
  { color, size, sizeLabel, barcode = "" }: Sized & { color: Color; barcode?: string },
  row: Row,
) => ({
  ...row,
  ...{ color_slug: color.slug, color_name: color.name, color_hex: color.hex },
  ...{ size, size_label: sizeLabel ?? null, barcode },
});

export const variantRows = ({ id: product_id, variants }: WrittenProduct): VariantTable[] =>
  variants.map((variant, position) => {
    const { id, sku, stock } = variant;
    return variantRow(variant, { id, product_id, sku, stock, position });
  });

/** Without reviews: an API tells of them on a product's own page, not in its lists. */
export function productRow(product: WrittenProduct): ProductTable {
  const variants = variantRows(product);
  return {
    id: product.id,
    slug: product.slug,
    sku: product.sku,
    name: product.name,
    kind: product.kind,
    gender: product.gender,
    category_id: product.categoryId,
    collection_id: product.collectionId ?? null,
    price: product.price,
    old_price: product.oldPrice ?? null,
    is_new: product.isNew ? 1 : 0,
    is_bestseller: product.isBestseller ? 1 : 0,
    active: product.active ? 1 : 0,
    created_at: product.createdAt.getTime(),
    colors: JSON.stringify(product.colors),
    picture: product.picture ? JSON.stringify(product.picture) : null,
    pictures: JSON.stringify(product.pictures),
    source: null,
    source_id: null,
    ...fieldColumns(product),
    ...stockIndexColumns(variants),
    ...noReadableReviews,
  };
}

export const homeSectionRow = ({ content, ...section }: StoredSection, position: number): HomeSectionTable => ({
  ...section,
  enabled: 1,
  position,
  content: JSON.stringify(content ?? {}),
});
