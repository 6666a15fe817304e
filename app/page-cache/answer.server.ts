import fresh from "fresh";
import { andThen, type MaybePromise } from "~/maybe-promise";
import { encodingFor } from "~/server/compression.server";
import { logAnswer } from "~/server/log.server";
import type { Middleware } from "~/server/middleware.server";
import { ASKING } from "~/session/refused-cookies.server";
import type { PageState } from "~/shop/services/published";
import type { Shop } from "~/shop/shop";
import { answerOf } from "./fill.server";
import { type Kept, keptPage } from "./pages.server";
import { isPublicPath } from "./render.server";
import type { Variant } from "./variant.server";
import { type Visitor, visitorOf } from "./visitor.server";

/**
 * Answers public pages before the framework does: a page is rendered once for all visitors of a variant, and what differs between them
 * is filled in. Whatever is not simply there, such as a redirect, a page that says something once, and a shop without its database, is
 * the framework's.
 */
export function pageCache({ published }: Pick<Shop, "published">): Middleware {
  return function answerKept(request, response, next) {
    const { method, headers, url = "/" } = request;
    const [path = "/"] = url.split("?", 1);
    const isReading = method === "GET" || method === "HEAD";
    if (!isReading || !isPublicPath(path) || asksForCookies.test(url)) {
      next();
      return;
    }
    const since = performance.now();
    let isHandedOn = false;
    const handOn = () => {
      isHandedOn = true;
      next();
    };

    const answer = (visitor: Visitor): MaybePromise<void> => {
      if (visitor.hasFlash) return handOn();
      const { session, guest } = visitor;
      const product = PRODUCT.exec(path)?.[1];
      return andThen(published({ product, session, guest }), (told) => {
        const variant = variantOf(visitor, told, headers["save-data"] === "on");
        return andThen(keptPage({ url, variant, product, version: told.version }), (page) =>
          page === "not kept" ? handOn() : send(page, told, variant),
        );
      });
    };
    const send = (page: Kept, told: PageState, variant: Variant): void => {
      const shown = { page, told, variant, encoding: encodingFor(headers["accept-encoding"]) };
      const { body, etag, head, headAhead, headUnchanged } = answerOf(shown);
      const isUnchanged = fresh(headers, { etag });
      const isAhead = headers["sec-purpose"] === "prefetch";
      response.writeHead(isUnchanged ? 304 : 200, isUnchanged ? headUnchanged : isAhead ? headAhead : head);
      response.end(isUnchanged || method === "HEAD" ? undefined : body);
      logAnswer(method, path, isUnchanged ? 304 : 200, isUnchanged ? undefined : body.byteLength, since);
    };
    const failed = (error: Error) => {
      if (isHandedOn || response.headersSent) response.destroy(error);
      else handOn();
    };

    try {
      const answered = andThen(visitorOf(headers.cookie), answer);
      if (answered instanceof Promise) answered.catch(failed);
    } catch (error) {
      failed(error as Error);
    }
  };
}

const asksForCookies = new RegExp(`[?&]${ASKING}=`);
const PRODUCT = /^\/product\/([\w-]+)$/;

const variantOf = ({ theme, isLite, isStranger }: Visitor, { email }: PageState, savesData: boolean): Variant => ({
  theme,
  withScripts: !isLite && !savesData,
  visitor: isStranger ? "stranger" : email === undefined ? "guest" : "account",
});
