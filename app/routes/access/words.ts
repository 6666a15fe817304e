/** Said where a password was not the right one (section 8) … */
export const NOT_LOGGED_IN = "Connexion impossible. Vérifiez votre e-mail et votre mot de passe.";
export const WRONG_PASSWORD = "Ce n'est pas le bon mot de passe";
/** … or was tried too often; a link by mail is always a way in. */
export const TOO_OFTEN =
  "Trop de tentatives. Réessayez dans 15 minutes, ou choisissez un nouveau mot de passe par e-mail.";
export const TOO_MANY_MAILS = "Trop de demandes. Réessayez dans une heure, ou appelez-nous.";
export const LINK_GONE = "Ce lien n'est plus valable\u00a0: il a expiré, ou il a déjà servi.";
