import { openApiDocument } from "~/api/document.server";
import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { endpoint } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

let cached: object | undefined;

/** GET /api/openapi.json */
export const loader = endpoint(operations.getDocument, async () => {
  cached ??= openApiDocument(settings.siteUrl);
  return cached;
});
export const action = loader;
