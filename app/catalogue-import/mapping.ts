import type { Color, Gender, Kind } from "~/domain/catalogue";
import { hexByName } from "~/domain/color-family";
import type { ImportedPart, ImportedProduct, SourcePicture } from "~/domain/imported-product";
import { type Material, materialIn } from "~/domain/material";
import { plainWords } from "~/domain/plain-text";
import { genderPatterns, kindPatterns } from "~/domain/product-title";
import { FIRST_PLACE, type Fit, ONE_COLOR, ONE_SIZE } from "~/domain/size";
import { slugOf } from "~/domain/slug";
import type { Report, SourceProduct, SourceVariant } from "./source-product";

/** Brings products of another shop's list into this shop's terms. Pure. */

export type MappedProduct = ImportedProduct<readonly SourcePicture[]>;

/** Variants of one product; no shopper chooses among more. */
const MAX_VARIANTS = 300;
const MAX_PICTURES = 20;
const DEFAULT_CATEGORY = "Divers";

const COLOR = /^(?:colou?rs?|couleurs?|coloris|teintes?|nuances?|لون|اللون)$/iu;
const SIZE = /^(?:(?:shoe |eu )?sizes?|tailles?|pointures?|dimensions?|format|مقاس|المقاس)$/iu;
/** Articles that have sizes in figures, and are no shoes. */
const GARMENT =
  /\b(?:jeans?|pants|trousers?|pantalons?|dress(?:es)?|robes?|skirts?|jupes?|shirts?|chemises?|vestes?|jackets?|costumes?|suits?|rings?|bagues?)\b/;

/** Ranks of sizes with names, from the smallest to the largest. */
const sizeRanks = new Map(
  [
    "3xs xxxs",
    "xxs 2xs",
    "xs extra-small",
    "s small petit petite p",
    "m medium moyen moyenne",
    "l large grand grande g",
    "xl extra-large x-large",
    "xxl 2xl",
    "xxxl 3xl",
    "4xl",
    "5xl",
  ].flatMap((names, rank) => names.split(" ").map((name) => [name, rank] as const)),
);

export function mapProduct(
  listed: SourceProduct,
  references: Map<string, number>,
  report: Report,
): MappedProduct | undefined {
  const base = baseReference(listed);
  const choices = choicesOf(listed, report).map((choice) => ({
    ...choice,
    sku: ownReference(choice, references, report),
  }));
  const only = choices.length === 1 ? choices[0] : undefined;
  // A single variant gets the reference of its product.
  if (only && only.sku === "") only.sku = base;
  const groups = byPrice(choices);
  const colored = colorsOfPictures(choices);
  const path = (listed.categories[0] ?? []).slice(0, 2);
  const shared = {
    description: listed.description,
    kind: kindOf(listed),
    gender: genderOf(listed),
    ...fitOf(listed),
    ...materialOf(listed),
    category: path.length > 0 ? path : [DEFAULT_CATEGORY],
    ...(listed.collection ? { collection: listed.collection } : {}),
    isBestseller: listed.isFeatured,
    isActive: listed.isActive,
    tags: tagsOf(listed, path),
  };
  const parts = groups.map(({ part, variants }): ImportedPart<readonly SourcePicture[]> => {
    const [first] = variants;
    const colors = new Set(variants.map(({ color }) => color.slug));
    const suffix = part === "" ? "" : slugOf(part, 40) || String(groups.findIndex((group) => group.part === part));
    const name = part === "" ? listed.name : `${listed.name}, ${part}`;
    return {
      ...shared,
      part,
      name,
      slug: [slugOf(listed.slug) || slugOf(listed.name), suffix].filter(Boolean).join("-"),
      sku: [base, suffix.toUpperCase()].filter(Boolean).join("-"),
      price: first?.price ?? 0,
      ...(first?.oldPrice === undefined ? {} : { oldPrice: first.oldPrice }),
      pictures: listed.pictures
        .map((picture) => ({ ...picture, color: colored.get(picture.address) ?? "" }))
        .filter(({ color }) => color === "" || colors.has(color))
        .slice(0, MAX_PICTURES)
        .map((picture, index) => ({
          ...picture,
          alt: picture.alt || altOf(listed.name, picture.color, variants, index),
        })),
      variants: variants.map(({ line, key, sku, color, size, sizeLabel, stock }) => ({
        line,
        key,
        ...(sku ? { sku } : {}),
        color,
        size,
        ...(sizeLabel === undefined ? {} : { sizeLabel }),
        stock,
      })),
    };
  });
  if (parts.length > 1)
    report(
      listed.line,
      "note",
      `«\u00a0${listed.name}\u00a0» a plusieurs prix\u00a0: ${parts.length} produits, un par prix`,
    );
  if (listed.pictures.length > MAX_PICTURES)
    report(listed.line, "note", `plus de ${MAX_PICTURES} images\u00a0: les premières sont reprises`);
  return { source: listed.source, sourceId: listed.sourceId, line: listed.line, parts };
}

