import fresh from "fresh";
import { andThen, type MaybePromise } from "~/maybe-promise";
import { bodyHeaders, encodingFor } from "~/server/compression.server";
import { logAnswer } from "~/server/log.server";
import type { Middleware } from "~/server/middleware.server";
import { securityHeaders } from "~/server/security-headers.server";
import { COOKIE_CHECK } from "~/session/refused-cookies.server";
import type { PageState } from "~/shop/services/published";
import type { Shop } from "~/shop/shop";
import { type CookieContents, readCookies } from "./cookies.server";
import { answerOf } from "./fill.server";
import { type KeptPage, keptPage } from "./pages.server";
import { isPublicPath } from "./render.server";
import type { SlotValues } from "./template.server";
import type { Variant } from "./variant.server";

/**
 * Answers public pages from memory, with their slots filled for the visitor. All else, such as
 * redirects, messages and errors, goes on to the framework.
 */
export function pageCache({ published }: Pick<Shop, "published">): Middleware {
  return function answerKept(request, response, next) {
    const { method, headers, url = "/" } = request;
    const [path = "/"] = url.split("?", 1);
    const isReading = method === "GET" || method === "HEAD";
    if (!isReading || !isPublicPath(path) || checksCookies.test(url)) {
      next();
      return;
    }
    const since = performance.now();
    let isPassedOn = false;
    const passOn = () => {
      isPassedOn = true;
      next();
    };

    const answer = (cookies: CookieContents): MaybePromise<void> => {
      if (cookies.hasFlash) return passOn();
      const { session, guest } = cookies;
      const product = PRODUCT.exec(path)?.[1];
      return andThen(published({ product, session, guest }), (state) => {
        const variant = variantOf(cookies, state, headers["save-data"] === "on");
        return andThen(keptPage({ url, variant, product, version: state.version }), (page) =>
          page === "not kept" ? passOn() : send(page, { ...state, wilaya: cookies.wilaya }, variant),
        );
      });
    };
    const send = (page: KeptPage, own: SlotValues, variant: Variant): void => {
      const encoding = encodingFor(headers["accept-encoding"]);
      const { body, etag } = answerOf({ page, own, variant, encoding });
      const isUnchanged = fresh(headers, { etag });
      const isShared = variant.visitor === "stranger";
      const isAhead = !isUnchanged && headers["sec-purpose"] === "prefetch";
      const head = headOf({ policy: page.policy, etag, isShared, isAhead });
      if (!isUnchanged) head.push(...Object.entries(bodyHeaders(body, encoding)).flat());
      response.writeHead(isUnchanged ? 304 : 200, head);
      response.end(isUnchanged || method === "HEAD" ? undefined : body);
      logAnswer(method, path, isUnchanged ? 304 : 200, isUnchanged ? undefined : body.byteLength, since);
    };
    const failed = (error: Error) => {
      if (isPassedOn || response.headersSent) response.destroy(error);
      else passOn();
    };

    try {
      const answered = andThen(readCookies(headers.cookie), answer);
      if (answered instanceof Promise) answered.catch(failed);
    } catch (error) {
      failed(error as Error);
    }
  };
}

/** Names and values in turn, as Node takes them. */
const headOf = (page: { policy: string; etag: string; isShared: boolean; isAhead: boolean }): string[] => [
  ...["Content-Type", "text/html; charset=utf-8"],
  ...["Content-Security-Policy", page.policy],
  ...otherHeaders,
  ...["Vary", "Cookie, Save-Data, Accept-Encoding"],
  ...["Cache-Control", cacheControlOf(page)],
  ...["ETag", page.etag],
];

const { "Content-Security-Policy": _, ...others } = securityHeaders;
const otherHeaders = Object.entries(others).flat();

/**
 * Shared caches may keep what holds no name, phone, cart or flash (P-6), as long as a price may be
 * old; browsers use a prefetched page without asking again.
 */
const cacheControlOf = ({ isShared, isAhead }: { isShared: boolean; isAhead: boolean }) =>
  isShared ? (isAhead ? "private, max-age=60" : "public, max-age=0, s-maxage=60") : "private, no-cache";

const checksCookies = new RegExp(`[?&]${COOKIE_CHECK}=`);
/** No slug is longer, and what is asked of a product is remembered by it. */
const PRODUCT = /^\/product\/([\w-]{1,100})(?:\/avis)?$/;

const variantOf = (
  { theme, isLite, isStranger }: CookieContents,
  { email }: PageState,
  savesData: boolean,
): Variant => ({
  theme,
  withScripts: !isLite && !savesData,
  visitor: isStranger ? "stranger" : email === undefined ? "guest" : "account",
});
