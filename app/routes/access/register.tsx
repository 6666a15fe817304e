import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import {
  firstNameField,
  lastNameField,
  newPasswordField,
  repeatedPasswordField,
  usernameField,
} from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/ui/meta";
import { registerForm } from "~/domain/account-forms";
import { passwordProblem } from "~/domain/password";
import { readForm } from "~/server/form.server";
import { parseForm } from "~/server/parse-form.server";
import { isRefused, refusal } from "~/server/refusal.server";
import { accountOf, callerOf } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { AWAY, orAway } from "./away.server";
import { IN_A_MOMENT, TOO_MANY_MAILS } from "./words";

export const handle = { private: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const wasRefused = isRefused(context);
  if (!wasRefused && (await accountOf(request))) throw redirect("/account", 303);
  return { isRefused: wasRefused };
}

/** The account is made by the link that is mailed; what the page says is the same for every address (S-5). */
export async function action({ request, context }: ActionFunctionArgs) {
  const { value, ...view } = parseForm(await readForm(request), registerForm(passwordProblem));
  if (!value) return refusal(context, view);
  const { prenom: firstName, nom: lastName, email, motDePasse: password } = value;
  const { access } = await getShop();
  const asked = await orAway(access.register({ email, password, firstName, lastName }, await callerOf(request)));
  if (asked === AWAY) return refusal(context, { ...view, intro: `Impossible de créer le compte. ${IN_A_MOMENT}` }, 503);
  if (asked === "limited") return refusal(context, { ...view, intro: TOO_MANY_MAILS }, 429);
  return redirect("/register/merci", 303);
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: "Inscription",
    description: "Créez votre compte\u00a0: vos commandes, votre liste de souhaits et votre carte de fidélité.",
    isRefused: data?.isRefused ?? false,
    noIndex: true,
  });

const fields = [
  firstNameField,
  lastNameField,
  { ...usernameField, hint: "Nous y envoyons un lien pour confirmer" },
  newPasswordField,
  repeatedPasswordField,
  {
    name: "conditions",
    value: "oui",
    words: [
      "J'accepte les ",
      { href: "/terms", text: "conditions générales de vente" },
      " et la ",
      { href: "/privacy", text: "politique de confidentialité" },
    ],
  },
];

export default function Register() {
  const refused = useActionData<typeof action>();
  return (
    <>
      {refused && <ErrorSummary problems={refused.problems} intro={refused.intro} />}
      <div className="page max-w-prose py-8">
        <h1 className="text-2xl">Inscription</h1>
        <p className="mt-2">
          Vos commandes, votre liste de souhaits et votre carte de fidélité au même endroit. Vous avez déjà un
          compte&nbsp;?{" "}
          <a className="link" href="/login">
            Connectez-vous
          </a>
          .
        </p>
        <form id="inscription" method="post" action="/register" noValidate>
          <Fields form="inscription" fields={fields} state={refused} />
          <div className="mt-6">
            <SubmitButton className="button-primary w-full sm:w-auto">Créer mon compte</SubmitButton>
          </div>
        </form>
      </div>
    </>
  );
}
