import { AsyncLocalStorage } from "node:async_hooks";

/** How pages of one address differ besides their slots: the page cache keeps each. */
export interface PageVariant {
  /** null follows the system. */
  theme: "light" | "dark" | null;
  withScripts: boolean;
  isSignedIn: boolean;
  /** Chosen for delivery, where the page names it. */
  wilaya: number | undefined;
}

/** What belongs to the request that is being answered, for all code that works on its behalf. */
export interface RequestContext {
  /** The client's address, of IPv6 its network; undefined when only a proxy's is known. */
  address?: string | undefined;
  userAgent: string;
  /** When it came, by `performance.now()`. */
  since: number;
  /** Calls back once the answer is made, or the client has gone; then perhaps again. */
  whenOver(then: () => void): void;
  /** An action refused the form, and titles say so first. */
  isRefused?: boolean;
  /** The page lacks what the shop could not give just now, so nobody may keep it. */
  isIncomplete?: boolean;
  /** What the page that answers a form is about, for its title. */
  titlePrefix?: string;
  /** The wilaya that the visitor has just chosen, before the cookie comes back; 0 for none. */
  wilaya?: number;
  /** The page is rendered for all visitors of this variant, and its loaders know none of them. */
  variant?: PageVariant;
  /** That page, with marks around its slots, and its Content-Security-Policy. */
  page?: { html: string; policy: string };
  /** Slugs of the products whose stock was read for a page that the page cache keeps. */
  stockRead?: Set<string>;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** @returns undefined in the background, outside of any request */
export const currentRequest = (): RequestContext | undefined => requestContext.getStore();

/** Passes what an action found on to titles, which are made from what loaders return. */
export function addToContext(
  what: Pick<RequestContext, "isRefused" | "isIncomplete" | "titlePrefix" | "wilaya">,
): void {
  Object.assign(currentRequest() ?? {}, what);
}
