import type { Gender, Specification } from "~/domain/catalogue/catalogue";
import { genderIn } from "~/domain/catalogue/gender-words";
import type { ImportedPart } from "~/domain/catalogue/imported-product";
import { materialIn } from "~/domain/catalogue/material";
import type { Fit } from "~/domain/catalogue/size";
import { plainWords } from "~/domain/values/plain-text";
import { quoted } from "~/domain/values/plural";
import { plainName } from "./cells";
import { type Meaning, meaningOf } from "./option-name";
import type { Report, Said, SourceProduct } from "./source-product";

/** What a list says of a product in columns and attributes, as this shop's fields. Pure. */

interface Fields extends Pick<ImportedPart, "fit" | "material" | "brand" | "specifications"> {
  /** Undefined when the list does not say it. */
  gender: Gender | undefined;
}

/** @param details attributes that leave no choice */
export function fieldsOf(listed: SourceProduct, details: readonly Specification[], report: Report): Fields {
  const attributes = details.flatMap(({ name, value }): Said[] => {
    const meaning = meaningOf(name);
    return meaning ? [{ name, value, meaning, line: listed.line }] : [];
  });
  const texts = (said: readonly Said[], ...meanings: Meaning[]) =>
    said.flatMap(({ meaning, value }) => (meanings.includes(meaning) ? [value] : []));
  const first = <Value>(meaning: Meaning, read: (text: string) => Value | undefined) =>
    [...texts(listed.said, meaning), ...texts(attributes, meaning)].flatMap((text) => read(text) ?? [])[0];
  const gender = genderOf([
    texts(listed.said, "gender", "age"),
    texts(attributes, "gender", "age"),
    listed.tags,
    [...listed.categories.flat(), listed.taxonomy],
    [listed.name],
  ]);
  const fit = first("fit", fitIn);
  const material = first("material", oneMaterialIn);
  const brand = brandOf(listed.said, attributes);
  const isHeld = ({ meaning, value }: Pick<Said, "meaning" | "value">) =>
    meaning === "brand" ? plainName(value) === brand : isUnderstood(meaning, value);
  for (const { name, value, meaning, line } of listed.said)
    if (!isHeld({ meaning, value })) report.left(`colonne ${quoted(name)}`, line, value);
  const specifications = details.filter(({ name, value }) => {
    const meaning = meaningOf(name);
    return meaning === undefined || !isHeld({ meaning, value });
  });
  return {
    gender,
    ...(fit ? { fit } : {}),
    ...(material ? { material } : {}),
    ...(brand ? { brand } : {}),
    specifications: once(specifications),
  };
}

/** @param sources the most trusted first: the first that names one gender counts */
function genderOf(sources: readonly (readonly string[])[]): Gender | undefined {
  const genders = sources.map(genderIn).filter((gender) => gender !== undefined);
  return genders.find((gender) => gender !== "mixte") ?? genders[0];
}

/** A column called so counts more than 'Vendor', which may be the shop that wrote the list. */
function brandOf(columns: readonly Said[], attributes: readonly Said[]): string {
  const said = [...columns, ...attributes].filter(({ meaning }) => meaning === "brand");
  const named = said.find(({ name }) => !/vendor|vendeur|fournisseur/i.test(name)) ?? said[0];
  return plainName(named?.value ?? "");
}

const fitPatterns: [Fit, RegExp][] = [
  ["small", /\b(?:small|petit)\b/],
  ["large", /\b(?:large|big|grand)\b/],
  ["true", /\b(?:true|normal|normalement|regular)\b/],
];

const fitIn = (text: string) => fitPatterns.find(([, pattern]) => pattern.test(plainWords(text)))?.[0];

/** Several materials are a choice, or a text. */
const oneMaterialIn = (text: string) => (text.includes(",") ? undefined : materialIn(text) || undefined);

/** Ages of adults do not say whom it is for, and are not kept. */
const isAge = (text: string) => genderIn([text]) !== undefined || /\badult/.test(plainWords(text));

const readers: Partial<Record<Meaning, (text: string) => boolean>> = {
  gender: (text) => genderIn([text]) !== undefined,
  age: isAge,
  fit: (text) => fitIn(text) !== undefined,
  material: (text) => oneMaterialIn(text) !== undefined,
};
const isUnderstood = (meaning: Meaning, text: string) => readers[meaning]?.(text) ?? false;

/** Each name once, with all of its values. */
function once(details: readonly Specification[]): Specification[] {
  const values = new Map<string, Set<string>>();
  for (const { name, value } of details) values.set(name, (values.get(name) ?? new Set()).add(value));
  return [...values].map(([name, all]) => ({ name, value: [...all].join(", ") }));
}
