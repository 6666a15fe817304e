import { operations } from "~/api/operations.server";
import { categoryWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/categories */
export const loader = endpoint(operations.listCategories, async () => {
  const categories = await (await getShop()).catalogue.categories();
  return { categories: categories.map((category) => categoryWire(settings.siteUrl, category)) };
});
export const action = loader;
