import { setFlagsFromString } from "node:v8";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import fresh from "fresh";
import { renderToString } from "react-dom/server";
import { EntryScripts, inlineScripts, inlineStyles, ownStyleOf } from "./components/layout/document";
import { Mark } from "./components/layout/slots";
import { pageCache } from "./page-cache/answer.server";
import { MARK } from "./page-cache/template.server";
import { currentRequest } from "./request-context.server";
import type { RouteHandle } from "./route-handle";
import { answer } from "./server/answer.server";
import { answerAsset } from "./server/assets.server";
import { compress, encodingFor, etagOf } from "./server/compression.server";
import { policyOf } from "./server/content-security-policy.server";
import { installMiddleware } from "./server/middleware.server";
import { openContext } from "./server/open-context.server";
import { awaitQuiet } from "./server/pace.server";
import { refuse } from "./server/refuse.server";
import { pathsOf, patternOf } from "./server/route-paths.server";
import { hasOurCookies, hasSession } from "./session/cookies.server";
import { settings } from "./settings.server";
import { shopReady } from "./shop/shop.server";

// What is not used any more is given back when it is a third of what is: V8 would let it grow to several times as much first.
setFlagsFromString("--heap-growing-percent=30");
// Migrations and the demo catalogue come before the first request: remix-serve listens once this module has loaded.
const shop = await shopReady();
// What another shop's API told is not in this database alone; and while one works on it, sources change.
const isKept = import.meta.env.PROD && settings.apiUrl === undefined;
// The shop itself speaks no TLS: something stands in front, and nobody said what.
if (settings.secure && settings.trustedProxies.rules.length === 0)
  console.info(
    "TRUSTED_PROXIES is not set: nobody's address is known, and limits on attempts by address are left out.",
  );
const isApi = (path: string) => patternOf(pathsOf(({ api }) => api === true)).test(path);
installMiddleware([refuse(isApi), answerAsset, ...(isKept ? [pageCache(shop)] : []), openContext, awaitQuiet, answer]);

const policyFor = policyOf({ scripts: inlineScripts, styles: inlineStyles });

/**
 * One whole page at a time (P-5): rendered to the end, then sent in one piece, compressed once. Public pages are rendered for the page
 * cache (page-cache/), which sends them itself; what comes here beside is one visitor's, or is not kept.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(context));
  const { variant, isIncomplete = false } = currentRequest() ?? {};
  if (variant) return new Response(renderPage(request, context, MARK), { status, headers });
  const html = Buffer.from(renderPage(request, context));
  const isPublic =
    status === 200 && isReading(request) && !isPrivate(context) && !hasOurCookies(request) && !isIncomplete;
  headers.append("Vary", "Cookie, Save-Data, Accept-Encoding");
  // Shared caches may keep what holds no name, phone, cart or flash (P-6); the short time bounds how old a price can look.
  headers.set("Cache-Control", isPublic ? "public, max-age=0, s-maxage=60" : privacyOf(context, request, headers));
  // What a browser asked for ahead (a link was pointed at) is used without asking again, as long as no cookie is new.
  if (isPublic && request.headers.get("sec-purpose") === "prefetch")
    headers.set("Cache-Control", "private, max-age=60");
  const again = status === 503 ? "60" : retryAfterOf(context);
  if (again) headers.set("Retry-After", again);

  if (isReading(request) && status === 200) {
    const etag = etagOf(html);
    headers.set("ETag", etag);
    if (fresh(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers });
  }
  const encoding = encodingFor(request.headers.get("accept-encoding") ?? undefined);
  const body = compress(html, encoding);
  if (encoding !== "identity") headers.set("Content-Encoding", encoding);
  headers.set("Content-Length", String(body.byteLength));
  return new Response(body as BodyInit, { status, headers });
}

/** Logs what went wrong, without the query, the body or a cookie: nothing personal in logs (S-7). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  // An address may hold "%c", which the console would take for an order of its own.
  console.error("%s %s", request.method, new URL(request.url).pathname, error);
};

const isReading = (request: Request) => request.method === "GET" || request.method === "HEAD";

/** What the routes of the page say of themselves; the root says nothing. */
function handlesOf(context: EntryContext): RouteHandle[] {
  const { matches } = context.staticHandlerContext;
  return matches.flatMap(({ route }) => (context.routeModules[route.id]?.handle as RouteHandle | undefined) ?? []);
}

const isPrivate = (context: EntryContext) => handlesOf(context).some((handle) => handle.private);

/**
 * Of who is signed in not even the browser keeps a page: after signing out, Back shows nothing on a shared computer. Nor does it
 * when the page's own headers say so.
 */
const privacyOf = (context: EntryContext, request: Request, headers: Headers) =>
  headers.get("Cache-Control") === "no-store" || (isPrivate(context) && hasSession(request))
    ? "private, no-store"
    : "private, no-cache";

/** Of what an action says of its answer Remix passes on the cookies alone. */
function retryAfterOf({ staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined {
  const said = Object.values(actionHeaders).map((headers) => headers.get("Retry-After"));
  return said.find((one) => one !== null) ?? undefined;
}

/** @param mark for a template */
function renderPage(request: Request, context: EntryContext, mark?: string): string {
  const html = renderToString(
    <EntryScripts.Provider value={entryScripts(context)}>
      <Mark.Provider value={mark}>
        <RemixServer context={context} url={request.url} />
      </Mark.Provider>
    </EntryScripts.Provider>,
  );
  return `<!DOCTYPE html>${html}`;
}

function pagePolicy(context: EntryContext): string {
  const { matches, loaderData } = context.staticHandlerContext;
  const { id = "" } = matches.at(-1)?.route ?? {};
  const frames = handlesOf(context).flatMap((handle) => handle.frames ?? []);
  return policyFor(frames, ownStyleOf({ id, data: loaderData[id] }));
}

/** In development Vite's client comes first, which loads the page anew when a file changes, and what its modules ask for. */
function entryScripts({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } };
  return hmr ? ["/@vite/client", hmr.runtime, manifest.entry.module] : [manifest.entry.module];
}
