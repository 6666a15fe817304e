import type { LoaderFunctionArgs } from "@remix-run/node";
import { movedTo } from "~/http/page-headers.server";
import { plainPath } from "~/http/route-paths.server";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/**
 * Older and English addresses redirect permanently, and keep their parameters (decision 008). Some
 * programs ask for an icon without reading a page.
 */
const moved: Record<string, string> = {
  "/men": "/homme",
  "/women": "/femme",
  "/kids": "/enfant",
  "/new": "/nouveaute",
  "/favicon.ico": "/icons/icon-192.png",
  "/apple-touch-icon.png": "/icons/apple-touch-icon.png",
};

export function loader({ request, params }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  // What is left is /products.
  const target = params.slug
    ? `/collection/${encodeURIComponent(params.slug)}`
    : (moved[plainPath(pathname)] ?? "/shop");
  return movedTo(`${target}${search}`);
}
