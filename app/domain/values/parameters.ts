/** A parameter that makes the address of a form another than its page's (own-form.tsx). */
export const TRY = "envoi";

/** Of a list's address: scripts ask for the list alone, which a page has already (root.tsx). */
export const PART = "partie";

/** @param address of a list page, as an absolute or relative URL of this site */
export const partOf = (address: string): string => `${address}${address.includes("?") ? "&" : "?"}${PART}=liste`;
