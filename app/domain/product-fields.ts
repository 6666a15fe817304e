import { type ZodType, type ZodTypeDef, z } from "zod";
import { longText, numberWithin, objects, requiredText, texts, whole } from "./tolerant";

/**
 * @param column of the table `products`
 * @param told as our API tells it
 * @param read as another shop's API may tell it; of nothing it reads what a product has by default
 */
function field<Column extends string, Value>(
  column: Column,
  told: ZodType<Value>,
  read: ZodType<Value, ZodTypeDef, unknown>,
) {
  return { column, told, read };
}

const textField = <Column extends string>(column: Column) => field(column, z.string(), longText);
const textsField = <Column extends string>(column: Column) => field(column, z.array(z.string()), texts);

/**
 * The product's fields that have a column of their own and one name everywhere. `Product`, the types
 * of the database, rows (demo, imported, another shop's) and the API, told and read, follow from it.
 */
export const productFields = {
  description: textField("description"),
  care: textField("care"),
  rating: field("rating", z.number(), numberWithin(0, 0, 5)),
  reviewCount: field("review_count", z.number().int().nonnegative(), whole()),
  tags: textsField("tags"),
  specifications: field(
    "specifications",
    z.array(z.object({ name: z.string(), value: z.string() })),
    objects(z.object({ name: requiredText, value: requiredText })),
  ),
  features: textsField("features"),
};

type Table = typeof productFields;
type Name = keyof Table;
export type ProductFields = { [Key in Name]: z.output<Table[Key]["told"]> };
/** Lists are JSON. */
export type ProductFieldColumns = {
  [Key in Name as Table[Key]["column"]]: ProductFields[Key] extends unknown[] ? string : ProductFields[Key];
};

const all = Object.entries(productFields) as [Name, Table[Name]][];

/** The schemas alone, as parts of those of a whole product. */
export const toldFields = Object.fromEntries(all.map(([name, { told }]) => [name, told])) as {
  [Key in Name]: Table[Key]["told"];
};
export const readFields = Object.fromEntries(all.map(([name, { read }]) => [name, read])) as {
  [Key in Name]: Table[Key]["read"];
};

export function pickFields(product: ProductFields): ProductFields {
  return Object.fromEntries(all.map(([name]) => [name, product[name]])) as unknown as ProductFields;
}

/** As they are stored; what is missing as if nobody had said it. */
export function fieldColumns(product: Partial<ProductFields>): ProductFieldColumns {
  const columns = all.map(([name, { column, read }]) => {
    const value = product[name] ?? read.parse(undefined);
    return [column, Array.isArray(value) ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns) as ProductFieldColumns;
}

export function fieldsOfRow(row: ProductFieldColumns): ProductFields {
  const values = all.map(([name, { column, told }]) => {
    const stored = row[column];
    return [name, told instanceof z.ZodArray ? JSON.parse(String(stored)) : stored];
  });
  return Object.fromEntries(values) as ProductFields;
}
