/**
 * E-mail addresses. The rule is the one that browsers check fields of this type by, with a dot in the domain: what can be
 * delivered, and no quoted, commented or listed form that a mail program could read as several addresses.
 */

const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
const MAX_LENGTH = 254;

/** Invisible, and often copied along with an address. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * @param typed as the shopper typed it
 * @returns in lower case, so that an address is one address however it is typed; undefined when it is none
 */
export function normaliseEmail(typed: string): string | undefined {
  const bare = typed.replace(INVISIBLE, "").trim();
  return bare.length <= MAX_LENGTH && ADDRESS.test(bare) ? bare.toLowerCase() : undefined;
}
