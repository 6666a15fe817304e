import { openApiDocument } from "~/api/document.server";
import { operations } from "~/api/operations.server";
import { settings } from "~/settings.server";
import { endpoint, serve } from "./endpoint.server";

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
