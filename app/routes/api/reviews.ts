import { operations } from "~/api/operations.server";
import { reviewWire } from "~/api/wire";
import { PAGE_SIZE } from "~/domain/catalogue/listing";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/products/:id/reviews */
export const loader = endpoint(
  operations.listReviews,
  async ({ params: { id }, query: { limit = PAGE_SIZE, offset = 0 } }) => {
    const { catalogue, reviews } = await getShop();
    const product = await catalogue.product(id);
    if (!product) throw new Refusal(404, "Produit non trouvé");
    const page = await reviews.ofProduct(product.id, { offset, size: limit });
    return { ...page, reviews: page.reviews.map(reviewWire), limit, offset };
  },
);
export const action = loader;
