import type { VariantTable } from "~/database/schema/catalogue";
import type { ProductCard } from "~/domain/catalogue";
import { matchingVariant, type Preference } from "~/domain/matching-variant";
import { ONE_COLOR } from "~/domain/size";
import { colorOf, optional, pictureFor, sizeOf } from "./catalogue-rows";
import type { Queries } from "./context";

/** Cards as a list shows them that was asked for a colour or a size: each with the variant that answers best. */
export async function withMatchingVariants(
  db: Queries,
  cards: readonly ProductCard[],
  wish: Preference,
): Promise<ProductCard[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const [rows, products] = await Promise.all([
    db
      .selectFrom("variants")
      .select(["id", "sku", "product_id", "color_slug", "color_name", "color_hex", "size", "size_label", "stock"])
      .where("product_id", "in", ids)
      .orderBy("position")
      .execute(),
    db.selectFrom("products").select(["id", "pictures"]).where("id", "in", ids).execute(),
  ]);
  const variants = new Map(ids.map((id): [string, Row[]] => [id, []]));
  for (const row of rows) variants.get(row.product_id)?.push(row);
  const pictures = new Map(products.map((row) => [row.id, row.pictures]));
  return cards.map((card) => shownOn(card, variants.get(card.id) ?? [], pictures.get(card.id) ?? "[]", wish));
}

type Row = Pick<
  VariantTable,
  "id" | "sku" | "color_slug" | "color_name" | "color_hex" | "size" | "size_label" | "stock"
>;

function shownOn(card: ProductCard, rows: readonly Row[], pictures: string, wish: Preference): ProductCard {
  const variants = rows.map((row) => ({
    id: row.id,
    sku: row.sku,
    color: colorOf(row),
    ...sizeOf(row),
    stock: row.stock,
  }));
  const variant = matchingVariant({ colors: card.colors, variants }, wish);
  if (!variant) return card;
  const { id, color, size } = variant;
  const isInStock = variants.some((one) => one.color.slug === color.slug && one.stock > 0);
  return {
    ...card,
    soldOut: !isInStock,
    ...optional("picture", pictureFor(pictures, color.slug) ?? card.picture ?? null),
    shown: {
      variantId: id,
      ...(color.slug === ONE_COLOR.slug ? {} : { color }),
      ...(wish.hasSize && wish.size(variant) ? { size } : {}),
    },
  };
}
