/** Which size fits a foot (the product page's 'Guide des pointures'). EU sizes count the last in Paris points of 2/3 cm. */

/** What a toe needs before the end of the shoe, in centimetres. */
const ROOM = 1;

/** The longest foot that a size takes, in centimetres, to the half. */
export function footLength(size: number): number {
  return Math.round(((size * 2) / 3 - ROOM) * 2) / 2;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Section 9: adults 36 to 46, children 28 to 35. */
export const guideSizes = { adult: range(36, 46), child: range(28, 35) } as const;
