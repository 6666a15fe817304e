import { operations } from "~/api/operations.server";
import { categoryWire, collectionWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";
import { withinCategory } from "./list-products.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/collections */
export const loader = endpoint(operations.listCollections, async ({ query: { category, active, include } }) => {
  const { catalogue } = await getShop();
  const within = category === undefined ? undefined : await withinCategory(catalogue, category);
  const isNone = active === "false" || (category !== undefined && !within);
  const matching = isNone ? [] : await catalogue.collections(within);
  const byId = include ? new Map((await catalogue.categories()).map((one) => [one.id, one])) : undefined;
  const collections = matching.map((collection) => {
    const parent = byId?.get(collection.categoryId ?? "");
    return {
      ...collectionWire(settings.siteUrl, collection),
      ...(byId ? { category: parent ? categoryWire(settings.siteUrl, parent) : null } : {}),
    };
  });
  return { success: true, collections };
});
export const action = loader;
