import { type TypeOf, type ZodRawShape, type ZodTypeAny, z } from "zod";
import { type Fields, fields, numberIn, records, text as textIn } from "../content/content-values";
import { amountIn, countIn } from "./amount";
import { clean } from "./clean-text";
import { storable } from "./storable";

/**
 * zod schemas for what other shops send. They take any value and read what is malformed as absent.
 * Only those named `required…` refuse; a list then leaves the object out.
 */

export const reading = <Value>(read: (value: unknown) => Value) => z.unknown().transform(read);

const oneLine = (value: unknown) => clean(textIn(value)).trim();
/** One line of a text; empty when there is none. */
export const text = reading(oneLine);
export const requiredText = text.refine((value) => value !== "");
/** With its line breaks. */
export const longText = reading((value) => (typeof value === "string" ? clean(value.slice(0, 20_000)).trim() : ""));
export const texts = reading((value) => (Array.isArray(value) ? value.map(oneLine).filter((item) => item !== "") : []));
/** As the API writes it, which is asked by it. */
export const id = reading((value) => storable(textIn(value)).slice(0, 100));
export const requiredId = id.refine((value) => value !== "");

/** A number, clamped to these bounds; `usual` when there is none. */
export const numberWithin = <Usual extends number | undefined>(usual: Usual, least: number, most: number) =>
  reading((value): number | Usual => numberIn(value, usual, least, most));
const MOST = 100_000_000;
const bounded = (number: number | undefined) =>
  number === undefined ? undefined : Math.round(Math.min(MOST, Math.max(0, number)));
/** A count. */
export const maybeWhole = reading((value) => bounded(countIn(value)));
export const whole = (usual = 0) => maybeWhole.transform((value) => value ?? usual);
/** Less than nothing is no amount: -1 may stand for what is not served. */
export const maybeDinars = reading((value) => {
  const amount = amountIn(value);
  return amount !== undefined && amount < 0 ? undefined : bounded(amount);
});
export const dinars = maybeDinars.transform((value) => value ?? 0);

/** What stands for yes and no, as a text as well. */
const isYes = (value: unknown) => /^(true|1|yes|oui)$/i.test(String(value).trim());
const isNo = (value: unknown) => /^(false|0|no|non)$/i.test(String(value).trim());
export const trueOrOne = reading(isYes);
export const unlessFalse = reading((value) => !isNo(value));

/** Reads what is no object as an empty one. */
export const object = <Shape extends ZodRawShape>(shape: Shape) => z.preprocess(fields, z.object(shape));

/** A list without what is no object, and without objects that lack something required. */
export const objects = <Item extends ZodTypeAny>(item: Item) =>
  reading((value) =>
    records(value).flatMap((record): TypeOf<Item>[] => {
      const { success, data } = item.safeParse(record);
      return success ? [data] : [];
    }),
  );

/** What has one of these identifiers, or stands below this name or `data`: `{data: {order}}`. */
export function unwrapped(value: unknown, ids: readonly string[], name: string, depth = 0): Fields {
  const outer = fields(value);
  if (depth >= 3 || ids.some((id) => outer[id])) return outer;
  const inner = [outer[name], outer.data].find((candidate) => Object.keys(fields(candidate)).length > 0);
  return inner === undefined ? outer : unwrapped(inner, ids, name, depth + 1);
}
