import type { Rate } from "~/domain/delivery/delivery";
import type { ReadFees, ReadWilaya } from "~/shop/workers/parcel-queue";
import { type Courier, originOf } from "./courier";
import type { ServedWilaya } from "./served-wilayas.server";

/** Dinars: fees beyond these are implausible; the dearest known is 2,000. */
const LEAST_FEE = 100;
const MOST_FEE = 10_000;
/** Shares of known wilayas and communes, and of served communes, that have to be there again. */
const LEAST_KNOWN = 0.9;
const LEAST_SERVED = 0.5;
/** With a larger share of implausible fees, the whole reading is refused. */
const MAX_IMPLAUSIBLE = 0.05;
/** Places named in a remark; the others are counted. */
const NAMED = 5;

type RatesCheck =
  /** `remarks` are for the merchant. */
  { isGood: true; served: ServedWilaya[]; remarks: string[] } | { isGood: false; reason: string };

/**
 * Checks a reading as a whole: an incomplete or implausible one never replaces a good one.
 * @param before the courier in use
 * @param isEstimate whether that is the built-in table, whose fees cannot confirm any
 */
export function checkRates(read: readonly ReadWilaya[], before: Courier, isEstimate: boolean): RatesCheck {
  const bad = (reason: string): RatesCheck => ({ isGood: false, reason });
  if (read.length === 0) return bad("the courier names no wilaya");
  if (!originOf(read)) return bad("Erreur de configuration Yalidine: the courier names no wilaya called Oran");
  const wilayasBefore = before.wilayas();
  if (read.length < wilayasBefore.length * LEAST_KNOWN)
    return bad(`${read.length} wilayas, where ${wilayasBefore.length} were known`);
  const communesBefore = wilayasBefore.flatMap(({ id }) => before.communes(id));
  const communes = read.flatMap(({ communes }) => communes);
  if (communes.length < communesBefore.length * LEAST_KNOWN)
    return bad(`${communes.length} communes, where ${communesBefore.length} were known`);

  const missing: string[] = [];
  const implausible: string[] = [];
  const served: ServedWilaya[] = [];
  let [expected, count] = [0, 0];
  for (const wilaya of read) {
    const { fees } = wilaya;
    if (wilaya.isDeliverable && !fees) return bad(`the fees of ${wilaya.name} were not read`);
    const areTermsGood = fees !== undefined && hasGoodTerms(fees);
    const byCommune = new Map(fees?.communes.map((fee) => [fee.id, fee]));
    const withPickupPoint = new Set(wilaya.pickupPoints.map(({ communeId }) => communeId));
    const rateOf = (commune: ReadWilaya["communes"][number]): Rate | undefined => {
      if (!wilaya.isDeliverable || !commune.isDeliverable || !fees) return undefined;
      expected += 1;
      const rateBefore = isEstimate ? undefined : before.rate(wilaya.id, commune.id);
      const { home = null, pickup = null } = byCommune.get(commune.id) ?? {};
      if (home === null) {
        missing.push(commune.name);
        return undefined;
      }
      if (!areTermsGood || !isFee(home)) {
        implausible.push(`${commune.name} (${home} DA)`);
        return rateBefore;
      }
      const hasPickupPoint = withPickupPoint.has(commune.id) && pickup !== null;
      if (hasPickupPoint && !isFee(pickup)) implausible.push(`${commune.name}, pickup point (${pickup} DA)`);
      const { oversizePerKg, codPercentage, insurancePercentage } = fees;
      const pickupFee = hasPickupPoint && isFee(pickup) ? pickup : hasPickupPoint ? rateBefore?.pickup : undefined;
      return {
        home,
        ...(pickupFee === undefined ? {} : { pickup: pickupFee }),
        oversizePerKg,
        codPercentage,
        insurancePercentage,
      };
    };
    served.push({
      id: wilaya.id,
      name: wilaya.name,
      pickupPoints: wilaya.pickupPoints,
      communes: wilaya.communes.map((commune) => {
        const rate = rateOf(commune);
        if (rate) count += 1;
        return { id: commune.id, name: commune.name, ...(rate ? { rate } : {}) };
      }),
    });
  }
  const servedBefore = communesBefore.filter(({ unserved }) => !unserved).length;
  if (implausible.length > expected * MAX_IMPLAUSIBLE) return bad(`fees that cannot be true: ${listOf(implausible)}`);
  if (count === 0) return bad("no commune has a fee");
  if (count < servedBefore * LEAST_SERVED)
    return bad(`${count} communes are served, where ${servedBefore} were before`);
  const remarks = [
    ...(missing.length > 0 ? [`without a fee, and so without delivery: ${listOf(missing)}`] : []),
    ...(implausible.length > 0 ? [`not believed, so that what was known before holds: ${listOf(implausible)}`] : []),
  ];
  return { isGood: true, served, remarks };
}

function hasGoodTerms({ oversizePerKg, codPercentage, insurancePercentage }: ReadFees): boolean {
  const isPercentage = (value: number) => value >= 0 && value <= 10;
  return (
    oversizePerKg >= 0 && oversizePerKg <= 1000 && isPercentage(codPercentage) && isPercentage(insurancePercentage)
  );
}

const isFee = (fee: number) => Number.isInteger(fee) && fee >= LEAST_FEE && fee <= MOST_FEE;

function listOf(names: readonly string[]): string {
  const others = names.length - NAMED;
  return names.slice(0, NAMED).join(", ") + (others > 0 ? ` and ${others} more` : "");
}
