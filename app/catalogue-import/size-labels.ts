import { foldedWords } from "~/domain/values/plain-text";

/** Sizes in words, in their order. Pure. */

/** From the smallest to the largest. */
const ladder = [
  "3xs xxxs",
  "xxs 2xs",
  "xs extra-small",
  "s small petit petite p صغير",
  "m medium moyen moyenne متوسط",
  "l large grand grande g كبير",
  "xl extra-large x-large",
  "xxl 2xl",
  "xxxl 3xl",
  "4xl",
  "5xl",
];
const ranks = new Map(ladder.flatMap((names, rank) => names.split(" ").map((name) => [name, rank] as const)));

/** By name and number where every label has a rank, else in the list's order. */
export function sortedLabels(labels: readonly string[]): string[] {
  const rank = (label: string) => {
    const size = label.split(", ")[0] ?? "";
    const wordRank = ranks.get(foldedWords(size).join("-"));
    const number = /^\d+(?:[.,]\d+)?$/.exec(size.trim())?.[0];
    return wordRank ?? (number === undefined ? undefined : 1_000 + Number(number.replace(",", ".")));
  };
  const ranked = new Map(labels.map((label) => [label, rank(label)]));
  if ([...ranked.values()].includes(undefined)) return [...labels];
  return [...labels].sort((a, b) => (ranked.get(a) ?? 0) - (ranked.get(b) ?? 0));
}
