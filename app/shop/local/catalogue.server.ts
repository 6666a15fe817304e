import { prepared } from "~/database/prepared.server";
import type { CollectionTable, ProductTable, VariantTable } from "~/database/schema/catalogue";
import type { Category, Collection, Picture, Product, ProductCard, Variant } from "~/domain/catalogue";
import { MAX_PAGE_SIZE, PAGE_SIZE } from "~/domain/listing";
import { preferenceOf } from "~/domain/matching-variant";
import { fieldsOfRow } from "~/domain/product-fields";
import type { CatalogueService, ProductFilter, ProductPage, ProductQuery } from "../services/catalogue";
import { cacheOfCatalogue } from "./catalogue-cache.server";
import { cardColumns, cardOf, colorOf, optional, sizeOf } from "./catalogue-rows";
import type { Context, Queries } from "./context";
import { type Counts, countsOf } from "./counts.server";
import { conditionsOf, type WalksBy } from "./filter.server";
import { withMatchingVariants } from "./matching-variants.server";
import { popularSearchesIn, searchIn } from "./search.server";
import { isStorable } from "./text.server";

const MANY = 1_000;
/** Kept, those that were asked for last. */
const MANY_PRODUCTS = 500;
const MAX_ADDRESSES = 10_000;

export function catalogueService(context: Context): CatalogueService {
  const { db } = context.database;
  const { stockRead } = context.hooks;
  const counts = countsOf(context);
  const kept = cacheOfCatalogue<Product | undefined>(context, MANY_PRODUCTS);

  return {
    async list(query) {
      const page = Math.max(1, Math.trunc(query.page) || 1);
      const size = Math.min(MAX_PAGE_SIZE, Math.max(1, Math.trunc(query.size ?? PAGE_SIZE) || PAGE_SIZE));
      const total = (await counts())(query).total;
      const answer: ProductPage = { products: [], total, page, pages: Math.ceil(total / size) };
      if (page > answer.pages) return answer;
      // Of many products a page is soon found along the dates; of few it is not.
      const walksBy = query.sort === "nouveautes" && total > MANY ? "date" : "any";
      const cards = await pageOf(db, query, size, (page - 1) * size, walksBy, total);
      const wish = query.refinement && preferenceOf(query.refinement);
      answer.products = wish ? await withMatchingVariants(db, cards, wish) : cards;
      return answer;
    },

    async product(idOrSlug) {
      if (!isStorable(idOrSlug)) return undefined;
      const known = await kept(idOrSlug, async () => {
        const [row] = await productCalled(db, { idOrSlug });
        return row && productOf(row, await variantsOf(db, { productId: row.id }));
      });
      if (!known) return undefined;
      stockRead?.(known.slug);
      // All else is what pages show, and was kept until it changes.
      const stocks = new Map((await stocksOf(db, { productId: known.id })).map(({ id, stock }) => [id, stock]));
      return { ...known, variants: known.variants.map((one) => ({ ...one, stock: stocks.get(one.id) ?? 0 })) };
    },

    async products(ids) {
      const known = ids.filter(isStorable).slice(0, MAX_PAGE_SIZE);
      if (known.length === 0) return [];
      // Of several products no page is kept.
      for (const id of known) stockRead?.(id);
      const [rows, variants] = await Promise.all([
        db.selectFrom("products").selectAll().where("id", "in", known).where("active", "=", 1).execute(),
        db.selectFrom("variants").selectAll().where("product_id", "in", known).orderBy("position").execute(),
      ]);
      const variantsOf = new Map(rows.map(({ id }): [string, VariantTable[]] => [id, []]));
      for (const variant of variants) variantsOf.get(variant.product_id)?.push(variant);
      const products = new Map(rows.map((row) => [row.id, productOf(row, variantsOf.get(row.id) ?? [])]));
      return known.flatMap((id) => products.get(id) ?? []);
    },

    async addresses({ page, size }) {
      const rows = await db
        .selectFrom("products")
        .select(["slug", "created_at"])
        .where("active", "=", 1)
        // The index of what is newest, from its other end.
        .orderBy("created_at", "asc")
        .orderBy("id", "desc")
        .limit(Math.min(MAX_ADDRESSES, size))
        .offset((page - 1) * size)
        .execute();
      return rows.map(({ slug, created_at }) => ({ slug, since: new Date(created_at) }));
    },

    async similar(productId, count) {
      if (!isStorable(productId)) return [];
      const wanted = Math.min(MAX_PAGE_SIZE, Math.max(0, Math.trunc(count) || 0));
      const like = await db
        .selectFrom("products")
        .select(["id", "kind", "gender"])
        .where("id", "=", productId)
        .executeTakeFirst();
      if (!like || wanted === 0) return [];
      const cards = new Map<string, ProductCard>();
      // The nearest first: a woman's clog beside a woman's clog, then beside any clog, then beside what women wear.
      const { kind, gender } = like;
      for (const filter of [{ kind, gender }, { kind }, { gender }]) {
        if (cards.size >= wanted) break;
        // One more for the product itself, and those that are there already.
        const found = await pageOf(db, { sort: "nouveautes", ...filter }, wanted + 1 + cards.size, 0);
        for (const card of found) if (card.id !== like.id) cards.set(card.id, card);
      }
      return [...cards.values()].slice(0, wanted);
    },

    facets: async (filter) => (await counts())(filter).facets,

    search: searchIn(context),

    popularSearches: popularSearchesIn(context),

    async categories() {
      const rows = await db.selectFrom("categories").selectAll().orderBy("position").orderBy("id").execute();
      const known = await counts();
      return rows.map(({ id, slug, name, description, parent_id, image }): Category => {
        const family = [id, ...rows.filter((row) => row.parent_id === id).map((row) => row.id)];
        return {
          id,
          slug,
          name,
          description,
          ...optional("parentId", parent_id),
          ...optional("image", image),
          productCount: known({ categoryIds: family }).total,
        };
      });
    },

    async collections(holding) {
      const rows = await db.selectFrom("collections").selectAll().orderBy("position").orderBy("id").execute();
      const known = await counts();
      const all = rows.map((row) => collectionOf(row, known, holding));
      return holding ? all.filter(({ productCount }) => productCount > 0) : all;
    },

    async collection(idOrSlug) {
      if (!isStorable(idOrSlug)) return undefined;
      const row = await db
        .selectFrom("collections")
        .selectAll()
        .where((where) => where.or([where("id", "=", idOrSlug), where("slug", "=", idOrSlug)]))
        .executeTakeFirst();
      return row && collectionOf(row, await counts());
    },
  };
}

