import { type TypeOf, type ZodRawShape, type ZodTypeAny, z } from "zod";
import { fields, numberIn, records, text as textIn } from "./content-values";
import { storable } from "./storable";

/**
 * zod schemas of what others tell. Each takes any value: what cannot be understood is read as if
 * it had not been told. Only what says `required` refuses: a list then leaves the object out.
 */

export const reading = <Value>(read: (value: unknown) => Value) => z.unknown().transform(read);

const oneLine = (value: unknown) => storable(textIn(value));
/** One line of a text; empty when there is none. */
export const text = reading(oneLine);
export const requiredText = text.refine((one) => one !== "");
/** With its line breaks. */
export const longText = reading((value) => (typeof value === "string" ? storable(value.slice(0, 20_000)).trim() : ""));
export const texts = reading((value) => (Array.isArray(value) ? value.map(oneLine).filter((one) => one !== "") : []));
export const id = reading((value) => oneLine(value).slice(0, 100));
export const requiredId = id.refine((one) => one !== "");

/** A number within these bounds, to which those beyond them are brought; the usual one when there is none. */
export const numberWithin = <Usual extends number | undefined>(usual: Usual, least: number, most: number) =>
  reading((value): number | Usual => numberIn(value, usual, least, most));
/** An amount or a count. */
export const whole = (usual = 0) => reading((value) => Math.round(numberIn(value, usual, 0, 100_000_000)));
export const maybeWhole = numberWithin(undefined, 0, 100_000_000).transform((one) => one && Math.round(one));

export const trueOrOne = reading((value) => value === true || value === 1);
export const unlessFalse = reading((value) => value !== false);

/** What is no object is read as one that says nothing. */
export const object = <Shape extends ZodRawShape>(shape: Shape) => z.preprocess(fields, z.object(shape));

/** A list without what is no object, and without objects that lack something required. */
export const objects = <One extends ZodTypeAny>(one: One) =>
  reading((value) =>
    records(value).flatMap((each): TypeOf<One>[] => {
      const { success, data } = one.safeParse(each);
      return success ? [data] : [];
    }),
  );
