import { type Shop, ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";

/** @throws a 503 before an API's first catalogue, since who reads samples here keeps them */
export async function shopWithoutSamples(): Promise<Shop> {
  const shop = await getShop();
  const ordering = shop.ordering();
  if (!ordering.isOpen && ordering.hasSamples)
    throw new ShopUnavailable("There are only samples as yet.", { isLogged: true });
  return shop;
}
