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
import { wayToOrder } from "./order-address.server";

/** The one order rule, for the checkout and for the product page's form (decision 009). */

export const CHECK_AGAIN = "Vérifiez votre commande, puis confirmez.";

export interface OrderRequest {
  /** The form's key; undefined when it has none of ours. */
  key: string | undefined;
  /** Variants, quantities and unit prices as they were shown. */
  lines: readonly WantedLine[];
  recipient: Recipient;
  /** The delivery fee that was shown. */
  shownFee: number;
  /** What was shown to be taken off; 0 unless told. */
  shownReward?: number;
  fromCart: boolean;
  /** In so many seconds it may be its turn; undefined when it is (`turnToOrder`). */
  wait: number | undefined;
}

export const NOT_ORDERED = "Votre commande n'a pas pu être traitée. Veuillez réessayer.";
/** Section 8's, when the order's form fails for a reason that nobody thought of. */
const UNEXPECTED = "Une erreur est survenue. Ce que vous avez écrit est encore là\u00a0: réessayez, ou contactez-nous.";
/** Section 8's, when whoever delivers cannot be asked. */
export const NO_FEES = "Impossible de calculer les frais.";

/** The same whose orders they are: nobody learns here whether somebody else has ordered. */
export const TOO_MANY_OPEN = `trop de commandes passées avec ce numéro ou depuis cette connexion attendent encore d'être confirmées. Pour commander tout de suite, ${callOrWrite(settings.shopPhone)}.`;

/** Who waits for the answer may have ordered by an earlier press: the same form then finds that order. */
export function tooBusy(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const time = seconds < 60 ? `${seconds} secondes` : minutes > 1 ? `${minutes} minutes` : "une minute";
  return `${NOT_ORDERED} Beaucoup de personnes commandent en ce moment\u00a0: attendez ${time}, puis envoyez de nouveau le même formulaire. Il garde ce que vous avez saisi, et ne commande jamais deux fois.`;
}

/** What could not be done, and for how long that has been so (decision 034). */
export async function notNow(what: typeof NOT_ORDERED | typeof NO_FEES): Promise<string> {
  const closed = closedFor((await getShop()).ordering(), new Date());
  return closed ? `${what} ${closed}` : what;
}

export type OrderOutcome =
  /** 303 to the order's page, with the flash and, for a new visitor, the cookie. */
  | { placed: true; response: Response }
  /** Nothing was ordered: the page is shown again with this, and with the cookie of who may read what there is already. */
  | { placed: false; refusal: OrderRefusal; headers?: Headers };

export interface OrderRefusal {
  status: 400 | 409 | 429 | 500 | 503;
  intro: string;
  /** What differs from what was shown, a sentence each. */
  sentences: string[];
  /** For the form that is shown again. */
  key: string;
  /** The order that this very form made before, when this visitor may see it. */
  existing?: { number: string; page: string };
}

export async function placeOrder(request: Request, { key, wait, ...wanted }: OrderRequest): Promise<OrderOutcome> {
  if (key === undefined) return refused({ status: 400, intro: CHECK_AGAIN, sentences: [], key: mintFormKey() });
  if (wait !== undefined) return refusedFor(wait, key);
  const shop = await getShop();
  // All that can fail comes before the order: once it is taken, it is never answered by an error.
  const { visitor, headers, isAccount } = await visitorToOrder(request);
  let result: PlaceResult;
  try {
    result = await shop.orders.place({ ...wanted, key, visitor, address: currentRequest()?.address });
  } catch (error) {
    // The order may exist after all: with the same key, trying again finds it. What was typed stays, whatever went wrong.
    if (error instanceof ShopUnavailable)
      return refused({ status: 503, intro: await notNow(NOT_ORDERED), sentences: [], key });
    console.error(error);
    return refused({ status: 500, intro: UNEXPECTED, sentences: [], key });
  }
  // Nothing was stored under the key: it is good for the same form, once somebody has called.
  if (result.outcome === "limited")
    return refused({ status: 409, intro: `Rien n'a été commandé\u00a0: ${TOO_MANY_OPEN}`, sentences: [], key });
  if (result.outcome === "busy") return refusedFor(result.seconds, key);
  if (result.outcome === "changed") {
    const intro = `Rien n'a été commandé, car votre commande a changé. ${CHECK_AGAIN}`;
    return refused({ status: 400, intro, sentences: result.changes.map(changeSentence), key: mintFormKey() });
  }
  // What was cancelled stays so: its form neither makes the order again nor says that it did.
  const isCancelled = result.order.status === "cancelled";
  if (result.outcome === "placed" && !isCancelled) {
    const { number } = result.order;
    const flash = { type: "success", message: `Commande #${number} créée avec succès!`, about: "order" } as const;
    // Decision 029: an account holder's order is in the account.
    const page = isAccount ? accountOrderPage(number) : wayToOrder(request, number, visitor);
    return { placed: true, response: await redirectWithFlash(page, flash, headers) };
  }
  // A guest whose first answer was lost has no cookie yet.
  const mayRead = await shop.orders.read(result.order.number, visitor);
  const refusal: OrderRefusal = {
    status: 409,
    intro: mayRead
      ? `Ce formulaire a déjà servi\u00a0: votre commande n° ${result.order.number} est ${isCancelled ? "annulée" : "enregistrée"}. Pour commander ${isCancelled ? "de nouveau" : "aussi ce qui suit"}, vérifiez et confirmez.`
      : "Ce formulaire a déjà servi à une commande. Pour commander ce qui suit, vérifiez et confirmez.",
    sentences: [],
    key: mintFormKey(),
    ...(mayRead
      ? { existing: { number: result.order.number, page: wayToOrder(request, result.order.number, visitor) } }
      : {}),
  };
  return { placed: false, refusal, ...(mayRead ? { headers } : {}) };
}

const refused = (refusal: OrderRefusal): OrderOutcome => ({ placed: false, refusal });

/** Nothing was asked under the key by this press. */
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
