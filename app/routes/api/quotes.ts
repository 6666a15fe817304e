import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/quotes: the fees of all communes of a wilaya in one answer. */
export const loader = endpoint(
  operations.listQuotes,
  async ({ query: { wilaya_id: wilayaId, pairs, declared_value } }) => {
    const { courier } = await getShop();
    const quotes = await courier.quotes(wilayaId, pairs, declared_value);
    // Another shop's API that quotes one commune at a time is not asked for all of them.
    if (!quotes) throw new Refusal(404, "Impossible de calculer les frais");
    return [...quotes].map(([id, quote]) => ({
      commune_id: id,
      home: quote.home,
      stop_desk: quote.pickup ?? null,
    }));
  },
);
export const action = loader;
