import { useOfficeData } from "./office-data";

/**
 * The class of buttons that a second press of the one before would fall on: they take none for a
 * moment where the page says what was just done.
 */
export const useAfterPress = (): string => (useOfficeData()?.flash ? " animate-after-press" : "");

/** Whether buttons within take no press yet: neither do the keys that stand for them. */
export const isSettling = (within: Element | null): boolean =>
  within !== null && getComputedStyle(within).pointerEvents === "none";
