import { AsyncLocalStorage } from "node:async_hooks";
import type { Variant } from "./page-cache/variant.server";

/** What belongs to the request that is being answered, for all code that works on its behalf. */
export interface RequestContext {
  /** The client's address, of IPv6 its network; undefined when only a proxy's is known. */
  address?: string | undefined;
  userAgent: string;
  /** When it came, by `performance.now()`. */
  since: number;
  /** Calls back once the answer is sent, or the client has gone. */
  whenOver(then: () => void): void;
  /** An action refused the form, and titles say so first (PE-3). */
  isRefused?: boolean;
  /** The page lacks what the shop could not give just now, so nobody may keep it (P-6). */
  isIncomplete?: boolean;
  /** What the page that answers a form is about, for its title. */
  titlePrefix?: string;
  /** The wilaya that the visitor has just chosen, before the cookie comes back; 0 for none. */
  wilaya?: number;
  /** The page is rendered for all visitors of this variant, and its loaders know none of them. */
  variant?: Variant;
  /** That page as text, which the page cache would otherwise decode from its response. */
  html?: string;
  /** Slugs of the products whose stock was read for a page that the page cache keeps. */
  stockRead?: Set<string>;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** @returns undefined in the background, outside of any request */
export const currentRequest = (): RequestContext | undefined => requestContext.getStore();

/** Passes what an action found on to titles, which are made from what loaders return. */
export function note(what: Pick<RequestContext, "isRefused" | "isIncomplete" | "titlePrefix" | "wilaya">): void {
  Object.assign(currentRequest() ?? {}, what);
}
