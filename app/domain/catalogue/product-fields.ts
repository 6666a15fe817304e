import { type ZodType, type ZodTypeDef, z } from "zod";
import { longText, numberWithin, objects, reading, requiredText, text, texts, whole } from "../values/tolerant";
import { materialIn, materials } from "./material";
import { fits } from "./size";

/**
 * @param column of the table `products`
 * @param strict schema of our API
 * @param tolerant schema for another shop's API; it reads undefined as the default
 */
function field<Column extends string, Value>(
  column: Column,
  strict: ZodType<Value>,
  tolerant: ZodType<Value, ZodTypeDef, unknown>,
) {
  return { column, strict, tolerant };
}

const textField = <Column extends string>(column: Column) => field(column, z.string(), longText);
const textsField = <Column extends string>(column: Column) => field(column, z.array(z.string()), texts);

/**
 * The product's fields that have a column of their own and one name everywhere. `Product`, the
 * database's types, all rows and the API's schemas follow from this table.
 */
const productFields = {
  /** Empty when nobody said it. */
  brand: textField("brand"),
  description: textField("description"),
  care: textField("care"),
  /** Empty when nobody said how it fits. */
  fit: field(
    "fit",
    z.enum(["", ...fits]),
    reading((value) => fits.find((fit) => fit === value) ?? ""),
  ),
  /** Of the upper; empty when nobody said it. */
  material: field("material", z.enum(["", ...materials]), text.transform(materialIn)),
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
export type ProductFields = { [Key in Name]: z.output<Table[Key]["strict"]> };
/** Lists are stored as JSON. */
export type ProductFieldColumns = {
  [Key in Name as Table[Key]["column"]]: ProductFields[Key] extends unknown[] ? string : ProductFields[Key];
};

const all = Object.entries(productFields) as [Name, Table[Name]][];

export const strictFields = Object.fromEntries(all.map(([name, { strict }]) => [name, strict])) as {
  [Key in Name]: Table[Key]["strict"];
};
export const tolerantFields = Object.fromEntries(all.map(([name, { tolerant }]) => [name, tolerant])) as {
  [Key in Name]: Table[Key]["tolerant"];
};

export function pickFields(product: ProductFields): ProductFields {
  return Object.fromEntries(all.map(([name]) => [name, product[name]])) as unknown as ProductFields;
}

/** The columns of the fields that are given; other properties are passed over. */
export function givenColumns(product: Partial<ProductFields>): Partial<ProductFieldColumns> {
  const columns = all.flatMap(([name, { column }]) => {
    const value = product[name];
    return value === undefined ? [] : [[column, Array.isArray(value) ? JSON.stringify(value) : value]];
  });
  return Object.fromEntries(columns);
}

const defaults = Object.fromEntries(all.map(([name, { tolerant }]) => [name, tolerant.parse(undefined)]));

/** Missing fields are stored with their defaults. */
export const fieldColumns = (product: Partial<ProductFields>): ProductFieldColumns =>
  ({ ...givenColumns(defaults), ...givenColumns(product) }) as ProductFieldColumns;

export function fieldsOfRow(row: ProductFieldColumns): ProductFields {
  const values = all.map(([name, { column, strict }]) => {
    const stored = row[column];
    return [name, strict instanceof z.ZodArray ? JSON.parse(String(stored)) : stored];
  });
  return Object.fromEntries(values) as ProductFields;
}
