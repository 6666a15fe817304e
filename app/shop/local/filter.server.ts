import { type Expression, type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Schema } from "~/database/schema";
import { sizesColumn } from "~/database/stock-index";
import type { ListingSort, Refinement } from "~/domain/catalogue/listing";
import { familyBits, sizeBits } from "~/domain/catalogue/stock-index";
import type { ProductFilter } from "../services/catalogue";
import { choices } from "./facet-counts";

type Build = ExpressionBuilder<Schema, "products">;

/** Whether the database should walk the index of the list's order; "any" leaves it the choice. */
export type WalksBy = "order" | "any";

/** The filter as a condition on rows; facet-counts.ts counts by the same rules. */
export function conditionsOf(
  filter: ProductFilter,
  walksBy: WalksBy = "any",
): (build: Build) => ExpressionWrapper<Schema, "products", SqlBool> {
  const { collectionId, categoryIds, department, kinds, gender, only, refinement } = filter;
  return (build) =>
    build.and([
      build("active", "=", 1),
      ...(collectionId === undefined ? [] : [build("collection_id", "=", collectionId)]),
      ...(categoryIds === undefined ? [] : [oneOf(build, "category_id", categoryIds)]),
      ...(department === undefined
        ? []
        : [build.or([build("gender", "=", department.gender), oneOf(build, "category_id", department.categoryIds)])]),
      ...(kinds === undefined ? [] : [oneOf(build, "kind", kinds)]),
      ...(gender === undefined ? [] : [build("gender", "=", gender)]),
      // Must match the condition of the partial indexes literally.
      ...(only === undefined ? [] : [sql<SqlBool>`${sql.raw(special[only])}`]),
      ...(refinement ? refined(build, refinement, walksBy) : []),
    ]);
}

const special: Record<NonNullable<ProductFilter["only"]>, string> = {
  new: "is_new = 1",
  bestsellers: "is_bestseller = 1",
  "new-bestsellers": "is_new = 1 and is_bestseller = 1",
  reduced: "old_price > price",
};

function refined(
  build: Build,
  { minPrice, maxPrice, colors, sizes, isReduced, ...chosen }: Refinement,
  walksBy: WalksBy,
): Expression<SqlBool>[] {
  // The sign prevents an index on price: walking an order must not become a sort of all matches.
  const price = walksBy === "order" ? sql<number>`+price` : "price";
  const wantedSizes = sql.lit(sizeBits(sizes));
  const inColors = sql.join(
    colors.map((color) => sql.ref(sizesColumn(color))),
    sql` | `,
  );
  return [
    ...(minPrice === undefined ? [] : [build(price, ">=", minPrice)]),
    ...(maxPrice === undefined ? [] : [build(price, "<=", maxPrice)]),
    ...choices.flatMap(([filter, column]) =>
      chosen[filter].length === 0 ? [] : [oneOf(build, column, chosen[filter])],
    ),
    ...(isReduced ? [sql<SqlBool>`${sql.raw(special.reduced)}`] : []),
    ...(colors.length === 0 ? [] : [sql<SqlBool>`families & ${sql.lit(familyBits(colors))} <> 0`]),
    ...(sizes.length === 0 ? [] : [sql<SqlBool>`sizes & ${wantedSizes} <> 0`]),
    // A colour and a size must be in stock in one shoe.
    ...(colors.length === 0 || sizes.length === 0 ? [] : [sql<SqlBool>`(${inColors}) & ${wantedSizes} <> 0`]),
  ];
}

function oneOf<Column extends "category_id" | "kind" | "gender" | "material" | "brand">(
  build: Build,
  column: Column,
  values: readonly string[],
) {
  // SQL has no empty list.
  return values.length === 0 ? sql<SqlBool>`1 = 0` : build(column, "in", values as never);
}

/** As in the indexes of migrations 002 and 024, which are read from either end. */
const sortings: Record<ListingSort, string> = {
  nouveautes: "created_at desc, id asc",
  "meilleures-ventes": "is_bestseller desc, created_at desc, id asc",
  "mieux-notes": "readable_average desc, readable_count desc, id asc",
  "prix-croissant": "price asc, id asc",
  "prix-decroissant": "price desc, id desc",
};

export function sortingOf(sort: ListingSort, isFromEnd = false) {
  const opposite: Record<string, string> = { asc: "desc", desc: "asc" };
  return sql.raw(isFromEnd ? sortings[sort].replace(/asc|desc/g, (way) => opposite[way] ?? way) : sortings[sort]);
}
