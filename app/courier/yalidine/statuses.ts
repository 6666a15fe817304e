import { type ParcelState, parcelStates } from "~/domain/delivery/parcel";
import { plainText } from "~/domain/values/plain-text";
import list from "./statuses.json";

/** Compared without case and accents: "Echèc livraison" is also spelt "Echec livraison". */
const bare = (text: string) => plainText(text).trim();

const statuses = new Map<string, { state: ParcelState; listed: string }>();
for (const { yalidine, state } of list.statuses) {
  const match = parcelStates.find((candidate) => candidate === state);
  if (match) statuses.set(bare(yalidine), { state: match, listed: yalidine });
}

/** Undefined for an unknown status, which changes nothing. */
export const stateOf = (status: string): ParcelState | undefined => statuses.get(bare(status))?.state;

/** The courier's name for an event that is no status. */
export const DELETED = "parcel_deleted";

/** What an event says as a status: a parcel that was deleted is as gone as a cancelled one. */
export const statusIn = ({ kind, status }: { kind: string; status: string }): string =>
  kind === DELETED ? "Annulé" : status;

/** The status as the list spells it, so that queries find it; undefined for an unknown one. */
export const listedStatus = (status = ""): string | undefined => statuses.get(bare(status))?.listed;

/** The statuses of these states; older rows have some of them without accents. */
export function spellingsOf(wanted: readonly ParcelState[]): string[] {
  const spelt = list.statuses.filter(({ state }) => wanted.some((one) => one === state));
  return [...new Set(spelt.flatMap(({ yalidine }) => [yalidine, withoutAccents(yalidine)]))];
}

const withoutAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

/** Words for a failed attempt, for shopper and staff. What only concerns the shop has none. */
const words: Record<string, string> = {
  "Téléphone injoignable": "téléphone injoignable",
  "Client ne répond pas": "pas de réponse au téléphone",
  "Faux numéro": "le numéro de téléphone n'est pas le bon",
  "Client absent (reporté)": "personne n'était là, la livraison est reportée",
  "Client absent (échoué)": "personne n'était là",
  "Annulé par le client": "le livreur a noté un refus du colis",
  "Commande double": "le livreur a noté une commande en double",
  "Le client n'a pas commandé": "le livreur a noté que rien n'a été commandé",
  "Produit erroné": "le contenu du colis n'est pas le bon",
  "Produit manquant": "il manque un article dans le colis",
  "Produit cassé ou défectueux": "un article est abîmé",
  "Client incapable de payer": "le colis n'a pas pu être payé",
  "Wilaya erronée": "la wilaya n'est pas la bonne",
  "Commune erronée": "la commune n'est pas la bonne",
  "Client no-show": "le colis n'a pas été retiré",
  "Adresse non livrable": "l'adresse n'a pas été trouvée",
};
const wordsByReason = new Map(Object.entries(words).map(([reason, text]) => [bare(reason), text]));

export const reasonInWords = (reason: string | null | undefined): string | undefined =>
  reason ? wordsByReason.get(bare(reason)) : undefined;

/** The courier's own words where there are no others. */
export const reasonForStaff = (reason: string | null | undefined): string | undefined =>
  reasonInWords(reason) ?? (reason || undefined);
