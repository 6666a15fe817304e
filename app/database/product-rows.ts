import type { Color, Picture, Product } from "~/domain/catalogue/catalogue";
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
    ...ownColumns(product),
    ...pictureColumns(product.pictures),
    id: product.id,
    slug: product.slug,
    category_id: product.categoryId,
    collection_id: product.collectionId ?? null,
    created_at: product.createdAt.getTime(),
    source: null,
    source_id: null,
    ...fieldColumns(product),
    ...stockIndexColumns(variants),
    ...noReadableReviews,
  };
}

/** What a product says in its own words; an import writes them as well. */
export function ownColumns(product: OwnFields) {
  const { sku, name, kind, gender, price, oldPrice, isNew, isBestseller, active, colors } = product;
  return {
    ...{ sku, name, kind, gender, price, old_price: oldPrice ?? null },
    ...{ is_new: isNew ? 1 : 0, is_bestseller: isBestseller ? 1 : 0, active: active ? 1 : 0 },
    colors: JSON.stringify(colors),
  };
}
type OwnFields = Pick<Product, "sku" | "name" | "kind" | "gender" | "price" | "oldPrice" | "isNew" | "isBestseller"> &
  Pick<WrittenProduct, "active" | "colors">;

/** The first is the card's. */
export const pictureColumns = (pictures: readonly Picture[]) => ({
  picture: pictures[0] ? JSON.stringify(pictures[0]) : null,
  pictures: JSON.stringify(pictures),
});

export const homeSectionRow = ({ content, ...section }: StoredSection, position: number): HomeSectionTable => ({
  ...section,
  enabled: 1,
  position,
  content: JSON.stringify(content ?? {}),
});
