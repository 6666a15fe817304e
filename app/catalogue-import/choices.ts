import type { Color, Specification } from "~/domain/catalogue/catalogue";
import { hexByName } from "~/domain/catalogue/color-family";
import { FIRST_PLACE, ONE_COLOR, ONE_SIZE } from "~/domain/catalogue/size";
import { slugOf } from "~/domain/catalogue/slug";
import { foldedWords } from "~/domain/values/plain-text";
import { quoted } from "~/domain/values/plural";
import { isForeignSize, mayBeSize, meaningOf, mentions } from "./option-name";
import { euSizeOf } from "./shoe-size";
import { sortedLabels } from "./size-labels";
import type { Report, SourceProduct, SourceVariant } from "./source-product";
import { isGarment, isShoe } from "./what-it-is";

/** Finds colour and size among the options of variants, whatever they are called. Pure. */

export interface Choice extends SourceVariant {
  color: Color;
  size: number;
  sizeLabel?: string;
  /** Of shoes: what is chosen beside colour and size. */
  extras: Specification[];
}

/** Variants of one product; no shopper chooses among more. */
export const MAX_VARIANTS = 300;

/** @returns choices, and options that leave none, which describe the product */
export function choicesOf(listed: SourceProduct, report: Report): { choices: Choice[]; details: Specification[] } {
  const variants = listed.variants.slice(0, MAX_VARIANTS);
  for (const { line, options } of listed.variants.slice(MAX_VARIANTS))
    report(line, "refused", `plus de ${MAX_VARIANTS} variantes\u00a0: ${valuesIn(options)} est laissée de côté`);
  const roles = rolesOf(variants, listed);
  const isKept = keeperOf(roles, variants, listed);
  const words = variants.map(({ options }) => {
    const extras = roles.extras.flatMap((name) => options.find((option) => option.name === name) ?? []).map(bare);
    const eu = isKept ? roles.euOf(options) : undefined;
    const label = labelOf(chosenOf(options, roles.size), isKept ? [] : extras);
    return { eu, label, extras: isKept ? extras : [] };
  });
  const labels = [...new Set(words.flatMap(({ eu, label }) => (eu === undefined ? [label] : [])))];
  if (isShoe(listed) && roles.size !== undefined && labels.length > 0 && labels[0] !== ONE_SIZE) {
    const names = labels.map(quoted).join(", ");
    report(listed.line, "note", `tailles gardées telles quelles, hors du filtre par pointure\u00a0: ${names}`);
  }
  const places = new Map(sortedLabels(labels).map((label, index) => [label, FIRST_PLACE + index]));
  const colorNamed = colorsByName();
  const [seen, keys] = [new Map<string, number>(), new Map<string, number>()];
  const choices = variants.flatMap((variant, index): Choice[] => {
    const { eu, extras, label } = words[index] ?? { eu: undefined, extras: [], label: ONE_SIZE };
    const color = colorNamed(chosenOf(variant.options, roles.color));
    const sized = eu === undefined ? { size: places.get(label) ?? FIRST_PLACE, sizeLabel: label } : { size: eu };
    const choice = JSON.stringify([color.slug, sized.size, wordsOf(extras)]);
    const before = seen.get(choice) ?? keys.get(variant.key);
    if (before !== undefined) {
      const what = seen.has(choice) ? "même couleur et même taille" : "même identifiant";
      report(variant.line, "refused", `${what} que la ligne ${before}`);
      return [];
    }
    seen.set(choice, variant.line);
    keys.set(variant.key, variant.line);
    return [{ ...variant, color, ...sized, extras }];
  });
  return { choices, details: roles.details };
}

type Options = SourceVariant["options"];

const chosenOf = (options: Options, wanted: string | undefined) => options.find(({ name }) => name === wanted)?.value;
const valuesIn = (options: Options) => quoted(options.map(({ value }) => value).join(" / "));
/** "Semelle\u00a0:" as "Semelle", "pa_semelle" as "semelle". */
const bare = ({ name, value }: Specification) => ({
  name: name.replace(/^pa_/, "").replace(/[\s:]+$/, "") || name,
  value,
});

