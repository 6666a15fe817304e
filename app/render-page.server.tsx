import type { EntryContext, HandleErrorFunction } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { EntryScripts, inlineScripts, stylesOf } from "./components/layout/document";
import { Mark } from "./components/layout/slots";
import { isOffice } from "./components/office/office-data";
import { isReading } from "./http/middleware.server";
import { etagOf, hasPage, keeperOfShared, pageHeaders } from "./http/page-headers.server";
import { policyOf } from "./http/security-headers.server";
import { MARK } from "./page-cache/template.server";
import { renderOfficePage } from "./render-office.server";
import { currentRequest } from "./request-context.server";
import { type WholeHandle, wholeHandle } from "./route-handle";
import { hasOurCookies, hasSession } from "./session/cookies.server";

const policyFor = policyOf(inlineScripts);

/**
 * Milliseconds that Remix waits for data that comes after a page. Here none does, and by its five
 * seconds every page would keep its data and an ending process.
 */
export const streamTimeout = 100;

export { handleDataRequest } from "./render-office.server";

/**
 * Renders a page whole (P-5). The page cache (page-cache/) has its pages rendered here and sends
 * them itself; all others are one visitor's, or not kept.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  if (isOffice(context.staticHandlerContext.matches.map(({ route }) => route)))
    return renderOfficePage(request, status, headers, context);
  const policy = pagePolicy(context);
  const current = currentRequest();
  if (current?.variant) {
    current.page = { html: htmlOf(request, context, MARK), policy };
    return new Response(null, { status });
  }
  const html = htmlOf(request, context);
  const isPage = status === 200 && isReading(request.method);
  const isPublic = isPage && !isPrivate(context) && !hasOurCookies(request) && !current?.isIncomplete;
  const asked = Object.fromEntries(request.headers);
  const keeper = isPublic ? keeperOfShared(asked) : isSecret(context, request, headers) ? "nobody" : "browser";
  const etag = isPage ? etagOf(html) : undefined;
  for (const [name, value] of Object.entries(pageHeaders({ policy, keeper, etag }))) headers.set(name, value);
  const retryAfter = status === 503 ? "60" : retryAfterOf(context);
  if (retryAfter) headers.set("Retry-After", retryAfter);
  const isUnchanged = etag !== undefined && hasPage(asked, etag);
  return isUnchanged
    ? new Response(null, { status: 304, headers })
    : new Response(Buffer.from(html), { status, headers });
}

/** Logs errors without the query, the body or a cookie: nothing personal in logs. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  // An address may hold "%c", which would be a directive in the console's first argument.
  console.error("%s %s", request.method, new URL(request.url).pathname, error);
};

/** What the page's route says of itself; its layouts say nothing. */
function handleOf(context: EntryContext): WholeHandle {
  const { id = "" } = context.staticHandlerContext.matches.at(-1)?.route ?? {};
  return wholeHandle(context.routeModules[id]?.handle);
}

const isPrivate = (context: EntryContext) => handleOf(context).private;

/** An account's private page is not kept, so that Back shows nothing after signing out. */
const isSecret = (context: EntryContext, request: Request, headers: Headers) =>
  headers.get("Cache-Control") === "no-store" || (isPrivate(context) && hasSession(request));

/** Remix passes on only the cookies of an action's headers. */
function retryAfterOf({ staticHandlerContext: { actionHeaders } }: EntryContext): string | undefined {
  const values = Object.values(actionHeaders).map((headers) => headers.get("Retry-After"));
  return values.find((value) => value !== null) ?? undefined;
}

/** @param mark around the slots of a template; none on a visitor's own page */
function htmlOf(request: Request, context: EntryContext, mark?: string): string {
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
  const handle = handleOf(context);
  return policyFor(stylesOf({ id, data: loaderData[id], handle }), handle.frames);
}

/** In development Vite's client and runtime come first, which reload changed pages. */
function entryScripts({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } };
  return hmr ? ["/@vite/client", hmr.runtime, manifest.entry.module] : [manifest.entry.module];
}
