import { sql } from "kysely";

/** A row's place in a list, newest first: its time, and its id among those of that time. */
export interface Place {
  at: number;
  id: string;
}

/** How the last row of a page is named in an address. */
export const cursorOf = ({ at, id }: Place): string => `${at}-${id}`;

export function placeOf(after = ""): Place | undefined {
  const [, at, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(after) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

/** The first condition alone is what an index follows. */
export const isOlder = (at: string, id: string, from: Place) =>
  sql<boolean>`(${sql.ref(at)} <= ${from.at} and (${sql.ref(at)} < ${from.at} or ${sql.ref(id)} < ${from.id}))`;
