import { nextSteps, type OrderStatus } from "../order/order";
import { counted, plural } from "../values/plural";
import { abilityFor, actionValues, type OrderAction } from "./order-actions";
import { roleMay, type StaffRole } from "./role";

/** Several orders at once: what is asked for, what may be done, and the words for it. */

/** A status that all are set to, or a note that all are given. */
export type BulkAction = Exclude<OrderAction, "edit" | "retry"> | "note";

/** As forms post it. */
export const bulkValues: Record<BulkAction, string> = { ...actionValues, note: "noter" };

/** The work of who packs, or of who calls; a note is everybody's. */
export const mayBulk = (role: StaffRole, action: BulkAction): boolean =>
  roleMay(role, action === "note" ? "orders" : abilityFor(action));

/** Orders of one bulk at most. */
export const MAX_BULK = 200;

/** An order, and its version as it was shown. */
export interface BulkChoice {
  number: string;
  version: number;
}

/**
 * `status`: it is in one that does not allow it. `short`: the stock is too small.
 * `unannounced`: the courier does not have its parcel, which would not be announced any more.
 */
export type BulkSkip = "unknown" | "changed" | "status" | "short" | "unannounced";
export type BulkOutcome = "done" | BulkSkip;

/** @returns a choice posted as `K7MQ-4TXP:3`; undefined for anything else */
function choiceFrom(posted: string): BulkChoice | undefined {
  const [, number, version] = /^([^:]{1,100}):(\d{1,9})$/.exec(posted) ?? [];
  return number === undefined ? undefined : { number, version: Number(version) };
}

export const choiceText = ({ number, version }: BulkChoice): string => `${number}:${version}`;

/**
 * The chosen orders, each once; those beyond the most are left out.
 * @param posted each has one choice, or several with spaces between
 */
export function choicesFrom(posted: readonly string[]): BulkChoice[] {
  const byNumber = new Map<string, BulkChoice>();
  for (const choice of posted.flatMap((texts) => texts.split(/\s+/)).map(choiceFrom))
    if (choice) byNumber.set(choice.number, choice);
  return [...byNumber.values()].slice(0, MAX_BULK);
}

/** @returns the list's address in which these choices, and no others, are ticked */
export function withChoices(list: string, choices: readonly string[]): string {
  const [path = "", query] = list.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.delete("choix");
  if (choices.length > 0) parameters.set("choix", choices.join(" "));
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** Whether an order in this state can be changed so; notes are taken for all. */
export const bulkAllows = (action: BulkAction, status: OrderStatus, holdsPairs: boolean): boolean =>
  action === "note" || nextSteps(status, holdsPairs).includes(action);

/** In the sequence of their buttons. */
export const bulkTitles: Record<BulkAction, string> = {
  confirmed: "Confirmer",
  shipped: "Remettre au livreur",
  delivered: "Livrées",
  returned: "Retournées",
  cancelled: "Annuler",
  note: "Noter",
};

/** 'Confirmer 10 commandes' */
export function bulkPress(action: BulkAction, count: number): string {
  const orders = counted(count, "commande");
  switch (action) {
    case "note":
      return `Ajouter la note à ${orders}`;
    case "shipped":
      return `Remettre ${orders} au livreur`;
    case "delivered":
    case "returned":
      return `Marquer ${orders} comme ${doneWords(action, count)}`;
    default:
      return `${bulkTitles[action]} ${orders}`;
  }
}

const participles: Record<BulkAction, [one: string, many: string]> = {
  confirmed: ["confirmée", "confirmées"],
  shipped: ["remise au livreur", "remises au livreur"],
  delivered: ["livrée", "livrées"],
  returned: ["retournée", "retournées"],
  cancelled: ["annulée", "annulées"],
  note: ["annotée", "annotées"],
};

export const doneWords = (action: BulkAction, count = 1): string => plural(count, ...participles[action]);

/** '10 commandes confirmées, 2 laissées de côté' */
export function bulkSummary(action: BulkAction, done: number, skipped: number): string {
  const rest = skipped > 0 ? `, ${skipped} ${skipped > 1 ? "laissées" : "laissée"} de côté` : "";
  return `${counted(done, "commande")} ${doneWords(action, done)}${rest}`;
}

/** Why an order is left as it is. @param status its own, where it is known */
export function skipWords(skip: BulkSkip, status?: string): string {
  switch (skip) {
    case "unknown":
      return "commande introuvable";
    case "changed":
      return "modifiée entre-temps\u00a0: relisez-la d'abord";
    case "status":
      return status === undefined ? "son statut ne le permet pas" : `son statut ne le permet pas\u00a0: ${status}`;
    case "short":
      return "il n'y a plus assez de paires pour la confirmer";
    case "unannounced":
      return "son colis n'est pas encore annoncé au livreur";
  }
}
