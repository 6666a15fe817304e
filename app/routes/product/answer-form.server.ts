import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { CONFIRM, type TotalToConfirm } from "~/components/forms/confirm-total";
import { deliveryProblems } from "~/components/forms/delivery-problems";
import type { Problem } from "~/components/forms/error-summary";
import { WILAYA_CHOICE } from "~/components/forms/wilaya-choice";
import { totalOf } from "~/components/ui/price";
import type { Product } from "~/domain/catalogue/catalogue";
import { type ChoiceErrors, hasLabels, preselectedColor, preselectedSize, sizesOf } from "~/domain/catalogue/choice";
import { type ChoiceValues, pairsChosen } from "~/domain/catalogue/choice-view";
import { pieces } from "~/domain/catalogue/size";
import type { DeliveryView } from "~/domain/delivery/delivery-view";
import type { Order, WantedLine } from "~/domain/order/order";
import { CHECK_AGAIN, changeText, type OrderRefusal } from "~/domain/order/order-refusal";
import { formatDinars } from "~/domain/values/money";
import { readForm, text, wholeNumber } from "~/forms/form.server";
import { turnToOrder } from "~/http/order-queue.server";
import { refusal } from "~/http/refusal.server";
import { addToContext } from "~/request-context.server";
import { hasOurCookies } from "~/session/cookies.server";
import { redirectToKept } from "~/session/refused-cookies.server";
import { visitorOf } from "~/session/visitor.server";
import { rememberWilaya, wilayaOf } from "~/session/wilaya.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { ADDED, addChosen, choiceIn } from "~/use-cases/add-to-cart.server";
import { changeWishes } from "~/use-cases/change-wishes.server";
import { chooseWilaya, ownDeliveryLine } from "~/use-cases/delivery-lines.server";
import { closedNow, noFees } from "~/use-cases/delivery-offer.server";
import { answerAgain, type FormOrder, placeFormOrder, refuseOrder } from "~/use-cases/place-form-order.server";
import { forCommunes, type ReadDelivery, readDelivery } from "~/use-cases/read-delivery.server";
import { COLOR_ID, SIZE_ID } from "./choice-fields";
import { findProduct } from "./find-product.server";

const intents = {
  ajouter: addToCart,
  couleur: showColor,
  communes: showCommunes,
  livraison: chooseDelivery,
  commander: (posted: Posted) => order(posted, false),
  /** The same order once more, which the shopper confirms. */
  encore: (posted: Posted) => order(posted, true),
};

interface Posted {
  request: Request;
  form: FormData;
  /** The product's, as in the address. */
  id: string | undefined;
  /** The wilaya with which the order form began. */
  remembered: number | undefined;
}

export async function answerForm({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request);
  const posted = { request, form, id: params.id, remembered: await wilayaOf(request) };
  return isOfFavourite(form) ? changeFavourite(posted) : intents[intentOf(posted)](posted);
}

/** Enter in a text field orders once the order form is filled in, else it adds to the cart. */
function intentOf(posted: Posted): keyof typeof intents {
  const pressed = text(posted.form, "intent");
  if (Object.hasOwn(intents, pressed)) return pressed as keyof typeof intents;
  return isOrderFilledIn(posted) ? "commander" : "ajouter";
}

const isOrderFilledIn = (posted: Posted): boolean =>
  ["nom", "prenom", "telephone", "adresse", "commune"].some((name) => text(posted.form, name) !== "") ||
  !isWilayaUntouched(posted);

/** Whether the order form's wilaya is none, or the one with which it began. */
const isWilayaUntouched = ({ form, remembered }: Posted): boolean =>
  ["", String(remembered)].includes(text(form, "wilaya"));

/** The posted form, to be shown again with its errors. */
interface Answer {
  choice: ChoiceValues;
  errors: ChoiceErrors;
  delivery: DeliveryView;
  problems: Problem[];
  /** Whether the errors are those of the order form, and not of the choice. */
  isOfOrder: boolean;
  intro?: string | undefined;
  /** Why nothing was ordered. */
  refusal?: OrderRefusal;
  /** Whether the communes were asked for, and are there. */
  isListNew?: boolean;
  /** The total that was not shown before, which the next press orders. */
  toConfirm?: TotalToConfirm;
}

