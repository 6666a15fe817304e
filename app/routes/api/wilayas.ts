import { operations } from "~/api/operations.server";
import { wilayaWire } from "~/api/wire";
import { getShop } from "~/shop/shop.server";
import { endpoint, serve } from "./endpoint.server";

/** GET /api/yalidine/wilayas */
const api = endpoint(
  serve(operations.wilayas, async () => (await (await getShop()).courier.wilayas()).map(wilayaWire)),
);
export const loader = api.loader;
export const action = api.action;
