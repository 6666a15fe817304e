import { operations } from "~/api/operations.server";
import { userWire } from "~/api/wire";
import { EMAIL_TAKEN, TOO_MANY_MAILS } from "~/domain/account/access-texts";
import { registerForm } from "~/domain/account/account-forms";
import { passwordProblem } from "~/domain/account/password";
import type { RouteHandle } from "~/route-handle";
import { getShop } from "~/shop/shop.server";
import { Answer, endpoint, parseAs, Refusal } from "./endpoint.server";
import { callerAsking } from "./identity.server";

export const handle = { private: true, search: "open", api: true } satisfies RouteHandle;

/** The API's names of the form's fields. */
const fields = {
  prenom: "firstName",
  nom: "lastName",
  motDePasse: "password",
  confirmation: "confirmPassword",
  conditions: "terms",
};

/** POST /auth/register: the account exists at once; a mail confirms its address (decision 032). */
export const loader = endpoint(operations.register, async ({ request, body }) => {
  const typed = {
    prenom: body.firstName.trim(),
    nom: body.lastName.trim(),
    email: body.email.trim(),
    motDePasse: body.password,
    confirmation: body.confirmPassword ?? body.password,
    conditions: body.terms ? "oui" : "",
  };
  const value = parseAs(registerForm(passwordProblem), typed, fields);
  const { prenom: firstName, nom: lastName, email, motDePasse: password } = value;
  const { access } = await getShop();
  const result = await access.register({ email, password, firstName, lastName }, await callerAsking(request));
  if (result.ok) return new Answer(201, { user: userWire(result.account), token: result.session });
  if (result.reason === "limited") throw new Refusal(429, TOO_MANY_MAILS);
  throw new Refusal(409, EMAIL_TAKEN, { email: EMAIL_TAKEN });
});
export const action = loader;
