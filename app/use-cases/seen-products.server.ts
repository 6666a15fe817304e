import type { ProductCard } from "~/domain/catalogue/catalogue";
import { seenBy } from "~/session/seen.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";

/** One row on a desktop, two on a phone. */
const SHOWN = 4;

/**
 * Products that the visitor looked at (decision 053), the last one first.
 * @param except ids of products that the page shows anyway
 */
export async function seenProducts(request: Request, except: readonly string[]): Promise<ProductCard[]> {
  const ids = (await seenBy(request)).filter((id) => !except.includes(id));
  if (ids.length === 0) return [];
  const { catalogue } = await getShop();
  return ((await unlessUnavailable(catalogue.products(ids))) ?? []).slice(0, SHOWN);
}

/** Products in stock like the one that was added last, none of which is in the cart. */
export async function similarToCart(productIds: readonly string[]): Promise<ProductCard[]> {
  const last = productIds.at(-1);
  if (last === undefined) return [];
  const { catalogue } = await getShop();
  const similar = (await unlessUnavailable(catalogue.similar(last, SHOWN + productIds.length))) ?? [];
  return similar.filter(({ id }) => !productIds.includes(id)).slice(0, SHOWN);
}
