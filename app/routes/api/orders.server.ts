import { orderReviewsWire, orderWire } from "~/api/wire";
import { PAGE_SIZE } from "~/domain/catalogue/listing";
import { reviewForm } from "~/domain/catalogue/review-form";
import { correctionForm } from "~/domain/delivery/delivery-form";
import { corrected, correctionFrom, typedCorrection } from "~/domain/order/order";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Answer, parseAs, Refusal, sliceOf } from "./endpoint.server";
import { accountAsking, askerOf } from "./identity.server";
import { answerChanged, ownOrder } from "./own-order.server";
import { placeGenericOrder } from "./place-generic-order.server";
import { placeOrder } from "./place-order.server";
import type { Answers } from "./serve.server";

export const orderAnswers = {
  placeOrder,
  placeGenericOrder,

  async getOrder({ request, params }) {
    const asker = await askerOf(request);
    return orderWire(settings.siteUrl, await ownOrder(params.id, asker), asker.account?.id ?? null);
  },

  /** As on the order's page (decision 030); may be repeated. */
  async cancelOrder({ request, params }) {
    const asker = await askerOf(request);
    return answerChanged(params.id, asker, await (await getShop()).orders.cancel(params.id, asker.visitor));
  },

  /** As on the order's page (decision 030). */
  async correctOrder({ request, params, body }) {
    const asker = await askerOf(request);
    const { recipient } = await ownOrder(params.id, asker);
    const typed = typedCorrection({ ...recipient, ...body });
    const value = parseAs(correctionForm(recipient.mode), typed, corrected);
    const { orders } = await getShop();
    return answerChanged(params.id, asker, await orders.correct(params.id, asker.visitor, correctionFrom(value)));
  },

  async listReviewsOfOrder({ request, params }) {
    const asker = await askerOf(request);
    const { number } = await ownOrder(params.id, asker);
    const reviews = await (await getShop()).reviews.ofOrder(number, asker);
    if (!reviews) throw new Refusal(404, "Commande non trouvée");
    return orderReviewsWire(reviews);
  },

  /** As on the order's page (decision 051). */
  async sendReview({ request, params, body: { productVariantId, rating, fit, text } }) {
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

  /** For that account only (decision 029). */
  async listOrdersOfUser({ request, params, query: { limit = PAGE_SIZE, offset = 0 } }) {
    const account = await accountAsking(request);
    if (params.userId !== account.id) throw new Refusal(403, "Accès non autorisé à ces commandes");
    const { orders } = await getShop();
    const { items, total } = await sliceOf(limit, offset, async (page) => {
      const result = await orders.ofAccount(account.id, { page, size: limit });
      return { items: [...result.orders], total: result.total };
    });
    return { orders: items.map((order) => orderWire(settings.siteUrl, order, account.id)), total, limit, offset };
  },
} satisfies Partial<Answers>;
