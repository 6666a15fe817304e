import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { endpoint, serve } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

/** GET /health/live: for a supervisor that restarts a process which no longer answers. */
const api = endpoint(serve(operations.live, async () => ({ status: "ok" })));
export const loader = api.loader;
export const action = api.action;
