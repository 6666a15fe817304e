import { operations } from "~/api/operations.server";
import { centerWire, communeWire, wilayaWire } from "~/api/wire";
import { DELIVERY_DELAY } from "~/domain/delivery/delivery";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";
import { named } from "./place-named.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/delivery-info?wilaya=Oran&commune=Oran, with the fees of one pair. */
export const loader = endpoint(operations.getDeliveryInfo, async ({ query }) => {
  const { courier } = await getShop();
  const wilaya = named(await courier.wilayas(), query.wilaya);
  if (!wilaya) throw new Refusal(404, "Cette wilaya n'est pas desservie");
  const commune = named(await courier.communes(wilaya.id), query.commune);
  const quote = commune && (await courier.quote({ wilayaId: wilaya.id, communeId: commune.id }, 1, 0));
  if (!quote) throw new Refusal(404, "Cette commune n'est pas desservie dans cette wilaya");
  return {
    wilaya: wilayaWire(wilaya),
    commune: communeWire(commune),
    delay: DELIVERY_DELAY,
    home: quote.home,
    stopDesk: quote.pickup ?? null,
    centers: (await courier.pickupPoints(commune.id)).map(centerWire),
  };
});
export const action = loader;
