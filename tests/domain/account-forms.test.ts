import { describe, expect, it } from "vitest";
import { changePasswordForm, profileForm, registerForm, resetForm } from "~/domain/account/account-forms";
import type { PasswordRule } from "~/domain/account/new-password";
import { passwordProblem } from "~/domain/account/password";
import { lengthProblem } from "~/domain/account/password-length";

const SHORT = "Le mot de passe doit contenir au moins 6 caractères";
const COMMON = "Ce mot de passe est trop courant\u00a0: choisissez-en un autre, par exemple trois mots";
const OWN = "Ce mot de passe ressemble à votre nom ou à votre e-mail\u00a0: choisissez-en un autre";
const OTHER = "Les mots de passe ne correspondent pas";

const messages = (
  form: ReturnType<typeof registerForm | typeof resetForm | typeof changePasswordForm>,
  typed: object,
) => (form.schema.safeParse(typed).error?.issues ?? []).map(({ path, message }) => [path[0], message]);

describe("a new password and its repetition", () => {
  it.each<[string, PasswordRule]>([
    ["in the browser", lengthProblem],
    ["on the server", passwordProblem],
  ])("are checked %s", (_, rule) => {
    for (const [motDePasse, confirmation, found] of [
      ["trois mots neufs", "trois mots neufs", []],
      ["", "", [["motDePasse", "Le mot de passe est requis"]]],
      ["kp7vx", "kp7vx", [["motDePasse", SHORT]]],
      // One thing at a time: a password that is refused does not have to be repeated first.
      ["kp7vx", "kp7v", [["motDePasse", SHORT]]],
      ["trois mots neufs", "trois mots", [["confirmation", OTHER]]],
      ["trois mots neufs", " trois mots neufs", [["confirmation", OTHER]]],
    ] as const) {
      expect(messages(resetForm(rule), { motDePasse, confirmation })).toEqual(found);
      expect(messages(changePasswordForm(rule), { actuel: "x", motDePasse, confirmation })).toEqual(found);
    }
  });

  it("only the server knows which are common, and whose they are", () => {
    const common = { motDePasse: "azerty", confirmation: "azerty" };
    expect(messages(resetForm(lengthProblem), common)).toEqual([]);
    expect(messages(resetForm(passwordProblem), common)).toEqual([["motDePasse", COMMON]]);
    const valid = { prenom: "Samira", nom: "Ben Ali", email: "sba@example.com", conditions: "oui" };
    const own = { ...valid, motDePasse: "Ben Ali 31", confirmation: "Ben Ali 31" };
    expect(messages(registerForm(lengthProblem), own)).toEqual([]);
    expect(messages(registerForm(passwordProblem), own)).toEqual([["motDePasse", OWN]]);
  });

  it("are checked when other fields are wrong as well", () => {
    expect(messages(registerForm(passwordProblem), { email: "x", motDePasse: "azerty" })).toEqual([
      ["nom", "Le nom est requis"],
      ["prenom", "Le prénom est requis"],
      ["email", "Adresse e-mail invalide (ex: nom@exemple.com)"],
      ["conditions", "Pour ouvrir un compte, acceptez les conditions"],
      ["motDePasse", COMMON],
    ]);
  });
});

describe("a profile", () => {
  it("needs neither phone nor address, and keeps a phone in one spelling", () => {
    const names = { prenom: "Samira", nom: "Benali" };
    expect(profileForm.schema.parse(names)).toEqual({ ...names, telephone: "", adresse: "" });
    expect(profileForm.schema.parse({ ...names, telephone: "+213 550 12 34 56" }).telephone).toBe("0550123456");
    expect(profileForm.schema.safeParse({ ...names, telephone: "12" }).error?.issues[0]?.message).toBe(
      "Numéro invalide (ex: 0550123456)",
    );
  });
});
