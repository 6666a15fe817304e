import { createHash } from "node:crypto";
import { closedFor } from "~/components/layout/closed";
import { type Commune, MOST_DINARS, MOST_PAIRS } from "~/domain/delivery/delivery";
import { feesAcross } from "~/domain/delivery/delivery-line";
import { type DeliveryOffer, noOffer } from "~/domain/delivery/delivery-view";
import type { CourierService, Quote } from "~/shop/services/courier";
import { type Shop, unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";

interface Destination {
  /** As posted: perhaps not an id. */
  wilaya: string;
  commune: string;
}

/** What the parcel holds. */
export interface ParcelContents {
  pairs: number;
  /** Price of all pairs in dinars. */
  amount: number;
}

/**
 * Communes of the wilaya and pickup points of the commune with the fees of one parcel for all
 * pairs. Unknown ids are left out; the caller adds the form's key. While the courier cannot answer,
 * the offer still lists the communes, so that the form keeps what was chosen (decision 034).
 */
export async function offerFor(
  { courier }: Shop,
  { wilaya, commune }: Destination,
  contents: ParcelContents,
): Promise<DeliveryOffer> {
  const wilayaId = idFrom(wilaya);
  if (wilayaId === undefined) return { ...noOffer };
  const { pairs, amount } = boundedContents(contents);
  const all = await courier.communes(wilayaId);
  const chosen = all.find(({ id }) => id === idFrom(commune));
  const fees = await unlessUnavailable(feesOf(courier, { wilayaId, communeId: chosen?.id }, pairs, amount));
  const quote = chosen && fees?.quotes.get(chosen.id);
  const pickupPoints = chosen && quote?.pickup ? await unlessUnavailable(courier.pickupPoints(chosen.id)) : [];
  const isAway = !fees || !pickupPoints;
  // A quote for one commune only says nothing about the other communes.
  const isUnserved = ({ id, unserved }: Commune) => unserved || (fees?.quotedCommune === id && !quote);
  const unservedList = all.filter(isUnserved).map(({ id, name }) => ({ id, name }));
  const unserved = unservedList.length > 0 ? { unserved: unservedList } : {};
  const others = all.filter((commune) => !isUnserved(commune));
  if (isAway) return { ...noOffer, communes: others.map(({ id, name }) => ({ id, name })), ...unserved, isAway };
  const { quotes } = fees;
  const served = fees.isComplete ? all.filter(({ id }) => quotes.has(id)) : others;
  const ways = fees.isComplete ? feesAcross(quotes.values()) : undefined;
  return {
    ...(ways ? { ways } : {}),
    communes: served.map(({ id, name }) => ({ id, name, ...feeOf(quotes.get(id)) })),
    ...unserved,
    pickupPoints: pickupPoints.map(({ id, name, address }) => ({ id, name, address })),
    quote: quote ? { home: quote.home.totalFee, pickup: quote.pickup?.totalFee } : null,
    tarifs: fingerprint([...quotes].map(([id, { home, pickup }]) => [id, home.totalFee, pickup?.totalFee ?? null])),
    cle: "",
  };
}

/** Since when no orders are taken, as a sentence (decision 034); undefined while they are. */
export const closedNow = async () => closedFor((await getShop()).ordering(), new Date());

/** Said while an offer is away (section 8). */
export const noFees = async () => ["Impossible de calculer les frais.", await closedNow()].filter(Boolean).join(" ");

const feeOf = (quote: Quote | undefined) => (quote ? { fee: quote.home.totalFee } : {});

/** The fees of every commune, or of the chosen one only where the API quotes one at a time. */
async function feesOf(
  courier: CourierService,
  { wilayaId, communeId }: { wilayaId: number; communeId: number | undefined },
  pairs: number,
  amount: number,
): Promise<{ quotes: Map<number, Quote>; isComplete: boolean; quotedCommune?: number }> {
  const all = await courier.quotes(wilayaId, pairs, amount);
  if (all) return { quotes: all, isComplete: true };
  if (communeId === undefined) return { quotes: new Map(), isComplete: false };
  const quote = await courier.quote({ wilayaId, communeId }, pairs, amount);
  return { quotes: new Map(quote ? [[communeId, quote]] : []), isComplete: false, quotedCommune: communeId };
}

export const boundedContents = ({ pairs, amount }: ParcelContents): ParcelContents => ({
  pairs: bounded(pairs, 1, MOST_PAIRS),
  amount: bounded(amount, 0, MOST_DINARS),
});

/** The same for equal fees, whatever parcel they were calculated for. */
function fingerprint(fees: readonly unknown[]): string {
  return fees.length === 0 ? "" : createHash("sha256").update(JSON.stringify(fees)).digest("base64url").slice(0, 16);
}

function idFrom(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function bounded(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.trunc(value))) : least;
}
