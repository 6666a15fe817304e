import { amountOf } from "~/domain/order/cart";
import type { Recipient, WantedLine } from "~/domain/order/order";
import { isWord } from "~/domain/values/form-fields";
import { placeNamed } from "~/domain/values/plain-text";
import { currentRequest } from "~/request-context.server";
import type { Shop } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Refusal, wrong } from "./endpoint.server";
import { accountAsking } from "./identity.server";
import type { Answering } from "./serve.server";
import { awaitTurn, fittingVariants, personIn, placeWanted } from "./wanted-order.server";

type Body = Parameters<Answering<"placeGenericOrder">>[0]["body"];

/** POST /orders: section 3's generic order, of the account that sends it (section 6). */
export const placeGenericOrder: Answering<"placeGenericOrder"> = async ({ request, body, key }) => {
  await awaitTurn();
  const account = await accountAsking(request);
  if (body.userId !== account.id) throw new Refusal(403, "Accès non autorisé à ce compte");
  const shop = await getShop();
  const lines = await Promise.all(body.items.map((item, index) => lineOf(shop, item, `items.${index}`)));
  const recipient = await recipientOf(shop, body);
  compareSums(body);
  const address = currentRequest()?.address;
  return placeWanted({ account, visitor: account.id }, { key, lines, recipient, shownFee: body.shippingCost, address });
};

async function lineOf(shop: Shop, item: Body["items"][number], field: string): Promise<WantedLine> {
  const { id, price, quantity, options } = item;
  const product = await shop.catalogue.product(id);
  const { variantId, color } = options;
  const size = options.size ?? options.pointure;
  const fitting = await fittingVariants(
    shop,
    id,
    product,
    (variant) =>
      (variantId === undefined || variant.id === variantId) &&
      (size === undefined || variant.size === Number(size)) &&
      (color === undefined || [variant.color.slug, variant.color.name].includes(color)),
  );
  const [chosen, ...others] = fitting;
  if (chosen && others.length === 0) return { variantId: chosen.id, quantity, price };
  if (!product) throw wrong(`${field}.id`, "Produit non trouvé");
  const missing = size === undefined ? "Veuillez sélectionner une pointure" : "Veuillez sélectionner une couleur";
  throw wrong(`${field}.options`, chosen ? missing : "Cette variante n'est pas de ce produit");
}

async function recipientOf({ courier }: Shop, { shipping, notes }: Body): Promise<Recipient> {
  const wilaya = placeNamed(await courier.wilayas(), shipping.state);
  if (!wilaya) throw wrong("shipping.state", "La wilaya est requise");
  const commune = placeNamed(await courier.communes(wilaya.id), shipping.city);
  if (!commune) throw wrong("shipping.city", "La commune est requise");
  const person = personIn("shipping", shipping);
  const address = shipping.address.trim();
  if (!isWord(address)) throw wrong("shipping.address", "L'adresse est requise");
  return {
    ...person,
    wilayaId: wilaya.id,
    communeId: commune.id,
    mode: "home",
    address,
    notes: notes?.trim() ?? "",
  };
}

/** @throws Refusal when a sum is not that of its parts */
function compareSums({ items, subtotal, shippingCost, total }: Body): void {
  const itemsTotal = amountOf(items);
  const wrong = "Ne s'accorde pas avec les articles";
  if (subtotal !== undefined && subtotal !== itemsTotal)
    throw new Refusal(400, "Le sous-total est faux", { subtotal: wrong });
  if (total !== undefined && total !== itemsTotal + shippingCost)
    throw new Refusal(400, "Le total est faux", { total: wrong });
}
