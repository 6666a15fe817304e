/**
 * Algerian phone numbers. The rule is about the number, not its spelling (decision 003): spaces, dots, dashes, brackets, +213,
 * 00213 and Arabic digits are normalised first.
 */

const MOBILE = /^0[567]\d{8}$/;
const LANDLINE = /^0[23]\d{7}$/;

/** Arabic-Indic and Eastern Arabic-Indic digits as ASCII digits; every other character as it is. */
export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/**
 * @param typed as the shopper typed it
 * @returns `0` and 9 digits (mobile) or 8 (landline), or undefined when it is no Algerian number (section 5)
 */
export function normalisePhone(typed: string): string | undefined {
  const bare = asciiDigits(typed).replace(/[\s.\-‐‑–()/\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  const national = bare.replace(/^(?:\+|00)213(?:0(?=\d))?/, "0");
  return MOBILE.test(national) || LANDLINE.test(national) ? national : undefined;
}

/** `0550123456` as `0550 12 34 56`; a landline `041123456` as `041 12 34 56`. */
export function formatPhone(phone: string): string {
  const head = phone.length === 10 ? 4 : 3;
  return [phone.slice(0, head), ...(phone.slice(head).match(/\d{2}/g) ?? [])].join("\u00a0");
}

/**
 * How a sentence sends somebody to the shop: "… ou appelez-nous au 041 12 34 56".
 * @param phone as `normalisePhone` gives it; a shop that has told none is written to
 */
export const callOrWrite = (phone: string | undefined): string =>
  phone ? `appelez-nous au ${formatPhone(phone)}` : "écrivez-nous par la page Contact";

/**
 * What is left of a number on pages that can be shared (S-6): its last two digits, `•• •• •• •• 56`, which its owner
 * knows it by. Three million mobiles end in them; whether it is one is not said either.
 */
export function maskPhone(phone: string): string {
  return ["••", "••", "••", "••", phone.slice(-2)].join("\u00a0");
}
