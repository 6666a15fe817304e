import { operations } from "~/api/operations.server";
import { productWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** Section 9: similar products. */
const RELATED = 4;

/** GET /api/products/:id */
export const loader = endpoint(operations.getProduct, async ({ params: { id } }) => {
  const { catalogue, reviews } = await getShop();
  const product = await catalogue.product(id);
  if (!product) throw new Refusal(404, "Produit non trouvé");
  const [similar, { reviews: _, ...summary }] = await Promise.all([
    catalogue.similar(product.id, RELATED),
    reviews.ofProduct(product.id, { offset: 0, size: 1 }),
  ]);
  const body = productWire(settings.siteUrl, product, similar);
  return summary.count === 0 ? body : { ...body, reviews: summary };
});
export const action = loader;
