import { plural } from "../values/plural";

/** The merchant's shops in Oran, as the settings name them: what is not set is not claimed. */
export const ourShops = (count: number): string => plural(count, "notre boutique", "nos boutiques");

/** A place of them, behind `join`; nothing without a shop. */
export function inOneOfOurShops(count: number, join: string): string {
  if (count === 0) return "";
  return `${join}dans ${count === 1 ? ourShops(count) : `l'une de ${ourShops(count)}`}`;
}
