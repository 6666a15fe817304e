import { orderWire } from "~/api/wire";
import type { Order } from "~/domain/order/order";
import { tooManyOpen } from "~/domain/order/order-refusal";
import { settings } from "~/settings.server";
import { getShop } from "~/shop/shop.server";
import { Refusal } from "./endpoint.server";
import type { Asker } from "./identity.server";

/**
 * The order, for those who may open its page (S-6, section 6).
 * @throws Refusal 404; 403 to an account, when the order is somebody else's
 */
export async function ownOrder(number: string, { account, visitor }: Asker): Promise<Order> {
  const { orders } = await getShop();
  const order = await orders.read(number, visitor);
  if (order) return order;
  if (account && (await orders.ownerOf(number)) !== undefined)
    throw new Refusal(403, "Accès non autorisé à cette commande");
  throw new Refusal(404, "Commande non trouvée");
}

/** The order after a change by its shopper. @throws Refusal 409 when it is unchanged */
export async function answerChanged(number: string, asker: Asker, outcome: string) {
  const order = await ownOrder(number, asker);
  if (outcome === "limited") {
    const message = `La commande n'a pas été modifiée\u00a0: ${tooManyOpen(settings.shopPhone, "la modifier")}`;
    throw new Refusal(409, message, undefined, { limited: true });
  }
  if (outcome === "too-late")
    throw new Refusal(
      409,
      order.status === "cancelled" ? "Cette commande est déjà annulée" : "La boutique a déjà confirmé cette commande",
    );
  if (outcome === "not-here") throw new Refusal(409, "Cette commande ne peut être changée qu'en appelant la boutique");
  return orderWire(settings.siteUrl, order, asker.account?.id ?? null);
}
