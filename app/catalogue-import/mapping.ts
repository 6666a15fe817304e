import type { Color, Gender, Kind } from "~/domain/catalogue";
import { hexByName } from "~/domain/color-family";
import type { ImportedPart, ImportedProduct, SourcePicture } from "~/domain/imported-product";
import { FIRST_PLACE, ONE_COLOR, ONE_SIZE } from "~/domain/size";
import { slugOf } from "~/domain/slug";
import type { Report, SourceProduct, SourceVariant } from "./source-product";
import { fold } from "./table";

/** Products of another shop's list in the words of this one. Pure. */

export type MappedProduct = ImportedProduct<readonly SourcePicture[]>;

/** Of one product; more is no product that anybody chooses from. */
const MAX_VARIANTS = 300;
const MAX_PICTURES = 20;
const NOWHERE = "Divers";

const COLOR = /^(?:colou?rs?|couleurs?|coloris|teintes?|nuances?|لون|اللون)$/iu;
const SIZE = /^(?:(?:shoe |eu )?sizes?|tailles?|pointures?|dimensions?|format|مقاس|المقاس)$/iu;
/** What has sizes in figures, and is no shoe. */
const GARMENT =
  /\b(?:jeans?|pants|trousers?|pantalons?|dress(?:es)?|robes?|skirts?|jupes?|shirts?|chemises?|vestes?|jackets?|costumes?|suits?|rings?|bagues?)\b/;

