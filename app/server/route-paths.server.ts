import type { RouteHandle } from "~/route-handle";
import { build } from "./remix.server";

interface Route extends RouteHandle {
  /** As the table of routes writes it, such as `/commande/:number`. */
  path: string;
  /** Whether it shows a page; others answer scripts, programs and search engines. */
  isPage: boolean;
}

/** Works from the first request on, since the routes import this file. */
function routesOf(isWanted: (route: Route) => boolean): Route[] {
  return Object.values(build.routes).flatMap((found) => {
    if (!found || found.id === "root" || found.path === "*") return [];
    const isPage = found.module.default !== undefined;
    const route = { ...(found.module.handle as RouteHandle), path: `/${found.path ?? ""}`, isPage };
    return isWanted(route) ? [route] : [];
  });
}

/** In the order of the table of routes. */
export const pathsOf = (isWanted: (route: Route) => boolean): string[] => routesOf(isWanted).map(({ path }) => path);

/** Pages that are the same for all visitors but for their slots. */
export const publicPages = (): Route[] => routesOf((route) => route.isPage && !route.private);

/** @returns matches such paths as browsers write them; Remix also matches other spellings */
export function patternOf(paths: readonly string[]): RegExp {
  const patterns = paths.map((path) => path.replace("*", ".*").replace(/:[^/]+/g, "[\\w-]+"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
