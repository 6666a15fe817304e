import { sql } from "kysely";

/** Where a list, newest first, goes on: after the row of this time, and of this id among equals. */
export interface Cursor {
  at: number;
  id: string;
}

/** As an address has it. */
export const cursorText = ({ at, id }: Cursor): string => `${at}-${id}`;

export function cursorIn(after = ""): Cursor | undefined {
  const [, at, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(after) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

/** The first condition alone is what an index follows. */
export const isOlder = (at: string, id: string, from: Cursor) =>
  sql<boolean>`(${sql.ref(at)} <= ${from.at} and (${sql.ref(at)} < ${from.at} or ${sql.ref(id)} < ${from.id}))`;
