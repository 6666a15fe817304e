import type { CreateTableBuilder } from "kysely";

/** Words that migrations are written in. Old ones still mean what they meant: nothing here is ever edited. */

export type ColumnOf = NonNullable<Parameters<CreateTableBuilder<string, string>["addColumn"]>[2]>;
export const required: ColumnOf = (column) => column.notNull();
export const primary: ColumnOf = (column) => column.notNull().primaryKey();
export const flag: ColumnOf = (column) => column.notNull().defaultTo(0);
