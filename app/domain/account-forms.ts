import * as z from "zod/v4-mini";
import { adresseOrNone, email, nom, prenom, required, telephoneOrNone, typed } from "./form-fields";
import { numero } from "./track-form";

/** The forms of accounts (section 5): fields, limits and words. */

/** A password that exists is asked for, not checked again. */
const asked = (missing: string) => typed.check(required(missing), z.maxLength(1_000, "Le mot de passe est trop long"));
const known = asked("Le mot de passe est requis");

/**
 * What is wrong with a new password; undefined when nothing is. On the server `passwordProblem`, in the browser `lengthProblem`:
 * common passwords are a long list.
 * @param owner names and address of whose it is, as far as the form has them
 */
export type PasswordRule = (password: string, owner: readonly string[]) => string | undefined;

/** A new password and its repetition. It is checked when other fields are wrong as well, so that all is said at once. */
const newPassword = <Typed extends { motDePasse: string; confirmation: string }>(
  rule: PasswordRule,
  ownerOf: (typed: Typed) => string[] = () => [],
) =>
  z.check<Typed>(({ value, issues }) => {
    const { motDePasse, confirmation } = value;
    const wrong = (field: string, message: string) =>
      issues.push({ code: "custom", path: [field], message, input: value });
    const problem = rule(motDePasse, ownerOf(value));
    if (problem !== undefined) wrong("motDePasse", problem);
    else if (motDePasse !== confirmation) wrong("confirmation", "Les mots de passe ne correspondent pas");
  });

export const registerForm = (rule: PasswordRule) => ({
  id: "inscription",
  fields: ["prenom", "nom", "email", "motDePasse", "confirmation", "conditions"] as const,
  secret: ["motDePasse", "confirmation"] as const,
  schema: z
    .object({
      prenom,
      nom,
      email,
      motDePasse: typed,
      confirmation: typed,
      conditions: typed.check(z.refine((value) => value === "oui", "Pour ouvrir un compte, acceptez les conditions")),
    })
    .check(newPassword(rule, ({ prenom, nom, email }) => [prenom, nom, email])),
});

export const loginForm = {
  id: "connexion",
  fields: ["email", "motDePasse"] as const,
  secret: ["motDePasse"] as const,
  schema: z.object({ email, motDePasse: known }),
};

/** The password of a mailed link, or of an owner who does what cannot be undone. */
export const passwordForm = {
  id: "mot",
  fields: ["motDePasse"] as const,
  secret: ["motDePasse"] as const,
  schema: z.object({ motDePasse: known }),
};

export const forgottenForm = { id: "oubli", fields: ["email"] as const, schema: z.object({ email }) };

export const resetForm = (rule: PasswordRule) => ({
  id: "nouveau",
  fields: ["motDePasse", "confirmation"] as const,
  secret: ["motDePasse", "confirmation"] as const,
  schema: z.object({ motDePasse: typed, confirmation: typed }).check(newPassword(rule)),
});

export const changePasswordForm = (rule: PasswordRule) => ({
  id: "changement",
  fields: ["actuel", "motDePasse", "confirmation"] as const,
  secret: ["actuel", "motDePasse", "confirmation"] as const,
  schema: z
    .object({ actuel: asked("Le mot de passe actuel est requis"), motDePasse: typed, confirmation: typed })
    .check(newPassword(rule)),
});

export const emailForm = {
  id: "adresse",
  fields: ["email", "motDePasse"] as const,
  secret: ["motDePasse"] as const,
  schema: z.object({ email, motDePasse: known }),
};

export const profileForm = {
  id: "profil",
  fields: ["prenom", "nom", "telephone", "adresse"] as const,
  schema: z.object({ prenom, nom, telephone: telephoneOrNone, adresse: adresseOrNone }),
};

export const attachForm = (isOwn: boolean) => ({
  id: "ajout",
  fields: ["numero"] as const,
  schema: z.object({ numero: numero(isOwn) }),
});
