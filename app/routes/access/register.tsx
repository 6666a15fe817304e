import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { SubmitButton } from "~/components/forms/submit-button";
import { EmailField, PasswordField, TextField } from "~/components/forms/text-field";
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

export default function Register() {
  const refused = useActionData<typeof action>();
  const conditions = refused?.errors.conditions;
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
        <form method="post" action="/register" noValidate>
          <TextField
            form="inscription"
            name="prenom"
            state={refused}
            label="Prénom"
            autoComplete="given-name"
            placeholder="Votre prénom"
            required
          />
          <TextField
            form="inscription"
            name="nom"
            state={refused}
            label="Nom"
            autoComplete="family-name"
            placeholder="Votre nom"
            required
          />
          <EmailField form="inscription" state={refused} hint="Nous y envoyons un lien pour confirmer" isUsername />
          <PasswordField
            form="inscription"
            state={refused}
            label="Mot de passe"
            hint={"Au moins 6 caractères\u00a0; trois mots valent mieux qu'un"}
            isNew
          />
          <PasswordField
            form="inscription"
            name="confirmation"
            state={refused}
            label="Confirmez le mot de passe"
            isNew
          />
          <div className="mt-5">
            {conditions && (
              <p className="wrong" id="inscription-conditions-erreur">
                {conditions}
              </p>
            )}
            <label className="flex items-start gap-3 py-2">
              <input
                id="inscription-conditions"
                type="checkbox"
                name="conditions"
                value="oui"
                defaultChecked={refused?.values.conditions === "oui"}
                className="mt-1 h-5 w-5 shrink-0"
                aria-invalid={conditions ? true : undefined}
                aria-describedby={conditions ? "inscription-conditions-erreur" : undefined}
                required
              />
              <span>
                J'accepte les{" "}
                <a className="link" href="/terms">
                  conditions générales de vente
                </a>{" "}
                et la{" "}
                <a className="link" href="/privacy">
                  politique de confidentialité
                </a>
              </span>
            </label>
          </div>
          <div className="mt-6">
            <SubmitButton className="button-primary w-full sm:w-auto">Créer mon compte</SubmitButton>
          </div>
        </form>
      </div>
    </>
  );
}
