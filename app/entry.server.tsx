import { setFlagsFromString } from "node:v8";
import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import fresh from "fresh";
import { renderToString } from "react-dom/server";
import { EntryScripts, inlineScripts, stylesOf } from "./components/layout/document";
import { Mark } from "./components/layout/slots";
import { pageCache } from "./page-cache/answer.server";
import { dropUnreadParameters } from "./page-cache/read-parameters.server";
import { MARK } from "./page-cache/template.server";
import { currentRequest } from "./request-context.server";
import type { RouteHandle } from "./route-handle";
import { answer } from "./server/answer.server";
import { answerAsset } from "./server/assets.server";
import { etagOf } from "./server/compression.server";
import { policyOf } from "./server/content-security-policy.server";
import { installMiddleware } from "./server/middleware.server";
import { openContext } from "./server/open-context.server";
import { awaitQuiet } from "./server/pace.server";
import { refuse } from "./server/refuse-requests.server";
import { pathsOf, patternOf } from "./server/route-paths.server";
import { hasOurCookies, hasSession } from "./session/cookies.server";
import { settings } from "./settings.server";
import { shopReady } from "./shop/shop.server";

// Garbage is collected at a third of live memory; V8 would let it grow to several times that.
setFlagsFromString("--heap-growing-percent=30");
// Migrations and the demo catalogue come first: remix-serve listens once this module has loaded.
const shop = await shopReady();
// Pages from another shop's API depend on more than this database; in development, sources change.
const isKept = import.meta.env.PROD && settings.apiUrl === undefined;
// The shop itself speaks no TLS, so there is a proxy, of which the settings name no address.
if (settings.secure && settings.trustedProxies.rules.length === 0)
  console.info(
    "TRUSTED_PROXIES is not set: nobody's address is known, and limits on attempts by address are left out.",
  );
const isApi = (path: string) => patternOf(pathsOf(({ api }) => api === true)).test(path);
installMiddleware(
  [
    refuse(isApi),
    answerAsset,
    dropUnreadParameters,
    ...(isKept ? [pageCache(shop)] : []),
    openContext,
    awaitQuiet,
    answer,
  ],
  // Milliseconds, more than the headers have: 64 KB arrive in less. Node looks every half minute.
  { requestTimeout: 90_000, maxConnections: settings.maxConnections },
);

const policyFor = policyOf(inlineScripts);

/**
 * Milliseconds that Remix waits for data that comes after a page. Here none does, and by its five
 * seconds every page would keep its data and an ending process.
 */
export const streamTimeout = 100;

/**
 * Renders a page whole (P-5). The page cache (page-cache/) has its pages rendered here and sends
 * them itself; all others are one visitor's, or not kept.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", pagePolicy(context));
  const current = currentRequest();
  if (current?.variant) {
    current.html = renderPage(request, context, MARK);
    return new Response(null, { status, headers });
  }
  const isIncomplete = current?.isIncomplete ?? false;
  const html = renderPage(request, context);
  const isPublic =
    status === 200 && isReading(request) && !isPrivate(context) && !hasOurCookies(request) && !isIncomplete;
  headers.append("Vary", "Cookie, Save-Data");
  // Shared caches keep what holds no name, phone, cart or flash (P-6), while a price may be old.
  headers.set("Cache-Control", isPublic ? "public, max-age=0, s-maxage=60" : privacyOf(context, request, headers));
  // A browser uses a prefetched page without asking again, as long as no cookie is new.
  if (isPublic && request.headers.get("sec-purpose") === "prefetch")
    headers.set("Cache-Control", "private, max-age=60");
  const retryAfter = status === 503 ? "60" : retryAfterOf(context);
  if (retryAfter) headers.set("Retry-After", retryAfter);

  if (isReading(request) && status === 200) {
    const etag = etagOf(html);
    headers.set("ETag", etag);
    if (fresh(Object.fromEntries(request.headers), { etag })) return new Response(null, { status: 304, headers });
  }
  return new Response(html, { status, headers });
}

/** Logs errors without the query, the body or a cookie: nothing personal in logs (S-7). */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  // An address may hold "%c", which would be a directive in the console's first argument.
  console.error("%s %s", request.method, new URL(request.url).pathname, error);
};

const isReading = (request: Request) => request.method === "GET" || request.method === "HEAD";

/** Handles of the page's routes; the root has none. */
function handlesOf(context: EntryContext): RouteHandle[] {
  const { matches } = context.staticHandlerContext;
  return matches.flatMap(({ route }) => (context.routeModules[route.id]?.handle as RouteHandle | undefined) ?? []);
}

const isPrivate = (context: EntryContext) => handlesOf(context).some((handle) => handle.private);

/** An account's private page is not kept, so that Back shows nothing after signing out. */
const privacyOf = (context: EntryContext, request: Request, headers: Headers) =>
  headers.get("Cache-Control") === "no-store" || (isPrivate(context) && hasSession(request))
    ? "private, no-store"
    : "private, no-cache";

/** Remix passes on only the cookies of an action's headers. */
function retryAfterOf({ staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined {
  const values = Object.values(actionHeaders).map((headers) => headers.get("Retry-After"));
  return values.find((value) => value !== null) ?? undefined;
}

/** @param mark around the slots of a template; none on a visitor's own page */
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
  return policyFor(stylesOf({ id, data: loaderData[id] }), frames);
}

/** In development Vite's client and runtime come first, which reload changed pages. */
function entryScripts({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } };
  return hmr ? ["/@vite/client", hmr.runtime, manifest.entry.module] : [manifest.entry.module];
}
