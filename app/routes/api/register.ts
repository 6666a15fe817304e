import { operations } from "~/api/operations.server";
import { registerForm } from "~/domain/account-forms";
import { passwordProblem } from "~/domain/password";
import { TOO_MANY_MAILS } from "~/routes/access/words";
import { callerOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { Answer, endpoint, Refusal, refusalFor, serve } from "./endpoint.server";

export const handle = { private: true };

/** What the form calls them, as the API does. */
const fields = {
  prenom: "firstName",
  nom: "lastName",
  motDePasse: "password",
  confirmation: "confirmPassword",
  conditions: "terms",
};

/** POST /auth/register: the account is made by the link that is mailed; the answer is the same for every address (S-5). */
const api = endpoint(
  serve(operations.register, async ({ request, body }) => {
    const typed = {
      prenom: body.firstName.trim(),
      nom: body.lastName.trim(),
      email: body.email.trim(),
      motDePasse: body.password,
      confirmation: body.confirmPassword ?? body.password,
      conditions: body.terms ? "oui" : "",
    };
    const judged = registerForm(passwordProblem).schema.safeParse(typed);
    if (!judged.success) throw refusalFor(judged.error, fields);
    const { prenom: firstName, nom: lastName, email, motDePasse: password } = judged.data;
    const { access } = await getShop();
    const { address, device, browser } = await callerOf(request);
    const asked = await access.register({ email, password, firstName, lastName }, { address, device, browser });
    if (asked === "limited") throw new Refusal(429, TOO_MANY_MAILS);
    return new Answer(202, {
      message: "Vérifiez votre boîte e-mail\u00a0: le lien que nous y envoyons ouvre votre compte.",
      user: { email, displayName: `${firstName} ${lastName}` },
    });
  }),
);
export const loader = api.loader;
export const action = api.action;
