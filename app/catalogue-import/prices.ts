import { asciiDigits } from "~/domain/values/phone";
import type { MappingTerms } from "./source-product";

/** Reads prices. Pure. */

/** No product costs more. */
const MAX_PRICE = 10_000_000;

type Price = { dinars: number } | { problem: string } | undefined;
type Terms = Pick<MappingTerms, "rate" | "pointsThousands">;

const DINARS = /DZD|dinars?|(?<![a-z])DA(?![a-z])|د\s*\.?\s*ج\.?|دينار/gi;
const OTHER_MONEY = /EUR|USD|GBP|MAD|TND|[€$£]/gi;
/** "4.500", "12.000", "1.200.000". */
const POINTED = /^\d{1,3}(?:\.\d{3})+$/;

/** Digits and signs only: spaces and the name of the money say no amount. */
const bareOf = (typed: string) =>
  asciiDigits(typed)
    .replace(/٬/g, "")
    .replace(/٫/g, ".")
    .replace(DINARS, "")
    .replace(OTHER_MONEY, "")
    .replace(/[\s\u00a0\u202f'’]/g, "")
    // "4500,-"
    .replace(/[.,][-–—]+$/, "");

/** Whether points stand before thousands: some do, and no price is written otherwise. */
export function pointsThousandsIn(prices: readonly string[]): boolean {
  const bare = prices.map(bareOf).filter((price) => price !== "");
  return (
    bare.some((price) => POINTED.test(price)) && bare.every((price) => POINTED.test(price) || /^\d{1,3}$/.test(price))
  );
}

/**
 * @param typed "1 200", "12.50", "12,50 €", "1,299.00", "٤٥٠٠", "4500,-"; empty is no price
 * @param terms without a rate the list is in whole dinars
 */
export function priceOf(typed: string, { rate, pointsThousands }: Terms): Price {
  const bare = bareOf(typed);
  const shown = `«\u00a0${typed.slice(0, 30)}\u00a0»`;
  if (bare === "") return typed.trim() === "" ? undefined : { problem: `prix illisible ${shown}` };
  const isOther = typed.search(OTHER_MONEY) >= 0;
  if (rate === undefined && isOther)
    return { problem: `le prix ${shown} n'est pas en dinars\u00a0: indiquez le taux de sa monnaie (--taux)` };
  if (rate === undefined && POINTED.test(bare) && !pointsThousands && bare.split(".").length === 2) {
    const [whole, decimals = ""] = bare.split(".");
    const meant = `${whole}${decimals}`;
    return {
      problem: `le prix ${shown} peut vouloir dire ${meant} ou ${Number(bare)}\u00a0: écrivez «\u00a0${meant}\u00a0»`,
    };
  }
  const amount = amountOf(bare, pointsThousands === true && rate === undefined);
  if (amount === undefined)
    return { problem: `prix illisible ${shown}\u00a0: écrivez-le en chiffres, comme «\u00a04500\u00a0»` };
  if (rate === undefined && !Number.isInteger(amount))
    return { problem: `le prix ${typed} n'est pas en dinars entiers\u00a0: indiquez le taux de sa monnaie (--taux)` };
  // A converted price is rounded to tens, as prices in dinars are.
  const dinars = rate === undefined ? amount : Math.round((amount * rate) / 10) * 10;
  if (dinars < 1) return { problem: "prix nul" };
  if (dinars > MAX_PRICE) return { problem: `prix trop élevé\u00a0: ${dinars} DA` };
  return { dinars };
}

/** The last "." or "," is the decimal sign, unless "," is followed by three digits: "1,299". */
function amountOf(bare: string, pointsThousands: boolean): number | undefined {
  // As spreadsheets write a number for which a column is too narrow.
  if (/^\d[.,]\d+E\+\d{2}$/i.test(bare)) return Number(bare.replace(",", "."));
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replace(/,/g, "")
    : /^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
      ? bare.replace(/\./g, "").replace(",", ".")
      : POINTED.test(bare) && (pointsThousands || bare.split(".").length > 2)
        ? bare.replace(/\./g, "")
        : bare.replace(",", ".");
  return /^(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/.test(plain) ? Number(plain) : undefined;
}
