import type { ProductTable, VariantTable } from "~/database/schema/catalogue";
import {
  type Category,
  type Collection,
  NO_CATEGORY,
  type Picture,
  type Product,
  type ProductCard,
} from "~/domain/catalogue/catalogue";
import { type Department, type DepartmentGender, departmentGenders, departmentIn } from "~/domain/catalogue/department";
import { gtinIn } from "~/domain/catalogue/gtin";
import { boundedPage, MAX_PAGE_SIZE } from "~/domain/catalogue/listing";
import { preferenceOf } from "~/domain/catalogue/matching-variant";
import { fieldsOfRow } from "~/domain/catalogue/product-fields";
import { maybe } from "~/domain/content/content-values";
import type { CatalogueService, ProductFilter, ProductPage, ProductQuery } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import { cardOf, colorsToSell, listedCardOf, listedColumns, variantOf } from "./catalogue-rows";
import type { Context, Queries } from "./context";
import { countsOf } from "./counts.server";
import { conditionsOf, sortingOf, type WalksBy } from "./filter.server";
import { withMatchingVariants } from "./matching-variants.server";
import { searchIn } from "./search.server";
import { leftVariantsOf, variantsOf } from "./stock.server";

const MANY_PRODUCTS = 1_000;
/** Products that are cached. */
const KEPT_PRODUCTS = 500;
const MAX_ADDRESSES = 10_000;

export function catalogueService(context: Context): CatalogueService {
  const { db } = context.database;
  const { stockRead } = context.hooks;
  const counts = countsOf(context);
  const cachedProduct = cacheOfCatalogue<Product | undefined>(context, KEPT_PRODUCTS);
  const keptSimilar = cacheOfCatalogue<ProductCard[]>(context, KEPT_PRODUCTS);

  return {
    async list(query) {
      const { page, size } = boundedPage(query);
      const total = (await counts())(query).total;
      const answer: ProductPage = { products: [], total, page, pages: Math.ceil(total / size) };
      if (page > answer.pages) return answer;
      // Walking an order finds a page quickly among many products, not among few.
      const walksBy = !query.sort.startsWith("prix") && total > MANY_PRODUCTS ? "order" : "any";
      const rows = await pageOf(db, query, size, (page - 1) * size, walksBy, total);
      const cards = rows.map(listedCardOf);
      const preference = query.refinement && preferenceOf(query.refinement);
      answer.products = preference ? await withMatchingVariants(db, cards, preference) : cards;
      return answer;
    },

    async product(idOrSlug) {
      const cached = await cachedProduct(idOrSlug, async () => {
        const row = await db
          .selectFrom("products")
          .selectAll()
          .where((where) => where.or([where("id", "=", idOrSlug), where("slug", "=", idOrSlug)]))
          .where("active", "=", 1)
          .executeTakeFirst();
        if (!row) return undefined;
        return productOf(row, (await variantsOf(db, [row.id])).get(row.id) ?? []);
      });
      if (!cached) return undefined;
      stockRead?.(cached.slug);
      // Stock is not part of `published`, so only it is read each time.
      const rows = await db
        .selectFrom("variants")
        .select(["id", "stock"])
        .where("product_id", "=", cached.id)
        .execute();
      const stocks = new Map(rows.map(({ id, stock }) => [id, stock]));
      const variants = cached.variants.map((variant) => ({ ...variant, stock: stocks.get(variant.id) ?? 0 }));
      return { ...cached, variants };
    },

    leftVariants: async (idOrSlug) => (await leftVariantsOf(db, idOrSlug)).map(variantOf),

    async successor(idOrSlug) {
      const row = await db
        .selectFrom("products as gone")
        .innerJoin("products", (join) =>
          join.onRef("products.source", "=", "gone.source").onRef("products.source_id", "=", "gone.source_id"),
        )
        .select("products.slug")
        .where((where) => where.or([where("gone.id", "=", idOrSlug), where("gone.slug", "=", idOrSlug)]))
        .where("gone.active", "=", 0)
        .where("products.active", "=", 1)
        .orderBy("products.created_at")
        .orderBy("products.id")
        .executeTakeFirst();
      return row?.slug;
    },

    async products(ids) {
      const wanted = ids.slice(0, MAX_PAGE_SIZE);
      if (wanted.length === 0) return [];
      // The page cache keeps no page that shows the stock of several products.
      for (const id of wanted) stockRead?.(id);
      const [rows, variants] = await Promise.all([
        db.selectFrom("products").selectAll().where("id", "in", wanted).execute(),
        variantsOf(db, wanted),
      ]);
      // As a condition it would make SQLite read all active products where it has no statistics.
      const active = rows.filter((row) => row.active === 1);
      const products = new Map(active.map((row) => [row.id, productOf(row, variants.get(row.id) ?? [])]));
      return wanted.flatMap((id) => products.get(id) ?? []);
    },

    addresses: ({ page, size }) =>
      db
        .selectFrom("products")
        .select(["id", "slug"])
        .where("active", "=", 1)
        // Reads the index of newest products from its other end.
        .orderBy("created_at", "asc")
        .orderBy("id", "desc")
        .limit(Math.min(MAX_ADDRESSES, size))
        .offset((page - 1) * size)
        .execute(),

    async similar(productId, count) {
      const wanted = Math.min(MAX_PAGE_SIZE, Math.max(0, Math.trunc(count) || 0));
      return wanted === 0 ? [] : keptSimilar(`${wanted} ${productId}`, () => similarTo(db, productId, wanted));
    },

    facets: async (filter) => (await counts())(filter).facets,

    ...searchIn(context),

    async navigation() {
      const some = db.selectFrom("products").select("id").limit(1);
      const has = async (filter: ProductFilter) =>
        (await some.where(conditionsOf(filter)).executeTakeFirst()) !== undefined;
      // The condition reads the beginning of that order's index.
      const rated = some.where("active", "=", 1).where("readable_average", ">", 0);
      const inCollection = some.where("active", "=", 1).where("collection_id", "is not", null);
      const categories = await named();
      // One after the other: each half of the condition has an index.
      const holds = async ({ gender, categoryIds }: Department) => (await has({ gender })) || has({ categoryIds });
      const departments: DepartmentGender[] = [];
      for (const gender of departmentGenders)
        if (await holds(departmentIn(gender, categories))) departments.push(gender);
      const boston = categories.find(({ slug, parentId }) => slug === "boston" && parentId === undefined)?.id;
      const family = categories.filter(({ id, parentId }) => boston !== undefined && [id, parentId].includes(boston));
      return {
        departments,
        hasCollections: (await inCollection.executeTakeFirst()) !== undefined,
        hasReduced: await has({ only: "reduced" }),
        hasBoston: await has({ categoryIds: family.map(({ id }) => id) }),
        hasNew: await has({ only: "new" }),
        hasBestsellers: await has({ only: "bestsellers" }),
        hasRated: (await rated.executeTakeFirst()) !== undefined,
      };
    },

    async categories() {
      const rows = await db
        .selectFrom("categories")
        .selectAll()
        .where("id", "!=", NO_CATEGORY)
        .orderBy("position")
        .orderBy("id")
        .execute();
      const countOf = await counts();
      return rows.map(({ parent_id, image, position, ...row }): Category => {
        const family = [row.id, ...rows.filter((other) => other.parent_id === row.id).map(({ id }) => id)];
        const { total: productCount } = countOf({ categoryIds: family });
        return { ...row, ...maybe("parentId", parent_id), ...maybe("image", image), productCount };
      });
    },

    async categoryTrail(categoryId) {
      const categories = await named();
      const category = categories.find(({ id }) => id === categoryId);
      const top = categories.find(({ id }) => id === category?.parentId);
      const trail = [top, category].flatMap((one) => one ?? []);
      // No page lists what is further down.
      return trail[0]?.parentId === undefined ? trail.map(({ slug, name }) => ({ slug, name })) : [];
    },

    collections,
    collection: async (idOrSlug) => (await collections()).find(({ id, slug }) => id === idOrSlug || slug === idOrSlug),
  };

  async function named() {
    const rows = await db.selectFrom("categories").select(["id", "slug", "name", "parent_id"]).execute();
    return rows.map(({ parent_id, ...row }) => ({ ...row, ...maybe("parentId", parent_id) }));
  }

  async function collections(holding?: ProductFilter): Promise<Collection[]> {
    const rows = await db.selectFrom("collections").selectAll().orderBy("position").orderBy("id").execute();
    const countOf = await counts();
    const all = rows.map(({ category_id, image, position, ...row }) => {
      const { total: productCount } = countOf({ ...holding, collectionId: row.id });
      return { ...row, ...maybe("categoryId", category_id), ...maybe("image", image), productCount };
    });
    return holding ? all.filter(({ productCount }) => productCount > 0) : all;
  }
}