/** "Semelle\u00a0: Gomme, Largeur\u00a0: H". */
export const wordsOf = (extras: readonly Specification[]): string =>
  extras.map(({ name, value }) => `${name}\u00a0: ${value}`).join(", ");

const labelOf = (size: string | undefined, extras: readonly Specification[]) =>
  [size ?? "", wordsOf(extras)].filter((text) => text !== "").join(", ") || ONE_SIZE;

interface Roles {
  color: string | undefined;
  size: string | undefined;
  /** Options that are chosen beside colour and size. */
  extras: string[];
  details: Specification[];
  euOf: (options: Options) => number | undefined;
}

/** Which option is the colour, which the size, and what the others are. */
function rolesOf(variants: readonly SourceVariant[], listed: SourceProduct): Roles {
  const names = [...new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)))];
  const values = (name: string) => [...new Set(variants.flatMap(({ options }) => chosenOf(options, name) ?? []))];
  const isVaried = (name: string) => new Set(variants.map(({ options }) => chosenOf(options, name))).size > 1;
  const color =
    names.find((name) => meaningOf(name) === "color") ??
    names.find((name) => mentions(name, "color") && isVaried(name));
  const others = names.filter((name) => name !== color);
  const euCount = (name: string) =>
    isForeignSize(name) ? 0 : values(name).filter((value) => euSizeOf(value) !== undefined).length;
  const isAllEu = (name: string) => euCount(name) === values(name).length;
  const [size] = [
    ...others.filter((name) => meaningOf(name) === "size").sort((a, b) => euCount(b) - euCount(a)),
    ...others.filter((name) => mentions(name, "size") && meaningOf(name) === undefined && euCount(name) > 0),
    ...others.filter((name) => mayBeSize(name) && isAllEu(name) && (isShoe(listed) || values(name).length > 1)),
  ];
  const euOf = (options: Options) => {
    const value = chosenOf(options, size);
    return size === undefined || value === undefined || isForeignSize(size) ? undefined : euSizeOf(value);
  };
  const rest = others.filter((name) => name !== size);
  /** Whether it follows from colour and size, as "US 7" does from "EU 40". */
  const follows = (name: string) => {
    const valueByChoice = new Map<string, string | undefined>();
    return variants.every(({ options }) => {
      const key = JSON.stringify([chosenOf(options, color), chosenOf(options, size)]);
      const value = chosenOf(options, name);
      const isSame = !valueByChoice.has(key) || valueByChoice.get(key) === value;
      valueByChoice.set(key, value);
      return isSame;
    });
  };
  const isSizeAgain = (name: string) => size !== undefined && meaningOf(name) === "size" && follows(name);
  const extras = rest.filter((name) => isVaried(name) && !isSizeAgain(name));
  const details = rest
    .filter((name) => !extras.includes(name))
    .map((name) => bare({ name, value: values(name).join(", ") }));
  return { color, size, extras, details, euOf };
}

/** Whether EU sizes are kept as such: those of garments are not, be they numbers as well. */
function keeperOf({ size, euOf }: Roles, variants: readonly SourceVariant[], listed: SourceProduct): boolean {
  if (size === undefined || isGarment(listed)) return false;
  const isEu = ({ options }: SourceVariant) => euOf(options) !== undefined;
  return isShoe(listed) ? variants.some(isEu) : variants.every(isEu);
}

/** Colours by their whole names, whatever their case, each with a slug of its own. */
function colorsByName(): (name: string | undefined) => Color {
  const colors = new Map<string, Color>();
  return (name) => {
    if (name === undefined) return ONE_COLOR;
    const folded = foldedWords(name).join(" ") || name;
    const match = colors.get(folded);
    if (match) return match;
    const wanted = slugOf(name, 40) || `couleur-${colors.size + 1}`;
    const isTaken = [...colors.values()].some(({ slug }) => slug === wanted);
    const color = { slug: isTaken ? `${wanted}-${colors.size + 1}` : wanted, name, hex: hexByName(name) };
    colors.set(folded, color);
    return color;
  };
}
