/** A parameter that makes the address of a form another than its page's (own-form.tsx). */
export const TRY = "envoi";

/** In a list's address: it asks for the list alone, for scripts of its page (`useIsPart`). */
export const PART = "partie";

/** @param address of a list page, as an absolute or relative URL of this site */
export const partAddress = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}${PART}=liste`;
