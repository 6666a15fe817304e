import type { IncomingMessage } from "node:http";
import { settings } from "~/settings.server";
import { isCrossSite } from "./cross-site";
import type { Middleware } from "./middleware.server";

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

/* Host and address are checked before the framework makes a URL of them. */

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Whether a request names one valid host; with HTTP/1.0 it may name none.
 * @param rawHeaders names and values in turn, since `headers` keeps only the first of two hosts
 */
function namesHost(rawHeaders: readonly string[], httpVersion: string): boolean {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length !== 4 || rawHeaders[index]?.toLowerCase() !== "host") continue;
    if (host !== undefined) return false;
    host = rawHeaders[index + 1];
  }
  if (host === undefined) return httpVersion === "1.0";
  if (host !== lastHost && !(HOST.test(host) && URL.canParse(`http://${host}`))) return false;
  lastHost = host;
  return true;
}

/** The last valid host. A shop has few, so that most requests skip the check. */
let lastHost: string | undefined;

/** Remix answers these in formats for its router in the browser, which this shop does not send. */
const FRAMEWORK_PARAMETERS = ["_data", "_routes"];

/** Most addresses: nothing to decode, no dot, no query. */
const PLAIN = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/;

/** @param target path and query, as the request line has them */
function isPageTarget(target: string): boolean {
  if (PLAIN.test(target)) return true;
  try {
    decodeURIComponent(target);
    if (target.startsWith("//")) return false;
    const { pathname, searchParams } = new URL(`http://shop.invalid${target}`);
    if (decodeURIComponent(pathname).endsWith(".data")) return false;
    return !FRAMEWORK_PARAMETERS.some((name) => searchParams.has(name));
  } catch {
    return false;
  }
}
