import { accountOrderPage, orderPage } from "~/domain/order/order";
import { hasOurCookies } from "~/session/cookies.server";
import { accountOf, visitorOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import { mintOrderPass, PASS } from "~/tokens/order-pass.server";

/**
 * The address of an order's page for a visitor who has just been granted access to it. A request
 * without cookies may come from a browser that keeps none: then the address itself opens the page.
 * A browser that did keep the cookie is redirected to the plain address.
 * @param page of the order with this number, or of one of which the API has said nothing
 */
export const orderAddress = (request: Request, number: string, visitor: VisitorId, page = orderPage(number)): string =>
  hasOurCookies(request) ? page : `${page}?${PASS}=${mintOrderPass(number, visitor)}`;

/** The newest order of the last hour of this browser, or of the account that it is signed in to. */
export async function latestOrder(request: Request): Promise<{ number: string; page: string } | undefined> {
  const { orders } = await getShop();
  const number = await orders.latest(await visitorOf(request));
  if (number === undefined) return undefined;
  const account = await accountOf(request);
  // By number and phone an account also opens an order of another one.
  const isListed = account !== undefined && (await orders.ownerOf(number)) === account.id;
  return { number, page: isListed ? accountOrderPage(number) : orderPage(number) };
}
