import type { Gender, Kind } from "~/domain/catalogue/catalogue";
import type { ProductFields } from "~/domain/catalogue/product-fields";
import type { Rating } from "~/domain/catalogue/review";
import type { Fit } from "~/domain/catalogue/size";
import type { StoredSection } from "~/domain/content/section";

/**
 * The handwritten demo catalogue. The seed makes rows of it, and the studio (tools/studio) its
 * pictures: both read the same files, so that a product and its pictures cannot drift apart.
 */
export interface DemoProduct
  extends Omit<ProductFields, "fit" | "material" | "specifications">,
    Partial<Pick<ProductFields, "fit" | "material">> {
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
  /** Days before the seeding that the product arrived; sorts "nouveautés". */
  daysOld: number;
  sizes: number[];
  /** Values by their names, as the page lists them. */
  specifications: Record<string, string>;
  colors: DemoColor[];
  studio: StudioModel;
}

export interface DemoColor {
  slug: string;
  name: string;
  hex: string;
  /** Pairs of each size that `stockBySize` does not name; 0 is sold out. */
  stock: number;
  stockBySize?: Record<string, number>;
  /** What this colour changes in the model: options of tools/studio/footwear.py. */
  studio: Record<string, string | number | boolean>;
  /** Views to render, the card's first. Empty: the first colour's pictures are shown. */
  views: View[];
}

export type View = "three_quarter" | "side" | "top" | "sole" | "pair" | "rear" | "detail";

/** Options of tools/studio/footwear.py that all colours share. */
interface StudioModel {
  model: "clog" | "mule" | "two_strap" | "thong" | "ballerina" | "slip_on" | "sneaker";
  [option: string]: string | number | boolean;
}

/** By nobody: it is shown as a review of the demonstration. */
export interface DemoReview {
  /** The product's slug. */
  product: string;
  rating: Rating;
  fit: Fit;
  text: string;
  /** Days before the seeding. */
  daysOld: number;
}

export interface DemoCategory {
  slug: string;
  name: string;
  description: string;
  parent?: string;
}

export interface DemoCollection {
  slug: string;
  name: string;
  description: string;
  /** Slug of a top-level category. */
  category?: string;
  /** Slug of the product whose first picture is shown while there is no `image`. */
  cover: string;
  /** Path below public/pictures, without width and extension. */
  image?: string;
}

/** A section of the home page; a text that it does not have is empty. */
export type DemoSection = Omit<StoredSection, "subtitle" | "description"> & Partial<StoredSection>;
