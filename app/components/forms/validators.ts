import type { ZodMiniType } from "zod/v4-mini";
import type { Validate } from "./use-live-form";

/** The server's own schemas, loaded at the first touch of a field (use-live-form.ts). */

const accounts = () => import("~/domain/account/account-forms");
const delivery = () => import("~/domain/delivery/delivery-form");
const newPassword = async () => {
  const [forms, { lengthProblem }] = await Promise.all([accounts(), import("~/domain/account/password-length")]);
  return { forms, lengthProblem };
};

type SchemaFor = (form: FormData) => ZodMiniType;

/** @param schemaFor chooses the schema by what the form holds */
async function validatorOf(schemaFor: Promise<SchemaFor>): Promise<Validate> {
  const [{ parseWithZod }, schema] = await Promise.all([import("@conform-to/zod/v4"), schemaFor]);
  return (form) => parseWithZod(form, { schema: schema(form) });
}

/** The validator of one schema, whatever the form holds. */
const byOne = (shape: Promise<{ schema: ZodMiniType }>) =>
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
        ({ deliveryForm, isForPickup }) =>
          (form) =>
            deliveryForm(isForPickup(form) ? "pickup" : "home").schema,
      ),
    ),
  "correction-domicile": () => byOne(delivery().then(({ correctionForm }) => correctionForm("home"))),
  "correction-relais": () => byOne(delivery().then(({ correctionForm }) => correctionForm("pickup"))),
  contact: () => byOne(import("~/domain/content/contact-form").then(({ contactForm }) => contactForm)),
  alerte: () => byOne(import("~/domain/catalogue/stock-alert-form").then(({ stockAlertForm }) => stockAlertForm)),
  avis: () => byOne(import("~/domain/catalogue/review-form").then(({ reviewForm }) => reviewForm)),
  suivi: () => byOne(import("~/domain/order/track-form").then(({ trackForm }) => trackForm(true))),
  "suivi-api": () => byOne(import("~/domain/order/track-form").then(({ trackForm }) => trackForm(false))),
  inscription: () => byOne(newPassword().then(({ forms, lengthProblem }) => forms.registerForm(lengthProblem))),
  connexion: () => byOne(accounts().then(({ loginForm }) => loginForm)),
  mot: () => byOne(accounts().then(({ passwordForm }) => passwordForm)),
  oubli: () => byOne(accounts().then(({ forgottenForm }) => forgottenForm)),
  nouveau: () => byOne(newPassword().then(({ forms, lengthProblem }) => forms.resetForm(lengthProblem))),
  changement: () => byOne(newPassword().then(({ forms, lengthProblem }) => forms.changePasswordForm(lengthProblem))),
  adresse: () => byOne(accounts().then(({ emailForm }) => emailForm)),
  profil: () => byOne(accounts().then(({ profileForm }) => profileForm)),
  ajout: () => byOne(accounts().then(({ attachForm }) => attachForm(true))),
  "ajout-api": () => byOne(accounts().then(({ attachForm }) => attachForm(false))),
} satisfies Record<string, () => Promise<Validate>>;

export type SchemaName = keyof typeof validators;
