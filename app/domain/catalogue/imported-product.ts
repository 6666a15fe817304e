import type { Color, Gender, Kind, Picture } from "./catalogue";
import type { ProductFields } from "./product-fields";
import type { Sized } from "./size";

/** Products of another shop's list, in this shop's terms. */

export type Source = "shopify" | "woocommerce";

/**
 * One product of the list. It becomes several here when its variants differ in price. A product
 * that the shop has under `sourceId` and that is not among these parts leaves the sale.
 */
export interface ImportedProduct<Pictures = readonly Picture[] | undefined> {
  source: Source;
  sourceId: string;
  /** The line of the file where it begins. */
  line: number;
  /** A line of it may be refused: what the shop has and these parts do not stays as it is. */
  isPartial?: true;
  parts: ImportedPart<Pictures>[];
}

/** Fields that a list need have no column for. */
export type OptionalField =
  | keyof ListedFields
  | ("kind" | "gender" | "category" | "collection" | "isNew" | "isBestseller" | "isActive")
  | ("reference" | "barcode" | "choices");

/** What every list says of a product, unless it is among `unsaid`. */
type ListedFields = Pick<ProductFields, "description" | "tags" | "specifications">;
/** Absent where the list does not say it: the product keeps what it has. */
type SaidFields = Partial<Pick<ProductFields, "fit" | "material" | "brand">>;

export interface ImportedPart<Pictures = readonly Picture[] | undefined> extends ListedFields, SaidFields {
  /** Empty for the first part, else what tells it from the others: "bleu". */
  part: string;
  /** The wanted slug; the shop adds to it when it is taken. */
  slug: string;
  sku: string;
  /** The list has no reference: the shop adds a number to this one where it has to. */
  isGenerated?: true;
  name: string;
  kind: Kind;
  gender: Gender;
  /** One or two names, the parent first. */
  category: string[];
  collection?: string;
  price: number;
  oldPrice?: number;
  isNew: boolean;
  isBestseller: boolean;
  /** Of these the list says nothing: theirs is for a new product, another keeps what it has. */
  unsaid?: readonly OptionalField[];
  /** Whether it is on sale; drafts and hidden products are stored, and not shown. */
  isActive: boolean;
  /** Undefined when the product keeps the ones that it has. */
  pictures: Pictures;
  variants: ImportedVariant[];
}

/** A picture as the list names it. */
export interface SourcePicture {
  /** `https://…`, or the name of a file. */
  address: string;
  alt: string;
  /** Slug of the colour that it shows; empty for all of them. */
  color: string;
  line: number;
}

export interface ImportedVariant extends Sized {
  /** Identifies the variant at the next import; it is the same while its choice is. */
  key: string;
  /** Reference, when the list has one. */
  sku?: string;
  /** Of its box. */
  barcode?: string;
  color: Color;
  /** Undefined when the list does not count it. */
  stock: number | undefined;
  line: number;
}

/** Positions of variants that an imported list no longer has: after all others. */
export const RETIRED = 9_000;

/** The reference of a variant that has lost its own to another. */
export const retiredReference = (id: string): string => `retiree-${id}`;

/** What the shop made of an imported product. */
export interface ImportOutcome {
  outcome: "added" | "updated" | "unchanged";
  /** Variants that are no longer in the list; their stock is 0 now. */
  goneVariants: number;
  /** Names of products that left the sale, as the list has them no more. */
  retired: string[];
  /** Likewise, as the list no longer publishes them; and of those that are on sale again. */
  hidden: string[];
  shown: string[];
}

/** Why nothing of an imported product was stored. */
export interface ImportRefusal {
  outcome: "refused";
  /** References that belong to other products. */
  taken: string[];
}
