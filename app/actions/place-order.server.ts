import { redirect } from "@remix-run/node";
import { closedFor } from "~/components/layout/closed";
import { formatDinars } from "~/domain/money";
import { accountOrderPage, type Recipient, type WantedLine } from "~/domain/order";
import { callOrWrite } from "~/domain/phone";
import { currentRequest } from "~/request-context.server";
import { mintFormKey } from "~/server/form-key.server";
import { redirectWithFlash } from "~/session/flash.server";
import { visitorToOrder } from "~/session/visitor.server";
import { settings } from "~/settings.server";
import type { OrderChange, PlaceResult } from "~/shop/services/orders";
import { ShopUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { orderAddress, unsettledAddress } from "./order-address.server";

/** Places an order, from the checkout and from the product page's form alike (decision 009). */

export const CHECK_AGAIN = "Vérifiez votre commande, puis confirmez.";

export interface OrderRequest {
  /** The form's key; undefined when it holds none that this shop minted. */
  key: string | undefined;
  /** Variants, quantities and unit prices as they were shown. */
  lines: readonly WantedLine[];
  recipient: Recipient;
  /** The delivery fee that was shown. */
  shownFee: number;
  /** The discount that was shown; 0 by default. */
  shownReward?: number;
  fromCart: boolean;
  /** Seconds until the order may be its turn; undefined when it is (`turnToOrder`). */
  wait: number | undefined;
}

export const NOT_ORDERED = "Votre commande n'a pas pu être traitée. Veuillez réessayer.";
/** Of an order that the API did not take, as the merchant found out. */
export const NOT_TAKEN = "Votre commande n'a pas été prise\u00a0: aucun colis ne part, et vous ne devez rien.";
/** For an unexpected failure (section 8). */
const UNEXPECTED = "Une erreur est survenue. Ce que vous avez écrit est encore là\u00a0: réessayez, ou contactez-nous.";
/** While the courier does not answer (section 8). */
export const NO_FEES = "Impossible de calculer les frais.";

/** One sentence whosever orders they are: nobody learns here whether somebody else has ordered. */
export const TOO_MANY_OPEN = `trop de commandes passées avec ce numéro ou depuis cette connexion attendent encore d'être confirmées. Pour commander tout de suite, ${callOrWrite(settings.shopPhone)}.`;

/** An earlier press may have placed the order: the same form then finds it. */
export function tooBusy(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const time = seconds < 60 ? `${seconds} secondes` : minutes > 1 ? `${minutes} minutes` : "une minute";
  return `${NOT_ORDERED} Beaucoup de personnes commandent en ce moment\u00a0: attendez ${time}, puis envoyez de nouveau le même formulaire. Il garde ce que vous avez saisi, et ne commande jamais deux fois.`;
}

/** What could not be done, and since when no orders are taken (decision 034). */
export async function notNow(what: typeof NOT_ORDERED | typeof NO_FEES): Promise<string> {
  const closed = closedFor((await getShop()).ordering(), new Date());
  return closed ? `${what} ${closed}` : what;
}

type OrderOutcome =
  /** 303 to the page of the order, or of one that may exist, with the cookie of a new visitor. */
  | { placed: true; response: Response }
  /** Nothing was ordered: the page is shown again, with the cookie that opens an existing order. */
  | { placed: false; refusal: OrderRefusal; headers?: Headers };

export interface OrderRefusal {
  status: 400 | 409 | 429 | 500 | 503;
  intro: string;
  /** What differs from what was shown, a sentence each. */
  sentences: string[];
  /** Key of the form that is shown again. */
  key: string;
  /** The order that this form placed before, when this visitor may see it. */
  existing?: { number: string; page: string };
}

export async function placeOrder(request: Request, { key, wait, ...wanted }: OrderRequest): Promise<OrderOutcome> {
  if (key === undefined) return refused({ status: 400, intro: CHECK_AGAIN, sentences: [], key: mintFormKey() });
  if (wait !== undefined) return refusedFor(wait, key);
  const shop = await getShop();
  // All that can fail comes first: an order that was taken is never answered by an error.
  const { visitor, headers, isAccount } = await visitorToOrder(request);
  let result: PlaceResult;
  try {
    result = await shop.orders.place({ ...wanted, key, visitor, address: currentRequest()?.address });
  } catch (error) {
    // The order may exist after all: the same key finds it at the next try.
    if (error instanceof ShopUnavailable)
      return refused({ status: 503, intro: await notNow(NOT_ORDERED), sentences: [], key });
    console.error(error);
    return refused({ status: 500, intro: UNEXPECTED, sentences: [], key });
  }
  // Nothing was stored under the key: the same form may order once the shopper has called.
  if (result.outcome === "limited")
    return refused({ status: 409, intro: `Rien n'a été commandé\u00a0: ${TOO_MANY_OPEN}`, sentences: [], key });
  if (result.outcome === "busy") return refusedFor(result.seconds, key);
  if (result.outcome === "changed") {
    const intro = `Rien n'a été commandé, car votre commande a changé. ${CHECK_AGAIN}`;
    return refused({ status: 400, intro, sentences: result.changes.map(changeSentence), key: mintFormKey() });
  }
  if (result.outcome === "unsettled") {
    const page = unsettledAddress(request, result.reference, visitor);
    return { placed: true, response: redirect(page, { status: 303, headers }) };
  }
  if (result.outcome === "not-taken") {
    const intro = `${NOT_TAKEN} Pour commander ce qui suit, vérifiez et confirmez.`;
    return refused({ status: 409, intro, sentences: [], key: mintFormKey() });
  }
  if (result.outcome === "refused") {
    const { message } = result;
    const reason = message ? `La raison\u00a0: «\u00a0${message}\u00a0».` : "Votre commande n'est pas acceptée ainsi.";
    const intro = `Rien n'a été commandé. ${reason} Corrigez ce qu'il faut, puis confirmez, ou ${callOrWrite(settings.shopPhone)}.`;
    return refused({ status: 400, intro, sentences: [], key: mintFormKey() });
  }
  // The form of a cancelled order neither places it again nor reports it as placed.
  const { number, status } = result.order;
  const isCancelled = status === "cancelled";
  if (result.outcome === "placed" && !isCancelled) {
    const flash = { type: "success", message: `Commande #${number} créée avec succès\u00a0!`, about: "order" } as const;
    // Decision 029: an account holder's order is in the account.
    const page = isAccount ? accountOrderPage(number) : orderAddress(request, number, visitor);
    return { placed: true, response: await redirectWithFlash(page, flash, headers) };
  }
  const mayRead = await shop.orders.read(number, visitor);
  const [state, again] = isCancelled ? ["annulée", "de nouveau"] : ["enregistrée", "aussi ce qui suit"];
  const refusal: OrderRefusal = {
    status: 409,
    intro: mayRead
      ? `Ce formulaire a déjà servi\u00a0: votre commande n° ${number} est ${state}. Pour commander ${again}, vérifiez et confirmez.`
      : "Ce formulaire a déjà servi à une commande. Pour commander ce qui suit, vérifiez et confirmez.",
    sentences: [],
    key: mintFormKey(),
    ...(mayRead ? { existing: { number, page: orderAddress(request, number, visitor) } } : {}),
  };
  return { placed: false, refusal, ...(mayRead ? { headers } : {}) };
}

const refused = (refusal: OrderRefusal): OrderOutcome => ({ placed: false, refusal });

/** The order was not tried: the same key may be used again. */
const refusedFor = (seconds: number, key: string): OrderOutcome => ({
  placed: false,
  refusal: { status: 429, intro: tooBusy(seconds), sentences: [], key },
  headers: new Headers({ "Retry-After": String(seconds) }),
});

/** What changed since it was shown, as the shopper reads it (R-3, section 8). */
export function changeSentence(change: OrderChange): string {
  switch (change.kind) {
    case "price":
      return `Le prix de ${change.name} a changé\u00a0: ${formatDinars(change.now)} au lieu de ${formatDinars(change.before)}.`;
    case "stock":
      return change.stock > 0
        ? `${change.name} – Plus que ${change.stock} en stock !`
        : `${change.name} – Rupture de stock`;
    case "gone":
      return "Un article n'est plus vendu\u00a0: retirez-le pour continuer.";
    case "quantity":
      return change.now > 0
        ? `${change.name}\u00a0: ${change.now} dans votre panier au lieu de ${change.before}.`
        : `${change.name} n'est plus dans votre panier.`;
    case "fee":
      return `Les frais de livraison ont changé\u00a0: ${formatDinars(change.now)} au lieu de ${formatDinars(change.before)}.`;
    case "reward":
      return change.now > 0
        ? `Votre carte de fidélité est pleine\u00a0: ${formatDinars(change.now)} sont offerts pour la 7ᵉ paire${change.before > 0 ? `, au lieu de ${formatDinars(change.before)}` : ""}.`
        : "La 7ᵉ paire n'est plus offerte\u00a0: votre carte de fidélité n'est pas pleine.";
    case "destination":
      return "Cette destination n'est plus desservie\u00a0: choisissez une autre commune.";
    case "ceiling":
      return `Le livreur encaisse au plus ${formatDinars(change.most)} par colis, et le total serait de ${formatDinars(change.total)}\u00a0: répartissez vos articles en plusieurs commandes.`;
  }
}
