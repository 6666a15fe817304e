import type { Gender } from "~/domain/catalogue/catalogue";
import { departmentNames } from "~/domain/catalogue/department";
import { genderIn, genderNamed } from "~/domain/catalogue/gender-words";
import type { ImportedPart, ImportedProduct, OptionalField, SourcePicture } from "~/domain/catalogue/imported-product";
import { ONE_COLOR } from "~/domain/catalogue/size";
import { slugOf } from "~/domain/catalogue/slug";
import { plainWords } from "~/domain/values/plain-text";
import { quoted } from "~/domain/values/plural";
import { MAX_NAME } from "./cells";
import { type Choice, choicesOf, wordsOf } from "./choices";
import { fieldsOf } from "./fields";
import { meaningOf } from "./option-name";
import { partsOf } from "./parts";
import type { Report, SourceProduct, SourceVariant } from "./source-product";
import { kindOf } from "./what-it-is";

/** Brings products of another shop's list into this shop's terms. Pure. */

export interface MappedProduct extends ImportedProduct<readonly SourcePicture[]> {
  /** Undefined when the list does not say it. */
  gender: Gender | undefined;
}

/** References of the list, with the lines that have them first. */
export interface References {
  products: Map<string, number>;
  variants: Map<string, number>;
}

/** Of what tells a product apart in its list. */
const MAX_ID = 200;
const MAX_PICTURES = 20;
const MAX_TAGS = 20;
const DEFAULT_CATEGORY = "Divers";

/** Whether name and identifier are as short as in any shop; a longer one is refused by its line. */
export function isWithinLengths({ name, sourceId, line }: SourceProduct, report: Report): boolean {
  const problem =
    name.length > MAX_NAME
      ? `le nom «\u00a0${name.slice(0, 30)}…\u00a0» a plus de ${MAX_NAME} caractères`
      : sourceId.length > MAX_ID
        ? `l'identifiant de ${quoted(name)} a plus de ${MAX_ID} caractères`
        : undefined;
  if (problem) report(line, "refused", problem);
  return problem === undefined;
}

export function mapProduct(listed: SourceProduct, references: References, report: Report): MappedProduct {
  const sku = ownReference({ sku: listed.sku, line: listed.line }, references.products, report);
  const base = sku || madeReference(listed);
  const { choices: chosen, details } = choicesOf(listed, report);
  const choices = chosen.map((choice) => ({ ...choice, sku: ownReference(choice, references.variants, report) }));
  const groups = partsOf(choices);
  const suffixes = suffixesOf(groups.map(({ part }) => part));
  const { gender, specifications, ...fields } = fieldsOf(listed, [...listed.details, ...details], report);
  const colored = colorsOfPictures(choices);
  const path = categoryNames(listed.categories[0] ?? []);
  const shared = {
    description: listed.description,
    kind: kindOf(listed),
    ...fields,
    category: path.length > 0 ? path : [DEFAULT_CATEGORY],
    ...(listed.collection ? { collection: listed.collection } : {}),
    isNew: isCalled(listed, NEW),
    isBestseller: listed.isFeatured || isCalled(listed, BESTSELLER),
    isActive: listed.isActive,
    tags: tagsOf(listed, path, report),
  };
  /** Although there may be no column for it. */
  const isSaid: Partial<Record<OptionalField, boolean>> = {
    gender: gender !== undefined,
    kind: shared.kind !== "autres",
    isNew: shared.isNew,
    isBestseller: shared.isBestseller,
    isActive: !shared.isActive,
  };
  const parts = groups.map(({ part, variants }, index): ImportedPart<readonly SourcePicture[]> => {
    const [first] = variants;
    const extras = first?.extras ?? [];
    const forWhom = genderIn(extras.flatMap(({ name, value }) => (meaningOf(name) === "gender" ? [value] : [])));
    const colors = new Set(variants.map(({ color }) => color.slug));
    const suffix = suffixes[index] ?? "";
    const name = part === "" ? listed.name : `${listed.name}, ${part}`;
    return {
      ...shared,
      gender: forWhom ?? gender ?? "mixte",
      unsaid: [...listed.lacks].filter((field) => !isSaid[field] && !(field === "gender" && forWhom)),
      specifications: [...specifications, ...extras],
      part,
      name,
      slug: [slugOf(listed.slug) || slugOf(listed.name), suffix].filter(Boolean).join("-"),
      sku: [base, suffix.toUpperCase()].filter(Boolean).join("-"),
      ...(sku && part === "" ? {} : { isGenerated: true as const }),
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
      variants: variants.map(({ line, key, sku, barcode, color, size, sizeLabel, stock }) => ({
        line,
        key,
        ...(sku ? { sku } : {}),
        ...(barcode ? { barcode } : {}),
        color,
        size,
        ...(sizeLabel === undefined ? {} : { sizeLabel }),
        stock,
      })),
    };
  });
  if (parts.length > 1) report(listed.line, "note", `${quoted(listed.name)} ${whyParts(choices, parts.length)}`);
  if (listed.pictures.length > MAX_PICTURES)
    report(listed.line, "note", `plus de ${MAX_PICTURES} images\u00a0: les premières sont reprises`);
  return { source: listed.source, sourceId: listed.sourceId, line: listed.line, gender, parts };
}

