import { openApiDocument } from "~/api/document.server";
import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { endpoint, serve } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

let cached: object | undefined;

/** GET /api/openapi.json */
const api = endpoint(
  serve(operations.document, async () => {
    cached ??= openApiDocument(settings.siteUrl);
    return cached;
  }),
);
export const loader = api.loader;
export const action = api.action;
