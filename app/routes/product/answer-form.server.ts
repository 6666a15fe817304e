import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { ADDED, addChosen, choiceIn } from "~/actions/add-chosen.server";
import { chooseWilaya, ownDeliveryLine } from "~/actions/delivery-lines.server";
import { placeDirectOrder } from "~/actions/place-direct-order.server";
import { changeSentence, NO_FEES, notNow } from "~/actions/place-order.server";
import { forCommunes, type ReadDelivery, readDelivery } from "~/actions/read-delivery.server";
import { CONFIRM, type TotalToConfirm } from "~/components/forms/confirm-total";
import { deliveryProblems } from "~/components/forms/delivery-problems";
import type { Problem } from "~/components/forms/error-summary";
import { WILAYA_CHOICE } from "~/components/forms/wilaya-choice";
import { totalOf } from "~/components/ui/price";
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
import { rememberWilaya, wilayaOf } from "~/session/wilaya.server";
import { getShop } from "~/shop/shop.server";
import { colorId, sizeId } from "./choice";
import type { ChoiceValues } from "./chosen";

/**
 * @param page of the product, as the end of its address
 * @throws a 404 when it is not sold; a redirect when it was named by id (decision 008)
 */
export async function findProduct(idOrSlug: string | undefined, request: Request, page = ""): Promise<Product> {
  const { catalogue } = await getShop();
  const product = idOrSlug ? await catalogue.product(idOrSlug) : undefined;
  if (!product) throw data({ message: "Produit non trouvé" }, { status: 404 });
  if (product.slug !== idOrSlug)
    // 308 makes the browser post the form again, which 301 does not.
    throw redirect(
      `/product/${product.slug}${page}${new URL(request.url).search}`,
      request.method === "POST" ? 308 : 301,
    );
  return product;
}

/** The posted form, to be shown again with its errors. */
interface Answer {
  choice: ChoiceValues;
  errors: ChoiceErrors;
  delivery: DeliveryView;
  problems: Problem[];
  /** Whether the errors are those of the order form, and not of the choice. */
  isOfOrder: boolean;
  intro?: string | undefined;
  /** The same order was placed just before: only another button places it again. */
  isRepeated?: boolean | undefined;
  /** Whether the communes were asked for, and are there. */
  isListNew?: boolean;
  /** The total that was not shown before, which the next press orders. */
  toConfirm?: TotalToConfirm | undefined;
  /** The order that this form placed before. */
  existing?: { number: string; page: string } | undefined;
}

