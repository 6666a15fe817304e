import { type Kysely, sql } from "kysely";
import { flag, primary, required } from "./columns";

/** Catalogue, carts, orders and the home page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);

  await table("marks").addColumn("name", "text", primary).addColumn("made_at", "bigint", required).execute();

  await table("categories")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("description", "text", required)
    .addColumn("parent_id", "text", (column) => column.references("categories.id"))
    .addColumn("image", "text")
    .addColumn("position", "integer", required)
    .execute();

  await table("collections")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("description", "text", required)
    .addColumn("category_id", "text", (column) => column.references("categories.id"))
    .addColumn("image", "text")
    .addColumn("position", "integer", required)
    .execute();

  // Short columns that cards show come first: a list then reads only the beginning of a row.
  await table("products")
    .addColumn("id", "text", primary)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("sku", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("gender", "text", required)
    .addColumn("category_id", "text", (column) => column.notNull().references("categories.id"))
    .addColumn("collection_id", "text", (column) => column.references("collections.id"))
    .addColumn("price", "integer", required)
    .addColumn("old_price", "integer")
    .addColumn("is_new", "integer", flag)
    .addColumn("is_bestseller", "integer", flag)
    .addColumn("active", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("stock", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("colors", "text", required)
    .addColumn("picture", "text")
    .addColumn("rating", "double precision", required)
    .addColumn("review_count", "integer", required)
    .addColumn("description", "text", required)
    .addColumn("care", "text", required)
    .addColumn("features", "text", required)
    .addColumn("specifications", "text", required)
    .addColumn("tags", "text", required)
    .addColumn("pictures", "text", required)
    .addCheckConstraint("products_price", sql`price >= 0`)
    .addCheckConstraint("products_old_price", sql`old_price >= 0`)
    .addCheckConstraint("products_stock", sql`stock >= 0`)
    .addCheckConstraint("products_flags", sql`is_new in (0, 1) and is_bestseller in (0, 1) and active in (0, 1)`)
    .execute();

  await table("variants")
    .addColumn("id", "text", primary)
    .addColumn("product_id", "text", (column) => column.notNull().references("products.id").onDelete("cascade"))
    .addColumn("sku", "text", (column) => column.notNull().unique())
    .addColumn("color_slug", "text", required)
    .addColumn("color_name", "text", required)
    .addColumn("color_hex", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("stock", "integer", required)
    .addColumn("position", "integer", required)
    .addUniqueConstraint("variants_choice", ["product_id", "color_slug", "size"])
    .addCheckConstraint("variants_stock", sql`stock >= 0`)
    .execute();

  await table("carts")
    .addColumn("visitor", "text", primary)
    .addColumn("draft", "text")
    .addColumn("updated_at", "bigint", required)
    .execute();

  await table("cart_lines")
    .addColumn("visitor", "text", (column) => column.notNull().references("carts.visitor").onDelete("cascade"))
    .addColumn("variant_id", "text", (column) => column.notNull().references("variants.id").onDelete("cascade"))
    .addColumn("quantity", "integer", required)
    .addColumn("seen_price", "integer", required)
    .addColumn("added_at", "bigint", required)
    .addPrimaryKeyConstraint("cart_lines_key", ["visitor", "variant_id"])
    .addCheckConstraint("cart_lines_quantity", sql`quantity > 0`)
    .execute();

  await table("orders")
    .addColumn("id", "text", primary)
    .addColumn("number", "text", (column) => column.notNull().unique())
    .addColumn("key_hash", "text", (column) => column.notNull().unique())
    .addColumn("content_hash", "text", required)
    .addColumn("status", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_name", "text", required)
    .addColumn("first_name", "text", required)
    .addColumn("phone", "text", required)
    .addColumn("wilaya_id", "integer", required)
    .addColumn("wilaya_name", "text", required)
    .addColumn("commune_id", "integer", required)
    .addColumn("commune_name", "text", required)
    .addColumn("mode", "text", required)
    .addColumn("stop_desk_id", "integer")
    .addColumn("stop_desk_name", "text")
    .addColumn("stop_desk_address", "text")
    .addColumn("address", "text", required)
    .addColumn("notes", "text", required)
    .addColumn("subtotal", "integer", required)
    .addColumn("delivery_fee", "integer", required)
    .addColumn("cod_fee", "integer", required)
    .addColumn("insurance_fee", "integer", required)
    .addColumn("total_fee", "integer", required)
    .addColumn("delivery_time", "integer", required)
    .addColumn("total", "integer", required)
    .addColumn("parcel", "text", required)
    .addColumn("settings", "text", required)
    .addCheckConstraint(
      "orders_status",
      sql`status in ('pending', 'confirmed', 'shipped', 'delivered', 'returned', 'cancelled')`,
    )
    .addCheckConstraint("orders_amounts", sql`subtotal >= 0 and total_fee >= 0 and total = subtotal + total_fee`)
    .addCheckConstraint("orders_desk", sql`(mode = 'relais') = (stop_desk_id is not null)`)
    .execute();

  await table("order_lines")
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("position", "integer", required)
    .addColumn("variant_id", "text", required)
    .addColumn("product_id", "text", required)
    .addColumn("product_slug", "text", required)
    .addColumn("name", "text", required)
    .addColumn("color", "text", required)
    .addColumn("size", "integer", required)
    .addColumn("picture", "text")
    .addColumn("quantity", "integer", required)
    .addColumn("price", "integer", required)
    .addPrimaryKeyConstraint("order_lines_key", ["order_id", "position"])
    .addUniqueConstraint("order_lines_variant", ["order_id", "variant_id"])
    .addCheckConstraint("order_lines_quantity", sql`quantity > 0`)
    .addCheckConstraint("order_lines_price", sql`price >= 0`)
    .execute();

  await table("order_steps")
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("status", "text", required)
    .addColumn("at", "bigint", required)
    .addPrimaryKeyConstraint("order_steps_key", ["order_id", "status"])
    .execute();

  await table("order_access")
    .addColumn("visitor", "text", required)
    .addColumn("order_id", "text", (column) => column.notNull().references("orders.id").onDelete("cascade"))
    .addColumn("since", "bigint", required)
    .addPrimaryKeyConstraint("order_access_key", ["visitor", "order_id"])
    .execute();

  await table("home_sections")
    .addColumn("id", "text", primary)
    .addColumn("type", "text", required)
    .addColumn("title", "text", required)
    .addColumn("subtitle", "text", required)
    .addColumn("description", "text", required)
    .addColumn("enabled", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("position", "integer", required)
    .addColumn("content", "text", required)
    .execute();

  // Every list walks an index from its beginning, whatever the number of products. `rest`: columns
  // that filter a list further within the index.
  const lists: { by: string[]; rest?: string[] }[] = [
    { by: [] },
    { by: ["kind"] },
    { by: ["gender"] },
    { by: ["kind", "gender"] },
    { by: ["collection_id"], rest: ["kind", "gender"] },
  ];
  for (const { by, rest = [] } of lists) {
    const index = (order: string, columns: string[]) =>
      db.schema
        .createIndex(["products", ...by, order].join("_"))
        .on("products")
        .columns([...by, "active", ...columns, "id", ...rest])
        .execute();
    await index("newest", ["created_at desc"]);
    await index("price", ["price"]);
  }
  // All counted columns, so that counting reads this index alone.
  await db.schema
    .createIndex("products_counted")
    .on("products")
    .columns(["active", "category_id", "collection_id", "kind", "gender"])
    .execute();
  // Foreign keys that are searched when the row they refer to is deleted.
  await db.schema.createIndex("cart_lines_variant").on("cart_lines").column("variant_id").execute();
  await db.schema.createIndex("order_access_order").on("order_access").column("order_id").execute();
}
