import type { ZodMiniType } from "zod/v4-mini";
import type { Validate } from "./use-live-form";

/** The server's own schemas, loaded at the first touch of a field (use-live-form.ts). */

const accounts = () => import("~/domain/account/account-forms");
const delivery = () => import("~/domain/delivery/delivery-form");
const newPassword = async () => {
  const [forms, { lengthProblem }] = await Promise.all([accounts(), import("~/domain/account/password-length")]);
  return { forms, lengthProblem };
};

const forWay = async () => {
  const { deliveryForm, isForPickup } = await delivery();
  return (form: FormData) => deliveryForm(isForPickup(form) ? "pickup" : "home");
};

interface Shape {
  schema: ZodMiniType;
}

/** @param shape one, or which one by what the form holds */
async function validator(shape: Promise<Shape | ((form: FormData) => Shape)>): Promise<Validate> {
  const [{ parseWithZod }, shapes] = await Promise.all([import("@conform-to/zod/v4"), shape]);
  return (form) => parseWithZod(form, { schema: (typeof shapes === "function" ? shapes(form) : shapes).schema });
}

export const validators = {
  livraison: () => validator(forWay()),
  "correction-domicile": () => validator(delivery().then(({ correctionForm }) => correctionForm("home"))),
  "correction-relais": () => validator(delivery().then(({ correctionForm }) => correctionForm("pickup"))),
  contact: () => validator(import("~/domain/content/contact-form").then(({ contactForm }) => contactForm)),
  alerte: () => validator(import("~/domain/catalogue/stock-alert-form").then(({ stockAlertForm }) => stockAlertForm)),
  avis: () => validator(import("~/domain/catalogue/review-form").then(({ reviewForm }) => reviewForm)),
  suivi: () => validator(import("~/domain/order/track-form").then(({ trackForm }) => trackForm(true))),
  "suivi-api": () => validator(import("~/domain/order/track-form").then(({ trackForm }) => trackForm(false))),
  inscription: () => validator(newPassword().then(({ forms, lengthProblem }) => forms.registerForm(lengthProblem))),
  connexion: () => validator(accounts().then(({ loginForm }) => loginForm)),
  mot: () => validator(accounts().then(({ passwordForm }) => passwordForm)),
  oubli: () => validator(accounts().then(({ forgottenForm }) => forgottenForm)),
  nouveau: () => validator(newPassword().then(({ forms, lengthProblem }) => forms.resetForm(lengthProblem))),
  changement: () =>
    validator(newPassword().then(({ forms, lengthProblem }) => forms.changePasswordForm(lengthProblem))),
  adresse: () => validator(accounts().then(({ emailForm }) => emailForm)),
  profil: () => validator(accounts().then(({ profileForm }) => profileForm)),
  ajout: () => validator(accounts().then(({ attachForm }) => attachForm(true))),
  "ajout-api": () => validator(accounts().then(({ attachForm }) => attachForm(false))),
} satisfies Record<string, () => Promise<Validate>>;

export type SchemaName = keyof typeof validators;
