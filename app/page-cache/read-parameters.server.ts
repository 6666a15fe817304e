import { parameterNames } from "~/domain/listing";
import type { Middleware } from "~/server/middleware.server";
import { patternOf, publicPages } from "~/server/route-paths.server";
import { COOKIE_CHECK } from "~/session/refused-cookies.server";

/** The parameters that each public page reads. */
let pages: { pattern: RegExp; names: ReadonlySet<string> }[] | undefined;

/** On every page the root looks for this one. */
const namesOf = ({ lists = false, reads = [] }: ReturnType<typeof publicPages>[number]) =>
  new Set([COOKIE_CHECK, ...(lists ? Object.values(parameterNames) : []), ...reads]);

/**
 * Takes parameters out of a public page's address that the page does not read (`reads` of its
 * handle): whatever somebody appends to a link, it is the page that is kept already.
 */
export const dropUnreadParameters: Middleware = (request, _, next) => {
  const { method, url = "" } = request;
  const at = url.indexOf("?");
  if (at >= 0 && (method === "GET" || method === "HEAD")) {
    const path = url.slice(0, at);
    pages ??= publicPages().map((page) => ({ pattern: patternOf([page.path]), names: namesOf(page) }));
    const names = pages.find(({ pattern }) => pattern.test(path))?.names;
    const given = [...new URLSearchParams(url.slice(at))];
    const read = given.filter(([name]) => names?.has(name));
    if (names && read.length < given.length)
      request.url = read.length > 0 ? `${path}?${new URLSearchParams(read)}` : path;
  }
  next();
};
