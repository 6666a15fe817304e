import { type WholeHandle, wholeHandle } from "~/route-handle";
import { build, routePath } from "./remix.server";

interface Route extends WholeHandle {
  /** As the table of routes writes it, such as `/commande/:number`. */
  path: string;
  /** Whether it shows a page; others answer scripts, programs and search engines. */
  isPage: boolean;
  /** Whether it takes forms, or what programs post. */
  hasAction: boolean;
}

/** Works from the first request on, since the routes import this file. */
function routesOf(isWanted: (route: Route) => boolean): Route[] {
  return Object.values(build.routes).flatMap((found) => {
    // Layouts, and the document, answer nothing and have no path.
    if (!found || !(found.path || found.index) || found.path === "*") return [];
    const route = {
      ...wholeHandle(found.module.handle),
      path: `/${routePath(found)}`,
      isPage: found.module.default !== undefined,
      hasAction: found.module.action !== undefined,
    };
    return isWanted(route) ? [route] : [];
  });
}

/** In the order of the table of routes. */
export const pathsOf = (isWanted: (route: Route) => boolean): string[] => routesOf(isWanted).map(({ path }) => path);

let known: { pattern: RegExp; route: Route }[] | undefined;

/** @returns the first route of a path, however it is written; undefined for unknown addresses */
export function routeAt(path: string): Route | undefined {
  known ??= routesOf(() => true).map((route) => ({ route, pattern: patternOf(route.path, "[^/]+") }));
  const plain = plainPath(path);
  return known.find(({ pattern }) => pattern.test(plain))?.route;
}

/** @returns a path's own spelling; Remix also matches others, such as `/Shop//` and `/%73hop` */
export function plainPath(path: string): string {
  return readPath(path).toLowerCase();
}

/** The same for a path of this route: ids, which are its parameters, may have capitals. */
export function ownPath(path: string, route: string): string {
  const named = route.split("/");
  const parts = readPath(path).split("/");
  return parts.map((part, index) => (named[index]?.startsWith(":") ? part : part.toLowerCase())).join("/");
}

function readPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/(?<=[^/])\/+$/, "");
  } catch {
    return path;
  }
}

/** Pages that are the same for all visitors but for their slots. */
export const publicRoutes = (): Route[] => routesOf((route) => route.isPage && !route.private);

/** @returns matches such a path as browsers write it; Remix also matches other spellings */
export const patternOf = (path: string, parameter = "[\\w-]+"): RegExp =>
  new RegExp(`^${path.replace("*", ".*").replace(/:[^/]+/g, parameter)}$`);
