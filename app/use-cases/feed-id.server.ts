import { createHash } from "node:crypto";

/** The most that Google and Meta take. */
const LONGEST = 50;

/**
 * The product feed's id of a product or a variant. An API's and other shops' ids may be longer, and
 * hold anything.
 */
export const feedId = (id: string): string =>
  /^[\w.-]+$/.test(id) && id.length <= LONGEST ? id : createHash("sha256").update(id).digest("hex").slice(0, LONGEST);
