import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { WILAYA_CHOICE } from "~/components/forms/wilaya-choice";
import type { Added, CartReply } from "~/domain/order/cart-view";
import { readForm, text } from "~/forms/form.server";
import { isFirstCookie } from "~/session/refused-cookies.server";
import { accountOf, visitorOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { ADDED, addChosen, addWished, choiceIn, wasAdded } from "~/use-cases/add-to-cart.server";
import { chooseWilaya } from "~/use-cases/delivery-lines.server";
import { hasLostCart } from "~/use-cases/ended-session.server";
import { changeCart } from "./change.server";
import { readCart } from "./read-cart.server";

/** /cart/contents: the forms of /cart for scripts, answered as JSON. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await visitorOf(request);
  const wished = await unlessUnavailable((await getShop()).wishlist.ids(visitor));
  const account = await accountOf(request);
  return answer(request, visitor, {
    ...(wished && { wished }),
    ...(account && { email: account.email }),
    ...((await hasLostCart(request)) && { isLost: true }),
  });
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent === "ajouter" || intent === "panier") return add(request, form, intent);
  const visitor = await visitorOf(request);
  if (intent === "livraison") {
    const headers = await chooseWilaya(text(form, WILAYA_CHOICE));
    return answer(request, visitor, {}, headers ? 200 : 400, headers);
  }
  // The script then sends the form to the cart's page, which leads to the login.
  if (await hasLostCart(request)) return answer(request, visitor, {}, 401);
  if (visitor === undefined) return answer(request, visitor);
  const change = await changeCart((await getShop()).carts, visitor, form);
  if (change.outcome !== "refused") return answer(request, visitor);
  return answer(request, visitor, { refused: { variantId: change.variantId, message: change.message } }, 400);
}

/** A refusal says no reason: the script then sends the form to its own page, which does. */
async function add(request: Request, form: FormData, intent: "ajouter" | "panier"): Promise<Response> {
  const addition = intent === "ajouter" ? await addProduct(request, form) : await addWished(request, form);
  if (!addition || !("visitor" in addition)) return answer(request, await visitorOf(request), {}, 400);
  const { variantId, visitor, headers } = addition;
  const message = intent === "ajouter" ? ADDED : wasAdded(addition);
  const first = isFirstCookie(request, headers) ? { isFirst: true } : {};
  const added: Added = { variantId, message, ...first };
  return answer(request, visitor, { added }, 200, headers);
}

async function addProduct(request: Request, form: FormData) {
  const product = await (await getShop()).catalogue.product(text(form, "produit"));
  return product && addChosen(request, form, choiceIn(product, form));
}

async function answer(
  request: Request,
  visitor: VisitorId | undefined,
  change: Omit<CartReply, "cart"> = {},
  status = 200,
  headers = new Headers(),
): Promise<Response> {
  const cart = await readCart(request, visitor);
  headers.set("Cache-Control", "private, no-store");
  return Response.json({ cart, ...change } satisfies CartReply, { status, headers });
}
