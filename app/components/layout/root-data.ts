import type { Flash } from "~/session/flash.server";

/** What every page knows about its visitor; the root loader gives it. */
export interface RootData {
  /** As stored; null follows the system. */
  theme: "light" | "dark" | null;
  flash: Flash | undefined;
  /** Pairs in the cart. */
  cartCount: number;
  shopPhone: string;
  siteUrl: string;
  year: number;
  /** Where the forms of the header come back to. */
  here: string;
  /** Pages come without the framework's scripts for those who asked to save data or whose scripts failed (P-2). */
  withScripts: boolean;
}
