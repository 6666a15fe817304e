import * as z from "zod/v4-mini";
import { newPassword, type PasswordRule } from "../account/new-password";
import { atMost, email, line, required, typed } from "../values/form-fields";
import { asciiDigits } from "../values/phone";
import { staffRoles } from "./role";

/** The forms by which staff come in: fields, limits and messages. */

/** Six digits, however they are grouped. */
export const appCodeKey = (typed: string): string => asciiDigits(typed).replace(/\s/g, "");

/** @returns the 24 signs of a recovery code, however they are grouped; undefined for others */
export function recoveryCodeKey(typed: string): string | undefined {
  const key = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return /^[a-z2-7]{24}$/.test(key) ? key : undefined;
}

/** Staff see every shopper's address, so their passwords are longer than shoppers'. */
const SHORTEST = 12;

/** @param rule for every password of the shop, with its list of common ones */
const staffPasswordRule =
  (rule: PasswordRule): PasswordRule =>
  (password, owner) =>
    password !== "" && [...password].length < SHORTEST
      ? `Le mot de passe doit contenir au moins ${SHORTEST} caractères\u00a0: quatre mots, par exemple`
      : rule(password, owner);

const code = typed.check(required("Le code est requis"), atMost(100, "Le code est trop long"));
const existingPassword = typed.check(atMost(1_000, "Le mot de passe est trop long"));
const name = line("Le nom est requis", "Le nom est trop long", 60);
/** Base 32, as the page has minted it. */
const secret = typed.check(z.regex(/^[A-Z2-7]{32}$/, "La clé de l'application manque\u00a0: rechargez la page"));

/** The password may be empty beside a recovery code, of somebody who has none. */
const withPassword = z.check<{ motDePasse: string; code: string }>(({ value, issues }) => {
  if (value.motDePasse === "" && value.code !== "" && recoveryCodeKey(value.code) === undefined)
    issues.push({ code: "custom", path: ["motDePasse"], message: "Le mot de passe est requis", input: value });
});

export const staffLoginForm = {
  id: "entree",
  schema: z.object({ email, motDePasse: existingPassword, code }).check(withPassword),
};

/** Who is signed in says again who they are. */
export const staffProofForm = {
  id: "preuve",
  schema: z.object({ motDePasse: existingPassword, code }).check(withPassword),
};

/** An invitation, used with a passkey. */
export const welcomeForm = { id: "bienvenue", schema: z.object({ nom: name }) };

/** The same with a password and an authenticator app. @param email of the invitation */
export const welcomePasswordForm = (rule: PasswordRule, email: string) => ({
  id: "bienvenue",
  schema: z
    .object({ nom: name, motDePasse: typed, confirmation: typed, secret, code })
    .check(newPassword(staffPasswordRule(rule), ({ nom }) => [nom, email])),
});

/** Password and app of somebody who has had a passkey alone. */
export const firstPasswordForm = (rule: PasswordRule, owner: readonly string[]) => ({
  id: "premier",
  schema: z
    .object({ motDePasse: typed, confirmation: typed, secret, code })
    .check(newPassword(staffPasswordRule(rule), () => [...owner])),
});

export const staffPasswordForm = (rule: PasswordRule, owner: readonly string[]) => ({
  id: "mot",
  schema: z
    .object({
      actuel: existingPassword.check(required("Le mot de passe actuel est requis")),
      motDePasse: typed,
      confirmation: typed,
    })
    .check(newPassword(staffPasswordRule(rule), () => [...owner])),
});

export const appForm = {
  id: "application",
  schema: z.object({ secret, code }),
};

export const identityForm = {
  id: "identite",
  schema: z.object({ nom: name, email }),
};

export const passkeyNameForm = { id: "cle", schema: z.object({ nom: name }) };

const role = typed.check(z.refine((value) => (staffRoles as readonly string[]).includes(value), "Choisissez un rôle"));

export const inviteForm = {
  id: "invitation",
  schema: z.object({ nom: name, email, role }),
};

export const SIGN_IN_FAILED =
  "Connexion refusée\u00a0: l'e-mail, le mot de passe ou le code n'est pas le bon. Un code ne sert qu'une fois\u00a0: attendez le suivant.";
export const PROOF_FAILED =
  "Le mot de passe ou le code n'est pas le bon. Un code ne sert qu'une fois\u00a0: attendez le suivant.";
export const PASSKEY_FAILED =
  "Cette clé d'accès n'est pas reconnue ici. Essayez-en une autre, ou connectez-vous avec votre mot de passe.";
export const PASSKEY_LATE = "La page est restée ouverte trop longtemps. Réessayez.";
/** A page that was opened again has another QR code. */
export const WRONG_CODE =
  "Ce n'est pas le code du moment. Attendez le suivant, vérifiez l'heure du téléphone, ou scannez de nouveau le code QR de cette page.";
export const STAFF_TOO_OFTEN =
  "Trop de tentatives. Réessayez dans 15 minutes, ou connectez-vous avec votre clé d'accès ou un code de récupération.";
export const STAFF_EMAIL_TAKEN = "Cette adresse est déjà celle de quelqu'un de l'équipe.";
export const PASSKEY_NOT_MADE = "La clé d'accès n'a pas été ajoutée. Réessayez, ou prenez un autre appareil.";
