/** A parameter that makes the address of a form another than its page's (own-form.tsx). */
export const TRY = "envoi";
