/**
 * Algerian phone numbers. Spaces, dots, dashes, brackets, +213, 00213 and Arabic digits are
 * normalised before the rule applies (decision 003).
 */

const MOBILE = /^0[567]\d{8}$/;
const LANDLINE = /^0[23]\d{7}$/;

/** Arabic-Indic and Eastern Arabic-Indic digits as ASCII digits; every other character as it is. */
export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** @returns `0` and 9 digits (mobile) or 8 (landline); undefined for other numbers (section 5) */
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
 * For use in a sentence; `phone` as `normalisePhone` gives it, undefined when the shop has none.
 */
export const callOrWrite = (phone: string | undefined): string =>
  phone ? `appelez-nous au ${formatPhone(phone)}` : "écrivez-nous par la page Contact";

/** `•• •• •• •• 56`, for pages that can be shared (S-6), which also hides landline or mobile. */
export function maskPhone(phone: string): string {
  return ["••", "••", "••", "••", phone.slice(-2)].join("\u00a0");
}
