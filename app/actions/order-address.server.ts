import { orderPage } from "~/domain/order";
import { mintOrderPass, PASS } from "~/server/order-pass.server";
import { hasOurCookies } from "~/session/cookies.server";
import type { VisitorId } from "~/shop/services/guests";

/**
 * The address of an order's page for a visitor who has just been let in. Who brought no cookie may be a browser that keeps none: the
 * address opens the page by itself then, and a browser that kept the cookie is led on to the plain one.
 */
export function wayToOrder(request: Request, number: string, visitor: VisitorId): string {
  const page = orderPage(number);
  return hasOurCookies(request) ? page : `${page}?${PASS}=${mintOrderPass(number, visitor)}`;
}
