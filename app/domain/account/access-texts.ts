/** Section 8: shown when a login or a password check fails. */
export const LOGIN_FAILED = "Connexion impossible. Vérifiez votre e-mail et votre mot de passe.";
export const WRONG_PASSWORD = "Ce n'est pas le bon mot de passe";
/** Shown after too many attempts; a link by mail remains as a way in. */
export const TOO_OFTEN =
  "Trop de tentatives. Réessayez dans 15 minutes, ou choisissez un nouveau mot de passe par e-mail.";
export const TOO_MANY_MAILS = "Trop de demandes. Réessayez dans une heure, ou contactez-nous.";
/** Registering reveals whether an address has an account (decision 032). */
export const EMAIL_TAKEN = "Un compte existe déjà avec cette adresse";
export const LINK_GONE = "Ce lien n'est plus valable";
/** Shown when the shop cannot check at present; what was typed is kept. */
export const IN_A_MOMENT = "Réessayez dans un instant.";
