import type { ProductFields } from "./product-fields";
import type { Sized } from "./size";

/**
 * What the shop sells (specification, section 3). Prices are whole dinars; sizes are EU sizes, or what other goods call theirs.
 * A variant is one colour in one size with its own stock; a product is what they have in common.
 */

/** "autres": whatever is no shoe, and shoes whose maker does not say which. */
export const kinds = ["sandales", "sabots", "tongs", "mules", "ballerines", "baskets", "autres"] as const;
export type Kind = (typeof kinds)[number];

export const genders = ["femme", "homme", "mixte", "enfant"] as const;
export type Gender = (typeof genders)[number];

export interface Picture {
  /** Path below /pictures without width and extension: `boston-daim/taupe-three_quarter`. */
  src: string;
  alt: string;
  /** Slug of the colour it shows. */
  color: string;
}

export interface Color {
  slug: string;
  /** As a shopper reads it: "Taupe". */
  name: string;
  /** `#rrggbb`, for the dot beside the name; empty when nobody knows. */
  hex: string;
}

export interface Variant extends Sized {
  id: string;
  sku: string;
  color: Color;
  /** Pairs in stock, never negative. */
  stock: number;
}

/** What a card in a list shows, and no more: lists are the pages that are read most. */
export interface ProductCard {
  id: string;
  slug: string;
  name: string;
  price: number;
  /** The price before the reduction, absent when the product is not reduced. */
  oldPrice?: number;
  gender: Gender;
  kind: Kind;
  isNew: boolean;
  isBestseller: boolean;
  /** The shown colour, where a list was asked for one; else the whole product. */
  soldOut: boolean;
  colors: Color[];
  picture?: Picture;
  /** The variant that a list was asked for: picture and link are its own (shown-variant.ts). */
  shown?: { variantId: string; color?: Color; size?: number };
}

export type Specification = ProductFields["specifications"][number];

export interface Product extends ProductCard, ProductFields {
  sku: string;
  categoryId: string;
  collectionId?: string;
  createdAt: Date;
  pictures: Picture[];
  variants: Variant[];
}

export interface Category {
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Absent for a top-level category. */
  parentId?: string;
  image?: string;
  productCount: number;
}

export interface Collection {
  id: string;
  slug: string;
  name: string;
  description: string;
  categoryId?: string;
  /** Path below /pictures, as in `Picture.src`. */
  image?: string;
  productCount: number;
}
