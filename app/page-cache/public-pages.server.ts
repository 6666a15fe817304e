import { parameterNames } from "~/domain/catalogue/listing";
import { PART, TRY } from "~/domain/values/parameters";
import { isReading, type Middleware, pathOf } from "~/http/middleware.server";
import { FOR_AN_HOUR } from "~/http/page-headers.server";
import { ownPath, patternOf, plainPath, publicRoutes } from "~/http/route-paths.server";
import { securityHeaders } from "~/http/security-headers.server";
import { COOKIE_CHECK } from "~/session/refused-cookies.server";

interface PublicPage {
  /** As the table of routes writes it. */
  route: string;
  pattern: RegExp;
  /** The parameters of its address that it reads. */
  parameters: ReadonlySet<string>;
  /** Whether it names the delivery to the visitor's wilaya. */
  wilaya: boolean;
}

let pages: PublicPage[] | undefined;

/** @param path in the spelling of browsers; Remix answers others too, and these are not kept */
export function publicPageAt(path: string): PublicPage | undefined {
  // The routes are known from the first request on.
  pages ??= publicRoutes().map(({ path, lists = false, reads = [], wilaya = false }) => ({
    route: path,
    pattern: patternOf(path),
    // On every page the root looks for COOKIE_CHECK.
    parameters: new Set([COOKIE_CHECK, ...(lists ? [PART, ...Object.values(parameterNames)] : []), ...reads]),
    wilaya,
  }));
  return pages.find(({ pattern }) => pattern.test(path));
}

/** With two slashes it would lead to another host. */
const IS_PATH = /^\/(?![/\\])/;

/**
 * Leads from other spellings of a public page's path (`/Shop//`) to its own, and takes parameters
 * out that the page does not read (`reads` of its handle): it is the page that is kept already.
 */
export const toPlainAddress: Middleware = (request, response, next) => {
  const { method, url = "" } = request;
  const at = url.indexOf("?");
  const parameters = new URLSearchParams(at >= 0 ? url.slice(at) : "");
  if (isReading(method) && parameters.has(TRY) && IS_PATH.test(url)) {
    // Only answers to forms have this address: read, its forms would post to the page's own.
    parameters.delete(TRY);
    const Location = [url.slice(0, at), ...(parameters.size > 0 ? [parameters] : [])].join("?");
    response.writeHead(303, { ...securityHeaders, Location, "Cache-Control": "no-store" }).end();
    return;
  }
  const path = pathOf(request);
  const plain = plainPath(path);
  const isAsked = isReading(method) && (at >= 0 || plain !== path);
  const page = isAsked ? publicPageAt(path) : undefined;
  const other = isAsked && !page ? publicPageAt(plain) : undefined;
  const own = other && ownPath(path, other.route);
  // A letter that is ASCII only when it is small, such as the kelvin sign, is none of an address.
  if (own && other.pattern.test(own)) {
    const Location = at < 0 ? own : own + url.slice(at);
    response.writeHead(301, { ...securityHeaders, Location, "Cache-Control": FOR_AN_HOUR }).end();
    return;
  }
  if (page && at >= 0) {
    const given = [...parameters];
    const read = given.filter(([name]) => page.parameters.has(name));
    const query = read.length > 0 ? `?${new URLSearchParams(read)}` : "";
    if (read.length < given.length) request.url = path + query;
  }
  next();
};