const productCalled = prepared((queries, { idOrSlug }: { idOrSlug: string }) =>
  queries
    .selectFrom("products")
    .selectAll()
    .where((where) => where.or([where("id", "=", idOrSlug), where("slug", "=", idOrSlug)]))
    .where("active", "=", 1),
);
const stocksOf = prepared((queries, { productId }: { productId: string }) =>
  queries.selectFrom("variants").select(["id", "stock"]).where("product_id", "=", productId),
);
const variantsOf = prepared((queries, { productId }: { productId: string }) =>
  queries.selectFrom("variants").selectAll().where("product_id", "=", productId).orderBy("position"),
);

function collectionOf(row: CollectionTable, known: Counts, holding: ProductFilter = {}): Collection {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    ...optional("categoryId", row.category_id),
    ...optional("image", row.image),
    productCount: known({ ...holding, collectionId: row.id }).total,
  };
}

/**
 * The identifiers come from an index alone, the rows are read for one page only: a deep page skips index entries, not rows, and those
 * of the nearer end.
 * @param total of the whole list, where it is known
 */
async function pageOf(
  db: Queries,
  query: ProductFilter & Pick<ProductQuery, "sort">,
  limit: number,
  offset: number,
  walksBy: WalksBy = "any",
  total = Number.POSITIVE_INFINITY,
): Promise<ProductCard[]> {
  const [column, direction, tie] = orders[query.sort];
  const behind = total - offset - limit;
  const isFromEnd = behind < offset;
  const rows = await db
    .selectFrom("products")
    .select(cardColumns)
    .where("id", "in", (select) =>
      select
        .selectFrom("products")
        .select("id")
        .where(conditionsOf(query, walksBy))
        .orderBy(column, isFromEnd ? turned[direction] : direction)
        .orderBy("id", isFromEnd ? turned[tie] : tie)
        // The last page may be a short one.
        .limit(isFromEnd ? limit + Math.min(0, behind) : limit)
        .offset(isFromEnd ? Math.max(0, behind) : offset),
    )
    .orderBy(column, direction)
    .orderBy("id", tie)
    .execute();
  return rows.map(cardOf);
}

/** With a tie-break that lets the same index be read from either end. */
const orders = {
  nouveautes: ["created_at", "desc", "asc"],
  "prix-croissant": ["price", "asc", "asc"],
  "prix-decroissant": ["price", "desc", "desc"],
} as const;

const turned = { asc: "desc", desc: "asc" } as const;

function productOf(row: ProductTable, variants: VariantTable[]): Product {
  return {
    ...cardOf(row),
    ...fieldsOfRow(row),
    sku: row.sku,
    categoryId: row.category_id,
    ...optional("collectionId", row.collection_id),
    createdAt: new Date(row.created_at),
    pictures: JSON.parse(row.pictures) as Picture[],
    variants: variants.map(variantOf),
  };
}

function variantOf(row: VariantTable): Variant {
  return { id: row.id, sku: row.sku, color: colorOf(row), ...sizeOf(row), stock: row.stock };
}
