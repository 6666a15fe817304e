import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /health/live: for a supervisor that restarts a process which no longer answers. */
export const loader = endpoint(operations.isLive, async () => ({ status: "ok" }));
export const action = loader;
