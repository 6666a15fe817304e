import { randomUUID } from "node:crypto";
import type { ApiClient } from "./api";

/** Orders over the API, as section 3 has them. */

export const PRODUCT = "boston-santa-cruz";

export interface Wire {
  id: string;
  slug: string;
  price: number;
  categoryId: string;
  collectionId: string | null;
  variants: { id: string; stock: number; options: { size: number; color: string } }[];
}

export async function bought(api: ApiClient): Promise<{ product: Wire; variant: Wire["variants"][number] }> {
  const product = (await api.get(`/api/products/${PRODUCT}`)).json as unknown as Wire;
  const variant = product.variants.find(({ stock }) => stock > 5);
  if (!variant) throw new Error("Nothing is left.");
  return { product, variant };
}

export const customer = {
  firstName: "Nassima",
  lastName: "Zerrouki",
  phone: "+213 661 98 76 54",
  email: null,
  address: "7, impasse des Oliviers",
  wilaya: "Oran",
  commune: "Oran",
};

/** One pair, with the fee that the shop charges. */
export async function orderRequest(api: ApiClient, changes: Record<string, unknown> = {}) {
  const { product, variant } = await bought(api);
  return {
    items: [{ productId: product.id, productVariantId: variant.id, quantity: 1 }],
    toWilayaId: 31,
    toWilayaName: "Oran",
    toCommuneId: 3101,
    toCommuneName: "Oran",
    isStopDesk: false,
    stopDeskId: null,
    stopDeskName: null,
    deliveryFee: 500,
    shippingCost: 500,
    freeShipping: false,
    doInsurance: false,
    declaredValue: product.price,
    parcelWeight: 1,
    parcelLength: 30,
    parcelWidth: 20,
    parcelHeight: 10,
    paymentMethod: "COD",
    shippingMethod: "standard",
    notes: "",
    internalNotes: "",
    customer,
    ...changes,
  };
}

export const once = (key: string = randomUUID()) => ({ "idempotency-key": key });
