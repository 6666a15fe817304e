import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type CartReply, cartView } from "~/domain/cart-view";
import { readForm } from "~/server/form.server";
import { visitorOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { changeCart } from "./change.server";

/** /cart/contents: the cart for the scripts of the drawer and of /cart. The same forms, the same refusals, answered as JSON. */

export async function loader({ request }: LoaderFunctionArgs) {
  return answer(await visitorOf(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const visitor = await visitorOf(request);
  if (visitor === undefined) return answer(visitor);
  const change = await changeCart((await getShop()).carts, visitor, form);
  if (change.outcome !== "refused") return answer(visitor);
  return answer(visitor, { variantId: change.variantId, message: change.message });
}

async function answer(visitor: VisitorId | undefined, refused?: CartReply["refused"]) {
  const cart = cartView(await (await getShop()).carts.read(visitor));
  const body: CartReply = { cart, ...(refused ? { refused } : {}) };
  return Response.json(body, { status: refused ? 400 : 200, headers: { "Cache-Control": "private, no-store" } });
}
