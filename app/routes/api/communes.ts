import { operations } from "~/api/operations.server";
import { communeWire } from "~/api/wire";
import { getShop } from "~/shop/shop.server";
import { endpoint, serve } from "./endpoint.server";

/** GET /api/yalidine/communes?wilaya_id=31; none for a wilaya that there is not. */
const api = endpoint(
  serve(operations.communes, async ({ query }) =>
    (await (await getShop()).courier.communes(query.wilaya_id)).map(communeWire),
  ),
);
export const loader = api.loader;
export const action = api.action;
