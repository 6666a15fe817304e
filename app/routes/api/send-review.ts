import { operations } from "~/api/operations.server";
import { orderReviewsWire } from "~/api/wire";
import { reviewForm } from "~/domain/catalogue/review-form";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { Answer, endpoint, parseAs, Refusal } from "./endpoint.server";
import { askerOf } from "./identity.server";
import { ownOrder } from "./own-order.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** POST /api/orders/:number/review, as on the order's page (decision 051). */
export const loader = endpoint(
  operations.sendReview,
  async ({ request, params, body: { productVariantId, rating, fit, text } }) => {
    const asker = await askerOf(request);
    const { number } = await ownOrder(params.id, asker);
    const typed = { article: productVariantId, note: String(rating), taille: fit, texte: text };
    const names = { article: "productVariantId", note: "rating", taille: "fit", texte: "text" };
    const { article: variantId, taille, texte } = parseAs(reviewForm, typed, names);
    const { reviews } = await getShop();
    const outcome = await reviews.send(number, asker, { variantId, rating, fit: taille, text: texte });
    if (outcome === "unknown") throw new Refusal(404, "Cet article n'est pas dans cette commande");
    if (outcome === "given") throw new Refusal(409, "Cet article a déjà un avis");
    const orderReviews = outcome === "sent" ? await reviews.ofOrder(number, asker) : undefined;
    if (!orderReviews) throw new Refusal(409, "La commande n'est pas livrée");
    return new Answer(201, orderReviewsWire(orderReviews));
  },
);
export const action = loader;
