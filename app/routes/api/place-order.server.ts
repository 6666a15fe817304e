import type { Product } from "~/domain/catalogue/catalogue";
import type { Recipient, WantedLine } from "~/domain/order/order";
import { currentRequest } from "~/request-context.server";
import type { Shop } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { Refusal, wrong } from "./endpoint.server";
import { askerOf } from "./identity.server";
import type { Answering } from "./serve.server";
import { awaitTurn, fittingVariants, personIn, placeWanted, UNKNOWN_PRICE } from "./wanted-order.server";

type Body = Parameters<Answering<"placeOrder">>[0]["body"];

/** POST /api/orders: without an account as well; a guest gets a token that reads the order. */
export const placeOrder: Answering<"placeOrder"> = async ({ request, body, key }) => {
  await awaitTurn();
  const asker = await askerOf(request);
  const recipient = recipientOf(body);
  const shownFee = body.shippingCost ?? body.deliveryFee;
  if (shownFee === undefined)
    throw new Refusal(400, "Informations de livraison incomplètes", {
      shippingCost: "Les frais de livraison affichés sont requis",
    });
  return placeWanted(asker, {
    key,
    recipient,
    shownFee,
    address: currentRequest()?.address,
    ...(await linesOf(await getShop(), body)),
  });
};

/** Section 5: the required fields, and the defaults of the others. */
function recipientOf(body: Body): Recipient {
  const { customer, toWilayaId: wilayaId, toCommuneId: communeId, isStopDesk, stopDeskId } = body;
  const person = personIn("customer", customer, "Informations client incomplètes");
  const pickupPoint = stopDeskId ?? undefined;
  if (isStopDesk && pickupPoint === undefined) throw wrong("stopDeskId", "Choisissez un point relais");
  return {
    ...person,
    wilayaId,
    communeId,
    mode: isStopDesk ? "pickup" : "home",
    ...(isStopDesk && pickupPoint !== undefined ? { pickupPointId: pickupPoint } : {}),
    address: customer.address?.trim() || (isStopDesk ? "" : "Non fournie"),
    notes: body.notes?.trim() ?? "",
  };
}

/** Variants with the prices that were shown, by line or all together. */
async function linesOf(shop: Shop, { items, declaredValue }: Body) {
  const products = new Map<string, Product | undefined>();
  for (const { productId } of items)
    if (!products.has(productId)) products.set(productId, await shop.catalogue.product(productId));
  const chosen = await Promise.all(
    items.map(async (item, index) => {
      const product = products.get(item.productId);
      return { ...item, product, variantId: await variantOf(shop, item, product, `items.${index}.productVariantId`) };
    }),
  );
  const isPriced = chosen.every(({ price }) => price !== undefined);
  if (!isPriced && declaredValue === undefined) throw wrong("declaredValue", "Le prix affiché est requis");
  const value = chosen.reduce(
    (sum, { product, price, quantity }) => sum + (price ?? product?.price ?? 0) * quantity,
    0,
  );
  const lines = chosen.map(({ variantId, quantity, price, product }): WantedLine => {
    const shown = value === declaredValue ? (product?.price ?? UNKNOWN_PRICE) : UNKNOWN_PRICE;
    return { variantId, quantity, price: price ?? shown };
  });
  return { lines, shownValue: declaredValue ?? value };
}

async function variantOf(
  shop: Shop,
  { productId, productVariantId }: Body["items"][number],
  product: Product | undefined,
  field: string,
): Promise<string> {
  if (!product && productVariantId) return productVariantId;
  const [only, ...others] = await fittingVariants(
    shop,
    productId,
    product,
    ({ id }) => !productVariantId || id === productVariantId,
  );
  if (!product && !only) throw wrong(field, "Produit non trouvé");
  if (productVariantId && !only) throw wrong(field, "Cette variante n'est pas de ce produit");
  // A product of one size and colour needs no choice.
  if (!only || others.length > 0) throw wrong(field, "Veuillez sélectionner une pointure");
  return only.id;
}
