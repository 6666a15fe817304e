import { operations } from "~/api/operations.server";
import { MOST_PAIRS, ONE_PAIR } from "~/domain/delivery/delivery";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { endpoint, Refusal } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** POST /api/yalidine/calculate-fees: it changes nothing, but section 7 makes it a POST. */
export const loader = endpoint(operations.calculateFees, async ({ body }) => {
  const { courier } = await getShop();
  // Section 7: the origin is found by its name.
  const oran = (await courier.wilayas()).find(({ name }) => name.toLowerCase() === "oran");
  if (!oran || (body.fromWilayaId !== undefined && body.fromWilayaId !== oran.id))
    throw new Refusal(400, "Erreur de configuration Yalidine", { fromWilayaId: "Les colis partent d'Oran" });
  const { weight = ONE_PAIR.weightKg, height = ONE_PAIR.heightCm, declaredValue, price } = body;
  // The number of pairs that weigh as much, or are as high, as the parcel.
  const pairs = Math.ceil(Math.max(weight / ONE_PAIR.weightKg, height / ONE_PAIR.heightCm));
  const destination = { wilayaId: body.toWilayaId, communeId: body.toCommuneId };
  const quote = await courier.quote(destination, Math.min(pairs, MOST_PAIRS), declaredValue ?? price ?? 0);
  if (!quote)
    throw new Refusal(404, "Impossible de calculer les frais", {
      toCommuneId: "Cette commune n'est pas desservie dans cette wilaya",
    });
  const fees = body.isStopDesk ? quote.pickup : quote.home;
  if (!fees)
    throw new Refusal(404, "Impossible de calculer les frais", {
      isStopDesk: "Pas de point relais dans cette commune",
    });
  return fees;
});
export const action = loader;
