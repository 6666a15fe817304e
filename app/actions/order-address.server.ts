import { orderPage } from "~/domain/order";
import { mintOrderPass, PASS } from "~/server/order-pass.server";
import { hasOurCookies } from "~/session/cookies.server";
import type { VisitorId } from "~/shop/services/guests";

/**
 * The address of an order's page for a visitor who has just been granted access to it. A request
 * without cookies may come from a browser that keeps none: then the address itself opens the page.
 * A browser that did keep the cookie is redirected to the plain address.
 */
export function orderAddress(request: Request, number: string, visitor: VisitorId): string {
  const page = orderPage(number);
  return hasOurCookies(request) ? page : `${page}?${PASS}=${mintOrderPass(number, visitor)}`;
}
