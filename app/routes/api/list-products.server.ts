import type { TypeOf } from "zod";
import type { productQuery } from "~/api/schemas.server";
import { kinds, type Product } from "~/domain/catalogue";
import { isRefined, type Refinement } from "~/domain/listing";
import { MAX_SEARCH } from "~/domain/search-texts";
import type { ProductFilter, ProductPage } from "~/shop/services/catalogue";
import type { Shop } from "~/shop/shop";

type Query = Omit<TypeOf<typeof productQuery>, "limit" | "offset">;
interface Listed {
  products: Product[];
  total: number;
}

const NONE: Listed = { products: [], total: 0 };

/** The products of GET /api/products; an unknown category or collection has none. */
export async function listProducts(shop: Shop, query: Query, limit: number, offset: number): Promise<Listed> {
  const { catalogue } = shop;
  // Every product of the shop is active.
  if (query.isActive === "false" || query.active === "false") return NONE;
  const filter = await filterOf(shop, query);
  if (!filter) return NONE;
  const words = query.search?.slice(0, MAX_SEARCH).trim();
  const { sort } = query;
  return slice(shop, limit, offset, (page, size) =>
    words
      ? catalogue.search(words, { ...filter, ...(sort ? { sort } : {}), page, size })
      : catalogue.list({ ...filter, sort: sort && sort !== "pertinence" ? sort : "nouveautes", page, size }),
  );
}

/** The shop lists by pages, the API by any offset: a slice lies on one page, or on two. */
async function slice(
  { catalogue }: Shop,
  limit: number,
  offset: number,
  pageOf: (page: number, size: number) => Promise<ProductPage>,
): Promise<Listed> {
  const first = Math.floor(offset / limit) + 1;
  const skipped = offset % limit;
  const pages = [await pageOf(first, limit)];
  if (skipped > 0) pages.push(await pageOf(first + 1, limit));
  const ids = pages.flatMap(({ products }) => products.map(({ id }) => id)).slice(skipped, skipped + limit);
  return { products: await catalogue.products(ids), total: pages[0]?.total ?? 0 };
}

/** @returns undefined when category or collection is unknown */
async function filterOf({ catalogue }: Shop, query: Query): Promise<ProductFilter | undefined> {
  const { category, collection } = query;
  const refinement = refinementOf(query);
  const filter: ProductFilter = isRefined(refinement) ? { refinement } : {};
  if (category !== undefined) {
    const within = await withinCategory(catalogue, category);
    if (!within) return undefined;
    Object.assign(filter, within);
  }
  if (collection !== undefined) {
    const found = await catalogue.collection(collection);
    if (!found) return undefined;
    filter.collectionId = found.id;
  }
  return filter;
}

const refinementOf = ({ minPrice, maxPrice, reduced, ...chosen }: Query): Refinement => ({
  ...(minPrice === undefined ? {} : { minPrice }),
  ...(maxPrice === undefined ? {} : { maxPrice }),
  colors: chosen.color ?? [],
  sizes: chosen.size?.map(Number) ?? [],
  genders: chosen.gender ?? [],
  kinds: chosen.type ?? [],
  materials: chosen.material ?? [],
  ...(reduced === "true" ? { isReduced: true } : {}),
});

/** The filter for a category and its sub-categories, by id or slug; else for a kind. */
export async function withinCategory(
  catalogue: Shop["catalogue"],
  category: string,
): Promise<Pick<ProductFilter, "categoryIds" | "kind"> | undefined> {
  const all = await catalogue.categories();
  const found = all.find(({ id, slug }) => id === category || slug === category);
  if (found)
    return { categoryIds: [found.id, ...all.filter(({ parentId }) => parentId === found.id).map(({ id }) => id)] };
  const kind = kinds.find((known) => known === category);
  return kind && { kind };
}
