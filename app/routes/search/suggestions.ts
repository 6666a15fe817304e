import type { LoaderFunctionArgs } from "@remix-run/node";
import type { Suggestions } from "~/components/search/suggestions";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { titleOf } from "~/domain/catalogue/product-title";
import { SUGGESTIONS } from "~/domain/catalogue/search-texts";
import { formatDinars } from "~/domain/values/money";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { typedSearch } from "./words.server";

export const handle = { private: false } satisfies RouteHandle;

/** GET /search/suggestions?q=sabot: the first results; without `q` popular searches. */
export async function loader({ request }: LoaderFunctionArgs) {
  try {
    const { catalogue } = await getShop();
    const { words } = typedSearch(new URL(request.url).searchParams);
    const { products, total, isCut } = await catalogue.search(words, { page: 1, size: SUGGESTIONS });
    const answer: Suggestions = {
      total,
      ...(isCut ? { isCut } : {}),
      products: products.map((card) => ({
        href: cardPath(card),
        name: titleOf(card),
        ...(card.shown?.color ? { color: card.shown.color.name } : {}),
        price: formatDinars(card.price),
        ...(card.picture ? { picture: card.picture.src } : {}),
      })),
      popular: words ? [] : await catalogue.popularSearches(),
    };
    return Response.json(answer, { headers: { "Cache-Control": "public, max-age=60" } });
  } catch (error) {
    console.error("The search failed:", error instanceof Error ? error.message : error);
    return Response.json(null, { status: 503, headers: { "Cache-Control": "no-store" } });
  }
}
