import { ONE_COLOR, sizeName, sizeNoun } from "~/domain/catalogue/size";
import type { VisitorId } from "~/shop/services/guests";
import type { WishlistItem } from "~/shop/services/wishlist";
import { getShop } from "~/shop/shop.server";

/** The products of the list, and the variants of each that are in stock. */
export async function loadItems(visitor: VisitorId | undefined) {
  const items = await (await getShop()).wishlist.read(visitor);
  return {
    items: items.map(({ variants, ...item }) => ({ ...item, soldOut: variants.length === 0 })),
    offers: Object.fromEntries(items.map(({ id, variants }) => [id, choicesOf(variants)])),
  };
}

function choicesOf(variants: WishlistItem["variants"]) {
  const hasColors = variants.some(({ color }) => color.slug !== ONE_COLOR.slug);
  const noun = sizeNoun(variants.some(({ sizeLabel }) => sizeLabel !== undefined));
  return {
    what: hasColors ? `Couleur et ${noun}` : `${noun[0]?.toUpperCase()}${noun.slice(1)}`,
    variants: variants.map((variant) => ({
      id: variant.id,
      label: hasColors ? `${variant.color.name}, ${sizeName(variant)}` : sizeName(variant),
    })),
  };
}
