import { AsyncLocalStorage } from "node:async_hooks";
import type { Variant } from "./page-cache/variant.server";

/** What belongs to the request that is being answered, for what is asked elsewhere on its behalf. */
export interface RequestContext {
  /** Of the client, for limits on attempts: the address, of IPv6 the network. Undefined when only a proxy's is known. */
  address?: string | undefined;
  userAgent: string;
  /** When it came, as `performance.now()` says. */
  since: number;
  /** Once the answer is sent, or nobody is there to have it. */
  whenOver(then: () => void): void;
  /** An action sends the form back, and titles say so first (PE-3). */
  isRefused?: boolean;
  /** The page lacks what the shop could not give just now: it is answered all the same, and nobody may keep it (P-6). */
  isIncomplete?: boolean;
  /** What the page that answers a form is about, for its title. */
  titlePrefix?: string;
  /** The page is rendered for all visitors of this variant: its loaders know none of them. */
  variant?: Variant;
  /** Slugs of the products whose stock was read for a page that is to be kept. */
  stockRead?: Set<string>;
}

export const requestContext = new AsyncLocalStorage<RequestContext>();

/** @returns undefined in the background, where nobody asked */
export const currentRequest = (): RequestContext | undefined => requestContext.getStore();

/** Titles are made from what loaders return, and loaders do not see what the action found: it is said here. */
export function note(what: Pick<RequestContext, "isRefused" | "isIncomplete" | "titlePrefix">): void {
  Object.assign(currentRequest() ?? {}, what);
}
