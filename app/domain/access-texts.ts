/** Said where a password was not the right one (section 8) … */
export const NOT_LOGGED_IN = "Connexion impossible. Vérifiez votre e-mail et votre mot de passe.";
export const WRONG_PASSWORD = "Ce n'est pas le bon mot de passe";
/** … or was tried too often; a link by mail is always a way in. */
export const TOO_OFTEN =
  "Trop de tentatives. Réessayez dans 15 minutes, ou choisissez un nouveau mot de passe par e-mail.";
export const TOO_MANY_MAILS = "Trop de demandes. Réessayez dans une heure, ou contactez-nous.";
/** Registering says who has an account (decision 032); its form offers two ways on. */
export const TAKEN = "Un compte existe déjà avec cette adresse";
export const LINK_GONE = "Ce lien n'est plus valable";
/** The shop cannot look now; what was typed is still there. */
export const IN_A_MOMENT = "Réessayez dans un instant.";
