import { formatDinars } from "../values/money";
import { callOrWrite } from "../values/phone";
import { counted, quoted } from "../values/plural";
import type { Order } from "./order";

/** A difference from what was shown, for the shopper to decide on. */
export type OrderChange =
  | { kind: "price"; variantId: string; name: string; before: number; now: number }
  | { kind: "stock"; variantId: string; name: string; wanted: number; stock: number }
  | { kind: "gone"; variantId: string }
  /** The cart's quantity differs: 0 when the line was removed, or ordered, elsewhere. */
  | { kind: "quantity"; variantId: string; name: string; before: number; now: number }
  | { kind: "fee"; before: number; now: number }
  /** The loyalty reward differs from the one shown. */
  | { kind: "reward"; before: number; now: number }
  | { kind: "destination" }
  /** More than the courier collects for one parcel, `most` dinars. */
  | { kind: "ceiling"; total: number; most: number };

/** An order that a shopper without a cookie may be about to place again. */
export interface JustOrdered {
  /** At least 1. */
  minutes: number;
  /** Only when name, phone and address are the same, since with the phone it opens the order. */
  number?: string;
}

/** Why an order was not placed, from the service that refuses it to the page that says so. */
export type OrderRefusal =
  /** Nothing was stored, no stock was taken. */
  | { outcome: "changed"; changes: OrderChange[] }
  /** The key belongs to this order: it has other content, or it was cancelled since. */
  | {
      outcome: "key-used";
      order: Pick<Order, "number" | "status">;
      /** Its address, for a visitor who may see it; nobody else reads anything of the order. */
      page?: string;
    }
  /** Too many unconfirmed orders of this phone, account or address (decision 031). */
  | { outcome: "limited" }
  /** The API refused it for a reason of its own; empty when it gave none. */
  | { outcome: "refused"; message: string }
  /** The merchant found that the API did not take the order of this key. */
  | { outcome: "not-taken" }
  /** Its turn did not come, or the API that takes the orders is overloaded. */
  | { outcome: "busy"; seconds: number }
  /** The same order was placed just before: only another button places it again. */
  | ({ outcome: "repeated" } & JustOrdered)
  /** The form lacks a line, or a key that this shop minted. */
  | { outcome: "incomplete" }
  /** The shop could not answer. `closed`: since when no orders are taken (decision 034). */
  | { outcome: "unavailable"; closed: string | undefined }
  | { outcome: "failed" };

interface Rule {
  status: 400 | 409 | 429 | 500 | 503;
  /** Whether the form may be sent again under its key. */
  keepsKey: boolean;
}

/** How a page answers each refusal. The order may exist after a failure: its key then finds it. */
export const refusalRules: Record<OrderRefusal["outcome"], Rule> = {
  changed: { status: 400, keepsKey: false },
  "key-used": { status: 409, keepsKey: false },
  limited: { status: 409, keepsKey: true },
  refused: { status: 400, keepsKey: false },
  "not-taken": { status: 409, keepsKey: false },
  busy: { status: 429, keepsKey: true },
  repeated: { status: 409, keepsKey: true },
  incomplete: { status: 400, keepsKey: false },
  unavailable: { status: 503, keepsKey: true },
  failed: { status: 500, keepsKey: true },
};

export const CHECK_AGAIN = "Vérifiez votre commande, puis confirmez.";
const NOT_ORDERED = "Votre commande n'a pas pu être traitée. Veuillez réessayer.";
export const NOT_TAKEN = "Votre commande n'a pas été prise\u00a0: aucun colis ne part, et vous ne devez rien.";

/** @param phone of the shop, in whatever spelling `callOrWrite` takes */
export function refusalText(refusal: OrderRefusal, phone: string | undefined): string {
  switch (refusal.outcome) {
    case "changed":
      return `Rien n'a été commandé, car votre commande a changé. ${CHECK_AGAIN}`;
    case "key-used":
      return keyUsed(refusal);
    case "limited":
      return `Rien n'a été commandé\u00a0: ${tooManyOpen(phone)}`;
    case "refused": {
      const { message } = refusal;
      const reason = message ? `La raison\u00a0: ${quoted(message)}.` : "Votre commande n'est pas acceptée ainsi.";
      return `Rien n'a été commandé. ${reason} Corrigez ce qu'il faut, puis confirmez, ou ${callOrWrite(phone)}.`;
    }
    case "not-taken":
      return `${NOT_TAKEN} Pour commander ce qui suit, vérifiez et confirmez.`;
    case "busy":
      return `${NOT_ORDERED} Beaucoup de personnes commandent en ce moment\u00a0: attendez ${waitText(refusal.seconds)}, puis envoyez de nouveau le même formulaire. Il garde ce que vous avez saisi, et ne commande jamais deux fois.`;
    case "repeated":
      return `${justOrderedText(refusal)} Rien n'a été commandé de nouveau. Pour commander encore une fois, confirmez.`;
    case "incomplete":
      return CHECK_AGAIN;
    case "unavailable":
      return [NOT_ORDERED, refusal.closed].filter(Boolean).join(" ");
    case "failed":
      return "Une erreur est survenue. Ce que vous avez écrit est encore là\u00a0: réessayez, ou contactez-nous.";
  }
}

function keyUsed({ order: { number, status }, page }: Extract<OrderRefusal, { outcome: "key-used" }>): string {
  const [state, again] = status === "cancelled" ? ["annulée", "de nouveau"] : ["enregistrée", "aussi ce qui suit"];
  return page === undefined
    ? "Ce formulaire a déjà servi à une commande. Pour commander ce qui suit, vérifiez et confirmez."
    : `Ce formulaire a déjà servi\u00a0: votre commande n°\u00a0${number} est ${state}. Pour commander ${again}, vérifiez et confirmez.`;
}

/** The same for all phones and accounts: nobody learns here whether somebody else has ordered. */
export const tooManyOpen = (phone: string | undefined, act = "commander"): string =>
  `trop de commandes passées avec ce numéro ou depuis cette connexion attendent encore d'être confirmées. Pour ${act} tout de suite, ${callOrWrite(phone)}.`;

function waitText(seconds: number): string {
  if (seconds < 60) return counted(seconds, "seconde");
  const minutes = Math.round(seconds / 60);
  return minutes > 1 ? `${minutes} minutes` : "une minute";
}

function justOrderedText({ minutes, number }: JustOrdered): string {
  const ago = `il y a ${counted(minutes, "minute")}`;
  return number
    ? `Vous avez déjà passé cette commande ${ago}\u00a0: n°\u00a0${number}.`
    : `Une commande des mêmes articles a déjà été passée avec ce téléphone ${ago}.`;
}

/** What changed since it was shown, as the shopper reads it (R-3, section 8). */
export function changeText(change: OrderChange): string {
  switch (change.kind) {
    case "price":
      return `${change.name}\u00a0: le prix a changé, ${formatDinars(change.now)} au lieu de ${formatDinars(change.before)}.`;
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
      return `Le transporteur encaisse au plus ${formatDinars(change.most)} par colis, et le total serait de ${formatDinars(change.total)}\u00a0: répartissez vos articles en plusieurs commandes.`;
  }
}
