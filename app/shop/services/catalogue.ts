import type { Category, Collection, Gender, Kind, Product, ProductCard } from "~/domain/catalogue";
import type { ColorFamily } from "~/domain/color-family";
import type { ListingSort, Refinement } from "~/domain/listing";
import type { Total } from "~/domain/search-texts";

/** Which products are meant. All that is given has to hold. */
export interface ProductFilter {
  collectionId?: string;
  /** Any of these categories: a parent's children are named one by one. */
  categoryIds?: readonly string[];
  kind?: Kind;
  /** Any of these. */
  kinds?: readonly Kind[];
  gender?: Gender;
  only?: "new" | "bestsellers" | "new-bestsellers" | "reduced";
  refinement?: Refinement;
}

export interface ProductQuery extends ProductFilter {
  sort: ListingSort;
  /** From 1. A page behind the last one is an empty page. */
  page: number;
  /** 1 to 100; 20 unless told (section 9). */
  size?: number;
}

/**
 * What a list can be narrowed to, with the number of products that each choice would give beside the other choices that are
 * made. What is chosen is always there, be it with 0.
 */
export interface Facets {
  /** Of the list before it is narrowed by price; undefined when it is empty. */
  price: { min: number; max: number } | undefined;
  colors: { family: ColorFamily; count: number }[];
  /** In stock, ascending. */
  sizes: { size: number; count: number }[];
  genders: { gender: Gender; count: number }[];
}

/** With the total of all pages together. */
export interface ProductPage extends Total {
  products: ProductCard[];
  page: number;
  pages: number;
}

export interface CatalogueService {
  /** Active products only; sold-out ones are shown and say so. Ties are broken by id, so that pages never overlap. */
  list(query: ProductQuery): Promise<ProductPage>;
  /** By id or slug (decision 008); undefined when there is none or it is no longer sold. */
  product(idOrSlug: string): Promise<Product | undefined>;
  /** The active ones of these, in the order of the identifiers. */
  products(ids: readonly string[]): Promise<Product[]>;
  /** @param filter with its refinement: what is counted is what the list shows */
  facets(filter: ProductFilter): Promise<Facets>;
  /**
   * By name, kind, colour, reference, tags: accents, case, plural and one typing error are forgiven (section 4, Search).
   * Words that find nothing give an empty page. Of more than 1,000 products that are found the newest are ranked, those with the words in
   * their name before others.
   */
  search(words: string, page: { page: number; size?: number }): Promise<ProductPage>;
  /** Words that are offered to searchers; each finds something (decision 010). */
  popularSearches(): Promise<string[]>;
  /** Of every active product, the oldest first: what is new changes the last page only. At most 10,000 a page. */
  addresses(page: { page: number; size: number }): Promise<{ slug: string; since: Date }[]>;
  /** Products of the same kind, then of the same gender, never the product itself. */
  similar(productId: string, count: number): Promise<ProductCard[]>;
  categories(): Promise<Category[]>;
  /** @param holding those that hold some of these products, with the number of them; all when told nothing */
  collections(holding?: ProductFilter): Promise<Collection[]>;
  /** By id or slug (decision 008). */
  collection(idOrSlug: string): Promise<Collection | undefined>;
}
