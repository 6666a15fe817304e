import { AsyncLocalStorage } from "node:async_hooks";

interface Asking {
  userAgent: string;
  /** When it came, as `performance.now()` says. */
  since: number;
  /** Once the answer is sent, or nobody is there to have it. */
  whenOver(then: () => void): void;
  /** Slugs of the products whose stock was read for a page that is to be kept. */
  stockRead?: Set<string>;
}

/** Whose request is being answered, for what is asked elsewhere on its behalf; server/request-context.server.ts says so, and who renders a page to be kept. */
export const asking = new AsyncLocalStorage<Asking>();
