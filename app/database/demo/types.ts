import type { Gender, Kind } from "~/domain/catalogue";
import type { ProductFields } from "~/domain/product-fields";

/**
 * The demo catalogue as it is written by hand, before the seed turns it into rows. The studio (tools/studio) reads the
 * same files to know what to render, so that a product and its pictures cannot drift apart.
 */
export interface DemoProduct extends ProductFields {
  slug: string;
  name: string;
  /** Reference, upper case, unique: "BOS-DAIM". Variants append colour and size. */
  sku: string;
  kind: Kind;
  gender: Gender;
  /** Slug of a subcategory in categories.json. */
  category: string;
  /** Slug in collections.json. */
  collection?: string;
  price: number;
  oldPrice?: number;
  isNew?: boolean;
  isBestseller?: boolean;
  /** Days before the seeding that the product arrived: the order of "nouveautés". */
  daysOld: number;
  sizes: number[];
  colors: DemoColor[];
  studio: StudioModel;
}

export interface DemoColor {
  slug: string;
  name: string;
  hex: string;
  /** Stock by size; a size that is not named has `stock` pairs. 0 is sold out. */
  stock: number;
  stockBySize?: Record<string, number>;
  /** What this colour changes in the model: any option of tools/studio/footwear.py. */
  studio: Record<string, string | number | boolean>;
  /** Views that are rendered for this colour, the first one is the card's. Empty: shown with the first colour's pictures. */
  views: View[];
}

export type View = "three_quarter" | "side" | "top" | "pair" | "rear" | "detail";

/** Options of tools/studio/footwear.py that all colours share. */
export interface StudioModel {
  model: "clog" | "mule" | "two_strap" | "thong" | "ballerina" | "slip_on" | "sneaker";
  [option: string]: string | number | boolean;
}

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  /** Slug of the parent. */
  parent?: string;
}

export interface DemoCollection {
  slug: string;
  name: string;
  description: string;
  /** Slug of a top-level category. */
  category?: string;
  /** Slug of the product whose first picture stands for the collection as long as it has none of its own. */
  cover: string;
  /** Its own picture, once it was made: path below public/pictures without width and extension. */
  image?: string;
}
