import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm, text } from "~/forms/form.server";
import { localPath } from "~/http/local-path";
import { refererPath } from "~/http/referer.server";
import { refusal } from "~/http/refusal.server";
import { redirectToKept } from "~/session/refused-cookies.server";
import { addWished, type RefusedAddition, wasAdded } from "~/use-cases/add-to-cart.server";
import { changeWishes } from "~/use-cases/change-wishes.server";

/**
 * Adds to the list, removes from it, clears it, or puts one of its products into the cart.
 * Redirects to the form's `retour`, else to the page that the form was on.
 * @param own the list's own address
 */
export async function answerWish({ request }: ActionFunctionArgs, own = "/wishlist") {
  const form = await readForm(request);
  const back = localPath(text(form, "retour")) ?? refererPath(request) ?? own;

  if (text(form, "intent") === "panier") {
    const outcome = await addWished(request, form);
    if ("refused" in outcome) return refusal(outcome.refused);
    const message = wasAdded(outcome);
    return redirectToKept(request, { to: back, what: "panier", message, about: "cart" }, outcome.headers);
  }
  const change = await changeWishes(request, form);
  if (change === undefined)
    return refusal<RefusedAddition>({
      productId: "",
      chosen: "",
      message: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la liste.",
    });
  const { flash, headers } = change;
  return flash ? redirectToKept(request, { to: back, what: "liste", ...flash }, headers) : redirect(back, 303);
}
