/**
 * Algerian phone numbers, in any spelling (decision 003). No number reads in two ways: those with
 * 213 before them are longer than the others, and mobile numbers are longer than landlines.
 */

const NATIONAL = /^(?:(?:\+|00)?213)?0?([567]\d{8}|[234]\d{7})$/;

/** Arabic-Indic and Eastern Arabic-Indic digits as ASCII digits; every other character as it is. */
export function asciiDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** @returns `0` and 9 digits (mobile) or 8 (landline); undefined for other numbers (section 5) */
export function normalisePhone(typed: string): string | undefined {
  const bare = asciiDigits(typed).replace(/[\s\p{P}\u2212\p{Cf}]/gu, "");
  const digits = NATIONAL.exec(bare)?.[1];
  return digits && `0${digits}`;
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

/** `•• •• •• •• 56`, for pages that can be shared, which also hides landline or mobile. */
export function maskPhone(phone: string): string {
  return ["••", "••", "••", "••", phone.slice(-2)].join("\u00a0");
}
