import { type Expression, type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { Schema } from "~/database/schema";
import type { Refinement } from "~/domain/listing";
import { familyBits, sizeBits } from "~/domain/shelf";
import type { ProductFilter } from "../shop";

type Build = ExpressionBuilder<Schema, "products">;

/** The products that a filter means, as a condition on their rows; counts.server.ts counts by the same rules. */
export function conditionsOf(filter: ProductFilter): (build: Build) => ExpressionWrapper<Schema, "products", SqlBool> {
  const { collectionId, categoryIds, kind, kinds, gender, only, refinement } = filter;
  return (build) =>
    build.and([
      build("active", "=", 1),
      ...(collectionId === undefined ? [] : [build("collection_id", "=", collectionId)]),
      ...(categoryIds === undefined ? [] : [oneOf(build, "category_id", categoryIds)]),
      ...(kind === undefined ? [] : [build("kind", "=", kind)]),
      ...(kinds === undefined ? [] : [oneOf(build, "kind", kinds)]),
      ...(gender === undefined ? [] : [build("gender", "=", gender)]),
      // To the letter of the indexes that hold these products alone.
      ...(only === undefined ? [] : [sql<SqlBool>`${sql.raw(special[only])}`]),
      ...(refinement ? refined(build, refinement) : []),
    ]);
}

const special: Record<NonNullable<ProductFilter["only"]>, string> = {
  new: "is_new = 1",
  bestsellers: "is_bestseller = 1",
  "new-bestsellers": "is_new = 1 and is_bestseller = 1",
  reduced: "old_price > price",
};

function refined(build: Build, { minPrice, maxPrice, colors, sizes, genders }: Refinement): Expression<SqlBool>[] {
  const families = familyBits(colors);
  return [
    ...(minPrice === undefined ? [] : [build("price", ">=", minPrice)]),
    ...(maxPrice === undefined ? [] : [build("price", "<=", maxPrice)]),
    ...(genders.length === 0 ? [] : [oneOf(build, "gender", genders)]),
    ...(colors.length === 0 ? [] : [sql<SqlBool>`families & ${sql.lit(families)} <> 0`]),
    ...(sizes.length === 0 ? [] : [sql<SqlBool>`sizes & ${sql.lit(sizeBits(sizes))} <> 0`]),
    // The bits say that there is such a colour, and such a size of some colour: whoever asks for both wants them in one shoe.
    ...(colors.length === 0 || sizes.length === 0
      ? []
      : [
          // Not `exists`: SQLite 3.53 makes a join of it, and then counts a product once for every variant when it skips pages.
          build(
            build
              .selectFrom("variants")
              .select(sql<number>`1`.as("one"))
              .whereRef("variants.product_id", "=", "products.id")
              .where("variants.stock", ">", 0)
              .where("variants.size", "in", sizes)
              .where(sql<SqlBool>`variants.families & ${sql.lit(families)} <> 0`)
              .limit(1),
            "=",
            1,
          ),
        ]),
  ];
}

function oneOf<Column extends "category_id" | "kind" | "gender">(
  build: Build,
  column: Column,
  values: readonly string[],
) {
  // No value is none of them; SQL knows no empty list.
  return values.length === 0 ? sql<SqlBool>`1 = 0` : build(column, "in", values as never);
}
