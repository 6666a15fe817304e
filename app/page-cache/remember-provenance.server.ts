import { provenanceOf } from "~/domain/order/provenance";
import { type Middleware, pathOf } from "~/http/middleware.server";
import { isOpened } from "~/http/page-headers.server";
import { provenanceCookie } from "~/session/cookies.server";
import { isUntracked } from "~/session/provenance.server";
import { publicPageAt } from "./public-pages.server";

/**
 * Remembers where a visit came from, with the public page that it begins with. That answer alone
 * has the cookie, and no shared cache keeps it; the page is everybody's all the same.
 */
export const rememberProvenance =
  (siteUrl: string): Middleware =>
  (request, response, next) => {
    const { method, url = "", headers } = request;
    const header = (name: string) => headers[name]?.toString();
    const query = url.slice(pathOf(request).length);
    const isLink = query.includes("utm_") || headers.referer !== undefined;
    const isVisit = method === "GET" && isLink && isOpened(header) && !isUntracked(header);
    const own = [new URL(siteUrl).hostname, headers.host];
    const found = isVisit ? provenanceOf(new URLSearchParams(query), headers.referer, own) : undefined;
    if (!found || !publicPageAt(pathOf(request))) return next();
    provenanceCookie
      .serialize(found)
      .then((cookie) => void response.setHeader("Set-Cookie", cookie))
      .finally(next);
  };
