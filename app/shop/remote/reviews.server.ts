import { LRUCache } from "lru-cache";
import * as schemas from "~/api/tolerant-schemas.server";
import { type Rating, type ReviewedLine, summaryOf } from "~/domain/catalogue/review";
import type { ProductReviews, ReviewService } from "../services/reviews";
import { FRESH } from "./catalogue-sync.server";
import { ApiFailure } from "./http.server";
import type { RemoteOrders } from "./orders.server";
import type { Remote } from "./remote";

/** The longest that a product's page waits for reviews, in milliseconds. */
const PATIENCE = 1_000;
const MOST_KEPT = 500;

/**
 * Reviews are the API's, which has the orders and the merchant; an API without them has none. It
 * invites nobody here, since the day of a delivery is the API's to know.
 */
export function remoteReviews(
  { context: { now }, api, requestAsGuest, sync }: Remote,
  local: ReviewService,
  orders: RemoteOrders,
): ReviewService {
  const cache = new LRUCache<string, ProductReviews>({
    max: MOST_KEPT,
    ttl: FRESH,
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
    fetchMethod: fetchReviews,
    ignoreFetchAbort: true,
    noDeleteOnStaleGet: true,
  });

  async function fetchReviews(path: string): Promise<ProductReviews> {
    try {
      const answer = schemas.reviewList.parse(await api.request(path, { patience: PATIENCE }));
      if (!answer) return { ...summaryOf({}), reviews: [] };
      const reviews = answer.reviews.map(({ rating, createdAt, ...review }) => ({
        ...review,
        rating: rating as Rating,
        at: createdAt,
      }));
      return { ...summaryOf(answer.counts, answer.fits), reviews };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return { ...summaryOf({}), reviews: [] };
    }
  }

  const ofOrder: ReviewService["ofOrder"] = async (typed, { visitor }) => {
    const order = await orders.service.read(typed, visitor);
    const place = order && (await orders.whereIs(order.id));
    if (!order || !place) return undefined;
    try {
      const answer = schemas.orderReviews.parse(await requestAsGuest(`${place.path}/reviews`, place.keyHash));
      const byVariant = new Map(answer.lines.map(({ productVariantId, ...line }) => [productVariantId, line]));
      return {
        number: order.number,
        isDelivered: answer.isDelivered,
        author: answer.author,
        wilaya: answer.wilaya,
        lines: order.lines.flatMap((line): ReviewedLine[] => {
          const { state, rating, text = "" } = byVariant.get(line.variantId) ?? {};
          if (state === undefined) return [];
          return [{ ...line, state, ...(rating ? { review: { rating: rating as Rating, text } } : {}) }];
        }),
      };
    } catch (error) {
      if (error instanceof ApiFailure && error.isFinal) return undefined;
      return sync.failUnavailable("Erreur de récupération des avis", error);
    }
  };

  return {
    ...local,
    async ofProduct(productId, { offset, size }) {
      const path = `/api/products/${encodeURIComponent(productId)}/reviews?limit=${size}&offset=${offset}`;
      const isAway = sync.state.awaySince !== undefined;
      if (isAway) return cache.get(path, { allowStale: true }) ?? { ...summaryOf({}), reviews: [] };
      return cache.forceFetch(path);
    },

    ofOrder,
    toReview: async () => new Set(),

    async send(typed, reviewer, { variantId, rating, fit, text }) {
      const order = await orders.service.read(typed, reviewer.visitor);
      const place = order && (await orders.whereIs(order.id));
      if (!order || !place) return "unknown";
      const body = { productVariantId: variantId, rating, ...(fit ? { fit } : {}), text };
      try {
        // A second one is refused, so that a lost answer leaves one review.
        await requestAsGuest(`${place.path}/review`, place.keyHash, { method: "POST", body, repeatable: true });
        return "sent";
      } catch (error) {
        if (!(error instanceof ApiFailure && error.isFinal))
          return sync.failUnavailable("Votre avis n'a pas pu être envoyé", error);
        if (error.status !== 409) return "unknown";
        return (await ofOrder(typed, reviewer))?.isDelivered ? "given" : "closed";
      }
    },

    invite: async () => 0,
  };
}
