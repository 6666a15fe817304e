import type { Ability } from "./role";

/** What waits for somebody, in the sequence of a day: each is a number that leads to its list. */

interface Waiting {
  label: string;
  to: string;
  /** Who sees it, which is who may open its list. */
  ability: Ability;
  /** People wait, or money does. */
  isUrgent?: true;
}

const list = {
  lateCalls: { label: "Appels en retard de plus d'un jour", to: "/gestion/appels", ability: "calls", isUrgent: true },
  toCall: { label: "À appeler", to: "/gestion/appels", ability: "calls" },
  toReserve: { label: "À réserver", to: "/gestion/commandes?reserve=oui", ability: "calls" },
  toHandOver: {
    label: "Confirmées, à remettre au livreur",
    to: "/gestion/commandes?statut=confirmee",
    ability: "orders",
  },
  refusedByCourier: {
    ...{ label: "Colis que le livreur n'accepte pas", to: "/gestion/commandes?colis=refuse" },
    ...{ ability: "orders", isUrgent: true },
  },
  problems: {
    ...{ label: "Problèmes signalés par le livreur", to: "/gestion/commandes?colis=probleme" },
    ...{ ability: "orders", isUrgent: true },
  },
  comingBack: { label: "Colis refusés, en retour", to: "/gestion/commandes?colis=retour", ability: "orders" },
  messages: { label: "Messages sans réponse", to: "/gestion/messages", ability: "calls" },
  awaiting: { label: "Personnes qui attendent une pointure", to: "/gestion/attentes", ability: "calls" },
  reviews: { label: "Avis à lire", to: "/gestion/avis", ability: "calls" },
  lowStock: { label: "Pointures à 3 paires ou moins", to: "/gestion/stock", ability: "orders" },
  givenUpMails: { label: "E-mails abandonnés", to: "/gestion/mails", ability: "calls" },
} as const satisfies Record<string, Waiting>;

type DayName = keyof typeof list;
export const dayList = Object.entries(list) as [DayName, Waiting][];
