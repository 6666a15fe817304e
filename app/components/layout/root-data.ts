import type { Flash } from "~/session/flash.server";

/** What every page knows about its visitor; the root loader gives it. */
export interface RootData {
  /** As stored; null follows the system. */
  theme: "light" | "dark" | null;
  flash: Flash | undefined;
  /** Pairs in the cart. */
  cartCount: number;
  shopPhone: string;
  contact: { email: string; address: string; profiles: { name: string; href: string }[] };
  siteUrl: string;
  year: number;
  /** Where the forms of the header come back to. */
  here: string;
  /** Carries no cookie of ours: whatever page is public comes the same for everybody, and may be asked for ahead. */
  isStranger: boolean;
  /** Pages come without the framework's scripts for those who asked to save data or whose scripts failed (P-2). */
  withScripts: boolean;
}
