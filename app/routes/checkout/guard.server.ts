import { redirect } from "@remix-run/node";
import { isToConfirm, rewardFor } from "~/domain/account/loyalty";
import { amountOf, type Cart, isOrderable, pairsOf } from "~/domain/order/cart";
import type { Recipient } from "~/domain/order/order";
import { redirectWithFlash } from "~/session/flash.server";
import { visitorOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import type { ParcelContents } from "~/use-cases/delivery-offer.server";
import { refuseLostCart } from "~/use-cases/ended-session.server";
import { latestOrder } from "~/use-cases/order-address.server";

interface CartContents extends ParcelContents {
  reward: number;
  /** Whether a full card gives nothing yet. */
  isCardToConfirm: boolean;
}

interface Checkout {
  visitor: VisitorId;
  cart: Cart;
  contents: CartContents;
}

/**
 * The visitor and a cart that can be ordered.
 * @throws a redirect to the cart, which shows why it cannot, to the order that emptied it, or to
 * the login page
 */
export async function openCheckout(request: Request): Promise<Checkout> {
  const visitor = await visitorOf(request);
  const cart = await (await getShop()).carts.read(visitor);
  if (visitor === undefined || cart.lines.length === 0) {
    // Her order is there, and only its answer was lost: it empties the cart.
    const latest = await latestOrder(request);
    if (latest) throw redirect(latest.page, 303);
    await refuseLostCart(request, "/checkout");
    throw await redirectWithFlash("/cart", { type: "info", message: "Votre panier est vide" });
  }
  if (!isOrderable(cart)) throw redirect("/cart", 303);
  return { visitor, cart, contents: await contentsOf(cart, visitor) };
}

/**
 * As openCheckout, with the recipient of step 1.
 * @throws a redirect to that step when it has not been done
 */
export async function openLaterStep(request: Request): Promise<Checkout & { draft: Recipient }> {
  const checkout = await openCheckout(request);
  const draft = await (await getShop()).carts.draft(checkout.visitor);
  if (!draft) throw redirect("/checkout", 303);
  return { ...checkout, draft };
}

/** @param visitor whose loyalty card may be full */
export async function contentsOf(cart: Cart, visitor: VisitorId | undefined): Promise<CartContents> {
  const card = (await (await getShop()).orders.loyaltyCard(visitor)) ?? { stamps: 0 };
  const prices = cart.lines.map(({ price }) => price);
  const reward = rewardFor(card, prices);
  return { pairs: pairsOf(cart.lines), amount: amountOf(cart.lines), reward, isCardToConfirm: isToConfirm(card) };
}