/** Reads the posted form for a product; the answer shows it again without errors. */
async function readPosted({ form }: Posted, product: Product) {
  const choice = choiceIn(product, form);
  const wanted = choice.ok ? choice : choice.wanted;
  const pairs = wanted?.quantity ?? 1;
  const read = await readDelivery(form, { pairs, amount: pairs * product.price });
  const answer: Answer = {
    choice: { couleur: text(form, "couleur"), pointure: text(form, "pointure"), quantite: text(form, "quantite") },
    errors: {},
    delivery: read.unsent,
    problems: [],
    isOfOrder: false,
  };
  return { choice, wanted, pairs, read, answer };
}

const addressOf = ({ slug }: Product, choice: Record<string, string>) =>
  `/product/${slug}?${new URLSearchParams(choice)}`;

async function addToCart(posted: Posted) {
  const { request, form } = posted;
  const product = await findProduct(posted.id, request);
  const added = await addChosen(request, form, choiceIn(product, form));
  if ("errors" in added) {
    const { answer } = await readPosted(posted, product);
    return refusal<Answer>({ ...answer, ...added, problems: choiceProblems(product, added.errors, answer) });
  }
  // An addition waits for no fees.
  const { color, size } = added.variant;
  const to = addressOf(product, { couleur: color.slug, pointure: String(size) });
  return redirectToKept(request, { to, what: "panier", message: ADDED, about: "cart" }, added.headers);
}

const isOfFavourite = (form: FormData) => form.has("ajouter") || form.has("retirer");

/** 'Favoris' without scripts comes back to the choice. */
async function changeFavourite({ request, form, id }: Posted) {
  const product = await findProduct(id, request);
  const { flash, headers } = (await changeWishes(request, form)) ?? { headers: new Headers() };
  const pairs = pairsChosen(text(form, "quantite"));
  const to = addressOf(product, {
    couleur: text(form, "couleur"),
    pointure: text(form, "pointure"),
    ...(pairs > 1 ? { quantite: String(pairs) } : {}),
  });
  return flash ? redirectToKept(request, { to, what: "liste", ...flash }, headers) : redirect(to, 303);
}

/** 'Voir cette couleur': its pictures and sizes, without scripts. */
async function showColor(posted: Posted) {
  const product = await findProduct(posted.id, posted.request);
  const { answer } = await readPosted(posted, product);
  const color = product.colors.find(({ slug }) => slug === answer.choice.couleur);
  addToContext({ titlePrefix: color?.name ?? "Couleur" });
  return data(answer);
}

/** 'Afficher les communes' of the chosen wilaya, or the pickup points of a commune. */
async function showCommunes(posted: Posted) {
  const product = await findProduct(posted.id, posted.request);
  const { answer: before, read } = await readPosted(posted, product);
  const delivery = forCommunes(read);
  const problems = deliveryProblems(delivery);
  const answer: Answer = { ...before, delivery, problems, isOfOrder: true };
  if (problems.length > 0) return refusal(answer);
  if (delivery.offer.isAway) return refusal({ ...answer, intro: await noFees() }, 503);
  const wilaya = delivery.wilayas.find(({ id }) => String(id) === delivery.values.wilaya);
  addToContext({ titlePrefix: `Livraison à ${wilaya?.name}` });
  return data({ ...answer, isListNew: true });
}

/** The wilaya whose fees stand below the order form, which follows unless it has another. */
async function chooseDelivery(posted: Posted) {
  const { request, form } = posted;
  const wasFilledIn = isOrderFilledIn(posted);
  if (isWilayaUntouched(posted)) form.set("wilaya", text(form, WILAYA_CHOICE));
  const product = await findProduct(posted.id, request);
  const { answer } = await readPosted(posted, product);
  const headers = await chooseWilaya(text(form, WILAYA_CHOICE));
  const { couleur, pointure, quantite } = answer.choice;
  // A page that holds what was typed cannot be redirected to.
  if (wasFilledIn || quantite !== "1") return data(answer, { headers });
  const to = addressOf(product, { couleur, pointure });
  const message = await ownDeliveryLine(request, { pairs: 1, amount: product.price });
  if (!headers || !message) return redirect(to, { status: 303, headers });
  return redirectToKept(request, { to, what: "wilaya", type: "info", message }, headers);
}

