import { accountOf, guestOf, requireAccount, sessionOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

/** An account's cart is out of reach once its session has ended; a guest's may have followed. */
export async function hasLostCart(request: Request): Promise<boolean> {
  if ((await sessionOf(request)) === undefined || (await accountOf(request))) return false;
  const { lines } = await (await getShop()).carts.read(await guestOf(request));
  return lines.length === 0;
}

/** @throws a redirect to the login page, which leads on to `back` */
export async function refuseLostCart(request: Request, back: string): Promise<void> {
  if (await hasLostCart(request)) await requireAccount(request, back);
}
