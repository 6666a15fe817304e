import type { IncomingMessage } from "node:http";
import type { RouteHandle } from "~/route-handle";
import { settings } from "~/settings.server";
import { isCrossSite } from "./cross-site";
import { isFile } from "./files.server";
import { inUtf8 } from "./in-utf8.server";
import { isReading, type Middleware, pathOf } from "./middleware.server";
import { isOfficeHost, isOfficePath, isWrongHost } from "./office-host";
import { securityHeaders } from "./security-headers.server";

/** Bytes of a request's body, unless its route says more; forms have a hundredth of that. */
export const MAX_BODY = 64 * 1024;

type RouteAt = (path: string) => (Pick<RouteHandle, "api" | "body"> & { hasAction: boolean }) | undefined;

/**
 * Rewrites requests that another site sent, or that are too large, without a host or invalid, to
 * the address of a page, or of JSON, that refuses them.
 * @param routeAt the route of a path
 */
export const refuse =
  (routeAt: RouteAt): Middleware =>
  (request, response, next) => {
    request.url = originForm(request).replace(/[?&][^?&]*%[89a-f][^?&]*/gi, inUtf8);
    // Who types the office's host means its first page.
    if (request.url === "/" && isOfficeHost(request.headers.host, officeHost))
      return void response.writeHead(302, { ...securityHeaders, Location: "/gestion" }).end();
    const status = whyRefused(request, routeAt);
    if (status !== undefined) {
      const { method, headers } = request;
      const path = pathOf(request);
      // Attempts can be found in the log, which holds paths only.
      console.warn("Refused with %d: %s %s", status, method, path);
      // Remix needs some host to answer with the page.
      if (status === 400) headers.host = "localhost";
      // The body is never read, and the connection is not used again.
      response.setHeader("Connection", "close");
      if (status === 405) response.setHeader("Allow", methodsAt(path, routeAt).join(", "));
      request.method = "GET";
      request.url = `${refusalsOf(path, headers.host, routeAt)}/refus/${status}`;
      delete headers["content-length"];
      delete headers["transfer-encoding"];
    } else if (!METHODS.includes(request.method ?? "")) {
      // Only the API's: its operations refuse this one as well, and say which they take.
      request.method = "PUT";
    }
    next();
  };

/** Some clients name the host in the address as well (RFC 9112, 3.2.2): it is left out. */
function originForm({ url = "", headers: { host } }: IncomingMessage): string {
  const origin = /^https?:\/\/[^/?#]+/i.exec(url)?.[0];
  if (origin === undefined || origin.replace(/^.*\//, "").toLowerCase() !== host?.toLowerCase()) return url;
  const target = url.slice(origin.length);
  return target.startsWith("/") ? target : `/${target}`;
}

/** Whose error page it is. */
function refusalsOf(path: string, host: string | undefined, routeAt: RouteAt): string {
  if (officeHost === undefined ? isOfficePath(path) : isOfficeHost(host, officeHost)) return "/gestion";
  return routeAt(path)?.api ? "/api" : "";
}

/** The host of the back office, if it has one of its own. */
const officeHost = settings.officeUrl === undefined ? undefined : new URL(settings.officeUrl).hostname;

/** The framework refuses others, such as TRACE, without asking a route. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What an address takes that is not the API's. A form sent to an unknown one is led to a page. */
function methodsAt(path: string, routeAt: RouteAt): string[] {
  // The office's scripts post to an address of their own for each page.
  const { hasAction = true } = routeAt(path.replace(/\.data$/, "")) ?? {};
  return METHODS.slice(0, hasAction ? 3 : 2);
}

/** @returns the status of a refused request; undefined for others */
function whyRefused(request: IncomingMessage, routeAt: RouteAt): number | undefined {
  const { method = "GET", url = "", headers, rawHeaders, httpVersion } = request;
  const header = (name: string) => headers[name]?.toString();
  if (!namesHost(rawHeaders, httpVersion)) return 400;
  // Such as an address of another host, which is a request to a proxy.
  if (!url.startsWith("/")) return 400;
  const path = url.split("?")[0] ?? "";
  const isOffice = isOfficePath(path);
  if (isWrongHost(path, header("host"), officeHost) && !isFile(path)) return 404;
  if (isCrossSite(method, header, settings, isOffice)) return 403;
  const size = Number(header("content-length") ?? 0);
  if (size > MAX_BODY && size > (routeAt(path)?.body?.max ?? MAX_BODY)) return 413;
  if (!isPageTarget(url, isOffice)) return 404;
  return isReading(method) || routeAt(path)?.api || methodsAt(path, routeAt).includes(method) ? undefined : 405;
}

/* Host and address are checked before the framework makes a URL of them. */

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether a request names one valid host; with HTTP/1.0 it may name none.
 * @param rawHeaders names and values in turn, since `headers` keeps only the first of two hosts
 */
function namesHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  const [host, ...others] = hosts;
  if (host === undefined) return httpVersion === "1.0";
  return others.length === 0 && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** Remix answers these in formats for its router in the browser, which only the office has. */
const FRAMEWORK_PARAMETERS = ["_data", "_routes"];

/** Paths that mean what they say, as nearly all are. */
const PLAIN = /^(?:\/[\w-]+)+$|^\/$/;

/** @param target path and query, as the request line has them */
function isPageTarget(target: string, isOffice: boolean): boolean {
  if (PLAIN.test(target)) return true;
  try {
    const { pathname, searchParams } = new URL(`http://shop.invalid${target}`);
    // Of the path alone: in links to it people write a % or another encoding into the query.
    const path = decodeURIComponent(pathname);
    // With `/./`, `/../` or a backslash the URL that Remix makes is another path than was checked.
    if (path !== decodeURIComponent(target.split(/[?#]/)[0] ?? "")) return false;
    if (target.startsWith("//")) return false;
    if (isOffice) return true;
    if (path.endsWith(".data")) return false;
    return !FRAMEWORK_PARAMETERS.some((name) => searchParams.has(name));
  } catch {
    return false;
  }
}
