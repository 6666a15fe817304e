import { operations } from "~/api/operations.server";
import { endpoint, serve } from "./endpoint.server";

/** GET /health/live: for whoever restarts a process that no longer answers. */
const api = endpoint(serve(operations.live, async () => ({ status: "ok" })));
export const loader = api.loader;
export const action = api.action;
