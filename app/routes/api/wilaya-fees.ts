import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /api/yalidine/wilaya-fees: the lowest and the highest fee of each wilaya in one answer. */
export const loader = endpoint(operations.listWilayaFees, async ({ query: { pairs, declared_value } }) => {
  const { courier } = await getShop();
  const all = await courier.wilayaFees(pairs, declared_value);
  // Another shop's API that does not tell them is not asked wilaya by wilaya.
  if (!all) throw new Refusal(404, "Impossible de calculer les frais");
  return [...all].map(([id, { home, pickup }]) => ({ wilaya_id: id, home, stop_desk: pickup ?? null }));
});
export const action = loader;
