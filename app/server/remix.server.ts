// @ts-expect-error a virtual module of Remix's Vite plugin: all routes, and the entry that imports this file
import * as virtualBuild from "virtual:remix/server-build";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/**
 * Remix's handler of a page. Remix ranks all its routes whenever it looks for one, four times a page, and tries them in turn. A route
 * whose first segment is another word cannot match, so there is a handler for each first segment, which knows its own routes only
 * and finds the same one.
 */

export const build = virtualBuild as ServerBuild;

const firstSegment = (path = "") => path.split("/", 1)[0] ?? "";

const handlers = new Map<string, RequestHandler>();

/** @param path of the request */
export function answerOfRemix(path: string, request: Request): Promise<Response> {
  const segment = segmentOf(path);
  const handler = handlers.get(segment) ?? createRequestHandler(routesOf(segment), process.env.NODE_ENV);
  handlers.set(segment, handler);
  return handler(request);
}

let segments: Set<string> | undefined;

/** @returns the first one; ANY where only Remix can say what it is, such as one in capitals or with a code of percent */
function segmentOf(path: string): string {
  // The routes import this file: they are there at the first request only.
  segments ??= new Set(Object.values(build.routes).map((route) => firstSegment(route?.path)));
  const first = firstSegment(path.slice(1));
  return segments.has(first) ? first : ANY;
}

const ANY = "*";

function routesOf(segment: string): ServerBuild {
  if (segment === ANY) return build;
  const among = <Table extends Record<string, { id: string; path?: string | undefined } | undefined>>(routes: Table) =>
    Object.fromEntries(Object.entries(routes).filter(([, route]) => route && mayMatch(segment, route))) as Table;
  return { ...build, routes: among(build.routes), assets: { ...build.assets, routes: among(build.assets.routes) } };
}

function mayMatch(segment: string, { id, path }: { id: string; path?: string | undefined }): boolean {
  const first = firstSegment(path);
  return id === "root" || first === segment || first.startsWith(":") || first === "*";
}