/** The reference of a product, also for variants that have none. */
function baseReference({ source, sku, slug, sourceId }: SourceProduct): string {
  if (sku) return sku.slice(0, 80);
  const word = slugOf(source === "shopify" ? slug : sourceId, 60) || "article";
  return (source === "shopify" ? word : `wc-${word}`).toUpperCase();
}

/** The variant's own reference; empty, with a note, when another variant has the same. */
function ownReference({ sku, line }: SourceVariant, references: Map<string, number>, report: Report): string {
  const own = sku.slice(0, 80);
  if (own === "") return "";
  const known = references.get(own);
  if (known === undefined) {
    references.set(own, line);
    return own;
  }
  report(line, "note", `la référence ${own} est déjà celle de la ligne ${known}\u00a0: une autre est donnée`);
  return "";
}

interface Choice extends SourceVariant {
  color: Color;
  size: number;
  sizeLabel?: string;
}

/** Maps the options of variants to a colour and a size. */
function choicesOf(listed: SourceProduct, report: Report): Choice[] {
  const variants = listed.variants.slice(0, MAX_VARIANTS);
  if (listed.variants.length > MAX_VARIANTS)
    report(listed.line, "refused", `plus de ${MAX_VARIANTS} variantes\u00a0: les suivantes sont laissées de côté`);
  const mapped = variants.map((variant) => ({ variant, ...choiceOf(variant, variants) }));
  const areEuSizes =
    !GARMENT.test(wordsOf(listed)) &&
    mapped.every(({ sizes }) => sizes.length === 1 && SIZE.test(sizes[0]?.name ?? "") && euSize(sizes[0]?.value ?? ""));
  const labels = [...new Set(mapped.map(({ sizes }) => labelOf(sizes)))];
  const places = new Map(sortedLabels(labels).map((label, index) => [label, FIRST_PLACE + index]));
  const colors = new Map<string, Color>();
  const seen = new Map<string, number>();
  return mapped.flatMap(({ variant, color: colorName, sizes }) => {
    const color = colorOf(colorName, colors);
    const label = labelOf(sizes);
    const sized = areEuSizes
      ? { size: Number(euSize(sizes[0]?.value ?? "")) }
      : { size: places.get(label) ?? FIRST_PLACE, sizeLabel: label };
    const choice = `${color.slug} ${sized.size}`;
    const before = seen.get(choice);
    if (before !== undefined) {
      report(variant.line, "refused", `même couleur et même taille que la ligne ${before}`);
      return [];
    }
    seen.set(choice, variant.line);
    return [{ ...variant, color, ...sized }];
  });
}

/** The options that leave a choice, as a colour and as sizes. */
function choiceOf({ options }: SourceVariant, all: readonly SourceVariant[]) {
  const color = options.find(({ name }) => COLOR.test(name))?.value;
  const sizes = options.filter(({ name, value }) => {
    if (COLOR.test(name)) return false;
    return (
      SIZE.test(name) || all.some((other) => other.options.find((option) => option.name === name)?.value !== value)
    );
  });
  return { color, sizes };
}

function labelOf(sizes: SourceVariant["options"]): string {
  if (sizes.length === 0) return ONE_SIZE;
  return sizes.map(({ name, value }) => (SIZE.test(name) ? value : `${name}\u00a0: ${value}`)).join(", ");
}

/** "42", "EU 42", "42 EU": the number of a shoe, as text; undefined for everything else. */
function euSize(value: string): string | undefined {
  const size = /^(?:eu |eur )?(\d{2})(?: eu| eur)?$/i.exec(value.trim())?.[1];
  return size && Number(size) >= 16 && Number(size) <= 50 ? size : undefined;
}

