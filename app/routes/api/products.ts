import { operations } from "~/api/operations.server";
import { productWire } from "~/api/wire";
import { PAGE_SIZE } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { endpoint } from "./endpoint.server";
import { listProducts } from "./list-products.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/products */
export const loader = endpoint(
  operations.listProducts,
  async ({ query: { limit = PAGE_SIZE, offset = 0, ...query } }) => {
    const { products, total } = await listProducts(await getShop(), query, limit, offset);
    return { products: products.map((product) => productWire(settings.siteUrl, product)), total, limit, offset };
  },
);
export const action = loader;
