import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { ADDED, addChosen, choiceIn } from "~/actions/add-chosen.server";
import { forCommunes, placeDirectOrder, readDelivery } from "~/actions/place-direct-order.server";
import { CHECK_AGAIN, NO_FEES, notNow } from "~/actions/place-order.server";
import { deliveryProblems } from "~/components/forms/delivery-problems";
import type { Problem } from "~/components/forms/error-summary";
import type { Product } from "~/domain/catalogue";
import { type ChoiceErrors, hasLabels, preselectedColor, preselectedSize, sizesOf } from "~/domain/choice";
import type { DeliveryView } from "~/domain/delivery-view";
import { formatDinars } from "~/domain/money";
import { pieces } from "~/domain/size";
import { note } from "~/request-context.server";
import { readForm, text, wholeNumber } from "~/server/form.server";
import { turnToOrder } from "~/server/order-queue.server";
import { refusal } from "~/server/refusal.server";
import { redirectToKept } from "~/session/refused-cookies.server";
import { getShop } from "~/shop/shop.server";
import { colorId, sizeId } from "./choice";
import type { ChoiceValues } from "./chosen";

/** @throws the 404 page when there is none, or it is no longer sold; its one address when the id was asked for (decision 008) */
export async function findProduct(idOrSlug: string | undefined, request: Request): Promise<Product> {
  const { catalogue } = await getShop();
  const product = idOrSlug ? await catalogue.product(idOrSlug) : undefined;
  if (!product) throw data({ message: "Produit non trouvé" }, { status: 404 });
  if (product.slug !== idOrSlug)
    // A form that was posted is posted again, which 301 does not say.
    throw redirect(`/product/${product.slug}${new URL(request.url).search}`, request.method === "POST" ? 308 : 301);
  return product;
}

/** The page again, as it was sent, with what is to be said about it. */
export interface Answer {
  choice: ChoiceValues;
  errors: ChoiceErrors;
  delivery: DeliveryView;
  problems: Problem[];
  /** Whether it is about the order form, and not about the choice. */
  isOfOrder: boolean;
  intro?: string | undefined;
  /** It seems to be ordered already: only the button that says so orders it again. */
  isRepeated?: boolean | undefined;
  /** The order that this very form made before. */
  existing?: { number: string; page: string } | undefined;
}

/** Adds to the cart, shows communes, or orders: what the pressed button says. */
export async function answerForm({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request);
  const intent = intentOf(form);
  const isOrder = intent === "commander" || intent === "encore";
  // A crowd that orders waits before anything is looked up for it.
  const wait = isOrder ? await turnToOrder() : undefined;
  const product = await findProduct(params.id, request);
  const choice = choiceIn(product, form);
  const wanted = choice.ok ? choice : choice.wanted;
  const pairs = wanted?.quantity ?? 1;
  const read = await readDelivery(form, { pairs, amount: pairs * product.price });
  const answer: Answer = {
    isOfOrder: intent !== "ajouter" && intent !== "couleur",
    choice: { couleur: text(form, "couleur"), pointure: text(form, "pointure"), quantite: text(form, "quantite") },
    errors: {},
    delivery: { ...read.view, errors: {} },
    problems: [],
  };

  switch (intent) {
    case "couleur":
      note({ titlePrefix: product.colors.find(({ slug }) => slug === answer.choice.couleur)?.name ?? "Couleur" });
      return data(answer);

    case "communes": {
      const delivery = forCommunes(read);
      const problems = deliveryProblems(delivery);
      if (problems.length > 0) return refusal({ ...answer, delivery, problems });
      if (delivery.offer.isAway) return refusal({ ...answer, delivery, intro: await notNow(NO_FEES) }, 503);
      const wilaya = delivery.wilayas.find(({ id }) => String(id) === delivery.values.wilaya);
      note({ titlePrefix: `Livraison à ${wilaya?.name}` });
      return data({ ...answer, delivery });
    }

    case "commander":
    case "encore": {
      // A form without its price was shown none: the order says what it costs, and asks again.
      const price = wholeNumber(form, "prix") ?? 0;
      const notice = choice.ok && read.recipient && totalNotice(text(form, "paires"), pairs, product, read.fee);
      if (notice)
        return refusal({
          ...answer,
          delivery: read.view,
          intro: CHECK_AGAIN,
          problems: [{ message: notice }],
        });
      // Whether it is in stock is the order's question as well: this very form may have taken the last pair (PE-6).
      const lines = wanted && [{ variantId: wanted.variant.id, quantity: wanted.quantity, price }];
      const outcome = await placeDirectOrder(request, read, { lines, isMeant: intent === "encore", wait });
      if (outcome.placed) return outcome.response;
      const { status, delivery, intro, existing, isRepeated } = outcome.refusal;
      const errors = choice.ok ? {} : choice.errors;
      // What is not in stock is said beside the control.
      const problems = choice.ok || !read.recipient || read.feeNotice ? outcome.refusal.problems : [];
      return refusal(
        {
          ...answer,
          errors,
          delivery,
          intro,
          existing,
          isRepeated,
          problems: [...choiceProblems(product, errors, answer), ...problems],
        },
        status,
        outcome.headers,
      );
    }

    default: {
      const added = await addChosen(request, form, choice);
      if ("errors" in added)
        return refusal({ ...answer, ...added, problems: choiceProblems(product, added.errors, answer) });
      const { color, size } = added.variant;
      const here = `/product/${product.slug}?${new URLSearchParams({ couleur: color.slug, pointure: String(size) })}`;
      const flash = { type: "success", message: ADDED, about: "cart" } as const;
      return redirectToKept(request, { to: here, what: "panier", flash }, added.headers);
    }
  }
}

/**
 * Without scripts the totals on the page are those of the quantity that was sent before: a larger one is a charge that the
 * shopper has not seen.
 */
function totalNotice(shownPairs: string, pairs: number, product: Product, fee: number | undefined): string | undefined {
  if (shownPairs === "" || shownPairs === String(pairs) || fee === undefined) return undefined;
  const goods = pieces(pairs, hasLabels(product));
  const total = formatDinars(pairs * product.price + fee);
  return `Le total a changé avec la quantité\u00a0: ${goods}, ${total} livraison comprise.`;
}

/** Enter in a text field means what was being filled in: the order form, or the choice. */
function intentOf(form: FormData): string {
  const intent = text(form, "intent");
  if (["couleur", "communes", "commander", "encore", "ajouter"].includes(intent)) return intent;
  const wasTyped = ["nom", "prenom", "telephone", "adresse", "wilaya"].some((name) => text(form, name) !== "");
  return wasTyped ? "commander" : "ajouter";
}

/** The messages with the control that each leads to. Where nothing can be chosen, there is no control. */
function choiceProblems(product: Product, errors: ChoiceErrors, { choice }: Answer): Problem[] {
  const color = preselectedColor(product, choice.couleur)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color));
  const ids = {
    couleur: product.soldOut ? undefined : colorId(product.colors[0]?.slug),
    pointure: size === undefined ? undefined : sizeId(size),
    quantite: product.soldOut ? undefined : "quantite",
  };
  return (["couleur", "pointure", "quantite"] as const).flatMap((field) => {
    const message = errors[field];
    return message ? [{ id: ids[field], message }] : [];
  });
}
