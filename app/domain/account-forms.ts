import { z } from "zod";
import { email, line } from "./contact-form";
import { passwordProblem } from "./password";
import { normalisePhone } from "./phone";
import { trackSchema } from "./track-form";

/** The forms of accounts (section 5): fields, limits and words. Server only, as delivery-form. */

/** A password that exists is asked for, not judged again. */
const asked = (missing: string) =>
  z.string({ required_error: missing }).refine((typed) => typed.length <= 1_000, "Le mot de passe est trop long");
const known = asked("Le mot de passe est requis");
const fresh = z.string().optional().default("");

/** A new password and its repetition. @param owner names and address of whose it is */
function pairProblems(
  { motDePasse, confirmation }: { motDePasse: string; confirmation: string },
  owner: string[] = [],
) {
  const problem = passwordProblem(motDePasse, owner);
  if (problem) return { motDePasse: problem };
  return motDePasse === confirmation ? {} : { confirmation: "Les mots de passe ne correspondent pas" };
}

type Typed<Field extends string> = Record<Field, string>;

export const registerForm = {
  id: "inscription",
  fields: ["prenom", "nom", "email", "motDePasse", "confirmation", "conditions"] as const,
  secret: ["motDePasse", "confirmation"] as const,
  schema: z.object({
    prenom: line("Le prénom est requis", "Le prénom est trop long", 60),
    nom: line("Le nom est requis", "Le nom est trop long", 60),
    email,
    motDePasse: fresh,
    confirmation: fresh,
    conditions: z
      .string({ required_error: "Pour ouvrir un compte, acceptez les conditions" })
      .refine((value) => value === "oui", "Pour ouvrir un compte, acceptez les conditions"),
  }),
  also: (typed: Typed<"prenom" | "nom" | "email" | "motDePasse" | "confirmation">) =>
    pairProblems(typed, [typed.prenom, typed.nom, typed.email]),
};

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

export const resetForm = {
  id: "nouveau",
  fields: ["motDePasse", "confirmation"] as const,
  secret: ["motDePasse", "confirmation"] as const,
  schema: z.object({ motDePasse: fresh, confirmation: fresh }),
  also: (typed: Typed<"motDePasse" | "confirmation">) => pairProblems(typed),
};

/** @param owner names and address of whose it is */
export const changePasswordForm = (owner: string[]) => ({
  id: "changement",
  fields: ["actuel", "motDePasse", "confirmation"] as const,
  secret: ["actuel", "motDePasse", "confirmation"] as const,
  schema: z.object({ actuel: asked("Le mot de passe actuel est requis"), motDePasse: fresh, confirmation: fresh }),
  also: (typed: Typed<"motDePasse" | "confirmation">) => pairProblems(typed, owner),
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
  schema: z.object({
    prenom: line("Le prénom est requis", "Le prénom est trop long", 60),
    nom: line("Le nom est requis", "Le nom est trop long", 60),
    telephone: z
      .string()
      .optional()
      .default("")
      .transform((typed, context) => {
        if (typed.trim() === "") return "";
        const phone = normalisePhone(typed);
        if (phone === undefined) context.addIssue({ code: "custom", message: "Numéro invalide (ex: 0550123456)" });
        return phone ?? "";
      }),
    adresse: z
      .string()
      .optional()
      .default("")
      .transform((text) => text.trim())
      .refine((text) => text.length <= 200, "L'adresse est trop longue (200 caractères au plus)"),
  }),
};

export const attachForm = {
  id: "ajout",
  fields: ["numero"] as const,
  schema: trackSchema.pick({ numero: true }),
};
