import type { LoaderFunctionArgs } from "@remix-run/node";
import { pathsOf } from "~/http/route-paths.server";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { cachedResponse } from "./cached-response";
import { closedPaths } from "./closed-paths";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Refined and sorted lists are not closed: their own robots tag says noindex. */
export function loader({ request }: LoaderFunctionArgs) {
  const closed = pathsOf(({ search }) => search === "closed");
  const others = pathsOf(({ search }) => search !== "closed");
  const lines = [
    "User-agent: *",
    ...closedPaths(closed, others).map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${settings.siteUrl}/sitemap.xml`,
  ];
  return cachedResponse(request, `${lines.join("\n")}\n`, "text/plain; charset=utf-8");
}
