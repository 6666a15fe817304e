import { centerWire, communeWire, wilayaWire } from "~/api/wire";
import { DELIVERY_DELAY, MOST_PAIRS, ONE_PAIR } from "~/domain/delivery/delivery";
import { placeNamed } from "~/domain/values/plain-text";
import { getShop } from "~/shop/shop.server";
import { Refusal } from "./endpoint.server";
import type { Answers } from "./serve.server";

const noFees = (errors?: Record<string, string>) => new Refusal(404, "Impossible de calculer les frais", errors);

export const deliveryAnswers = {
  listWilayas: async () => (await (await getShop()).courier.wilayas()).map(wilayaWire),

  /** An empty list for an unknown wilaya. */
  listCommunes: async ({ query }) => (await (await getShop()).courier.communes(query.wilaya_id)).map(communeWire),

  /** An empty list for an unknown commune. */
  listCenters: async ({ query }) => (await (await getShop()).courier.pickupPoints(query.commune_id)).map(centerWire),

  /** It changes nothing, but section 7 makes it a POST. */
  async calculateFees({ body }) {
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
    if (!quote) throw noFees({ toCommuneId: "Cette commune n'est pas desservie dans cette wilaya" });
    const fees = body.isStopDesk ? quote.pickup : quote.home;
    if (!fees) throw noFees({ isStopDesk: "Pas de point relais dans cette commune" });
    return fees;
  },

  async listQuotes({ query: { wilaya_id: wilayaId, pairs, declared_value } }) {
    const { courier } = await getShop();
    const quotes = await courier.quotes(wilayaId, pairs, declared_value);
    // Another shop's API that quotes one commune at a time is not asked for all of them.
    if (!quotes) throw noFees();
    return [...quotes].map(([id, { home, pickup }]) => ({ commune_id: id, home, stop_desk: pickup ?? null }));
  },

  /** The lowest and the highest fee of each wilaya. */
  async listWilayaFees({ query: { pairs, declared_value } }) {
    const { courier } = await getShop();
    const all = await courier.wilayaFees(pairs, declared_value);
    // Another shop's API that does not tell them is not asked wilaya by wilaya.
    if (!all) throw noFees();
    return [...all].map(([id, { home, pickup }]) => ({ wilaya_id: id, home, stop_desk: pickup ?? null }));
  },

  /** With the fees of one pair. */
  async getDeliveryInfo({ query }) {
    const { courier } = await getShop();
    const wilaya = placeNamed(await courier.wilayas(), query.wilaya);
    if (!wilaya) throw new Refusal(404, "Cette wilaya n'est pas desservie");
    const commune = placeNamed(await courier.communes(wilaya.id), query.commune);
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
  },
} satisfies Partial<Answers>;