/** By name and number where every label has a rank, else in the list's order. */
function sortedLabels(labels: readonly string[]): string[] {
  const rank = (label: string) => {
    const word = label.split(",")[0]?.trim().toLowerCase().replace(/\s+/g, "-") ?? "";
    return sizeRanks.get(word) ?? (/^\d+(?:[.,]\d+)?$/.test(word) ? 1_000 + Number(word.replace(",", ".")) : undefined);
  };
  const ranks = new Map(labels.map((label) => [label, rank(label)]));
  if ([...ranks.values()].includes(undefined)) return [...labels];
  return [...labels].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

function colorOf(name: string | undefined, known: Map<string, Color>): Color {
  if (name === undefined) return ONE_COLOR;
  const found = known.get(name.toLowerCase());
  if (found) return found;
  const slug = slugOf(name, 40) || `couleur-${known.size + 1}`;
  const color = { slug, name, hex: hexByName(name) };
  known.set(name.toLowerCase(), color);
  return color;
}

/**
 * A product has one price here, so variants are grouped by price. The largest group keeps the
 * product's name; the others are named by what distinguishes them.
 */
function byPrice(choices: readonly Choice[]): { part: string; variants: Choice[] }[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = `${choice.price} ${choice.oldPrice ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), choice]);
  }
  const sorted = [...groups.values()].sort((a, b) => b.length - a.length);
  const used = new Set([""]);
  return sorted.map((variants, index) => {
    let part = index === 0 ? "" : distinction(variants, choices);
    while (index > 0 && used.has(part)) part = `${part} ${index + 1}`.trim();
    used.add(part);
    return { part, variants };
  });
}

/** What distinguishes these variants from the others: "Blue", else "Large", else "Blue, Large". */
function distinction(variants: readonly Choice[], all: readonly Choice[]): string {
  const others = all.filter((choice) => !variants.includes(choice));
  const names = (some: readonly Choice[], name: (choice: Choice) => string) => new Set(some.map(name));
  const color = ({ color }: Choice) => color.name;
  const size = ({ size, sizeLabel }: Choice) => sizeLabel ?? String(size);
  const distinguishes = (name: (choice: Choice) => string) => {
    const theirs = names(others, name);
    return [...names(variants, name)].every((text) => !theirs.has(text));
  };
  const best = [color, size].find(distinguishes);
  const texts = (best ? [best] : [color, size]).map((name) => [...names(variants, name)].join(" / "));
  return texts.join(", ").slice(0, 60);
}

/** Colour slugs by picture; empty for a picture that variants of several colours share. */
function colorsOfPictures(choices: readonly Choice[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { picture, color } of choices) {
    if (!picture || color.slug === ONE_COLOR.slug) continue;
    const known = found.get(picture);
    found.set(picture, known === undefined || known === color.slug ? color.slug : "");
  }
  return found;
}

function altOf(name: string, slug: string, variants: readonly Choice[], index: number): string {
  const color = variants.find((variant) => variant.color.slug === slug)?.color.name.toLowerCase();
  return [name, ...(color ? [color] : []), `photo ${index + 1}`].join(", ");
}

/** Everything that describes a product, except its description. */
const wordsOf = ({ name, categories, tags }: SourceProduct) =>
  plainWords([name, ...categories.flat(), ...tags].join(" , "));

function kindOf(listed: SourceProduct): Kind {
  // The name counts more than categories and tags.
  for (const words of [plainWords(listed.name), wordsOf(listed)])
    for (const [kind, pattern] of kindPatterns) if (pattern.test(words)) return kind;
  return "autres";
}

function genderOf(listed: SourceProduct): Gender {
  const words = `${plainWords(listed.audience)} ${wordsOf(listed)}`;
  if (genderPatterns.enfant.test(words)) return "enfant";
  const isFor = { femme: genderPatterns.femme.test(words), homme: genderPatterns.homme.test(words) };
  if (isFor.femme !== isFor.homme) return isFor.femme ? "femme" : "homme";
  return "mixte";
}

const fitPatterns: [Fit, RegExp][] = [
  ["small", /\b(?:small|petit)\b/],
  ["large", /\b(?:large|big|grand)\b/],
  ["true", /\b(?:true|normal|normalement|regular)\b/],
];

function fitOf({ fit }: SourceProduct): { fit?: Fit } {
  const [known] = fitPatterns.find(([, pattern]) => pattern.test(plainWords(fit))) ?? [];
  return known ? { fit: known } : {};
}

function materialOf({ material }: SourceProduct): { material?: Material } {
  const known = materialIn(material);
  return known ? { material: known } : {};
}

/** The list's tags, and those of its categories that are not the product's here. */
function tagsOf({ tags, categories }: SourceProduct, path: readonly string[]): string[] {
  const otherCategories = categories.flat().filter((name) => !path.includes(name));
  return [...new Set([...tags, ...otherCategories].filter((tag) => tag !== ""))].slice(0, 20);
}
