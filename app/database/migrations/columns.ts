import { type Migration, PostgresAdapter, sql } from "kysely";

/**
 * A whole migration that adds a column to the products. Public pages show it, so it gets its own
 * trigger on `published` (016 has those of the first release).
 * @param usual value of existing rows: `''` of a text, `'[]'` of a list
 */
export function productColumn(
  name: string,
  type: "text" | "integer" | "double precision",
  usual: string | number,
): Migration {
  return {
    async up(db) {
      await db.schema
        .alterTable("products")
        .addColumn(name, type, (column) => column.notNull().defaultTo(usual))
        .execute();
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
      await sql
        .raw(
          isPostgres
            ? `create constraint trigger published_products_${name} after update on products
                deferrable initially deferred for each row
                when (old.${name} is distinct from new.${name}) execute function publish()`
            : `create trigger published_products_${name} after update on products
                when old.${name} is not new.${name} begin update published set version = version + 1; end`,
        )
        .execute(db);
    },
  };
}
