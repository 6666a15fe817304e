import { type CartView, cartView } from "~/domain/order/cart-view";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import { ownDeliveryLine } from "~/use-cases/delivery-lines.server";

/** The visitor's cart, with what its delivery costs in the wilaya that was chosen. */
export async function readCart(request: Request, visitor: VisitorId | undefined): Promise<CartView> {
  const cart = cartView(await (await getShop()).carts.read(visitor));
  if (cart.count === 0) return cart;
  const delivery = await ownDeliveryLine(request, { pairs: cart.count, amount: cart.subtotal });
  return delivery === undefined ? cart : { ...cart, delivery };
}
