import type { TextFieldSpec } from "./text-control";

/** Fields that stand in several forms. */

export const phoneField: TextFieldSpec = {
  name: "telephone",
  label: "Téléphone",
  hint: "05, 06 ou 07 et 8 chiffres",
  type: "tel",
  inputMode: "tel",
  placeholder: "0550123456",
  autoComplete: "tel",
  required: true,
};

/** @param required for home delivery it is, at a pickup point it is not */
export const addressField = (required: boolean): TextFieldSpec => ({
  name: "adresse",
  label: "Adresse",
  hint: "Rue, numéro, quartier, point de repère. Facultatif au point relais.",
  rows: 2,
  autoComplete: "street-address",
  required,
});

export const notesField: TextFieldSpec = {
  name: "remarque",
  label: "Remarque",
  hint: "Facultatif",
  rows: 2,
};

export const lastNameField: TextFieldSpec = {
  name: "nom",
  label: "Nom",
  placeholder: "Votre nom",
  autoComplete: "family-name",
  required: true,
};

export const firstNameField: TextFieldSpec = {
  name: "prenom",
  label: "Prénom",
  placeholder: "Votre prénom",
  autoComplete: "given-name",
  required: true,
};

export const emailField: TextFieldSpec = {
  name: "email",
  label: "E-mail",
  type: "email",
  placeholder: "nom@exemple.com",
  autoComplete: "email",
  required: true,
};

/** The e-mail address by which one signs in or registers. */
export const usernameField: TextFieldSpec = { ...emailField, autoComplete: "username" };

export const passwordField: TextFieldSpec = {
  name: "motDePasse",
  label: "Mot de passe",
  type: "password",
  autoComplete: "current-password",
  required: true,
};

/** A password that is being chosen, which browsers offer to generate. */
export const newPasswordField: TextFieldSpec = {
  ...passwordField,
  hint: "Au moins 6 caractères\u00a0; trois mots valent mieux qu'un",
  autoComplete: "new-password",
};

export const repeatedPasswordField: TextFieldSpec = {
  ...passwordField,
  name: "confirmation",
  label: "Confirmez le mot de passe",
  autoComplete: "new-password",
};

export const orderNumberField: TextFieldSpec = {
  name: "numero",
  label: "Numéro de commande",
  autoCapitalize: "characters",
  spellCheck: false,
  required: true,
};
