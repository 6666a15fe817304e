import { type Compilable, type CompiledQuery, type DialectAdapter, type Kysely, PostgresAdapter } from "kysely";
import type { Dialect } from "./connection.server";
import type { Schema } from "./schema";

/** Compiles frequent queries once: building costs many times what SQLite takes to run them. */

/** Stands for a value while a query is built. */
class Placeholder {
  constructor(readonly index: number) {}
}

/** Runs a statement synchronously; undefined when it has to wait for its turn. */
export type SyncExecutor = (text: string, parameters: readonly unknown[]) => unknown[] | undefined;

const executors = new WeakMap<object, SyncExecutor>();

/** Makes prepared queries of this database or transaction run synchronously. */
export function setSyncExecutor(queries: Kysely<Schema>, executor: SyncExecutor): void {
  executors.set(queries, executor);
}

/**
 * @param build puts placeholders into the query and must not read them. It runs once for each
 * shape: other names, or lists of another length.
 * @returns runs the query on the database or in a transaction
 */
export function prepared<Given extends object, Row>(
  build: (queries: Kysely<Schema>, given: Given, dialect: Dialect) => Compilable<Row>,
): (queries: Kysely<Schema>, given: Given) => Promise<Row[]> {
  const byAdapter = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

  const compiled = (queries: Kysely<Schema>, given: Given, shape: string): CompiledQuery => {
    const { adapter } = queries.getExecutor();
    let shapes = byAdapter.get(adapter);
    if (!shapes) {
      shapes = new Map();
      byAdapter.set(adapter, shapes);
    }
    const known = shapes.get(shape);
    if (known) return known;
    const dialect = adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
    const query = build(queries, placeholders(given, { next: 0 }) as Given, dialect).compile();
    shapes.set(shape, query);
    return query;
  };

  return async (queries, given) => {
    const values: unknown[] = [];
    const query = compiled(queries, given, spread(given, values));
    const filled = query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
    const rows = executors.get(queries)?.(query.sql, filled);
    if (rows) return rows as Row[];
    return (await queries.executeQuery<Row>({ ...query, parameters: filled } as CompiledQuery<Row>)).rows;
  };
}

const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Appends all values to the list, in the order in which `placeholders` counts them.
 * @returns the names and nesting, which determine that order
 */
function spread(given: object, values: unknown[]): string {
  let shape = "";
  for (const [name, value] of Object.entries(given)) {
    shape += name;
    if (isGroup(value)) shape += `(${spread(value, values)})`;
    else {
      shape += " ";
      values.push(value);
    }
  }
  return shape;
}

function placeholders(given: object, count: { next: number }): object {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    isGroup(value) ? placeholders(value, count) : new Placeholder(count.next++),
  ]);
  return Array.isArray(given) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
