import { operations } from "~/api/operations.server";
import { productWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal, serve } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** Section 9: similar products. */
const RELATED = 4;

/** GET /api/products/:id */
const api = endpoint(
  serve(operations.product, async ({ params: { id } }) => {
    const { catalogue } = await getShop();
    const product = await catalogue.product(id);
    if (!product) throw new Refusal(404, "Produit non trouvé");
    return productWire(settings.siteUrl, product, await catalogue.similar(product.id, RELATED));
  }),
);
export const loader = api.loader;
export const action = api.action;
