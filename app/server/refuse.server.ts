import type { IncomingMessage } from "node:http";
import { settings } from "~/settings.server";
import { isCrossSite } from "./cross-site";
import type { Middleware } from "./middleware.server";
import { isPageTarget, namesHost } from "./request-target";

/** Bytes of a request's body; forms of this shop are a hundredth of that (S-7). */
export const MAX_BODY = 64 * 1024;

/** What the courier tells may be many events at once; of what it did not sign nothing is read but its bytes. */
export const MAX_WEBHOOK = settings.yalidine?.webhookSecret ? 1024 * 1024 : MAX_BODY;
const WEBHOOK = "/webhooks/yalidine";

/**
 * Refuses what another site sent, what is too large, what names no host and what is no address. A page that says so answers.
 *
 * @param isApi whether programs ask at a path: they are answered in JSON, refusals too
 */
export const refuse =
  (isApi: (path: string) => boolean): Middleware =>
  (request, response, next) => {
    const status = whyRefused(request);
    if (status !== undefined) {
      const { method, url = "", headers } = request;
      const [path = ""] = url.split("?", 1);
      // Whoever looks for attempts finds them in the log, which names paths only (S-7).
      console.warn("Refused with %d: %s %s", status, method, path);
      // The page that says so is asked of a host, too.
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

/** @returns the status, of what is not let in */
function whyRefused({ method = "GET", url = "", headers, rawHeaders, httpVersion }: IncomingMessage) {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  if (!namesHost(rawHeaders, httpVersion)) return 400;
  // An absolute address, as a proxy is asked.
  if (!url.startsWith("/")) return 400;
  if (isCrossSite(method, header, settings)) return 403;
  if (Number(header("content-length") ?? 0) > (url.split("?")[0] === WEBHOOK ? MAX_WEBHOOK : MAX_BODY)) return 413;
  // It would send back what a proxy added; and no Request of the framework's can have it.
  if (method === "TRACE") return 405;
  return isPageTarget(url) ? undefined : 404;
}
