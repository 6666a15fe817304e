import { operations } from "~/api/operations.server";
import { collectionWire, productWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/collections/:id */
export const loader = endpoint(operations.getCollection, async ({ params: { id } }) => {
  const { catalogue } = await getShop();
  const collection = await catalogue.collection(id);
  if (!collection) throw new Refusal(404, "Collection non trouvée");
  const page = await catalogue.list({ collectionId: collection.id, sort: "nouveautes", page: 1 });
  const products = await catalogue.products(page.products.map((card) => card.id));
  return {
    ...collectionWire(settings.siteUrl, collection),
    products: products.map((product) => productWire(settings.siteUrl, product)),
  };
});
export const action = loader;
