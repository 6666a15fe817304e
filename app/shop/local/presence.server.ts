import { sql } from "kysely";
import { PRESENT } from "~/domain/office/call";

/** Whether somebody of the staff has the order open now; a clock that was ahead says nothing. */
export const isOpenNow = (now: Date) =>
  sql<boolean>`order_presence.seen_at > ${now.getTime() - PRESENT} and order_presence.seen_at < ${now.getTime() + PRESENT}`;
