import type { Color, Gender, Kind, Picture } from "./catalogue";
import type { Sized } from "./size";

/** Products that come from another shop's list, in the shop's own words. */

export const sources = ["shopify", "woocommerce"] as const;
export type Source = (typeof sources)[number];

/**
 * What the list calls one product. It may be several of ours: here a product has one price, there each variant its own.
 * What the shop has under `sourceId` and is not among these parts any more leaves the sale.
 */
export interface ImportedProduct<Pictures = readonly Picture[] | undefined> {
  source: Source;
  sourceId: string;
  /** Of the file, where it begins. */
  line: number;
  parts: ImportedPart<Pictures>[];
}

export interface ImportedPart<Pictures = readonly Picture[] | undefined> {
  /** Empty for the first part, else what tells it from the others: "bleu". */
  part: string;
  /** As the address is to say it; the shop adds to it when it is taken. */
  slug: string;
  /** Reference of the product. */
  sku: string;
  name: string;
  description: string;
  kind: Kind;
  gender: Gender;
  /** Names, the parent first: one or two. */
  category: string[];
  collection?: string;
  price: number;
  oldPrice?: number;
  isBestseller: boolean;
  /** Whether it is on sale; drafts and hidden ones are kept, and not shown. */
  isActive: boolean;
  tags: string[];
  /** Undefined: the product keeps those that it has. */
  pictures: Pictures;
  variants: ImportedVariant[];
}

/** A picture where the list says that it is. */
export interface SourcePicture {
  /** `https://…`, or the name of a file. */
  address: string;
  alt: string;
  /** Slug of the colour that it shows; empty for all of them. */
  color: string;
  line: number;
}

export interface ImportedVariant extends Sized {
  /** By which it is known again: what the list calls it, never changing while the choice is the same. */
  key: string;
  /** Reference, when the list has one. */
  sku?: string;
  color: Color;
  /** Undefined when the list does not count it. */
  stock: number | undefined;
  line: number;
}

/** What the shop made of an imported product. */
export interface ImportOutcome {
  outcome: "added" | "updated" | "unchanged";
  /** Variants that the list does not have any more: none of them is left to sell. */
  goneVariants: number;
  /** Products that were taken out of the sale. */
  retired: number;
}

/** Why nothing of an imported product was stored. */
export interface ImportRefusal {
  outcome: "refused";
  /** References that belong to other products. */
  taken: string[];
}
