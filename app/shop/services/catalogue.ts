import type { Category, Collection, Gender, Kind, Product, ProductCard, Variant } from "~/domain/catalogue/catalogue";
import type { ColorFamily } from "~/domain/catalogue/color-family";
import type { Department } from "~/domain/catalogue/department";
import type { ListingSort, Refinement, SearchSort } from "~/domain/catalogue/listing";
import type { Material } from "~/domain/catalogue/material";
import type { Total } from "~/domain/catalogue/search-texts";
import type { Navigation } from "~/domain/content/navigation";

/** A filter of products: every given condition has to hold. */
export interface ProductFilter {
  collectionId?: string;
  /** Any of these categories; a parent's children have to be named. */
  categoryIds?: readonly string[];
  /** Of its gender, or in one of its categories. */
  department?: Department;
  /** Any of these. */
  kinds?: readonly Kind[];
  gender?: Gender;
  only?: "new" | "bestsellers" | "new-bestsellers" | "reduced";
  refinement?: Refinement;
}

export interface ProductQuery extends ProductFilter {
  sort: ListingSort;
  /** From 1; a page behind the last one is empty. */
  page: number;
  /** 1 to 100, 20 by default (section 9). */
  size?: number;
}

export interface SearchQuery extends ProductFilter {
  /** "pertinence" by default: best matches first. */
  sort?: SearchSort;
  /** As of `ProductQuery`. */
  page: number;
  size?: number;
}

/**
 * Choices of each filter with their number of products, given the other filters. A selected choice
 * is always included, even with 0.
 */
export interface Facets {
  /** Range before the price filter; undefined when nothing matches. */
  price: { min: number; max: number } | undefined;
  colors: { family: ColorFamily; count: number }[];
  /** In stock, ascending. */
  sizes: { size: number; count: number }[];
  genders: { gender: Gender; count: number }[];
  kinds: { kind: Kind; count: number }[];
  materials: { material: Material; count: number }[];
  /** By name. */
  brands: { brand: string; count: number }[];
  /** Number of reduced products; undefined where the list has nothing else, or none. */
  reduced: number | undefined;
}

export interface ProductPage extends Total {
  products: ProductCard[];
  page: number;
  pages: number;
}

export interface CatalogueService {
  /** Active products, also sold-out ones. Ties are ordered by id, so that pages never overlap. */
  list(query: ProductQuery): Promise<ProductPage>;
  /** By id or slug (decision 008); undefined when unknown or no longer sold. */
  product(idOrSlug: string): Promise<Product | undefined>;
  /** Of a product, or of its list, that is no longer sold: what an earlier order may name. */
  leftVariants(idOrSlug: string): Promise<Variant[]>;
  /** Slug of the product that sells what this one sold, a part of the same imported product. */
  successor(idOrSlug: string): Promise<string | undefined>;
  /** The active ones of these, in the given order. */
  products(ids: readonly string[]): Promise<Product[]>;
  /** @param filter with its refinement: counts agree with the list */
  facets(filter: ProductFilter): Promise<Facets>;
  /**
   * Searches name, kind, colour, reference and tags; forgives accents, case, plural and one typing
   * error (section 4, Search). Of more than 1,000 matches the newest are ranked, names first, and
   * only these are filtered and sorted.
   */
  search(words: string, query: SearchQuery): Promise<ProductPage>;
  /** @param filter as of `facets`: counts agree with the search */
  searchFacets(words: string, filter: ProductFilter): Promise<Facets>;
  /** Suggested searches, each with results (decision 010). */
  popularSearches(): Promise<string[]>;
  /** Active products, at most 10,000 a page; oldest first: only the last page grows. */
  addresses(page: { page: number; size: number }): Promise<{ id: string; slug: string }[]>;
  /** Products in stock of the same kind, then of the same gender, without the product itself. */
  similar(productId: string, count: number): Promise<ProductCard[]>;
  /** Cheap in a large catalogue: nothing is counted. */
  navigation(): Promise<Navigation>;
  categories(): Promise<Category[]>;
  /** A category below its top-level one, or that alone; empty when none of these is there. */
  categoryTrail(categoryId: string): Promise<Pick<Category, "slug" | "name">[]>;
  /** @param holding only collections that have such products, with their number; all by default */
  collections(holding?: ProductFilter): Promise<Collection[]>;
  /** By id or slug (decision 008). */
  collection(idOrSlug: string): Promise<Collection | undefined>;
}
