import type { Generated } from "kysely";
import type { Gender, Kind } from "~/domain/catalogue/catalogue";
import type { ColorFamily } from "~/domain/catalogue/color-family";
import type { Source } from "~/domain/catalogue/imported-product";
import type { ProductFieldColumns } from "~/domain/catalogue/product-fields";
import type { StoredSection } from "~/domain/content/section";

/** One row. `version` grows with every change of what public pages show, except variants' stock. */
export interface PublishedTable {
  version: number;
  /** PostgreSQL only: the transaction that increased it last. */
  changed_by: string | null;
}

interface ListTable {
  id: string;
  slug: string;
  name: string;
  description: string;
  image: string | null;
  position: number;
}

export interface CategoryTable extends ListTable {
  parent_id: string | null;
}

export interface CollectionTable extends ListTable {
  category_id: string | null;
}

/** Sizes in stock of each colour family, as bits (domain/catalogue/stock-index.ts). */
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
  /** Sum of the variants' stock: a list shows "sold out" without reading variants. */
  stock: number;
  created_at: number;
  /** JSON: Color[]. Cards need no second query for colours and `picture`. */
  colors: string;
  /** JSON: Picture, the card's. */
  picture: string | null;
  /** JSON: Picture[]. */
  pictures: string;
  /** Which kind of shop's list it was imported from, and its id there; null when it was not. */
  source: Source | null;
  source_id: string | null;
  /** Of the reviews that can be read (`countReadableReviews`): the average as it is shown, */
  readable_average: number;
  /** and how many there are. Cards show both, and 'Mieux notés' orders by them. */
  readable_count: number;
  /** For filters (domain/catalogue/stock-index.ts): all colours' families as bits, */
  families: number;
  /** sizes in stock in any colour as bits, */
  sizes: number;
  /** families and sizes of each colour as text (`writeStockIndex`), which counts group by. */
  stock_index: string;
}

export interface VariantTable {
  id: string;
  product_id: string;
  sku: string;
  color_slug: string;
  color_name: string;
  color_hex: string;
  /** An EU size, maybe a half; with a `size_label` its place among the product's sizes. */
  size: number;
  size_label: string | null;
  /** Of its box, EAN or UPC; empty when nobody said it. */
  barcode: string;
  stock: number;
  position: number;
}

export interface HomeSectionTable extends Omit<StoredSection, "content"> {
  enabled: number;
  position: number;
  /** JSON. */
  content: string;
}

/** Searchable products; a trigger deletes those that are retired. See search-index.server.ts. */
export interface ProductWordTable {
  /** SQLite only: row id of the full-text index, ordered by date; may exceed safe integers. */
  number: Generated<number>;
  product_id: string;
  created_at: number;
  /** Words of name and kind, each between spaces, for ranking. */
  name: string;
  kind: string;
  /** PostgreSQL only: tsvector of all words, and of the name's words with a prefix, for finding. */
  words: Generated<string>;
}

/** Every word ever indexed, to be matched exactly, by prefix or with a typing error. */
export interface SearchWordTable {
  word: string;
  /** Null when typing errors are not forgiven: numbers, references, words of descriptions. */
  length: number | null;
}

export interface PopularSearchTable {
  term: string;
  position: number;
}
