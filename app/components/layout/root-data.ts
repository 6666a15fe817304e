import { useMatches, useRouteLoaderData } from "@remix-run/react";
import type { Navigation } from "~/domain/navigation";
import type { RouteHandle } from "~/route-handle";
import type { Flash } from "~/session/flash.server";

/** The root loader's data, which every page has. */
export interface RootData {
  flash: Flash | undefined;
  shopPhone: string | undefined;
  /** Mobile number of the shop in WhatsApp. */
  whatsapp: string | undefined;
  /** The notice above every page while no orders are taken. */
  closed?: string;
  navigation: Navigation;
  /** The request has no cookie of ours, so that public pages may be prefetched. */
  isStranger: boolean;
  /** Null follows the system. */
  theme: "light" | "dark" | null;
  /** E-mail address of the account that is signed in. */
  email: string | undefined;
  /** Pairs in the cart. */
  cartCount: number;
  /** Ids of the products on the visitor's wishlist. */
  wished: string[];
  /** Number of the wilaya that the visitor chose for delivery. */
  wilaya?: number | undefined;
  contact: { email?: string | undefined; address?: string | undefined; profiles: { name: string; href: string }[] };
  siteUrl: string;
  /** Whether a form was sent back with errors. */
  isRefused: boolean;
  year: number;
  /** Address of the page, to which the header's forms redirect. */
  here: string;
  /** False for browsers that save data or whose scripts failed (P-2). */
  withScripts: boolean;
}

/** Undefined only when the root loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData("root") as RootData | undefined;
}

/** Whether the page is a step of the order, as its route says. */
export const useIsCheckout = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.checkout === true);
