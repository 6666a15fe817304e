import type { Generated } from "kysely";
import type { Gender, Kind } from "~/domain/catalogue";
import type { ColorFamily } from "~/domain/color-family";
import type { Source } from "~/domain/imported-product";
import type { ProductFieldColumns } from "~/domain/product-fields";

/** One row: grows with whatever public pages show, the stock of single variants aside. */
export interface PublishedTable {
  version: number;
  /** PostgreSQL only: the transaction that it grew with last. */
  changed_by: string | null;
}

export interface CategoryTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  parent_id: string | null;
  image: string | null;
  position: number;
}

export interface CollectionTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  category_id: string | null;
  image: string | null;
  position: number;
}

/** Of each family the sizes that are in stock, as bits (domain/stock-index.ts): who asks for both wants them in one shoe. */
type SizesByFamily = Record<`sizes_${ColorFamily}`, number>;

export interface ProductTable extends SizesByFamily, ProductFieldColumns {
  id: string;
  slug: string;
  sku: string;
  name: string;
  kind: Kind;
  gender: Gender;
  category_id: string;
  collection_id: string | null;
  price: number;
  old_price: number | null;
  is_new: number;
  is_bestseller: number;
  active: number;
  /** Sum of the variants' stock, changed in the same transaction: a list says "sold out" without looking at variants. */
  stock: number;
  created_at: number;
  /** JSON: Color[]. With `picture` all that a card shows, so that a list is one query. */
  colors: string;
  /** JSON: Picture, the card's. */
  picture: string | null;
  /** JSON: Picture[]. */
  pictures: string;
  /** Whose list it was imported from, and what it is called there; null for what the shop began with. */
  source: Source | null;
  source_id: string | null;
  /** What lists are narrowed by, from the variants (domain/stock-index.ts): families of all colours, as bits … */
  families: number;
  /** … sizes that are in stock in any colour, as bits … */
  sizes: number;
  /** … and all of it in one word, as `writeStockIndex` puts it: counts take products together that are alike. */
  stock_index: string;
}

export interface VariantTable {
  id: string;
  product_id: string;
  sku: string;
  color_slug: string;
  color_name: string;
  color_hex: string;
  /** An EU size; with a label the place among the product's sizes. */
  size: number;
  size_label: string | null;
  stock: number;
  position: number;
}

export interface HomeSectionTable {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  description: string;
  enabled: number;
  position: number;
  /** JSON. */
  content: string;
}

/** Products that are found by words; those that are retired leave it by a trigger. See search-index.server.ts. */
export interface ProductWordTable {
  /** SQLite only: the product in the index of words, in the order of dates. Too large for a number of JavaScript. */
  number: Generated<number>;
  product_id: string;
  created_at: number;
  /** Words of the name and of the kind, each between spaces, for ranking. */
  name: string;
  kind: string;
  /** PostgreSQL only: tsvector of all words, and of those of the name with a mark, for finding. */
  words: Generated<string>;
}

/** Every word that was ever indexed: what is typed is one of them, the beginning of one, or a slip of one. */
export interface SearchWordTable {
  word: string;
  /** Absent for words that no slip is forgiven of: numbers, references, what only a description says. */
  length: number | null;
}

export interface PopularSearchTable {
  term: string;
  position: number;
}
