// @ts-expect-error a virtual module of Remix's Vite plugin, which no types describe
import * as virtualBuild from "virtual:remix/server-build";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";

/**
 * Remix ranks all routes four times a page to find one. A route whose first segment is another word
 * cannot match, so each first segment has a handler of its own that knows only the routes that can.
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

/** @returns the first segment; ANY where only Remix can match it (capitals, percent codes) */
function segmentOf(path: string): string {
  // The routes import this file, so they are known from the first request on.
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