/** 'Commander maintenant'. */
async function order(posted: Posted, isRepeatConfirmed: boolean) {
  const { request, form } = posted;
  // Orders wait for their turn before anything is read for them.
  const turn = await turnToOrder();
  const again = await answerAgain(request, form, turn, { fromCart: false, linesAs: (order) => linesAs(order, form) });
  if (again) return again;
  const product = await findProduct(posted.id, request);
  const { choice, wanted, pairs, read, answer: shownAgain } = await readPosted(posted, product);
  // A form without a price was shown none: the order refuses 0 and names the real price.
  const price = wholeNumber(form, "prix") ?? 0;
  const isPriceShown = price === product.price;
  // The order itself refuses a price that changed, and names it.
  const toConfirm = choice.ok && isPriceShown ? totalToConfirm(form, { product, pairs }, read) : undefined;
  if (toConfirm) {
    addToContext({ titlePrefix: CONFIRM });
    return data<Answer>({ ...shownAgain, delivery: read.view, isOfOrder: true, toConfirm });
  }

  const errors = choice.ok ? {} : choice.errors;
  const problems = choiceProblems(product, errors, shownAgain);
  const answer: Answer = { ...shownAgain, errors, delivery: read.view, problems, isOfOrder: true };
  const { recipient, feeNotice } = read;
  // The order compares the price, but it is not reached where the fee is not the one shown.
  if (feeNotice && !isPriceShown) {
    const change = { variantId: wanted?.variant.id ?? "", name: product.name, before: price, now: product.price };
    problems.push({ message: changeText({ kind: "price", ...change }) });
  }
  if (!recipient || !wanted)
    return refusal({ ...answer, intro: read.intro, problems: [...problems, ...deliveryProblems(read.view)] });
  if (feeNotice) return refusal({ ...answer, intro: CHECK_AGAIN, problems: [...problems, { message: feeNotice }] });

  // The order checks the stock, since this form may have taken the last pair before.
  const lines = [{ variantId: wanted.variant.id, quantity: wanted.quantity, price }];
  const { fee, key: postedKey } = read;
  const wish = { key: postedKey, lines, recipient };
  const before = fee === undefined || isRepeatConfirmed ? undefined : await justOrdered(request, wish);
  const outcome =
    fee === undefined
      ? refuseOrder({ outcome: "unavailable", closed: await closedNow() }, postedKey)
      : before
        ? refuseOrder({ outcome: "repeated", ...before }, postedKey)
        : await placeFormOrder(request, { ...wish, shownFee: fee, fromCart: false }, turn);
  if (outcome instanceof Response) {
    await rememberWilaya(recipient.wilayaId, outcome.headers);
    return outcome;
  }
  const { refusal: why, status, key, headers } = outcome;
  const delivery = { ...read.view, offer: { ...read.view.offer, cle: key } };
  // A choice that is out of stock has its error beside the control.
  const shown = why.outcome === "changed" && !choice.ok ? { ...why, changes: [] } : why;
  return refusal<Answer>({ ...answer, delivery, refusal: shown }, status, headers);
}

/** The chosen pairs by the order that they may be: the product may be gone. */
const linesAs = ({ lines }: Order, form: FormData): WantedLine[] =>
  lines
    .filter(({ color, size }) => color.slug === text(form, "couleur") && String(size) === text(form, "pointure"))
    .map((line) => ({ ...line, quantity: Number(form.get("quantite") ?? 1) }));

/** The answer to an order may have been lost on the way, and this form be a new one. */
async function justOrdered(request: Request, { key, ...order }: Omit<FormOrder, "shownFee" | "fromCart">) {
  if (key === undefined) return undefined;
  const { orders } = await getShop();
  // While the shop cannot answer, the order itself says so.
  const before = await unlessUnavailable(orders.justOrdered({ key, ...order }));
  if (!before || !hasOurCookies(request)) return before;
  // A browser that is known by its cookie is asked about its own order only.
  return before.number && (await orders.read(before.number, await visitorOf(request))) ? before : undefined;
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

/** The errors with the id of the control of each; a sold-out product has no control. */
function choiceProblems(product: Product, errors: ChoiceErrors, { choice }: Answer): Problem[] {
  const color = preselectedColor(product, choice.couleur)?.slug ?? "";
  const size = preselectedSize(sizesOf(product, color));
  const ids = {
    couleur: product.soldOut ? undefined : COLOR_ID,
    pointure: size === undefined ? undefined : SIZE_ID,
    quantite: product.soldOut ? undefined : "quantite",
  };
  return (["couleur", "pointure", "quantite"] as const).flatMap((field) => {
    const message = errors[field];
    return message ? [{ id: ids[field], message }] : [];
  });
}
