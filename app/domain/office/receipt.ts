import * as z from "zod/v4-mini";
import { typed } from "../values/form-fields";
import { asciiDigits } from "../values/phone";

/** Pairs that came of a size, or with a minus went. */

/** @returns undefined for no whole number of five digits at most; 0 for an empty field */
export function pairsFrom(text: string): number | undefined {
  const bare = asciiDigits(text)
    .replace(/[\s\p{Cf}]/gu, "")
    .replace(/^[\u2212\u2013]/, "-");
  if (bare === "") return 0;
  return /^[+-]?\d{1,5}$/.test(bare) ? Number(bare) : undefined;
}

const came = typed.check(z.refine((text) => pairsFrom(text) !== undefined, "Écrivez un nombre entier, comme 12 ou -2"));

/** How the ids of its controls begin. */
export const RECEIPT = "paires";

const FIELD = "recues-";
/** The name of a size's field. */
export const pairsField = (variantId: string) => `${FIELD}${variantId}`;
/** Of which variants a form has a field. */
export const variantIdsIn = (names: Iterable<string>): string[] =>
  [...names].filter((name) => name.startsWith(FIELD)).map((name) => name.slice(FIELD.length));

export const receiptForm = (variantIds: readonly string[] = ["ID"]) => ({
  id: RECEIPT,
  schema: z.object(Object.fromEntries(variantIds.map((id) => [pairsField(id), came]))),
});

/** '3 + 5 = 8' */
export const sumWords = ({ before, stock }: { before: number; stock: number }): string =>
  `${before} ${stock < before ? "\u2212" : "+"} ${Math.abs(stock - before)} = ${stock}`;
