import { parameterNames } from "~/domain/catalogue/listing";
import { isReading, type Middleware, pathOf } from "~/http/middleware.server";
import { patternOf, publicRoutes } from "~/http/route-paths.server";
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
    parameters: new Set([COOKIE_CHECK, ...(lists ? Object.values(parameterNames) : []), ...reads]),
    wilaya,
  }));
  return pages.find(({ pattern }) => pattern.test(path));
}

/**
 * Takes parameters out of a public page's address that the page does not read (`reads` of its
 * handle): whatever somebody appends to a link, it is the page that is kept already.
 */
export const dropUnreadParameters: Middleware = (request, _, next) => {
  const { method, url = "" } = request;
  const at = url.indexOf("?");
  const page = at >= 0 && isReading(method) ? publicPageAt(pathOf(request)) : undefined;
  if (page) {
    const given = [...new URLSearchParams(url.slice(at))];
    const read = given.filter(([name]) => page.parameters.has(name));
    const query = read.length > 0 ? `?${new URLSearchParams(read)}` : "";
    if (read.length < given.length) request.url = `${pathOf(request)}${query}`;
  }
  next();
};
