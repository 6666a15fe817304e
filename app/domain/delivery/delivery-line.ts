import { formatDinars } from "../values/money";
import type { Fees, Wilaya } from "./delivery";

/** What pages say of the delivery to a wilaya before a commune is chosen; fees are whole dinars. */

export interface Range {
  least: number;
  most: number;
}

/** The fees of all served communes of a wilaya. `pickup` is absent without pickup points. */
export interface WilayaFees {
  home: Range;
  pickup?: Range;
}

/** @returns undefined for none */
export function feesAcross(quotes: Iterable<{ home: Fees; pickup?: Fees | undefined }>): WilayaFees | undefined {
  const all = [...quotes];
  const home = rangeOf(all.map(({ home }) => home.totalFee));
  const pickup = rangeOf(all.flatMap(({ pickup }) => pickup?.totalFee ?? []));
  return home && { home, ...(pickup ? { pickup } : {}) };
}

export function rangeOf(fees: readonly number[]): Range | undefined {
  return fees.length > 0 ? { least: Math.min(...fees), most: Math.max(...fees) } : undefined;
}

/** 'Livraison dès 300 DA': the lowest fee there is, of whichever way. */
export function lowestFeeLine(all: Iterable<WilayaFees>): string {
  const lowest = rangeOf([...all].flatMap(({ home, pickup }) => [home.least, pickup?.least ?? home.least]));
  return lowest ? `Livraison dès ${formatDinars(lowest.least)}` : "";
}

/**
 * 'Livraison à Oran : dès 500 DA à domicile, 300 DA en point relais, entre jeudi 26 et lundi 30'
 * @param days as deliveryDays says them
 * @param fees "none" where nothing is delivered; undefined while they are unknown
 */
export function deliveryLine(
  { name, unserved }: Pick<Wilaya, "name" | "unserved">,
  days: string,
  fees?: WilayaFees | "none",
): string {
  if (unserved || fees === "none") return `Pas de livraison à ${name} pour le moment`;
  if (!fees) return `Livraison à ${name}\u00a0: frais selon la commune, ${days}`;
  const pickup = fees.pickup ? `${words(fees.pickup)} en point relais` : "pas de point relais";
  return `Livraison à ${name}\u00a0: ${words(fees.home)} à domicile, ${pickup}, ${days}`;
}

/** 'Domicile dès 500 DA · Point relais dès 350 DA', without the second where there is none. */
export const waysText = ({ home, pickup }: WilayaFees): string =>
  [`Domicile ${words(home)}`, pickup && `Point relais ${words(pickup)}`].filter(Boolean).join(" · ");

const words = ({ least, most }: Range) => `${least === most ? "" : "dès "}${formatDinars(least)}`;
