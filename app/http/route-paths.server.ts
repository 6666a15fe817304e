import { type RouteHandle, type WholeHandle, wholeHandle } from "~/route-handle";
import { build, pathOf } from "./remix.server";

interface Route extends WholeHandle {
  /** As the table of routes writes it, such as `/commande/:number`. */
  path: string;
  /** Whether it shows a page; others answer scripts, programs and search engines. */
  isPage: boolean;
}

/** Works from the first request on, since the routes import this file. */
function routesOf(isWanted: (route: Route) => boolean): Route[] {
  return Object.values(build.routes).flatMap((found) => {
    // Layouts, and the document, answer nothing and have no path.
    if (!found || !(found.path || found.index) || found.path === "*") return [];
    const route = {
      ...wholeHandle(found.module.handle),
      path: `/${pathOf(found)}`,
      isPage: found.module.default !== undefined,
    };
    return isWanted(route) ? [route] : [];
  });
}

/** In the order of the table of routes. */
export const pathsOf = (isWanted: (route: Route) => boolean): string[] => routesOf(isWanted).map(({ path }) => path);

/** @returns what the route of a path says of itself */
export const handleAt = (path: string): RouteHandle | undefined =>
  routesOf((route) => patternOf([route.path]).test(path))[0];

/** Pages that are the same for all visitors but for their slots. */
export const publicRoutes = (): Route[] => routesOf((route) => route.isPage && !route.private);

/** @returns matches such paths as browsers write them; Remix also matches other spellings */
export function patternOf(paths: readonly string[]): RegExp {
  const patterns = paths.map((path) => path.replace("*", ".*").replace(/:[^/]+/g, "[\\w-]+"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
}
