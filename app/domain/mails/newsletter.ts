import { composed, type Letterhead, type Mail, tokenAddress, tokenLink, unsubscribeHeaders, words } from "./compose";

const LEAVE = "/newsletter/desinscription";

/** Where a subscriber leaves: in every letter of the newsletter. */
export const leavingAddress = (letterhead: Letterhead, token: string) => tokenAddress(letterhead, LEAVE, token);

/** To an address that somebody entered; only its reader can confirm it. */
export function newsletterConfirmation(letterhead: Letterhead, token: string): Mail {
  return composed(
    letterhead,
    "Confirmez votre inscription à notre newsletter",
    [
      words("Bonjour,"),
      words(
        "Cette adresse a été inscrite à la newsletter de Wahrane\u00a0:",
        "nos nouveautés et nos offres, de temps en temps.",
        "Il ne manque que votre accord\u00a0:",
      ),
      tokenLink(letterhead, "Confirmer mon inscription", "/newsletter/confirmation", token),
      words(
        "Si vous n'avez rien demandé, ne faites rien\u00a0: vous ne recevrez pas notre newsletter,",
        "et votre adresse sera effacée dans 30 jours.",
        "Pour l'effacer tout de suite\u00a0:",
      ),
      tokenLink(letterhead, "Me désinscrire", LEAVE, token),
    ],
    unsubscribeHeaders(letterhead, LEAVE, token),
  );
}

/** To the shop, which sends the newsletter itself. */
export function newsletterConfirmed(letterhead: Letterhead, email: string): Mail {
  return composed(letterhead, "Une adresse de plus pour votre newsletter", [
    words(`${email} vient de confirmer son inscription.`),
    words(
      "Toutes les adresses, chacune avec le lien par lequel elle se désinscrit\u00a0:",
      "npm run shop -- newsletter FICHIER.csv",
    ),
  ]);
}
