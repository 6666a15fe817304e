import * as z from "zod/v4-mini";
import { numero } from "../order/track-form";
import { adresseOrNone, atMost, email, nom, prenom, required, telephoneOrNone, typed } from "../values/form-fields";
import { newPassword, type PasswordRule } from "./new-password";

/** The forms of accounts (section 5): fields, limits and messages. */

/** An existing password only has to be there; the rule for new ones does not apply. */
const existingPassword = (missing: string) =>
  typed.check(required(missing), atMost(1_000, "Le mot de passe est trop long"));
const password = existingPassword("Le mot de passe est requis");

export const registerForm = (rule: PasswordRule) => ({
  id: "inscription",
  schema: z
    .object({
      nom,
      prenom,
      email,
      motDePasse: typed,
      confirmation: typed,
      conditions: typed.check(z.refine((value) => value === "oui", "Pour ouvrir un compte, acceptez les conditions")),
    })
    .check(newPassword(rule, ({ prenom, nom, email }) => [prenom, nom, email])),
});

export const loginForm = {
  id: "connexion",
  schema: z.object({ email, motDePasse: password }),
};

/** Confirms a mailed link, or an action that cannot be undone. */
export const passwordForm = {
  id: "mot",
  schema: z.object({ motDePasse: password }),
};

export const forgottenForm = { id: "oubli", schema: z.object({ email }) };

export const resetForm = (rule: PasswordRule) => ({
  id: "nouveau",
  schema: z.object({ motDePasse: typed, confirmation: typed }).check(newPassword(rule)),
});

export const changePasswordForm = (rule: PasswordRule) => ({
  id: "changement",
  schema: z
    .object({ actuel: existingPassword("Le mot de passe actuel est requis"), motDePasse: typed, confirmation: typed })
    .check(newPassword(rule)),
});

export const emailForm = {
  id: "adresse",
  schema: z.object({ email, motDePasse: password }),
};

export const profileForm = {
  id: "profil",
  schema: z.object({ nom, prenom, telephone: telephoneOrNone, adresse: adresseOrNone }),
};

/** Adds an order that was placed without the account. @param isOwn as for `numero` */
export const attachForm = (isOwn: boolean) => ({
  id: "ajout",
  schema: z.object({ numero: numero(isOwn) }),
});
