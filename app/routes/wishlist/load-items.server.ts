import { sizeName } from "~/domain/catalogue/size";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";

/** The products of the list, and the variants of each that are in stock. */
export async function loadItems(visitor: VisitorId | undefined) {
  const items = await (await getShop()).wishlist.read(visitor);
  return {
    items: items.map(({ id, slug, name, kind, gender, price, oldPrice, picture, variants }) => ({
      id,
      slug,
      name,
      kind,
      gender,
      price,
      oldPrice,
      soldOut: variants.length === 0,
      picture,
    })),
    offers: Object.fromEntries(
      items.map(({ id, variants }) => [
        id,
        variants.map((variant) => ({ id: variant.id, label: `${variant.color.name}, ${sizeName(variant)}` })),
      ]),
    ),
  };
}
