import type { RouteHandle } from "~/route-handle";
import { pathsOf } from "~/server/route-paths.server";
import { settings } from "~/settings.server";
import { closedPaths } from "./closed-paths";
import { kept } from "./kept";

export const handle = { private: false, search: "open" } satisfies RouteHandle;

/** Refined and sorted lists may be read: they say themselves that they are no news. */
export function loader() {
  const closed = pathsOf(({ search }) => search === "closed");
  const others = pathsOf(({ search }) => search !== "closed");
  const lines = [
    "User-agent: *",
    ...closedPaths(closed, others).map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${settings.siteUrl}/sitemap.xml`,
  ];
  return kept(`${lines.join("\n")}\n`, "text/plain; charset=utf-8");
}
