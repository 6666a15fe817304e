import { operations } from "~/api/operations.server";
import { getShop } from "~/shop/shop.server";
import { endpoint, serve } from "./endpoint.server";

/** GET /api/yalidine/quotes: what a list of communes shows beside each of them, in one answer. */
const api = endpoint(
  serve(operations.quotes, async ({ query: { wilaya_id: wilayaId, pairs, declared_value } }) => {
    const { courier } = await getShop();
    const quoted = (await courier.communes(wilayaId)).map(async ({ id }) => {
      const quote = await courier.quote({ wilayaId, communeId: id }, pairs, declared_value);
      return quote ? [{ commune_id: id, home: quote.domicile, stop_desk: quote.relais ?? null }] : [];
    });
    return (await Promise.all(quoted)).flat();
  }),
);
export const loader = api.loader;
export const action = api.action;
