import { type Compilable, type CompiledQuery, type DialectAdapter, type Kysely, PostgresAdapter } from "kysely";
import type { Dialect } from "./connection.server";
import type { Schema } from "./schema";

/**
 * Queries of which many a second are asked are built and compiled once: building one anew costs many times what SQLite takes to
 * answer it.
 *
 * ```ts
 * const stockOf = prepared((queries, { id }: { id: string }) =>
 *   queries.selectFrom("variants").select("stock").where("id", "=", id));
 * const [variant] = await stockOf(transaction, { id });
 * ```
 */

/** Stands for a value while a query is built. */
class Place {
  constructor(readonly index: number) {}
}

interface Kept {
  text: CompiledQuery;
  /** Of each parameter; those that always are the same stand here as they are. */
  parameters: readonly unknown[];
}

/** Answers a statement without anything to wait for; undefined when it has to wait for its turn. */
export type Direct = (text: string, parameters: readonly unknown[]) => unknown[] | undefined;

const direct = new WeakMap<object, Direct>();

/** From now on prepared queries of this database, or transaction, are answered so. */
export function answerDirectly(queries: Kysely<Schema>, answer: Direct): void {
  direct.set(queries, answer);
}

/**
 * @param build is shown stand-ins in place of the values: it puts them into the query, and looks at none of them. What has other
 *   names, or lists of another length, is built for itself.
 * @returns asks it, of the database or in a transaction
 */
export function prepared<Given extends object, Row>(
  build: (queries: Kysely<Schema>, given: Given, dialect: Dialect) => Compilable<Row>,
): (queries: Kysely<Schema>, given: Given) => Promise<Row[]> {
  const known = new WeakMap<DialectAdapter, Map<string, Kept>>();

  const compiled = (queries: Kysely<Schema>, given: Given, shape: string): Kept => {
    const { adapter } = queries.getExecutor();
    let shapes = known.get(adapter);
    if (!shapes) {
      shapes = new Map();
      known.set(adapter, shapes);
    }
    const kept = shapes.get(shape);
    if (kept) return kept;
    const dialect = adapter instanceof PostgresAdapter ? "postgres" : "sqlite";
    const text = build(queries, standIns(given, { next: 0 }) as Given, dialect).compile();
    const made = { text, parameters: text.parameters };
    shapes.set(shape, made);
    return made;
  };

  return async (queries, given) => {
    const values: unknown[] = [];
    const { text, parameters } = compiled(queries, given, spread(given, values));
    const filled = parameters.map((one) => (one instanceof Place ? values[one.index] : one));
    const rows = direct.get(queries)?.(text.sql, filled);
    if (rows) return rows as Row[];
    return (await queries.executeQuery<Row>({ ...text, parameters: filled } as CompiledQuery<Row>)).rows;
  };
}

const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Puts all values into one list, in the order in which `standIns` counts them. @returns their names, by which that order is known again */
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

function standIns(given: object, count: { next: number }): object {
  const made = Object.entries(given).map(([name, value]) => [
    name,
    isGroup(value) ? standIns(value, count) : new Place(count.next++),
  ]);
  return Array.isArray(given) ? made.map(([, value]) => value) : Object.fromEntries(made);
}
