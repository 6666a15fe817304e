import { operations } from "~/api/operations.server";
import { orderReviewsWire } from "~/api/wire";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { ownOrder } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** GET /api/orders/:number/reviews */
export const loader = endpoint(operations.listReviewsOfOrder, async ({ request, params }) => {
  const asker = await askerOf(request);
  const { number } = await ownOrder(params.id, asker);
  const reviews = await (await getShop()).reviews.ofOrder(number, asker);
  if (!reviews) throw new Refusal(404, "Commande non trouvée");
  return orderReviewsWire(reviews);
});
export const action = loader;
