import type { Specification } from "~/domain/catalogue/catalogue";
import type { OptionalField, Source } from "~/domain/catalogue/imported-product";
import type { Meaning } from "./option-name";

/** A product as another shop's list has it, whichever shop that is. */
export interface SourceProduct {
  source: Source;
  sourceId: string;
  line: number;
  /** All lines that are of it, taken over or not. */
  lines: readonly number[];
  name: string;
  /** Empty when the list has none. */
  sku: string;
  /** The end of its address there. */
  slug: string;
  description: string;
  /** Paths from parent to child; the first becomes the category, the others tags. */
  categories: string[][];
  collection?: string;
  /** A foreign classification; it only tells what and for whom the product is. */
  taxonomy: string;
  tags: string[];
  /** Columns of which the name says what they mean: for whom, brand, material, fit. */
  said: Said[];
  /** Fields that the list has no column for. */
  lacks: ReadonlySet<OptionalField>;
  /** Attributes that leave no choice. */
  details: Specification[];
  isActive: boolean;
  isFeatured: boolean;
  pictures: { address: string; alt: string; line: number }[];
  variants: SourceVariant[];
}

export interface Said extends Specification {
  meaning: Meaning;
  line: number;
}

export interface SourceVariant {
  line: number;
  key: string;
  sku: string;
  /** EAN, UPC or GTIN; empty when the list has none. */
  barcode: string;
  options: { name: string; value: string }[];
  price: number;
  oldPrice?: number;
  /** Undefined when it is not counted. */
  stock: number | undefined;
  /** Address of the picture that shows this very variant. */
  picture?: string;
}

/** A message about a line. */
export interface Remark {
  line: number;
  /** "refused": the line, or a part of it, was not taken over; "note": it was. */
  kind: "refused" | "note";
  text: string;
}

export interface MappingTerms {
  /** Dinars for one unit of the list's currency. */
  rate?: number | undefined;
  /** Whether "4.500" is 4500 in this list. */
  pointsThousands?: boolean;
  /** Whether "129,000" is 129 in this list. */
  hasThousandths?: boolean;
  /** The day, for prices that are reduced from one day to another: `2026-11-22`. */
  today: string;
}

export interface Report {
  (line: number, kind: Remark["kind"], text: string): void;
  /** Refuses a line that may be of any product beside it. */
  stray(line: number, text: string): void;
  /** A value that is not taken over; told at the end, all of one column or option together. */
  left(what: string, line: number, value: string): void;
}
