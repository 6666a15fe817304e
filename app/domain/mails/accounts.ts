import { callOrWrite } from "../values/phone";
import { composed, type Letterhead, type Mail, siteLink, tokenLink, words } from "./compose";

const CARD = ", et vos paires remplissent votre carte de fidélité\u00a0: 6 achetées, la 7ᵉ offerte";

/** To the address of a new account: its reader confirms it, or ends the account. */
export function welcome(letterhead: Letterhead, token: string): Mail {
  return composed(letterhead, "Bienvenue chez Wahrane\u00a0: confirmez votre adresse", [
    // The name is left out, since the address may be somebody else's.
    words("Bonjour,"),
    words("Un compte a été ouvert avec cette adresse. Si c'est le vôtre, confirmez-la\u00a0:"),
    tokenLink(letterhead, "Confirmer mon adresse", "/register/confirmation", token),
    words(
      `Avec votre compte, vous retrouvez vos commandes et votre liste de souhaits${letterhead.hasCard ? CARD : ""}.`,
    ),
    words("Si vous n'avez pas ouvert ce compte, vous pouvez le supprimer\u00a0:"),
    tokenLink(letterhead, "Ce n'est pas moi", "/register/pas-moi", token),
    words(
      "Ces liens sont valables 7 jours.",
      "Tant que l'adresse n'est pas confirmée, nous n'y écrivons que pour ce lien,",
      "pour les commandes de ce compte et pour un mot de passe oublié.",
    ),
  ]);
}

/** To the owner of an account, when another account wants its address. */
export function accountExists(letterhead: Letterhead): Mail {
  return composed(letterhead, "Vous avez déjà un compte chez Wahrane", [
    words("Bonjour,"),
    words("Quelqu'un, sans doute vous, vient de demander cette adresse pour un autre compte. Elle en a déjà un\u00a0:"),
    siteLink(letterhead, "Se connecter", "/login"),
    words("Mot de passe oublié\u00a0? Choisissez-en un nouveau\u00a0:"),
    siteLink(letterhead, "Nouveau mot de passe", "/forgot-password"),
    words("Si ce n'était pas vous, vous n'avez rien à faire\u00a0: rien n'a changé."),
  ]);
}

/** The same of an account whose address was never confirmed. @param token ends that account */
export function unconfirmedAccountExists(letterhead: Letterhead, token: string): Mail {
  return composed(letterhead, "Cette adresse a déjà un compte chez Wahrane", [
    words("Bonjour,"),
    words(
      "Quelqu'un, sans doute vous, vient de demander cette adresse pour un autre compte.",
      "Elle en a déjà un, ouvert sans qu'elle ait été confirmée, et ne peut servir qu'à un seul.",
    ),
    words("Pour la donner à l'autre compte, supprimez d'abord celui-ci, puis demandez-la de nouveau\u00a0:"),
    tokenLink(letterhead, "Supprimer le compte de cette adresse", "/register/pas-moi", token),
    words("Pour garder celui-ci et y entrer, choisissez-lui un nouveau mot de passe\u00a0:"),
    siteLink(letterhead, "Nouveau mot de passe", "/forgot-password"),
    words("Le premier lien est valable 7 jours. Si ce n'était pas vous, ne faites rien\u00a0: rien n'a changé."),
  ]);
}

/** To an owner who forgot the password. @param empties whether the address was never confirmed */
export function passwordReset(letterhead: Letterhead, token: string, { empties = false } = {}): Mail {
  return composed(letterhead, "Choisissez un nouveau mot de passe", [
    words("Bonjour,"),
    words("Avec ce lien, vous choisissez un nouveau mot de passe. Il sert une fois, pendant 30 minutes."),
    tokenLink(letterhead, "Choisir un nouveau mot de passe", "/reset-password", token),
    ...(empties
      ? [
          words(
            "Cette adresse n'est pas encore confirmée\u00a0: le nouveau mot de passe la confirme et vide le compte,",
            "que quelqu'un d'autre a pu remplir. Une commande s'y ajoute ensuite par son numéro.",
          ),
        ]
      : []),
    words("Si vous n'avez rien demandé, ne faites rien\u00a0: votre mot de passe reste le même."),
  ]);
}

/** Tells the owner, in case somebody else did it. */
export function passwordWasChanged(letterhead: Letterhead): Mail {
  return composed(letterhead, "Votre mot de passe a été changé", [
    words("Bonjour,"),
    words("Le mot de passe de votre compte vient d'être changé. Les autres appareils ont été déconnectés."),
    words("Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe, puis contactez-nous."),
    siteLink(letterhead, "Nouveau mot de passe", "/forgot-password"),
  ]);
}

/** To the new address of an account. */
export function emailConfirmation(letterhead: Letterhead, token: string): Mail {
  return composed(letterhead, "Confirmez votre nouvelle adresse e-mail", [
    words("Bonjour,"),
    words("Cette adresse a été indiquée pour un compte Wahrane."),
    tokenLink(letterhead, "Confirmer cette adresse", "/email-confirmation", token),
    words("Le lien est valable 24 heures. Si vous n'avez rien demandé, ne faites rien."),
  ]);
}

/** To the address that an account had before. */
export function emailWasChanged(letterhead: Letterhead): Mail {
  return composed(letterhead, "L'adresse e-mail de votre compte a été changée", [
    words("Bonjour,"),
    words(
      "Votre compte chez Wahrane utilise désormais une autre adresse e-mail\u00a0;",
      "ce qui concerne ce compte n'arrivera plus ici.",
    ),
    words(`Si ce n'était pas vous, ${callOrWrite(letterhead.phone)} tout de suite.`),
  ]);
}
