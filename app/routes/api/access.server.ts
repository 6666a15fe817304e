import { userWire } from "~/api/wire";
import { EMAIL_TAKEN, LOGIN_FAILED, TOO_MANY_MAILS, TOO_OFTEN } from "~/domain/account/access-texts";
import { forgottenForm, registerForm } from "~/domain/account/account-forms";
import { passwordProblem } from "~/domain/account/password";
import { getShop } from "~/shop/shop.server";
import { Answer, parseAs, Refusal } from "./endpoint.server";
import { callerAsking } from "./identity.server";
import type { Answers } from "./serve.server";

/** The API's names of the form's fields. */
const fields = {
  prenom: "firstName",
  nom: "lastName",
  motDePasse: "password",
  confirmation: "confirmPassword",
  conditions: "terms",
};

/** @param minutes as the message says them */
const tooMany = (message: string, minutes: number) =>
  new Refusal(429, message, undefined, {}, { "Retry-After": String(minutes * 60) });

export const accessAnswers = {
  /**
   * Known and unknown addresses get the same text and status, in the same time (S-5). A guest who
   * sends its token becomes the account, as on the page; no cookie is set.
   */
  async logIn({ request, body }) {
    // A form with an address only: the operation has checked the password's length.
    const { email } = parseAs(forgottenForm, { email: body.email });
    const { access } = await getShop();
    const result = await access.logIn(email, body.password, await callerAsking(request));
    if (result.ok) return { user: userWire(result.account), token: result.session };
    if (result.reason === "limited") throw tooMany(TOO_OFTEN, 15);
    throw new Refusal(401, LOGIN_FAILED, { email: LOGIN_FAILED });
  },

  /** The account exists at once; a mail confirms its address (decision 032). */
  async register({ request, body }) {
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
    if (result.reason === "limited") throw tooMany(TOO_MANY_MAILS, 60);
    throw new Refusal(409, EMAIL_TAKEN, { email: EMAIL_TAKEN });
  },
} satisfies Partial<Answers>;
