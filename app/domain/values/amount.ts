import { asciiDigits } from "./phone";

/** Reads amounts as shops write them: "3 200 DA", "3.200,00 DZD", "149.99", "3,200", "4500.000". */

// Letters beyond Latin-1 are escaped: with one of them V8 keeps the whole server in two bytes each.
const DINARS = /(?:DZD|dinars?|(?<![a-z])DA(?![a-z]))\.?|\u062f\s*\.?\s*\u062c\.?|\u062f\u064a\u0646\u0627\u0631/gi;
export const namesDinars = (typed: string) => typed.search(DINARS) >= 0;
/** "4.500", "12.000", "1.200.000". */
export const POINTED = /^\d{1,3}(?:\.\d{3})+$/;

/** Digits and signs only: spaces and the name of dinars say no amount. */
export const bareAmount = (typed: string) =>
  asciiDigits(typed)
    .replace(/\u066c/g, "")
    .replace(/\u066b/g, ".")
    .replace(DINARS, "")
    .replace(/[\s'\u2019]/g, "")
    // "4500,-"
    .replace(/[.,][-\u2013\u2014]+$/, "");

/**
 * The last "." or "," is the decimal sign, unless "," is followed by three digits: "1,299".
 * @param pointsThousands whether the point of "4.500" stands before thousands
 */
export function readAmount(bare: string, pointsThousands: boolean): number | undefined {
  // As spreadsheets write a number for which a column is too narrow.
  if (/^\d[.,]\d+E\+\d{2}$/i.test(bare)) return Number(bare.replace(",", "."));
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replace(/,/g, "")
    : /^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)
      ? bare.replace(/\./g, "").replace(",", ".")
      : POINTED.test(bare) && (pointsThousands || bare.split(".").length > 2)
        ? bare.replace(/\./g, "")
        : bare.replace(",", ".");
  return /^(?:\d{1,12}(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}

/**
 * Of "3.200" and "500.000", which a DECIMAL(10,3) may have written, the reading from 100 to
 * 99 999 DA is meant: no pair and no delivery costs less or more.
 */
export const amountIn = (value: unknown) => numberOf(value, (bare) => /^[1-9]\d?\./.test(bare));

/** "12.000" are twelve, since pairs that are not there would be sold. */
export const countIn = (value: unknown) => numberOf(value, () => false);

function numberOf(value: unknown, pointsThousands: (bare: string) => boolean): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const [, sign, bare = ""] = /^(-?)(.*)$/.exec(bareAmount(value.slice(0, 50))) ?? [];
  // A comma alone may be either as well.
  const pointed = bare.replace(/^(\d+),(\d+)$/, "$1.$2");
  const amount = readAmount(pointed, pointsThousands(pointed));
  return amount !== undefined && sign ? -amount : amount;
}
