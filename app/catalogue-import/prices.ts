import { bareAmount, namesDinars, POINTED, readAmount } from "~/domain/values/amount";
import { quoted } from "~/domain/values/plural";
import type { MappingTerms } from "./source-product";

/** Reads prices. Pure. */

/** No product costs more. */
const MAX_PRICE = 10_000_000;

type Price = { dinars: number } | { problem: string } | undefined;
type Terms = Pick<MappingTerms, "rate" | "pointsThousands" | "hasThousandths">;

const OTHER_MONEY = /EUR|USD|GBP|MAD|TND|[€$£]/gi;

const bareOf = (typed: string) => bareAmount(typed.replace(OTHER_MONEY, ""));

/** Whether points stand before thousands: some do, and no price is written otherwise. */
export function pointsThousandsIn(prices: readonly string[]): boolean {
  const bare = prices.map(bareOf).filter((price) => price !== "");
  return (
    bare.some((price) => POINTED.test(price)) && bare.every((price) => POINTED.test(price) || /^\d{1,3}$/.test(price))
  );
}

/** Whether all have three decimals, as Tunisian dinars have. */
export function hasThousandthsIn(prices: readonly string[]): boolean {
  const bare = prices.map(bareOf).filter((price) => price !== "");
  return bare.length > 0 && bare.every((price) => /[.,]\d{3}$/.test(price));
}

/** "1.299", "129,000": thousands, or three decimals. */
const EITHER = /^\d{1,3}[.,]\d{3}$/;

/**
 * @param typed "1 200", "12.50", "12,50 €", "1,299.00", "٤٥٠٠", "4500,-"; empty is no price
 * @param terms without a rate the list is in whole dinars
 */
export function priceOf(typed: string, { rate, pointsThousands, hasThousandths }: Terms): Price {
  const bare = bareOf(typed);
  const shown = quoted(typed.slice(0, 30));
  if (bare === "") return typed.trim() === "" ? undefined : { problem: `prix illisible ${shown}` };
  const isOther = typed.search(OTHER_MONEY) >= 0;
  if (rate === undefined && isOther)
    return { problem: `le prix ${shown} n'est pas en dinars\u00a0: indiquez le taux de sa monnaie (--taux)` };
  if (rate === undefined && POINTED.test(bare) && !pointsThousands && bare.split(".").length === 2) {
    const [whole, decimals = ""] = bare.split(".");
    const meant = `${whole}${decimals}`;
    return {
      problem: `le prix ${shown} peut vouloir dire ${meant} ou ${Number(bare)}\u00a0: écrivez ${quoted(meant)}`,
    };
  }
  if (rate !== undefined && namesDinars(typed))
    return { problem: `le prix ${shown} est déjà en dinars\u00a0: il ne se convertit pas (--taux)` };
  const isDecimal = rate !== undefined && EITHER.test(bare);
  if (isDecimal && !/TND/i.test(typed) && (isOther || !hasThousandths)) {
    const [whole, decimals] = bare.split(/[.,]/);
    const less = `${whole}.${decimals}`;
    return {
      problem:
        `le prix ${shown} peut vouloir dire ${whole}${decimals} ou ${less}\u00a0: ` +
        `écrivez «\u00a0${whole}${decimals}.00\u00a0» ou ${quoted(Number(less).toFixed(2))}`,
    };
  }
  const amount = readAmount(isDecimal ? bare.replace(",", ".") : bare, pointsThousands === true && rate === undefined);
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
