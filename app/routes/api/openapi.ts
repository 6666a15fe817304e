import { openApiDocument } from "~/api/document.server";
import { operations } from "~/api/operations.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { endpoint, serve } from "./endpoint.server";

export const handle = { private: false, search: "open", api: true } satisfies RouteHandle;

let made: object | undefined;

/** GET /api/openapi.json */
const api = endpoint(
  serve(operations.document, async () => {
    made ??= openApiDocument(settings.siteUrl);
    return made;
  }),
);
export const loader = api.loader;
export const action = api.action;
