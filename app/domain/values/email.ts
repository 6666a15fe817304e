/**
 * Browsers check addresses by this rule; here the domain needs a dot besides. Mail programs could
 * read other forms as lists.
 */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/** RFC 5321, 4.5.3.1.3, without the angle brackets. */
export const LONGEST_EMAIL = 254;

/** Invisible characters, which are often copied along with an address. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The address without `+…`, for counting what one letter box gets under all its spellings. */
export const letterBoxOf = (email: string): string => email.replace(/(?<=.)\+[^@]*(?=@)/, "");

/** @returns the typed address in lower case, so that equal ones match; undefined when invalid */
export function normaliseEmail(typed: string): string | undefined {
  const bare = typed
    .replace(INVISIBLE, "")
    .trim()
    .replace(/\.{1,3}$/, "");
  return bare.length <= LONGEST_EMAIL && ADDRESS.test(bare) ? bare.toLowerCase() : undefined;
}
