import type { IncomingMessage } from "node:http";
import { encodingFor } from "~/http/compression.server";
import { logAnswer } from "~/http/log.server";
import { isReading, type Middleware, pathOf } from "~/http/middleware.server";
import { hasPage, keeperOfShared } from "~/http/page-headers.server";
import type { PageVariant } from "~/request-context.server";
import { COOKIE_CHECK } from "~/session/refused-cookies.server";
import type { Shop } from "~/shop/shop";
import { filledPage } from "./filled-pages.server";
import { keptPage } from "./kept-pages.server";
import { publicPageAt } from "./public-pages.server";
import { knownCookies, readCookies } from "./visitor-cookies.server";

/**
 * Answers public pages from memory, with their slots filled for the visitor. All else, such as
 * redirects, messages and errors, goes on to Remix.
 */
export const answerFromCache = ({ pageState }: Pick<Shop, "pageState">): Middleware =>
  async function answerKept(request, response, next) {
    const since = performance.now();
    // What fails here Remix is asked for, whose page then says so.
    const answer = await answerTo(request, pageState, response.hasHeader("Set-Cookie")).catch(() => undefined);
    if (!answer) {
      next();
      return;
    }
    const { status, head, body } = answer;
    const { method = "GET" } = request;
    response.writeHead(status, head);
    response.end(method === "HEAD" ? undefined : body);
    logAnswer(method, pathOf(request), status, body?.byteLength, since);
  };

/**
 * @param setsCookie so that no other browser may get this answer
 * @returns undefined for what Remix has to answer
 */
async function answerTo(request: IncomingMessage, pageState: Shop["pageState"], setsCookie: boolean) {
  const { method, url = "/", headers } = request;
  const path = pathOf(request);
  const publicPage = isReading(method) && !checksCookies.test(url) ? publicPageAt(path) : undefined;
  if (!publicPage) return undefined;
  const cookies = knownCookies(headers.cookie) ?? (await readCookies(headers.cookie));
  if (cookies.hasFlash) return undefined;
  const product = PRODUCT.exec(path)?.[1];
  const state = await pageState({ product, session: cookies.session, guest: cookies.guest });
  const variant: PageVariant = {
    theme: cookies.theme,
    withScripts: !cookies.isLite && headers["save-data"] !== "on",
    isSignedIn: state.email !== undefined,
    wilaya: publicPage.wilaya ? cookies.wilaya : undefined,
  };
  const page = await keptPage({ url, variant, product, version: state.version });
  if (!page) return undefined;

  const encoding = encodingFor(headers["accept-encoding"]);
  const keeper = cookies.isStranger && !setsCookie ? keeperOfShared(headers) : "browser";
  const { body, etag, head, headUnchanged } = filledPage(page, state, encoding, keeper);
  if (hasPage(headers, etag)) return { status: 304, head: headUnchanged, body: undefined };
  return { status: 200, head, body };
}

const checksCookies = new RegExp(`[?&]${COOKIE_CHECK}=`);
/** No slug is longer, and what is asked of a product is remembered by it. */
const PRODUCT = /^\/product\/([\w-]{1,100})(?:\/avis)?$/;
