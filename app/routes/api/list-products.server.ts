import type { TypeOf } from "zod";
import type { productQuery } from "~/api/schemas.server";
import { kinds, type Product } from "~/domain/catalogue/catalogue";
import { isRefined, type Refinement } from "~/domain/catalogue/listing";
import { MAX_SEARCH } from "~/domain/catalogue/search-texts";
import type { ProductFilter } from "~/shop/services/catalogue";
import type { Shop } from "~/shop/shop";
import { type Page, sliceOf } from "./endpoint.server";

type Query = Omit<TypeOf<typeof productQuery>, "limit" | "offset">;

const NONE: Page<Product> = { items: [], total: 0 };

/** The products of GET /api/products; an unknown category or collection has none. */
export async function listProducts(shop: Shop, query: Query, limit: number, offset: number): Promise<Page<Product>> {
  const { catalogue } = shop;
  // Every product of the shop is active.
  if (query.isActive === "false" || query.active === "false") return NONE;
  const filter = await filterOf(shop, query);
  if (!filter) return NONE;
  const words = query.search?.slice(0, MAX_SEARCH).trim();
  const { sort } = query;
  const { items, total } = await sliceOf(limit, offset, async (page) => {
    const at = { page, size: limit };
    const { products, total } = words
      ? await catalogue.search(words, { ...filter, ...(sort ? { sort } : {}), ...at })
      : await catalogue.list({ ...filter, sort: sort && sort !== "pertinence" ? sort : "nouveautes", ...at });
    return { items: [...products], total };
  });
  return { items: await catalogue.products(items.map(({ id }) => id)), total };
}

/** @returns undefined when category or collection is unknown */
async function filterOf({ catalogue }: Shop, query: Query): Promise<ProductFilter | undefined> {
  const { category, collection } = query;
  const within = category === undefined ? {} : await withinCategory(catalogue, category);
  const match = collection === undefined ? undefined : await catalogue.collection(collection);
  if (!within || (collection !== undefined && !match)) return undefined;
  const refinement = refinementOf(query);
  return {
    ...within,
    ...(match ? { collectionId: match.id } : {}),
    ...(isRefined(refinement) ? { refinement } : {}),
  };
}

const refinementOf = ({ minPrice, maxPrice, reduced, ...chosen }: Query): Refinement => ({
  minPrice,
  maxPrice,
  colors: chosen.color ?? [],
  sizes: chosen.size?.map(Number) ?? [],
  genders: chosen.gender ?? [],
  kinds: chosen.type ?? [],
  materials: chosen.material ?? [],
  brands: chosen.brand ? [chosen.brand] : [],
  ...(reduced === "true" ? { isReduced: true } : {}),
});

/** The filter for a category and its sub-categories, by id or slug; else for a kind. */
export async function withinCategory(
  catalogue: Shop["catalogue"],
  category: string,
): Promise<Pick<ProductFilter, "categoryIds" | "kinds"> | undefined> {
  const all = await catalogue.categories();
  const match = all.find(({ id, slug }) => id === category || slug === category);
  if (match)
    return { categoryIds: [match.id, ...all.filter(({ parentId }) => parentId === match.id).map(({ id }) => id)] };
  const kind = kinds.find((candidate) => candidate === category);
  return kind && { kinds: [kind] };
}
