import { useRouteLoaderData } from "@remix-run/react";
import type { Flash } from "~/session/flash.server";

/** What every page knows about its visitor; the root loader gives it. */
export interface RootData {
  flash: Flash | undefined;
  shopPhone: string | undefined;
  /** Said above every page while no orders are taken. */
  closed?: string;
  /** Carries no cookie of ours: whatever page is public comes the same for everybody, and may be asked for ahead. */
  isStranger: boolean;
  /** As stored; null follows the system. */
  theme: "light" | "dark" | null;
  /** Of the account that is signed in. */
  email: string | undefined;
  /** Pairs in the cart. */
  cartCount: number;
  /** Which products are on the visitor's wishlist. */
  wished: string[];
  contact: { email?: string | undefined; address?: string | undefined; profiles: { name: string; href: string }[] };
  siteUrl: string;
  /** A form was sent back with errors. */
  isRefused: boolean;
  year: number;
  /** Where the forms of the header come back to. */
  here: string;
  /** Pages come without scripts for those who asked to save data or whose scripts failed (P-2). */
  withScripts: boolean;
}

/** Undefined only when the root loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}
