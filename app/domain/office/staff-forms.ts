import * as z from "zod/v4-mini";
import { atMost, email, required, typed } from "../values/form-fields";

/** The forms by which staff come in: fields, limits and messages. */

/** Six digits, however they are grouped. */
export const appCodeKey = (typed: string): string => typed.replace(/\s/g, "");

/** @returns the 24 signs of a recovery code, however they are grouped; undefined for others */
export function recoveryCodeKey(typed: string): string | undefined {
  const key = typed.toLowerCase().replace(/[^a-z0-9]/g, "");
  return /^[a-z2-7]{24}$/.test(key) ? key : undefined;
}

const code = typed.check(required("Le code est requis"), atMost(100, "Le code est trop long"));
const existingPassword = typed.check(atMost(1_000, "Le mot de passe est trop long"));

/** The password may be empty beside a recovery code, of somebody who has none. */
const withPassword = z.check<{ motDePasse: string; code: string }>(({ value, issues }) => {
  if (value.motDePasse === "" && value.code !== "" && recoveryCodeKey(value.code) === undefined)
    issues.push({ code: "custom", path: ["motDePasse"], message: "Le mot de passe est requis", input: value });
});

export const staffLoginForm = {
  id: "entree",
  fields: ["email", "motDePasse", "code"] as const,
  secret: ["motDePasse", "code"] as const,
  schema: z.object({ email, motDePasse: existingPassword, code }).check(withPassword),
};

/** Who is signed in says again who they are. */
export const staffProofForm = {
  id: "preuve",
  fields: ["motDePasse", "code"] as const,
  secret: ["motDePasse", "code"] as const,
  schema: z.object({ motDePasse: existingPassword, code }).check(withPassword),
};

export const SIGN_IN_FAILED =
  "Vous n'êtes pas entré\u00a0: l'e-mail, le mot de passe ou le code n'est pas le bon. Un code ne sert qu'une fois\u00a0: attendez le suivant.";
export const TOO_OFTEN =
  "Trop de tentatives. Réessayez dans 15 minutes, ou entrez avec votre clé d'accès ou un code de récupération.";