/** Adds to the cart, shows a colour or communes, or orders, by the pressed button. */
export async function answerForm({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request);
  const remembered = await wilayaOf(request);
  const wasTyped = isTyped(form, remembered);
  const intent = intentOf(form, wasTyped);
  // The order form follows, unless another wilaya was chosen there.
  if (intent === "livraison" && isOwn(form, remembered)) form.set("wilaya", text(form, WILAYA_CHOICE));
  const isOrder = intent === "commander" || intent === "encore";
  // Orders wait for their turn before anything is read for them.
  const wait = isOrder ? await turnToOrder() : undefined;
  const product = await findProduct(params.id, request);
  const choice = choiceIn(product, form);
  const added = intent === "ajouter" ? await addChosen(request, form, choice) : undefined;
  // An addition waits for no fees.
  if (added && !("errors" in added)) {
    const { color, size } = added.variant;
    const to = `/product/${product.slug}?${new URLSearchParams({ couleur: color.slug, pointure: String(size) })}`;
    const flash = { type: "success", message: ADDED, about: "cart" } as const;
    return redirectToKept(request, { to, what: "panier", flash }, added.headers);
  }
  const wanted = choice.ok ? choice : choice.wanted;
  const pairs = wanted?.quantity ?? 1;
  const read = await readDelivery(form, { pairs, amount: pairs * product.price });
  const answer: Answer = {
    isOfOrder: intent !== "ajouter" && intent !== "couleur" && intent !== "livraison",
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
      return data({ ...answer, delivery, isListNew: true });
    }

    case "livraison": {
      const headers = await chooseWilaya(text(form, WILAYA_CHOICE));
      // A page that holds what was typed cannot be redirected to.
      if (wasTyped || answer.choice.quantite !== "1") return data(answer, { headers });
      const { couleur, pointure } = answer.choice;
      const to = `/product/${product.slug}?${new URLSearchParams({ couleur, pointure })}`;
      const message = await ownDeliveryLine(request, { pairs: 1, amount: product.price });
      if (!headers || !message) return redirect(to, { status: 303, headers });
      return redirectToKept(request, { to, what: "wilaya", flash: { type: "info", message } }, headers);
    }

    case "commander":
    case "encore": {
      // A form without a price was shown none: the order refuses 0 and names the real price.
      const price = wholeNumber(form, "prix") ?? 0;
      const isPriceShown = price === product.price;
      // The order itself refuses a price that changed, and names it.
      const toConfirm = choice.ok && isPriceShown ? totalToConfirm(form, { product, pairs }, read) : undefined;
      if (toConfirm) {
        note({ titlePrefix: CONFIRM });
        return data({ ...answer, delivery: read.view, toConfirm });
      }
      // The order checks the stock, since this form may have taken the last pair before (PE-6).
      const lines = wanted && [{ variantId: wanted.variant.id, quantity: wanted.quantity, price }];
      const outcome = await placeDirectOrder(request, read, { lines, isConfirmedAgain: intent === "encore", wait });
      if (outcome.placed) {
        await rememberWilaya(Number(read.view.values.wilaya), outcome.response.headers);
        return outcome.response;
      }
      const { status, delivery, intro, existing, isRepeated } = outcome.refusal;
      const errors = choice.ok ? {} : choice.errors;
      // The order compares the price, but it is not reached where the fee is not the one shown.
      const priceChange = {
        kind: "price",
        variantId: wanted?.variant.id ?? "",
        name: product.name,
        before: price,
        now: product.price,
      } as const;
      const priceProblems = read.feeNotice && !isPriceShown ? [{ message: changeSentence(priceChange) }] : [];
      // A choice that is out of stock has its error beside the control.
      const problems = choice.ok || !read.recipient || read.feeNotice ? outcome.refusal.problems : [];
      return refusal(
        {
          ...answer,
          errors,
          delivery,
          intro,
          existing,
          isRepeated,
          problems: [...choiceProblems(product, errors, answer), ...priceProblems, ...problems],
        },
        status,
        outcome.headers,
      );
    }

    default:
      return refusal({ ...answer, ...added, problems: choiceProblems(product, added?.errors ?? {}, answer) });
  }
}

/**
 * The total that the form was not shown with: of a fee that is news, of another quantity, of
 * another commune or way, or where a browser restored a field. Fees that changed are an error.
 */
function totalToConfirm(
  form: FormData,
  { product, pairs }: { product: Product; pairs: number },
  { fee, feeNotice, isFeeNew }: ReadDelivery,
): TotalToConfirm | undefined {
  if (fee === undefined) return undefined;
  const total = totalOf({ amount: pairs * product.price, fee });
  if (isFeeNew) return { total, fee };
  if (text(form, "paires") !== String(pairs))
    return { total, fee, change: `Le total a changé avec la quantité\u00a0: ${pieces(pairs, hasLabels(product))}.` };
  // A form without a total was shown the fee of each commune.
  const shown = text(form, "total");
  if (feeNotice || shown === "" || shown === String(total)) return undefined;
  const before = wholeNumber(form, "total");
  return { total, fee, change: before ? `Le total affiché était de ${formatDinars(before)}.` : undefined };
}

/** Enter in a text field orders once the order form is filled in, else it adds to the cart. */
function intentOf(form: FormData, wasTyped: boolean): string {
  const intent = text(form, "intent");
  if (["couleur", "communes", "livraison", "commander", "encore", "ajouter"].includes(intent)) return intent;
  return wasTyped ? "commander" : "ajouter";
}

/** Whether the order form was filled in. @param remembered the wilaya with which it began */
function isTyped(form: FormData, remembered: number | undefined): boolean {
  if (["nom", "prenom", "telephone", "adresse", "commune"].some((name) => text(form, name) !== "")) return true;
  return !isOwn(form, remembered);
}

/** Whether the order form's wilaya is none, or the one with which it began. */
const isOwn = (form: FormData, remembered: number | undefined) =>
  ["", String(remembered)].includes(text(form, "wilaya"));

/** The errors with the id of the control of each; a sold-out product has no control. */
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
