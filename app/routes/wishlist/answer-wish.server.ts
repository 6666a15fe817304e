import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { readForm, text } from "~/server/form.server";
import { localPath } from "~/server/local-path";
import { refusal } from "~/server/refusal.server";
import { type Flash, redirectWithFlash } from "~/session/flash.server";
import { ensureVisitor, visitorOf } from "~/session/visitor.server";
import type { AddWishResult } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";

/** Adds, removes or clears, from this page or from a product's, and goes back to where the form says (`retour`). */
export async function answerWish({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  const { wishlist } = await getShop();
  const productId = text(form, "produit");
  const back = localPath(text(form, "retour")) ?? "/wishlist";

  switch (text(form, "intent")) {
    case "ajouter": {
      // The visitor's cookie comes with the first product that is really kept, and not before.
      const { visitor, headers } = await ensureVisitor(request);
      const added = await wishlist.add(visitor, productId);
      return redirectWithFlash(back, sentenceFor(added), added.ok ? headers : new Headers());
    }
    case "retirer": {
      const visitor = await visitorOf(request);
      if (visitor === undefined || !(await wishlist.remove(visitor, productId))) return redirect(back, 303);
      return redirectWithFlash(back, { type: "success", message: "Article retiré de la liste de souhaits" });
    }
    case "vider": {
      const visitor = await visitorOf(request);
      if (visitor === undefined) return redirect(back, 303);
      await wishlist.clear(visitor);
      return redirectWithFlash(back, { type: "success", message: "Liste de souhaits vidée" });
    }
    default:
      return refusal(context, {
        message: "Nous n'avons pas compris cette demande\u00a0: utilisez les boutons de la liste.",
      });
  }
}

function sentenceFor(added: AddWishResult): Flash {
  if (added.ok) return { type: "success", message: `${added.name} ajouté à la liste de souhaits` };
  switch (added.reason) {
    case "already":
      return { type: "info", message: `${added.name} est déjà dans votre liste de souhaits` };
    case "full":
      return {
        type: "error",
        message: "Votre liste de souhaits est pleine\u00a0: retirez un article pour en ajouter un autre.",
      };
    case "unknown":
      return { type: "error", message: "Produit non trouvé" };
  }
}
