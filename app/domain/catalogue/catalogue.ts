import type { ProductFields } from "./product-fields";
import type { Sized } from "./size";

/** Section 3. A variant is a colour in a size, with its own stock; prices are whole dinars. */

/** "autres" is for what is no shoe, and for shoes of unknown kind. */
export const kinds = ["sandales", "sabots", "tongs", "mules", "ballerines", "baskets", "autres"] as const;
export type Kind = (typeof kinds)[number];

export const kindLabels: Record<Kind, string> = {
  sandales: "Sandales",
  sabots: "Sabots",
  tongs: "Tongs",
  mules: "Mules",
  ballerines: "Ballerines",
  baskets: "Baskets",
  autres: "Autres",
};

/** The category of what has none, which is listed nowhere but among all. */
export const NO_CATEGORY = "~";

export const genders = ["femme", "homme", "mixte", "enfant"] as const;
export type Gender = (typeof genders)[number];

export const genderLabels: Record<Gender, string> = {
  femme: "Femme",
  homme: "Homme",
  mixte: "Mixte",
  enfant: "Enfant",
};

export interface Picture {
  /** Path below /pictures without width and extension: `boston-daim/taupe-three_quarter`. */
  src: string;
  alt: string;
  /** Slug of the colour it shows. */
  color: string;
}

export interface Color {
  slug: string;
  name: string;
  /** `#rrggbb` of the dot beside the name; empty when unknown. */
  hex: string;
}

/** Of a variant: others write any number for no limit, and a product's column holds the sum. */
export const MAX_STOCK = 100_000;

export interface Variant extends Sized {
  id: string;
  sku: string;
  color: Color;
  /** Pairs in stock, never negative. */
  stock: number;
  /** Of a whole product, where it has one (gtin.ts). */
  gtin?: string;
}

/** What the reviews that can be read say in short. */
export interface Stars {
  count: number;
  /** With one decimal; 0 without reviews. */
  average: number;
}

/** What a card in a list shows, and no more, since lists are read the most. */
export interface ProductCard {
  id: string;
  slug: string;
  name: string;
  /** Absent when nobody said it. */
  brand?: string;
  price: number;
  /** The price before the reduction, absent when the product is not reduced. */
  oldPrice?: number;
  gender: Gender;
  kind: Kind;
  isNew: boolean;
  isBestseller: boolean;
  /** Of the shown colour where the list filters by colour or size, else of the whole product. */
  soldOut: boolean;
  /** Of a product in a list that has reviews; absent over another shop's API. */
  stars?: Stars;
  colors: Color[];
  picture?: Picture;
  /** `src` of the next picture of the same colour, which cards show on hover. */
  second?: string;
  /** The variant that matches filters or search; picture and link show it (matching-variant.ts). */
  shown?: {
    variantId: string;
    color?: Color;
    size?: number;
    /** Of a list filtered by size: EU sizes of the colour that are in stock, ascending. */
    sizes?: readonly number[];
  };
}

export type Specification = ProductFields["specifications"][number];

export interface Product extends ProductCard, ProductFields {
  /** Empty when nobody said it. */
  brand: string;
  sku: string;
  categoryId: string;
  collectionId?: string;
  createdAt: Date;
  pictures: Picture[];
  variants: Variant[];
}

interface ProductList {
  id: string;
  slug: string;
  name: string;
  description: string;
  /** Path below /pictures, as in `Picture.src`. */
  image?: string;
  productCount: number;
}

export interface Category extends ProductList {
  /** Absent for a top-level category. */
  parentId?: string;
}

export interface Collection extends ProductList {
  categoryId?: string;
}