/** As `plainWords` gives them. */
const NEW = /^(?:new|nouveau|nouveautes?)$/;
const BESTSELLER = /^(?:best ?sellers?|meilleures? ventes?)$/;

const isCalled = ({ tags, categories }: SourceProduct, words: RegExp): boolean =>
  [...tags, ...categories.flat()].some((name) => words.test(plainWords(name)));

/** The reference of a product that has none in the list, also for its variants. */
function madeReference({ source, slug, sourceId }: SourceProduct): string {
  const word = slugOf(source === "shopify" ? slug : sourceId, 60) || "article";
  return (source === "shopify" ? word : `wc-${word}`).toUpperCase();
}

/** The variant's own reference; empty, with a note, when another variant has the same. */
function ownReference(
  { sku, line }: Pick<SourceVariant, "sku" | "line">,
  references: Map<string, number>,
  report: Report,
): string {
  if (sku === "") return "";
  const firstLine = references.get(sku);
  if (firstLine === undefined) {
    references.set(sku, line);
    return sku;
  }
  report(line, "note", `la référence ${sku} est déjà celle de la ligne ${firstLine}\u00a0: une autre est donnée`);
  return "";
}

/** Ends of the parts' addresses and references, each another. */
function suffixesOf(parts: readonly string[]): string[] {
  const taken = new Set<string>();
  return parts.map((part, index) => {
    if (part === "") return "";
    const wanted = slugOf(part, 40) || String(index + 1);
    const free = taken.has(wanted) ? `${wanted}-${index + 1}` : wanted;
    taken.add(free);
    return free;
  });
}

function whyParts(choices: readonly Choice[], count: number): string {
  const hasExtras = new Set(choices.map(({ extras }) => wordsOf(extras))).size > 1;
  const hasPrices = new Set(choices.map(({ price, oldPrice }) => `${price} ${oldPrice}`)).size > 1;
  const why = hasExtras ? "plus de choix que couleur et pointure" : "plusieurs prix";
  const by = hasExtras ? "un par choix" : "un par prix";
  return `a ${hasExtras && hasPrices ? `plusieurs prix et ${why}` : why}\u00a0: ${count} produits, ${by}`;
}

/** Colour slugs by picture; empty for a picture that variants of several colours share. */
function colorsOfPictures(choices: readonly Choice[]): Map<string, string> {
  const colorByPicture = new Map<string, string>();
  for (const { picture, color } of choices) {
    if (!picture || color.slug === ONE_COLOR.slug) continue;
    const earlier = colorByPicture.get(picture);
    colorByPicture.set(picture, earlier === undefined || earlier === color.slug ? color.slug : "");
  }
  return colorByPicture;
}

function altOf(name: string, slug: string, variants: readonly Choice[], index: number): string {
  const color = variants.find((variant) => variant.color.slug === slug)?.color.name.toLowerCase();
  return [name, ...(color ? [color] : []), `photo ${index + 1}`].join(", ");
}

/** "Chaussures > Femme" is a part of the page "Femmes", as "Femmes > Mules" is. */
function categoryNames(names: readonly string[]): string[] {
  const [gender] = names.flatMap((name) => genderNamed(name) ?? []);
  if (gender === undefined || gender === "mixte") return names.slice(0, 2);
  const rest = names.filter((name) => genderNamed(name) === undefined);
  return [departmentNames[gender], ...rest.slice(-1)];
}

/** The list's tags, and those of its categories that are not the product's here. */
function tagsOf({ tags, categories, line }: SourceProduct, path: readonly string[], report: Report): string[] {
  const otherCategories = categories.flat().filter((name) => !path.includes(name));
  const all = [...new Set([...tags, ...otherCategories].filter((tag) => tag !== ""))];
  const left = all.slice(MAX_TAGS).map(quoted);
  if (left.length > 0)
    report(line, "note", `plus de ${MAX_TAGS} étiquettes, laissées de côté\u00a0: ${left.join(", ")}`);
  return all.slice(0, MAX_TAGS);
}
