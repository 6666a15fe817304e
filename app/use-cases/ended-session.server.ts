import { accountOf, guestOf, requireAccount, sessionOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";

/** Whether this browser was signed in and has not signed out: what it shows is a guest's now. */
export const hasEndedSession = async (request: Request): Promise<boolean> =>
  (await sessionOf(request)) !== undefined && !(await accountOf(request));

/** An account's cart is out of reach once its session has ended; a guest's may have followed. */
export async function hasLostCart(request: Request): Promise<boolean> {
  if (!(await hasEndedSession(request))) return false;
  const { lines } = await (await getShop()).carts.read(await guestOf(request));
  return lines.length === 0;
}

/** @throws a redirect to the login page, which leads on to `back` */
export async function refuseLostCart(request: Request, back: string): Promise<void> {
  if (await hasLostCart(request)) await requireAccount(request, back);
}
