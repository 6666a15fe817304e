import { isSweep } from "../setup/sweeps";
import { type Look, looksAt } from "./axe";

const WIDTHS = [320, 412, 1350] as const;
const LOOKS = looksAt(WIDTHS);

/** All widths in both themes in a sweep, else the narrowest and the widest, each in one theme. */
export const someLooks: readonly Look[] = isSweep
  ? LOOKS
  : [
      { width: 320, colorScheme: "light" },
      { width: 412, colorScheme: "dark", isMeasuredOnly: true },
      { width: 1350, colorScheme: "dark" },
    ];

/**
 * Of many states each has one pair of width and theme, in turns for each way of visiting them; in a
 * sweep each has all. At no width may a page scroll sideways.
 */
export function looksOf(state: number): readonly Look[] {
  const chosen = LOOKS[(state >> 1) % LOOKS.length];
  if (isSweep || !chosen) return LOOKS;
  return WIDTHS.map((width) => ({ ...chosen, width, isMeasuredOnly: width !== chosen.width }));
}
