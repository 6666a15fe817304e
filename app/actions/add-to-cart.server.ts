import { PRESS } from "~/components/cart/contents";
import { text } from "~/server/form.server";
import { ensureVisitor } from "~/session/visitor.server";
import type { AddResult } from "~/shop/services/carts";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";

/** What was put into whose cart; `headers` carries the visitor's cookie, if it is new. */
export interface Addition {
  variantId: string;
  name: string;
  visitor: VisitorId;
  headers: Headers;
}

/**
 * Puts pairs into the visitor's cart.
 * @param form may carry the key of one press of the button (PRESS), which is added once only
 */
export async function addFor(
  request: Request,
  form: FormData,
  variantId: string,
  quantity: number,
): Promise<Addition | Extract<AddResult, { ok: false }>> {
  const { visitor, headers } = await ensureVisitor(request);
  const press = /^[\d-]{7,60}$/.exec(text(form, PRESS))?.[0];
  const added = await (await getShop()).carts.add(visitor, variantId, quantity, press);
  return added.ok ? { variantId, name: added.name, visitor, headers } : added;
}
