import { createHash } from "node:crypto";
import { type DeliveryOffer, noOffer } from "~/domain/delivery-view";
import { type Shop, ShopUnavailable } from "~/shop/shop";

export interface Destination {
  /** As posted: an id, or anything. */
  wilaya: string;
  commune: string;
}

/** The goods that are to be carried. */
export interface Goods {
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
 * Communes of the wilaya with their fees, and stop desks and fees of the commune, for one parcel of all pairs. What is unknown
 * or does not belong together is left out. The key is the caller's to add. When fees cannot be told now, the places still are:
 * the form keeps what was chosen (decision 18).
 */
export async function offerFor(
  { courier }: Shop,
  { wilaya, commune }: Destination,
  goods: Goods,
): Promise<DeliveryOffer> {
  const wilayaId = idFrom(wilaya);
  if (wilayaId === undefined) return { ...noOffer };
  const pairs = bounded(goods.pairs, 1, MOST_PAIRS);
  const amount = bounded(goods.amount, 0, MOST_DINARS);
  const all = await courier.communes(wilayaId);
  const unserved = all.flatMap(({ id, name, unserved }) => (unserved ? [{ id, name }] : []));
  const asked = all.map(async ({ id, name }) => ({
    id,
    name,
    quote: await courier.quote({ wilayaId, communeId: id }, pairs, amount),
  }));
  const quoted = await unlessAway(Promise.all(asked));
  const communes = (quoted ?? []).flatMap(({ id, name, quote }) => (quote ? [{ id, name, quote }] : []));
  const chosen = communes.find(({ id }) => id === idFrom(commune));
  const stopDesks = chosen?.quote.relais ? await unlessAway(courier.stopDesks(chosen.id)) : [];
  if (!quoted || !stopDesks) {
    const places = all.flatMap(({ id, name, unserved }) => (unserved ? [] : [{ id, name }]));
    return { ...noOffer, communes: places, ...(unserved.length > 0 ? { unserved } : {}), isAway: true };
  }
  return {
    communes: communes.map(({ id, name, quote }) => ({ id, name, fee: quote.domicile.totalFee })),
    ...(unserved.length > 0 ? { unserved } : {}),
    stopDesks: stopDesks.map(({ id, name, address }) => ({ id, name, address })),
    quote: chosen ? { domicile: chosen.quote.domicile.totalFee, relais: chosen.quote.relais?.totalFee } : null,
    tarifs: fingerprint(communes.map(({ id, quote }) => [id, quote.domicile.totalFee, quote.relais?.totalFee ?? null])),
    cle: "",
  };
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
