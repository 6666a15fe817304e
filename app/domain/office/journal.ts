import type { Staff } from "./role";

/** The journal: who changed what, when, and how it was before. */

/** `shop`: what happens by itself, such as an order that lapses. */
export type ActorKind = "staff" | "command" | "courier" | "shopper" | "shop";

export interface StaffActor {
  kind: "staff";
  staff: Pick<Staff, "id" | "name">;
}
export type Actor = StaffActor | { kind: Exclude<ActorKind, "staff"> };

export const byCommand: Actor = { kind: "command" };
export const byCourier: Actor = { kind: "courier" };
export const byShopper: Actor = { kind: "shopper" };
export const byShop: Actor = { kind: "shop" };
export const byStaff = ({ id, name }: Pick<Staff, "id" | "name">): StaffActor => ({
  kind: "staff",
  staff: { id, name },
});

export const subjectLabels = {
  order: "Commande",
  product: "Produit",
  review: "Avis",
  message: "Message",
  staff: "Équipe",
};
export type JournalSubject = keyof typeof subjectLabels;
export const journalSubjects = Object.keys(subjectLabels) as JournalSubject[];

export const actorLabels: Record<Exclude<ActorKind, "staff">, string> = {
  command: "Ligne de commande",
  courier: "Livreur",
  shopper: "Client",
  shop: "Boutique",
};

/** What can happen, and the words for it. */
export const journalActions = {
  "order-placed": "passée",
  "order-status": "statut changé",
  "order-edited": "modifiée",
  "order-called": "appelée",
  "call-taken-back": "résultat d'appel annulé",
  "order-noted": "note ajoutée",
  "order-forgotten": "client effacé",
  "parcel-retried": "colis annoncé de nouveau",
  "parcel-state": "colis suivi",
  "stock-set": "stock modifié",
  "waiting-called": "personne qui attendait appelée",
  "review-decided": "avis traité",
  "message-answered": "message traité",
  "message-reopened": "message remis",
  "staff-invited": "personne invitée",
  "invitation-ended": "invitation annulée",
  "staff-joined": "personne entrée dans l'équipe",
  "staff-renamed": "nom ou e-mail changé",
  "staff-role": "rôle changé",
  "staff-ended": "accès retiré",
  "staff-signed-in": "connexion",
  "staff-secured": "sécurité changée",
  "sessions-ended": "sessions fermées",
  "orders-exported": "commandes exportées",
} as const;
export type JournalAction = keyof typeof journalActions;

/** The fields that changed, by their French names, as they are shown. */
export type JournalFields = Readonly<Record<string, string | number | null>>;

/** The fields that differ, before and after; undefined when none does. */
export function changedFields(
  before: JournalFields,
  after: JournalFields,
): { before: JournalFields; after: JournalFields } | undefined {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  const only = (fields: JournalFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return names.length === 0 ? undefined : { before: only(before), after: only(after) };
}

export interface JournalEntry {
  id: string;
  at: Date;
  actor: ActorKind;
  /** The person's name; empty for others. */
  name: string;
  action: JournalAction;
  subject: JournalSubject;
  subjectName: string;
  before?: JournalFields;
  after?: JournalFields;
}
