import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ADDED, addChosen, choiceIn } from "~/actions/add-chosen.server";
import type { Addition } from "~/actions/add-to-cart.server";
import { addWished, wasAdded } from "~/actions/add-wished.server";
import { type Added, type CartReply, cartView } from "~/domain/cart-view";
import type { RouteHandle } from "~/route-handle";
import { readForm, text } from "~/server/form.server";
import { isFirstCookie } from "~/session/refused-cookies.server";
import { visitorOf } from "~/session/visitor.server";
import type { VisitorId } from "~/shop/services/guests";
import { getShop } from "~/shop/shop.server";
import { changeCart } from "./change.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

/** /cart/contents: the cart for the scripts of the drawer and of /cart. The same forms, the same refusals, answered as JSON. */

export async function loader({ request }: LoaderFunctionArgs) {
  return answer(await visitorOf(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const intent = text(form, "intent");
  if (intent === "ajouter" || intent === "panier") return add(request, form, intent);
  const visitor = await visitorOf(request);
  if (visitor === undefined) return answer(visitor);
  const change = await changeCart((await getShop()).carts, visitor, form);
  if (change.outcome !== "refused") return answer(visitor);
  return answer(visitor, { refused: { variantId: change.variantId, message: change.message } }, 400);
}

/** What was refused is sent again to its own page, which says why. */
async function add(request: Request, form: FormData, intent: "ajouter" | "panier"): Promise<Response> {
  const done = intent === "ajouter" ? await chosen(request, form) : await wished(request, form);
  if (!done) return answer(await visitorOf(request), {}, 400);
  const { variantId, visitor, headers } = done.addition;
  const first = isFirstCookie(request, headers) ? { isFirst: true } : {};
  const added: Added = { variantId, message: done.message, ...first };
  return answer(visitor, { added }, 200, headers);
}

async function chosen(request: Request, form: FormData) {
  const product = await (await getShop()).catalogue.product(text(form, "produit"));
  if (!product) return undefined;
  const addition = await addChosen(request, form, choiceIn(product, form));
  return "errors" in addition ? undefined : { addition, message: ADDED };
}

async function wished(request: Request, form: FormData): Promise<{ addition: Addition; message: string } | undefined> {
  const addition = await addWished(request, form);
  return "refused" in addition ? undefined : { addition, message: wasAdded(addition) };
}

async function answer(
  visitor: VisitorId | undefined,
  change: Omit<CartReply, "cart"> = {},
  status = 200,
  headers = new Headers(),
): Promise<Response> {
  const cart = cartView(await (await getShop()).carts.read(visitor));
  headers.set("Cache-Control", "private, no-store");
  return Response.json({ cart, ...change } satisfies CartReply, { status, headers });
}
