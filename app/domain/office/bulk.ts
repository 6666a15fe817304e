import { type OrderStatus, statusSteps } from "../order/order";
import { counted } from "../values/plural";
import { type Ability, roleMay, type StaffRole } from "./role";

/** Several orders at once: what is asked for, what may be done, and the words for it. */

/** As the forms post it. */
export const bulkActions = { confirmer: "confirm", expedier: "ship", annuler: "cancel", noter: "note" } as const;
export type BulkAction = (typeof bulkActions)[keyof typeof bulkActions];

const abilities: Record<BulkAction, Ability> = { confirm: "calls", ship: "parcels", cancel: "calls", note: "orders" };

export const mayBulk = (role: StaffRole, action: BulkAction): boolean => roleMay(role, abilities[action]);

/** Orders of one bulk at most. */
export const MAX_BULK = 200;

/** An order, and its version as it was shown. */
export interface BulkChoice {
  number: string;
  version: number;
}

/** `status`: it is in one that does not allow it. `short`: the stock is too small. */
export type BulkSkip = "unknown" | "changed" | "status" | "short";
export type BulkOutcome = "done" | BulkSkip;

/** @returns a choice posted as `K7MQ-4TXP:3`; undefined for anything else */
export function choiceFrom(posted: string): BulkChoice | undefined {
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

/** The status that each leads to; a note leads to none. */
export const bulkStatus = { confirm: "confirmed", ship: "shipped", cancel: "cancelled" } as const;

/** Whether an order in this status can be changed so; notes are taken for all. */
export const bulkAllows = (action: BulkAction, status: OrderStatus): boolean =>
  action === "note" || statusSteps[status].includes(bulkStatus[action]);

export const bulkTitles: Record<BulkAction, string> = {
  confirm: "Confirmer",
  ship: "Remettre au livreur",
  cancel: "Annuler",
  note: "Noter",
};

/** 'Confirmer 10 commandes' */
export const bulkPress = (action: BulkAction, count: number): string =>
  `${action === "note" ? "Ajouter la note à" : bulkTitles[action]} ${counted(count, "commande")}`;

const participles: Record<BulkAction, [one: string, many: string]> = {
  confirm: ["confirmée", "confirmées"],
  ship: ["remise au livreur", "remises au livreur"],
  cancel: ["annulée", "annulées"],
  note: ["notée", "notées"],
};

export const doneWords = (action: BulkAction): string => participles[action][0];

/** '10 commandes confirmées, 2 laissées de côté' */
export function bulkSummary(action: BulkAction, done: number, skipped: number): string {
  const [one, many] = participles[action];
  const rest = skipped > 0 ? `, ${skipped} ${skipped > 1 ? "laissées" : "laissée"} de côté` : "";
  return `${counted(done, `commande ${one}`, `commandes ${many}`)}${rest}`;
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
  }
}
