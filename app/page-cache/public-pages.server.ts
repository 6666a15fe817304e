import { parameterNames } from "~/domain/catalogue/listing";
import { PART, TRY } from "~/domain/values/parameters";
import { isReading, type Middleware, pathOf } from "~/http/middleware.server";
import { patternOf, publicRoutes } from "~/http/route-paths.server";
import { securityHeaders } from "~/http/security-headers.server";
import { COOKIE_CHECK } from "~/session/refused-cookies.server";

interface PublicPage {
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
    pattern: patternOf([path]),
    // On every page the root looks for COOKIE_CHECK.
    parameters: new Set([COOKIE_CHECK, ...(lists ? [PART, ...Object.values(parameterNames)] : []), ...reads]),
    wilaya,
  }));
  return pages.find(({ pattern }) => pattern.test(path));
}

/** With two slashes it would lead to another host. */
const IS_PATH = /^\/(?![/\\])/;

/**
 * Takes parameters out of a public page's address that the page does not read (`reads` of its
 * handle): whatever somebody appends to a link, it is the page that is kept already.
 */
export const dropUnreadParameters: Middleware = (request, response, next) => {
  const { method, url = "" } = request;
  const at = url.indexOf("?");
  if (at >= 0 && isReading(method) && url.includes(`${TRY}=`, at) && IS_PATH.test(url)) {
    // Only answers to forms have this address: read, its forms would post to the page's own.
    const parameters = new URLSearchParams(url.slice(at));
    parameters.delete(TRY);
    const Location = [url.slice(0, at), ...(parameters.size > 0 ? [parameters] : [])].join("?");
    response.writeHead(303, { ...securityHeaders, Location, "Cache-Control": "no-store" }).end();
    return;
  }
  const page = at >= 0 && isReading(method) ? publicPageAt(pathOf(request)) : undefined;
  if (page) {
    const given = [...new URLSearchParams(url.slice(at))];
    const read = given.filter(([name]) => page.parameters.has(name));
    const query = read.length > 0 ? `?${new URLSearchParams(read)}` : "";
    if (read.length < given.length) request.url = `${pathOf(request)}${query}`;
  }
  next();
};
