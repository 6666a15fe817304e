import type { RouteHandle } from "~/route-handle";
import { build } from "./remix.server";

interface Route extends RouteHandle {
  /** Whether it shows a page; others answer scripts, programs and search engines. */
  isPage: boolean;
}

/**
 * Works from the first request on, since the routes import this file.
 * @returns paths as the table of routes writes them, such as `/commande/:number`, in its order
 */
export function pathsOf(isWanted: (route: Route) => boolean): string[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path === "*") return [];
    const isPage = route.module.default !== undefined;
    return isWanted({ ...(route.module.handle as RouteHandle), isPage }) ? [`/${route.path ?? ""}`] : [];
  });
}

/** @returns matches such paths as browsers write them; Remix also matches other spellings */
export function patternOf(paths: readonly string[]): RegExp {
  const patterns = paths.map((path) => path.replace("*", ".*").replace(/:[^/]+/g, "[\\w-]+"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
