import type { OptionalField } from "~/domain/catalogue/imported-product";
import { type Meaning, meaningOf } from "./option-name";
import type { Said } from "./source-product";
import type { Column, Row } from "./table";

/** Columns of which the name says what they mean, whatever shop or plugin wrote them. Pure. */

interface SaidColumn {
  meaning: Meaning;
  column: Column;
}

/** Colours and sizes are options, not columns. */
const read: readonly Meaning[] = ["gender", "age", "brand", "material", "fit"];

/** "Target gender (product.metafields.shopify.target-gender)" as "Target gender". */
const bareTitle = (title: string) => title.replace(/\([^)]*metafields[^)]*\)/i, "");

export function saidColumns(columns: readonly Column[]): SaidColumn[] {
  return columns.flatMap((column) => {
    const meaning = meaningOf(bareTitle(column.title));
    return meaning && read.includes(meaning) ? [{ meaning, column }] : [];
  });
}

type Columns = Exclude<OptionalField, "gender" | "kind" | "isNew" | "isBestseller" | "specifications">;

/** The fields that no column of the list says. */
export function lackingIn(
  columns: readonly Column[],
  namesOf: Record<Columns, readonly string[]>,
): ReadonlySet<OptionalField> {
  const words = [...namesOf.category, ...namesOf.tags];
  const all = {
    ...namesOf,
    ...{ specifications: namesOf.choices, kind: namesOf.category },
    ...{ isNew: words, isBestseller: [...words, "is featured"] },
  };
  const names = new Set(columns.map(({ name }) => name));
  const isLacking = (field: keyof typeof all) => !all[field].some((name) => names.has(name));
  const saysGender = saidColumns(columns).some(({ meaning }) => meaning === "gender" || meaning === "age");
  const lacking = (Object.keys(all) as (keyof typeof all)[]).filter(isLacking);
  return new Set<OptionalField>(saysGender ? lacking : [...lacking, "gender"]);
}

/** What these rows of one product say, each column once. */
export function saidIn(rows: readonly Row[], columns: readonly SaidColumn[]): Said[] {
  return columns.flatMap(({ meaning, column }) => {
    const row = rows.find((row) => row.value(column.name));
    return row ? [{ meaning, name: column.title, value: row.value(column.name), line: row.line }] : [];
  });
}