async function similarTo(db: Queries, productId: string, wanted: number): Promise<ProductCard[]> {
  const original = await db
    .selectFrom("products")
    .select(["id", "kind", "gender"])
    .where("id", "=", productId)
    .executeTakeFirst();
  if (!original) return [];
  const cards = new Map<string, ProductCard>();
  // Nearest first: same kind and gender, then same kind, then same gender.
  const { kind, gender } = original;
  for (const filter of [{ kinds: [kind], gender }, { kinds: [kind] }, { gender }]) {
    if (cards.size >= wanted) break;
    // The product itself and cards already found are among them.
    const query = { sort: "nouveautes", inStock: true, ...filter } as const;
    const page = await pageOf(db, query, wanted + 1 + cards.size, 0);
    for (const row of page) if (row.id !== original.id) cards.set(row.id, cardOf(row));
  }
  return [...cards.values()].slice(0, wanted);
}

/**
 * Ids come from an index and only one page's rows are read: a deep page skips index entries, from
 * the nearer end.
 * @param total of the whole list, where it is known
 */
async function pageOf(
  db: Queries,
  query: ProductFilter & Pick<ProductQuery, "sort"> & { inStock?: true },
  limit: number,
  offset: number,
  walksBy: WalksBy = "any",
  total = Number.POSITIVE_INFINITY,
) {
  const behind = total - offset - limit;
  const isFromEnd = behind < offset;
  return db
    .selectFrom("products")
    .select(listedColumns)
    .where("id", "in", (select) =>
      select
        .selectFrom("products")
        .select("id")
        .where(conditionsOf(query, walksBy))
        .$if(query.inStock === true, (select) => select.where("stock", ">", 0))
        .orderBy(sortingOf(query.sort, isFromEnd))
        // The last page may be short.
        .limit(isFromEnd ? limit + Math.min(0, behind) : limit)
        .offset(isFromEnd ? Math.max(0, behind) : offset),
    )
    .orderBy(sortingOf(query.sort))
    .execute();
}

function productOf(row: ProductTable, rows: VariantTable[]): Product {
  const card = cardOf(row);
  const variants = rows.map((variant) => ({
    ...variantOf(variant),
    ...maybe("gtin", gtinIn(variant.barcode)),
  }));
  return {
    ...card,
    colors: colorsToSell(card.colors, variants),
    ...fieldsOfRow(row),
    sku: row.sku,
    categoryId: row.category_id,
    ...maybe("collectionId", row.collection_id),
    createdAt: new Date(row.created_at),
    pictures: JSON.parse(row.pictures) as Picture[],
    variants,
  };
}
