import type { Source } from "~/domain/imported-product";

/** A product as another shop's list has it, whichever shop that is. */
export interface SourceProduct {
  source: Source;
  sourceId: string;
  line: number;
  name: string;
  /** Empty when the list has none. */
  sku: string;
  /** What the address there ends with. */
  slug: string;
  description: string;
  /** Paths from parent to child; the first is the product's, all others are words to find it by. */
  categories: string[][];
  collection?: string;
  tags: string[];
  /** For whom, when a column of its own says so. */
  audience: string;
  isActive: boolean;
  isFeatured: boolean;
  pictures: { address: string; alt: string; line: number }[];
  variants: SourceVariant[];
}

export interface SourceVariant {
  line: number;
  key: string;
  sku: string;
  options: { name: string; value: string }[];
  price: number;
  oldPrice?: number;
  /** Undefined when it is not counted. */
  stock: number | undefined;
  /** Address of the picture that shows this very variant. */
  picture?: string;
}

/** What there is to say about a line. */
export interface Remark {
  line: number;
  /** "refused": what the line says is not taken over; "note": it is, and this is worth knowing. */
  kind: "refused" | "note";
  text: string;
}

export interface MappingTerms {
  /** Dinars for one of the list's currency. */
  rate?: number | undefined;
  /** The day, for prices that are reduced from one day to another: `2026-11-22`. */
  today: string;
}

export type Report = (line: number, kind: Remark["kind"], text: string) => void;
