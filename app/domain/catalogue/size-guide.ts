/** The product page's 'Guide des pointures'. EU sizes are the last's length in units of 2/3 cm. */

/** Room between toe and shoe, in centimetres. */
const ROOM = 1;

/** The longest foot that fits, in centimetres, rounded to halves. */
export function footLength(size: number): number {
  return Math.round(((size * 2) / 3 - ROOM) * 2) / 2;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

interface GuideRow {
  size: number;
  /** Whether the model is made in it. */
  isMade: boolean;
}

/** The guide's sizes, and those of the model that are not among them. */
export function guideRows(isChild: boolean, made: readonly number[]): GuideRow[] {
  const sizes = new Set([...guideSizes[isChild ? "child" : "adult"], ...made]);
  return [...sizes].sort((a, b) => a - b).map((size) => ({ size, isMade: made.includes(size) }));
}

/** Section 9: adults 36 to 46, children 28 to 35. */
export const guideSizes = { adult: range(36, 46), child: range(28, 35) } as const;
