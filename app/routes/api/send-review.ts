import { operations } from "~/api/operations.server";
import { orderReviewsWire } from "~/api/wire";
import { reviewForm } from "~/domain/review-form";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { Answer, endpoint, parseAs, Refusal } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { ownOrder } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** POST /api/orders/:number/review, as on the order's page (decision 051). */
export const loader = endpoint(
  operations.sendReview,
  async ({ request, params, body: { productVariantId, rating, text } }) => {
    const asker = await askerOf(request);
    const { number } = await ownOrder(params.id, asker);
    const typed = { article: productVariantId, note: String(rating), texte: text };
    const names = { article: "productVariantId", note: "rating", texte: "text" };
    const { article: variantId, texte } = parseAs(reviewForm, typed, names);
    const { reviews } = await getShop();
    const outcome = await reviews.send(number, asker, { variantId, rating, text: texte });
    if (outcome === "unknown") throw new Refusal(404, "Cet article n'est pas dans cette commande");
    if (outcome === "given") throw new Refusal(409, "Cet article a déjà un avis");
    const found = outcome === "sent" ? await reviews.ofOrder(number, asker) : undefined;
    if (!found) throw new Refusal(409, "La commande n'est pas livrée");
    return new Answer(201, orderReviewsWire(found));
  },
);
export const action = loader;
