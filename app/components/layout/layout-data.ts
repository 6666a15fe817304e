import { useLocation, useMatches, useRouteLoaderData } from "@remix-run/react";
import type { ProductCard } from "~/domain/catalogue/catalogue";
import type { Flash } from "~/domain/content/flash";
import type { Navigation } from "~/domain/content/navigation";
import { PART } from "~/domain/values/parameters";
import type { RouteHandle } from "~/route-handle";

/** The shop's layout, as Remix names it. */
export const LAYOUT = "routes/shop/layout";

/** The data of the shop's layout, which every page of the shop has. */
export interface LayoutData {
  flash: Flash | undefined;
  shopPhone: string | undefined;
  /** Mobile number of the shop in WhatsApp. */
  whatsapp: string | undefined;
  /** The notice above every page while no orders are taken. */
  closed?: string;
  navigation: Navigation;
  /** The newest pairs that can be bought, which error pages show. */
  pairs: readonly ProductCard[];
  /** What the list of reduced products is called today. */
  saleName: string;
  /** E-mail address of the account that is signed in. */
  email: string | undefined;
  /** Pairs in the cart. */
  cartCount: number;
  /** Ids of the products on the visitor's wishlist. */
  wished: string[];
  /** Number of the wilaya that the visitor chose for delivery. */
  wilaya?: number | undefined;
  /** Who sells, in one line; empty where nothing is set. */
  seller: string;
  contact: { email?: string | undefined; address?: string | undefined; profiles: { name: string; href: string }[] };
  siteUrl: string;
  /** Whether accounts have a loyalty card: not on another shop's API (decision 034). */
  hasCard: boolean;
  /** Whether there is any card, also of shops alone. */
  hasLoyalty: boolean;
  /** Whether shoppers cancel and correct a pending order themselves (decision 035). */
  canChange: boolean;
  isRefused: boolean;
  year: string;
  /** Address of the page, to which the header's forms redirect. */
  here: string;
}

/** Undefined when the layout's loader failed, or an action, after which Remix does not run it. */
export const useLayoutData = () => useRouteLoaderData(LAYOUT) as LayoutData | undefined;

/** Whether the page is a step of the order, as its route says. */
export const useIsCheckout = (): boolean =>
  useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.checkout === true);

/** Whether scripts asked for a list alone, without what every page has around it (PART). */
export function useIsPart(): boolean {
  const { search } = useLocation();
  const { lists = false } = (useMatches().at(-1)?.handle ?? {}) as RouteHandle;
  return lists && new URLSearchParams(search).has(PART);
}
