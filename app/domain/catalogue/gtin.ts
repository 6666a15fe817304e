/**
 * The number of a box's barcode where it is a GTIN, whose last digit checks the others; other
 * numbers are a shop's own, and search engines refuse them.
 */
export function gtinIn(barcode: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(barcode)) return undefined;
  const sum = [...barcode].reverse().reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 && !/^0+$/.test(barcode) ? barcode : undefined;
}
