import { type Kysely, sql } from "kysely";

const FAMILIES = "noir blanc gris taupe beige marron rouge rose orange jaune vert bleu violet metal".split(" ");

/** What filters read, so that a list is narrowed within its index. */
const NARROWED = [
  ..."gender kind category_id collection_id is_new is_bestseller old_price material families sizes".split(" "),
  ...FAMILIES.map((family) => `sizes_${family}`),
];

const ORDERS: Record<string, string[]> = {
  newest: ["created_at desc", "id", "price"],
  price: ["price", "id"],
  bestselling: ["is_bestseller desc", "created_at desc", "id", "price"],
  // PostgreSQL reads the index alone only if the columns of an expression are in it as well.
  rated: ["(case when review_count > 0 then rating else 0 end) desc", "review_count desc", "id", "price", "rating"],
};

/** Every list reads an index from its beginning, however many products there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [order, columns] of Object.entries(ORDERS)) await indexLists(db, order, columns);
  // All counted columns, in the order of the grouping.
  await sql`create index products_counted on products (active, category_id, collection_id, kind, gender,
    is_new, is_bestseller, price, old_price, material, stock_index)`.execute(db);
}

/** The indexes of one order, in place of those that it has. */
export async function indexLists(db: Kysely<unknown>, order: string, columns: readonly string[]): Promise<void> {
  const index = async (list: string, first: string[], condition = "") => {
    const own = [...first, ...columns];
    const others = NARROWED.filter((column) => !own.some((other) => other.split(" ")[0] === column));
    const all = [...own, ...others].join(", ");
    await sql.raw(`drop index if exists products_${list}${order}`).execute(db);
    await sql.raw(`create index products_${list}${order} on products (${all}) ${condition}`).execute(db);
  };
  await index("", ["active"]);
  for (const by of ["kind", "gender", "category_id", "collection_id"]) await index(`${by}_`, [by, "active"]);
  await index("new_", ["active"], "where is_new = 1");
  await index("bestsellers_", ["active"], "where is_bestseller = 1");
  await index("reduced_", ["active"], "where old_price > price");
}
