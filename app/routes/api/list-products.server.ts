import type { TypeOf } from "zod";
import type { productQuery } from "~/api/schemas.server";
import { kinds, type Product } from "~/domain/catalogue";
import { MAX_PAGE_SIZE } from "~/domain/listing";
import { MAX_SEARCH } from "~/domain/search-texts";
import type { ProductFilter, ProductPage } from "~/shop/services/catalogue";
import type { Shop } from "~/shop/shop";

type Asked = Omit<TypeOf<typeof productQuery>, "limit" | "offset">;
interface Listed {
  products: Product[];
  total: number;
}

const NONE: Listed = { products: [], total: 0 };

/** What GET /api/products lists; a category or collection that there is not has no products. */
export async function listProducts(shop: Shop, asked: Asked, limit: number, offset: number): Promise<Listed> {
  const { catalogue } = shop;
  // Only what is sold is told of.
  if (asked.isActive === "false" || asked.active === "false") return NONE;
  const filter = await filterOf(shop, asked);
  if (!filter) return NONE;
  const words = asked.search?.slice(0, MAX_SEARCH).trim();
  if (!words)
    return slice(shop, limit, offset, (page, size) => catalogue.list({ ...filter, sort: "nouveautes", page, size }));
  if (Object.keys(filter).length === 0)
    return slice(shop, limit, offset, (page, size) => catalogue.search(words, { page, size }));
  // Of the best hits, those that belong there.
  const hits = await catalogue.search(words, { page: 1, size: MAX_PAGE_SIZE });
  const { collectionId, categoryIds, kind } = filter;
  const fitting = (await catalogue.products(hits.products.map(({ id }) => id))).filter(
    (product) =>
      (collectionId === undefined || product.collectionId === collectionId) &&
      (kind === undefined || product.kind === kind) &&
      (categoryIds === undefined || categoryIds.includes(product.categoryId)),
  );
  return { products: fitting.slice(offset, offset + limit), total: fitting.length };
}

/** A list comes by pages, an offset is any number: what it asks for is on one page, or on two. */
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
async function filterOf({ catalogue }: Shop, { category, collection }: Asked): Promise<ProductFilter | undefined> {
  const filter: ProductFilter = {};
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

/** What is in a category and its sub-categories, by identifier or slug; else what says of itself that it is of this category. */
export async function withinCategory(
  catalogue: Shop["catalogue"],
  asked: string,
): Promise<Pick<ProductFilter, "categoryIds" | "kind"> | undefined> {
  const all = await catalogue.categories();
  const found = all.find(({ id, slug }) => id === asked || slug === asked);
  if (found)
    return { categoryIds: [found.id, ...all.filter(({ parentId }) => parentId === found.id).map(({ id }) => id)] };
  const kind = kinds.find((one) => one === asked);
  return kind && { kind };
}