/** From the smallest to the largest, as they are called. */
const ladder = new Map(
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
  const chosen = choicesOf(listed, report).map((choice) => ({
    ...choice,
    sku: ownReference(choice, references, report),
  }));
  const only = chosen.length === 1 ? chosen[0] : undefined;
  // What is alone needs no reference beside its product's.
  if (only && only.sku === "") only.sku = base;
  const groups = byPrice(chosen);
  const colored = colorsOfPictures(chosen);
  const path = (listed.categories[0] ?? []).slice(0, 2);
  const shared = {
    description: listed.description,
    kind: kindOf(listed),
    gender: genderOf(listed),
    category: path.length > 0 ? path : [NOWHERE],
    ...(listed.collection ? { collection: listed.collection } : {}),
    isBestseller: listed.isFeatured,
    isActive: listed.isActive,
    tags: tagsOf(listed, path),
  };
  const parts = groups.map(({ part, variants }): ImportedPart<readonly SourcePicture[]> => {
    const [first] = variants;
    const colors = new Set(variants.map(({ color }) => color.slug));
    const told = part === "" ? "" : `, ${part}`;
    const suffix = part === "" ? "" : slugOf(part, 40) || String(groups.findIndex((group) => group.part === part));
    const name = `${listed.name}${told}`;
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
  return { source: listed.source, sourceId: listed.sourceId, line: listed.line, parts: parts };
}

/** The reference of a product, and of what in it has none of its own. */
function baseReference({ source, sku, slug, sourceId }: SourceProduct): string {
  if (sku) return sku.slice(0, 80);
  const word = slugOf(source === "shopify" ? slug : sourceId, 60) || "article";
  return (source === "shopify" ? word : `wc-${word}`).toUpperCase();
}

/** A reference names one variant; what has another's is called by its product and its choice. */
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

/** What can be chosen, in our two words for it: a colour, and a size. */
function choicesOf(listed: SourceProduct, report: Report): Choice[] {
  const variants = listed.variants.slice(0, MAX_VARIANTS);
  if (listed.variants.length > MAX_VARIANTS)
    report(listed.line, "refused", `plus de ${MAX_VARIANTS} variantes\u00a0: les suivantes sont laissées de côté`);
  const named = variants.map((variant) => ({ variant, ...choiceOf(variant, variants) }));
  const areEuSizes =
    !GARMENT.test(wordsOf(listed)) &&
    named.every(({ sizes }) => sizes.length === 1 && SIZE.test(sizes[0]?.name ?? "") && euSize(sizes[0]?.value ?? ""));
  const labels = [...new Set(named.map(({ sizes }) => labelOf(sizes)))];
  const places = new Map(inOrder(labels).map((label, index) => [label, FIRST_PLACE + index]));
  const colors = new Map<string, Color>();
  const seen = new Map<string, number>();
  return named.flatMap(({ variant, color: colorName, sizes }) => {
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

/** Options without those that leave nothing to choose. */
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

/** By the ladder where all of them stand on it, by number where all are numbers, else as the list has them. */
function inOrder(labels: readonly string[]): string[] {
  const rank = (label: string) => {
    const word = label.split(",")[0]?.trim().toLowerCase().replace(/\s+/g, "-") ?? "";
    return ladder.get(word) ?? (/^\d+(?:[.,]\d+)?$/.test(word) ? 1_000 + Number(word.replace(",", ".")) : undefined);
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
 * One product of ours has one price. What costs the same stays together, the most first under the product's own name; the others
 * are called by what tells them apart.
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
    let part = index === 0 ? "" : apart(variants, choices);
    while (index > 0 && used.has(part)) part = `${part} ${index + 1}`.trim();
    used.add(part);
    return { part, variants };
  });
}

/** "Blue", else "Large", else "Blue, Large": what tells these from the others, in as few words as can be. */
function apart(variants: readonly Choice[], all: readonly Choice[]): string {
  const others = all.filter((choice) => !variants.includes(choice));
  const names = (some: readonly Choice[], name: (choice: Choice) => string) => new Set(some.map(name));
  const color = ({ color }: Choice) => color.name;
  const size = ({ size, sizeLabel }: Choice) => sizeLabel ?? String(size);
  const tells = (name: (choice: Choice) => string) => {
    const theirs = names(others, name);
    return [...names(variants, name)].every((one) => !theirs.has(one));
  };
  const telling = [color, size].find(tells);
  const told = (telling ? [telling] : [color, size]).map((name) => [...names(variants, name)].join(" / "));
  return told.join(", ").slice(0, 60);
}

/** The colour that a picture shows, when all variants that name it are of one. */
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

/** Everything that says what a product is, but for its description. */
const wordsOf = ({ name, categories, tags }: SourceProduct) => fold([name, ...categories.flat(), ...tags].join(" , "));

const kindWords: [Kind, RegExp][] = [
  ["sabots", /\b(?:sabots?|clogs?)\b/],
  ["tongs", /\b(?:tongs?|flip ?flops?|claquettes?)\b/],
  ["sandales", /\b(?:sandales?|sandals?|sandalettes?|nu pieds|spartiates?)\b/],
  ["ballerines", /\b(?:ballerines?|ballet flats?)\b/],
  ["baskets", /\b(?:baskets|basket (?:homme|femme|enfant|mixte|basse|montante)|sneakers?|trainers|high tops)\b/],
  ["mules", /\b(?:mules?|babouches?|slides)\b/],
];

function kindOf(listed: SourceProduct): Kind {
  // What the name says counts more than the category it stands in.
  for (const words of [fold(listed.name), wordsOf(listed)])
    for (const [kind, pattern] of kindWords) if (pattern.test(words)) return kind;
  return "autres";
}

function genderOf(listed: SourceProduct): Gender {
  const words = `${fold(listed.audience)} ${wordsOf(listed)}`;
  if (
    /\b(?:enfants?|kids?|children|child|garcons?|filles?|baby|bebes?|toddler|infant|newborn|boys?|girls?)\b/.test(words)
  )
    return "enfant";
  const isFor = {
    femme: /\b(?:femmes?|dames?|wom[ae]ns?|ladies|female)\b/.test(words),
    homme: /\b(?:hommes?|mens?|male|man)\b/.test(words),
  };
  if (isFor.femme !== isFor.homme) return isFor.femme ? "femme" : "homme";
  return "mixte";
}

/** The list's own, and the categories that a product does not stand in here. */
function tagsOf({ tags, categories }: SourceProduct, path: readonly string[]): string[] {
  const otherCategories = categories.flat().filter((name) => !path.includes(name));
  return [...new Set([...tags, ...otherCategories].filter((tag) => tag !== ""))].slice(0, 20);
}
