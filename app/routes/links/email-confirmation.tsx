import type { RouteHandle } from "~/route-handle";

export { action, default, loader, meta } from "./mailed-link";

export const handle = { search: "hidden" } satisfies RouteHandle;
