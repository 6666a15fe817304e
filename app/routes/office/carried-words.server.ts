import { variantWords } from "~/domain/catalogue/size";
import { bulkActionOf, bulkPress, choicesFrom } from "~/domain/office/bulk";
import { outcomeLabel, outcomeOf } from "~/domain/office/call";
import { calledFrom, callForm } from "~/domain/office/call-form";
import { actionOf, cancelOptions, orderActions } from "~/domain/office/order-actions";
import { pairsField } from "~/domain/office/receipt";
import { roleLabels, staffRoles } from "~/domain/office/role";
import { formatDateTime } from "~/domain/values/dates";
import { formatDinars } from "~/domain/values/money";
import { parseValues } from "~/forms/parse-form.server";
import { getOffice, getStaffService } from "~/shop/shop.server";

/** What a carried form would do: its page, the button that was pressed, and what that is about. */
export async function carriedWords(back: string, fields: readonly [name: string, value: string][]): Promise<string> {
  const of = (name: string) => fields.find(([known]) => known === name)?.[1] ?? "";
  const [, , area = "", item = "", part = ""] = (back.split("?", 1)[0] ?? "").split("/");
  const intent = of("intent");
  const reason = cancelOptions.find(({ value }) => value === of("motif"))?.label;
  const forReason = reason ? `, motif\u00a0: ${reason}` : "";
  const say = (page: string, act: string | undefined) => (act ? `${page}\u00a0: ${act}` : page);
  const button = (form: string) => buttons.get(`${form} ${intent}`);

  if (area === "appels") {
    const outcome = outcomeOf(of("reponse"));
    const { value } = parseValues(Object.fromEntries(fields), callForm(new Date()));
    const when = value && calledFrom(value).when;
    const called = outcome && [outcomeLabel(outcome), when && formatDateTime(when)].filter(Boolean).join(", le ");
    return say(`Commande ${item}`, button("appels") ?? called);
  }
  if (area === "commandes" && item === "groupe") {
    const action = bulkActionOf(of("faire"));
    const chosen = choicesFrom(fields.flatMap(([name, value]) => (name === "choix" ? value : [])));
    return say("Commandes", action && bulkPress(action, chosen.length) + forReason);
  }
  if (area === "commandes" && item === "nouvelle") {
    const total = /^\d{1,9}$/.test(of("total")) ? `, ${formatDinars(Number(of("total")))} à encaisser` : "";
    const pressed = button("nouvelle");
    return say("Nouvelle commande", pressed && pressed + total);
  }
  if (area === "commandes" && part === "modifier") return say(`Modifier la commande ${item}`, button("modifier"));
  if (area === "commandes") {
    const action = actionOf(intent);
    const act = action ? orderActions[action].label : button("commandes");
    return say(`Commande ${item}`, act && act + (action === "cancelled" ? forReason : ""));
  }
  if (area === "stock") {
    const product = await (await getOffice()).receiptPage(item, "");
    const pairs = (product?.sizes ?? []).flatMap(({ id, ...size }) => {
      const came = of(pairsField(id)).trim();
      return came ? `${variantWords(size)}\u00a0: ${came}` : [];
    });
    return say(
      `Paires reçues, ${product?.name ?? item}`,
      pairs.length > 0 ? `Noter ${pairs.join("\u00a0; ")}` : undefined,
    );
  }
  if (area === "equipe") {
    const { people, invitations } = await (await getStaffService()).team();
    const person = people.find(({ id }) => id === of("personne"))?.name;
    const who = person ?? invitations.find(({ id }) => id === of("invitation"))?.email;
    const known = intent === "role" || intent === "inviter" ? staffRoles.find((one) => one === of("role")) : undefined;
    const role = known && roleLabels[known];
    const act = button("equipe");
    return say(["Équipe", who].filter(Boolean).join(", "), act && [act, role].filter(Boolean).join(", "));
  }
  return say(titles.get(area) ?? "Gestion", button(area));
}

const titles = new Map([
  ["attentes", "Qui attend une pointure"],
  ["avis", "Avis à lire"],
  ["messages", "Messages sans réponse"],
  ["securite", "Sécurité"],
]);

/** The buttons of each page by their values. */
const buttons = new Map([
  ["appels annuler", "Annuler la commande"],
  ["appels reprendre", "Annuler ce résultat"],
  ["attentes appele", "Déjà appelé, effacer ses demandes"],
  ["avis publier", "Publier"],
  ["avis refuser", "Refuser"],
  ["avis retirer", "Retirer"],
  ["commandes noter", "Ajouter la note"],
  ["equipe annuler", "Annuler l'invitation"],
  ["equipe fermer", "Fermer ses sessions"],
  ["equipe inviter", "Inviter"],
  ["equipe lien", "Donner un nouveau lien"],
  ["equipe retirer", "Retirer l'accès"],
  ["equipe role", "Changer le rôle"],
  ["messages remettre", "Remettre"],
  ["messages repondu", "Marquer comme traité"],
  ["modifier chercher", "Chercher"],
  ["modifier communes", "Afficher les communes"],
  ["modifier enregistrer", "Enregistrer"],
  ["nouvelle chercher", "Chercher"],
  ["nouvelle commander", "Enregistrer la commande"],
  ["nouvelle communes", "Afficher les communes"],
  ["nouvelle confirmer", "Enregistrer et confirmer"],
  ["nouvelle retrouver", "Retrouver ce client"],
  ["securite ailleurs", "Fermer les autres sessions"],
  ["securite codes", "Créer dix nouveaux codes"],
  ["securite enregistrer", "Enregistrer le nom et l'e-mail"],
  ["securite fermer", "Fermer la session"],
  ["securite raccourcis", "Changer les raccourcis clavier"],
  ["securite renommer", "Renommer la clé d'accès"],
  ["securite retirer", "Retirer la clé d'accès"],
]);
