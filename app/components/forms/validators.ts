import type { ZodMiniType } from "zod/v4-mini";
import type { Validate } from "./use-live-form";

/** The server's own schemas, loaded at the first touch of a field (use-live-form.ts). */

const accounts = () => import("~/domain/account-forms");
const delivery = () => import("~/domain/delivery-form");
const newPassword = async () => {
  const [forms, { lengthProblem }] = await Promise.all([accounts(), import("~/domain/password-length")]);
  return { forms, lengthProblem };
};

type SchemaFor = (form: FormData) => ZodMiniType;

async function validatorOf(schemaFor: Promise<SchemaFor>): Promise<Validate> {
  const [{ parseWithZod }, schema] = await Promise.all([import("@conform-to/zod/v4"), schemaFor]);
  return (form) => parseWithZod(form, { schema: schema(form) });
}

const of = (shape: Promise<{ schema: ZodMiniType }>) =>
  validatorOf(
    shape.then(
      ({ schema }) =>
        () =>
          schema,
    ),
  );

export const validators = {
  livraison: () =>
    validatorOf(
      delivery().then(
        ({ deliveryForm }) =>
          (form) =>
            deliveryForm(String(form.get("mode") ?? "").startsWith("relais") ? "pickup" : "home").schema,
      ),
    ),
  "correction-domicile": () => of(delivery().then(({ correctionForm }) => correctionForm("home"))),
  "correction-relais": () => of(delivery().then(({ correctionForm }) => correctionForm("pickup"))),
  contact: () => of(import("~/domain/contact-form").then(({ contactForm }) => contactForm)),
  alerte: () => of(import("~/domain/stock-alert-form").then(({ stockAlertForm }) => stockAlertForm)),
  avis: () => of(import("~/domain/review-form").then(({ reviewForm }) => reviewForm)),
  suivi: () => of(import("~/domain/track-form").then(({ trackForm }) => trackForm(true))),
  "suivi-api": () => of(import("~/domain/track-form").then(({ trackForm }) => trackForm(false))),
  inscription: () => of(newPassword().then(({ forms, lengthProblem }) => forms.registerForm(lengthProblem))),
  connexion: () => of(accounts().then(({ loginForm }) => loginForm)),
  mot: () => of(accounts().then(({ passwordForm }) => passwordForm)),
  oubli: () => of(accounts().then(({ forgottenForm }) => forgottenForm)),
  nouveau: () => of(newPassword().then(({ forms, lengthProblem }) => forms.resetForm(lengthProblem))),
  changement: () => of(newPassword().then(({ forms, lengthProblem }) => forms.changePasswordForm(lengthProblem))),
  adresse: () => of(accounts().then(({ emailForm }) => emailForm)),
  profil: () => of(accounts().then(({ profileForm }) => profileForm)),
  ajout: () => of(accounts().then(({ attachForm }) => attachForm(true))),
  "ajout-api": () => of(accounts().then(({ attachForm }) => attachForm(false))),
} satisfies Record<string, () => Promise<Validate>>;

export type SchemaName = keyof typeof validators;
