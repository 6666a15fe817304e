import type { IncomingMessage } from "node:http";
import { settings } from "~/settings.server";
import { isCrossSite } from "./cross-site";
import type { Middleware } from "./middleware.server";
import { isPageTarget, namesHost } from "./request-target";

/** Bytes of a request's body (S-7); this shop's forms have a hundredth of that. */
export const MAX_BODY = 64 * 1024;

/** Bytes of a webhook, which may hold many events; nothing is parsed before its signature holds. */
export const MAX_WEBHOOK = settings.yalidine?.webhookSecret ? 1024 * 1024 : MAX_BODY;
const WEBHOOK = "/webhooks/yalidine";

/**
 * Rewrites requests that another site sent, or that are too large, without a host or invalid, to
 * the address of a page, or of JSON, that refuses them.
 * @param isApi whether a path is answered in JSON
 */
export const refuse =
  (isApi: (path: string) => boolean): Middleware =>
  (request, response, next) => {
    const status = whyRefused(request);
    if (status !== undefined) {
      const { method, url = "", headers } = request;
      const [path = ""] = url.split("?", 1);
      // Attempts can be found in the log, which holds paths only (S-7).
      console.warn("Refused with %d: %s %s", status, method, path);
      // Remix needs some host to answer with the page.
      if (status === 400) headers.host = "localhost";
      // The body is never read, and the connection is not used again.
      response.setHeader("Connection", "close");
      request.method = "GET";
      request.url = isApi(path) ? `/api/refus/${status}` : `/refus/${status}`;
      delete headers["content-length"];
      delete headers["transfer-encoding"];
    }
    next();
  };

/** @returns the status of a refused request; undefined for others */
function whyRefused({ method = "GET", url = "", headers, rawHeaders, httpVersion }: IncomingMessage) {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  if (!namesHost(rawHeaders, httpVersion)) return 400;
  // An absolute address is a request to a proxy.
  if (!url.startsWith("/")) return 400;
  if (isCrossSite(method, header, settings)) return 403;
  if (Number(header("content-length") ?? 0) > (url.split("?")[0] === WEBHOOK ? MAX_WEBHOOK : MAX_BODY)) return 413;
  // TRACE would send back what a proxy added, and the framework's Request rejects it.
  if (method === "TRACE") return 405;
  return isPageTarget(url) ? undefined : 404;
}
