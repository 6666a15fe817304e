import { nextSteps, type OrderStatus } from "../order/order";
import { counted, plural } from "../values/plural";
import { orderActions } from "./order-actions";
import { roleMay, type StaffRole } from "./role";

/** Several orders at once: what is asked for, what may be done, and the words for it. */

/** A status that all are set to, or a note that all are given; in the sequence of their buttons. */
export const bulkActions = {
  confirmed: { ...orderActions.confirmed, title: "Confirmer", done: ["confirmée", "confirmées"] },
  shipped: { ...orderActions.shipped, title: "Remettre au livreur", done: ["remise au livreur", "remises au livreur"] },
  delivered: { ...orderActions.delivered, title: "Livrées", done: ["livrée", "livrées"] },
  returned: { ...orderActions.returned, title: "Retournées", done: ["retournée", "retournées"] },
  cancelled: { ...orderActions.cancelled, title: "Annuler", done: ["annulée", "annulées"] },
  note: { ability: "orders", value: "noter", title: "Noter", done: ["annotée", "annotées"] },
} as const;
export type BulkAction = keyof typeof bulkActions;
export const allBulkActions = Object.keys(bulkActions) as BulkAction[];

/** @param value as forms post it */
export const bulkActionOf = (value: string): BulkAction | undefined =>
  allBulkActions.find((action) => bulkActions[action].value === value);

/** The work of who packs, or of who calls; a note is everybody's. */
export const mayBulk = (role: StaffRole, action: BulkAction): boolean => roleMay(role, bulkActions[action].ability);

/** Orders of one bulk at most. */
export const MAX_BULK = 200;

/** An order, and its version as it was shown. */
export interface BulkChoice {
  number: string;
  version: number;
}

/** Why an order is left as it is. */
const skips = {
  unknown: "commande introuvable",
  changed: "modifiée entre-temps\u00a0: relisez-la d'abord",
  status: "son statut ne le permet pas",
  short: "il n'y a plus assez de paires pour la confirmer",
  /** It would not be announced any more. */
  unannounced: "son colis n'est pas encore annoncé au livreur",
};
export type BulkSkip = keyof typeof skips;
export type BulkOutcome = "done" | BulkSkip;

/** @param status the order's own, where it is known */
export const skipWords = (skip: BulkSkip, status?: string): string =>
  skip === "status" && status !== undefined ? `${skips.status}\u00a0: ${status}` : skips[skip];

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
      return `${bulkActions[action].title} ${orders}`;
  }
}

export function doneWords(action: BulkAction, count = 1): string {
  const [one, many] = bulkActions[action].done;
  return plural(count, one, many);
}

/** '10 commandes confirmées, 2 laissées de côté' */
export function bulkSummary(action: BulkAction, done: number, skipped: number): string {
  const rest = skipped > 0 ? `, ${skipped} ${skipped > 1 ? "laissées" : "laissée"} de côté` : "";
  return `${counted(done, "commande")} ${doneWords(action, done)}${rest}`;
}
