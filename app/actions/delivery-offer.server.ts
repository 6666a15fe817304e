import { createHash } from "node:crypto";
import type { Commune } from "~/domain/delivery";
import { type DeliveryOffer, noOffer } from "~/domain/delivery-view";
import type { CourierService, Quote } from "~/shop/services/courier";
import { type Shop, ShopUnavailable } from "~/shop/shop";

export interface Destination {
  /** As posted: an id, or anything. */
  wilaya: string;
  commune: string;
}

/** What the parcel holds. */
export interface ParcelContents {
  pairs: number;
  /** Dinars for all of them. */
  amount: number;
  /** What is taken off for a full loyalty card. */
  reward?: number;
}

/** Many more than any cart holds; keeps invented numbers from making invented fees. */
const MOST_PAIRS = 5000;
const MOST_DINARS = 100_000_000;

/**
 * Communes of the wilaya with their fees, and pickup points and fees of the commune, for one parcel of all pairs. What is unknown
 * or does not belong together is left out. The key is the caller's to add. When fees cannot be told now, the places still are:
 * the form keeps what was chosen (decision 034).
 */
export async function offerFor(
  { courier }: Shop,
  { wilaya, commune }: Destination,
  contents: ParcelContents,
): Promise<DeliveryOffer> {
  const wilayaId = idFrom(wilaya);
  if (wilayaId === undefined) return { ...noOffer };
  const pairs = bounded(contents.pairs, 1, MOST_PAIRS);
  const amount = bounded(contents.amount, 0, MOST_DINARS);
  const all = await courier.communes(wilayaId);
  const chosen = all.find(({ id }) => id === idFrom(commune));
  const told = await unlessAway(feesOf(courier, { wilayaId, communeId: chosen?.id }, pairs, amount));
  const quote = chosen && told?.quotes.get(chosen.id);
  const pickupPoints = chosen && quote?.pickup ? await unlessAway(courier.pickupPoints(chosen.id)) : [];
  const isAway = !told || !pickupPoints;
  // Where fees are told of one commune at a time it is known of that one only that nothing goes there.
  const isUnserved = ({ id, unserved }: Commune) => unserved || (told?.one === id && !quote);
  const unserved = all.filter(isUnserved).map(({ id, name }) => ({ id, name }));
  const gone = unserved.length > 0 ? { unserved } : {};
  const others = all.filter((one) => !isUnserved(one));
  if (isAway) return { ...noOffer, communes: others.map(({ id, name }) => ({ id, name })), ...gone, isAway };
  const { quotes } = told;
  const served = told.isOfAll ? all.filter(({ id }) => quotes.has(id)) : others;
  return {
    communes: served.map(({ id, name }) => ({ id, name, ...feeOf(quotes.get(id)) })),
    ...gone,
    pickupPoints: pickupPoints.map(({ id, name, address }) => ({ id, name, address })),
    quote: quote ? { home: quote.home.totalFee, pickup: quote.pickup?.totalFee } : null,
    tarifs: fingerprint([...quotes].map(([id, one]) => [id, one.home.totalFee, one.pickup?.totalFee ?? null])),
    cle: "",
  };
}

const feeOf = (quote: Quote | undefined) => (quote ? { fee: quote.home.totalFee } : {});

/** The fees of every commune, or of the chosen one alone where they are told no other way. */
async function feesOf(
  courier: CourierService,
  { wilayaId, communeId }: { wilayaId: number; communeId: number | undefined },
  pairs: number,
  amount: number,
): Promise<{ quotes: Map<number, Quote>; isOfAll: boolean; one?: number }> {
  const all = await courier.quotes(wilayaId, pairs, amount);
  if (all) return { quotes: all, isOfAll: true };
  if (communeId === undefined) return { quotes: new Map(), isOfAll: false };
  const quote = await courier.quote({ wilayaId, communeId }, pairs, amount);
  return { quotes: new Map(quote ? [[communeId, quote]] : []), isOfAll: false, one: communeId };
}

async function unlessAway<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}

/** The same for equal fees, whatever the parcel they were reckoned for. */
function fingerprint(fees: readonly unknown[]): string {
  return fees.length === 0 ? "" : createHash("sha256").update(JSON.stringify(fees)).digest("base64url").slice(0, 16);
}

function idFrom(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function bounded(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.trunc(value))) : least;
}
