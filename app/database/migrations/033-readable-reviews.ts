import { type Kysely, sql } from "kysely";
import { flag } from "./columns";

const families = "noir blanc gris taupe beige marron rouge rose orange jaune vert bleu violet metal".split(" ");

/** What filters read, as in the indexes of migration 022. */
const narrowed = [
  "gender",
  "kind",
  "category_id",
  "collection_id",
  "is_new",
  "is_bestseller",
  "old_price",
  "material",
  "families",
  "sizes",
  ...families.map((family) => `sizes_${family}`),
];

/**
 * 'Mieux notés' by the reviews that can be read, no longer by the imported columns. A review makes
 * another version of public pages by itself, so these columns have no trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("products").addColumn("readable_average", "double precision", flag).execute();
  await db.schema.alterTable("products").addColumn("readable_count", "integer", flag).execute();
  // The average has one decimal. Whole numbers are divided, which leaves out what is behind it.
  await sql`
    update products set (readable_average, readable_count) = (
      select (20 * sum(rating) + count(*)) / (2 * count(*)) / 10.0, count(*) from reviews
      where product_id = products.id and state = 'published' and (order_id is not null or not exists (
        select 1 from reviews as other
        where other.product_id = products.id and other.state = 'published' and other.order_id is not null)))
    where id in (select product_id from reviews where state = 'published')`.execute(db);

  const index = async (list: string, first: string[], condition = "") => {
    const name = `products_${list}rated`;
    await db.schema.dropIndex(name).execute();
    const order = ["readable_average desc", "readable_count desc", "id", "price"];
    const others = narrowed.filter((column) => !first.includes(column));
    const columns = [...first, ...order, ...others].join(", ");
    await sql.raw(`create index ${name} on products (${columns}) ${condition}`).execute(db);
  };
  await index("", ["active"]);
  for (const by of ["kind", "gender", "category_id", "collection_id"]) await index(`${by}_`, [by, "active"]);
  await index("new_", ["active"], "where is_new = 1");
  await index("bestsellers_", ["active"], "where is_bestseller = 1");
  await index("reduced_", ["active"], "where old_price > price");
}
