import { describe, expect, it } from "vitest";
import * as z from "zod/v4-mini";
import { loginForm } from "~/domain/account/account-forms";
import { contactForm } from "~/domain/content/contact-form";
import { deliveryForm } from "~/domain/delivery/delivery-form";
import { parseForm } from "~/forms/parse-form.server";

function posted(...fields: [name: string, value: string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

describe("a posted form", () => {
  it("is its schema's value", () => {
    const { value, errors, problems } = parseForm(
      posted(["email", " A@example.com "], ["motDePasse", " x "], ["other", "y"]),
      loginForm,
    );
    // A password is as it was typed.
    expect(value).toEqual({ email: "a@example.com", motDePasse: " x " });
    expect({ errors, problems }).toEqual({ errors: {}, problems: [] });
  });

  it("comes back as typed but for what is secret, each field with the first thing that is wrong", () => {
    expect(parseForm(posted(["email", "x"], ["motDePasse", ""], ["__intent__", "y"]), loginForm)).toEqual({
      values: { email: "x" },
      errors: { email: "Adresse e-mail invalide (ex: nom@exemple.com)", motDePasse: "Le mot de passe est requis" },
      problems: [
        { id: "connexion-email", message: "Adresse e-mail invalide (ex: nom@exemple.com)" },
        { id: "connexion-motDePasse", message: "Le mot de passe est requis" },
      ],
    });
  });

  it("of a field that is there twice the first counts", () => {
    const form = posted(["nom", "A"], ["nom", "B"], ["email", "a@example.com"], ["sujet", "s"], ["message", "m\nm"]);
    expect(parseForm(form, contactForm).value).toMatchObject({ nom: "A", message: "m\nm" });
  });

  it("says above its fields that something is missing, and nothing when it is only wrong", () => {
    const reach = { wilayas: ["31"], communes: ["3101"], pickupPoints: ["310101", "310102"], refused: {} };
    const typed: [string, string][] = [
      ["nom", "Benali"],
      ["prenom", "Samira"],
      ["telephone", "0550123456"],
      ["wilaya", "31"],
      ["commune", "3101"],
      ["adresse", "1, rue"],
    ];
    const form = deliveryForm("home", reach);
    for (const [field] of typed) {
      const others = typed.filter(([name]) => name !== field);
      expect(parseForm(posted(...others), form).intro, field).toBe("Veuillez remplir tous les champs obligatoires");
    }
    const wrong = typed.map(([name, value]): [string, string] => [name, name === "telephone" ? "12" : value]);
    expect(parseForm(posted(...wrong), form)).toMatchObject({ errors: { telephone: expect.any(String) } });
    expect(parseForm(posted(...wrong), form).intro).toBeUndefined();
    const pickupPoint = parseForm(posted(...typed), deliveryForm("pickup", reach));
    expect(pickupPoint).toMatchObject({ errors: { relais: "Choisissez un point relais" } });
    expect(pickupPoint.intro).toBeUndefined();
  });

  it("is checked without making code from texts, which pages forbid", () => {
    expect(z.config().jitless).toBe(true);
  });
});
