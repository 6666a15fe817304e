import { redirect } from "@remix-run/node";
import { type Order, orderPage } from "~/domain/order/order";
import { callOrWrite } from "~/domain/values/phone";
import { visitorOf } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";

/** Whether order numbers are this shop's own, and not another shop's API's. */
export const hasOwnNumbers = () => settings.apiUrl === undefined;

/** The message of a 429, while number and phone are not compared for an hour, right or wrong. */
export const tooManyGuesses = () =>
  `Trop d'essais. Pendant une heure, cette commande s'ouvre seulement dans le navigateur qui l'a passée, ou dans votre compte si elle y est déjà. Sinon, ${callUs()}.`;

/** Whom to turn to about what this page cannot do. */
export const callUs = () => callOrWrite(settings.shopPhone);

/**
 * The order of this address, for the visitor who placed it or gave its number and phone (S-6).
 * @param below the path after the number
 * @returns undefined for everybody else
 * @throws a redirect to the page's canonical address, when the number was spelt in another way
 */
export async function ownOrder(
  { request, params: { number = "" } }: { request: Request; params: { number?: string } },
  below = "",
): Promise<Order | undefined> {
  const order = await (await getShop()).orders.read(number, await visitorOf(request));
  if (order && order.number !== number) throw redirect(`${orderPage(order.number)}${below}`);
  return order;
}
