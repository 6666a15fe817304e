import { AsyncLocalStorage } from "node:async_hooks";

/** Whose request is being answered, for what is asked elsewhere on its behalf; the front door says so. */
export const asking = new AsyncLocalStorage<{ userAgent: string }>();
