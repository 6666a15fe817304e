import * as build from "virtual:remix/server-build";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/**
 * Remix ranks all routes four times a page to find one. A route whose first segment is another word
 * cannot match, so each first segment has a handler of its own that knows only the routes that can.
 * Without that a process took a third fewer orders a second beside readers.
 */

export { build };

/** @returns the whole path of a route, as the table of routes writes it, with its layouts' */
export function routePath({ parentId, path }: { parentId?: string | undefined; path?: string | undefined }): string {
  const parent = parentId === undefined ? undefined : build.routes[parentId];
  return [parent && routePath(parent), path].filter(Boolean).join("/");
}

const firstSegment = (path: string) => path.split("/", 1)[0] ?? "";

const handlers = new Map<string, RequestHandler>();

/** @param path of the request */
export function askRemix(path: string, request: Request): Promise<Response> {
  const segment = segmentOf(path);
  const handler = handlers.get(segment) ?? createRequestHandler(routesOf(segment), process.env.NODE_ENV);
  handlers.set(segment, handler);
  return handler(request);
}

let segments: Set<string> | undefined;

/** @returns the first segment; ANY where only Remix can match it (capitals, percent codes) */
function segmentOf(path: string): string {
  // The routes import this file, so they are known from the first request on.
  segments ??= new Set(Object.values(build.routes).map((route) => firstSegment(route ? routePath(route) : "")));
  const first = firstSegment(path.slice(1));
  return segments.has(first) ? first : ANY;
}

const ANY = "*";

function routesOf(segment: string): ServerBuild {
  if (segment === ANY) return build;
  const isLayout = new Set(Object.values(build.routes).map((route) => route?.parentId));
  const among = <Table extends Record<string, unknown>>(routes: Table) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => isLayout.has(id) || mayMatch(segment, id))) as Table;
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}

function mayMatch(segment: string, id: string): boolean {
  const first = firstSegment(routePath(build.routes[id] ?? {}));
  return first === segment || first.startsWith(":") || first === "*";
}
