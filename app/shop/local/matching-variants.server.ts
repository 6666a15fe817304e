import type { VariantTable } from "~/database/schema/catalogue";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import { type Choosable, sizesOf } from "~/domain/catalogue/choice";
import { matchingVariant, type Preference, wantedSizes } from "~/domain/catalogue/matching-variant";
import { ONE_COLOR } from "~/domain/catalogue/size";
import { colorsToSell, pictureFor, secondAfter, variantOf } from "./catalogue-rows";
import type { Queries } from "./context";
import { variantsOf } from "./stock.server";

/** Cards of a list filtered by colour or size, each showing its best matching variant. */
export async function withMatchingVariants(
  db: Queries,
  cards: readonly ProductCard[],
  preference: Preference,
): Promise<ProductCard[]> {
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const [variants, products] = await Promise.all([
    variantsOf(db, ids),
    db.selectFrom("products").select(["id", "pictures"]).where("id", "in", ids).execute(),
  ]);
  const pictures = new Map(products.map((row) => [row.id, row.pictures]));
  return cards.map((card) => withVariant(card, variants.get(card.id) ?? [], pictures.get(card.id) ?? "[]", preference));
}

function withVariant(
  card: ProductCard,
  rows: readonly VariantTable[],
  pictures: string,
  preference: Preference,
): ProductCard {
  const variants = rows.map(variantOf);
  const product: Choosable = { colors: colorsToSell(card.colors, variants), variants };
  const variant = matchingVariant(product, preference);
  if (!variant) return card;
  const { id, color, size } = variant;
  const picture = pictureFor(pictures, color.slug) ?? card.picture;
  const { second: _, ...rest } = card;
  const isInStock = variants.some((other) => other.color.slug === color.slug && other.stock > 0);
  return {
    ...rest,
    soldOut: !isInStock,
    ...(picture ? { picture, ...secondAfter(pictures, picture) } : {}),
    shown: {
      variantId: id,
      ...(color.slug === ONE_COLOR.slug ? {} : { color }),
      ...(wantedSizes(variants, preference).has(size) ? { size } : {}),
      ...(preference.namesSizes ? { sizes: sizesInStock(product, color.slug) } : {}),
    },
  };
}

const sizesInStock = (product: Choosable, colorSlug: string): number[] =>
  sizesOf(product, colorSlug).flatMap(({ size, sizeLabel, stock }) => (stock > 0 && !sizeLabel ? [size] : []));
