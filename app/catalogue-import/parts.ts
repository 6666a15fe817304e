import { type Choice, wordsOf } from "./choices";

/**
 * A product has one price here, and a shoe no choice but colour and size: variants are grouped by
 * the price and by what else is chosen. Pure.
 */

interface Part {
  /** What tells it from the others; empty for the largest, which keeps the product's name. */
  part: string;
  variants: Choice[];
}

/** Names of parts are not longer, if they differ within it. */
const MAX_NAME = 60;

export function partsOf(choices: readonly Choice[]): Part[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = JSON.stringify([choice.price, choice.oldPrice ?? 0, wordsOf(choice.extras)]);
    const group = groups.get(key);
    if (group) group.push(choice);
    else groups.set(key, [choice]);
  }
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const used = new Set([""]);
  return sorted.map((variants, index) => {
    const wanted = index === 0 ? "" : distinction(variants, choices);
    let part = wanted;
    for (let number = index + 1; index > 0 && used.has(part); number += 1) part = `${wanted} ${number}`.trim();
    used.add(part);
    return { part, variants };
  });
}

type Naming = (choice: Choice) => string;
const namings: readonly Naming[] = [
  ({ color }) => color.name,
  ({ size, sizeLabel }) => sizeLabel ?? String(size).replace(".", ","),
  ({ extras }) => wordsOf(extras),
];

/** What distinguishes these variants from the others: "Blue", else "Large", else "Blue, Large". */
function distinction(variants: readonly Choice[], all: readonly Choice[]): string {
  const part = new Set(variants);
  const others = all.filter((choice) => !part.has(choice));
  const isVaried = (name: Naming) => new Set(all.map(name)).size > 1;
  const distinguishes = (name: Naming) => {
    const theirs = new Set(others.map(name));
    return variants.every((choice) => !theirs.has(name(choice)));
  };
  const best = namings.find(distinguishes);
  const texts = (best ? [best] : namings.filter(isVaried)).map((name) => {
    const names = [...new Set(variants.map(name))];
    const whole = names.join(" / ");
    const theirs = [...new Set(others.map(name))];
    return whole.length > MAX_NAME ? names.map((name) => differing(name, theirs)).join(" / ") : whole;
  });
  return cutAtWord(texts.filter((text) => text !== "").join(", "), MAX_NAME);
}

/** A name without the words that the most similar of the others begins with as well. */
function differing(name: string, others: readonly string[]): string {
  const words = name.split(" ");
  const common = others.map((other) => {
    const theirs = other.split(" ");
    const end = words.findIndex((word, index) => word !== theirs[index]);
    return end < 0 ? words.length - 1 : end;
  });
  const most = Math.max(0, ...common);
  return most === 0 ? name : `…\u00a0${words.slice(most).join(" ")}`;
}

function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1).replace(/[\s,/]+\S*$/, "");
  return `${cut.length > 0 && cut.length < text.length ? cut : text.slice(0, most).toWellFormed()}…`;
}
