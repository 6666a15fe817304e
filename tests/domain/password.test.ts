import { describe, expect, it } from "vitest";
import { passwordProblem } from "~/domain/account/password";

const owner = ["Yasmina-Zohra", "Ben Ali", "yz.benali@example.com"];
const COMMON = "Ce mot de passe est trop courant\u00a0: choisissez-en un autre, par exemple trois mots";
const OWN = "Ce mot de passe ressemble à votre nom ou à votre e-mail\u00a0: choisissez-en un autre";

describe("a new password", () => {
  it.each([
    ["", "Le mot de passe est requis"],
    ["kp7vx", "Le mot de passe doit contenir au moins 6 caractères"],
    // A character is what a reader sees, not a unit of storage.
    ["🌊🐈🐕🌙🔥", "Le mot de passe doit contenir au moins 6 caractères"],
    [`${"trois mots ".repeat(11)}neuf mots`, "Le mot de passe est trop long\u00a0: 130 caractères, 128 au plus"],
  ])("has a length: %j", (typed, problem) => {
    expect(passwordProblem(typed, owner)).toBe(problem);
  });

  it.each([
    "azerty",
    "Password",
    "123456",
    "password2026!",
    "AZERTY_31",
    "aaaaaaab",
    "wahrane",
    "Wahrane31",
    "wahrane…",
  ])("is none that everybody tries: %j", (typed) => {
    expect(passwordProblem(typed, owner)).toBe(COMMON);
  });

  it.each(["benali", "ben ali!", "Yasmina-Zohra2026", "yz.benali", "YZ.Benali@example.com"])(
    "is none of its owner's names: %j",
    (typed) => {
      expect(passwordProblem(typed, owner)).toBe(OWN);
    },
  );

  it.each([
    "trois mots neufs",
    "  Un chat gris, 2 chiens & l'été 🌊 بحر ",
    "samira aime la mer",
    "wahrane le soir",
    "كلمة سر طويلة",
    "🌊🐈🐕🌙🔥🌵",
    "kp7vxq",
    "8391 6027 4415",
    "x1".repeat(2) + "y".repeat(124),
  ])("is welcome: %j", (typed) => {
    expect(passwordProblem(typed, owner)).toBeUndefined();
  });

  it("is not its owner's name because both are in Arabic", () => {
    expect(passwordProblem("كلمة سر طويلة", ["سميرة"])).toBeUndefined();
    expect(passwordProblem("سميرة٢٠٢٦", ["سميرة"])).toBe(OWN);
  });
});
