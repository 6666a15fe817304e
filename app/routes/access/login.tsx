import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { passwordField, usernameField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { useLayoutData } from "~/components/layout/layout-data";
import { fixedMeta } from "~/components/layout/page-meta";
import { ButtonLink } from "~/components/ui/links";
import { Section } from "~/components/ui/section";
import { IN_A_MOMENT, LOGIN_FAILED, TOO_OFTEN } from "~/domain/account/access-texts";
import { loginForm } from "~/domain/account/account-forms";
import { readForm, text } from "~/forms/form.server";
import { type FormView, parseForm, withErrors } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { currentRequest } from "~/request-context.server";
import { redirectToKept } from "~/session/refused-cookies.server";
import { accountOf, callerOf, signedIn } from "~/session/visitor.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { mintTimedKey } from "~/tokens/timed-key.server";
import { returnPath, withReturnPath } from "./return-path.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const back = returnPath(new URL(request.url).searchParams.get("retour"), request);
  if (!currentRequest()?.isRefused && (await accountOf(request))) throw redirect(back === "/" ? "/account" : back, 303);
  return { back, key: mintTimedKey() };
}

type Refused = FormView<"email" | "motDePasse"> & { intro?: string; back: string };

/** Known and unknown addresses get the same text and status, in the same time. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request);
  const back = returnPath(text(form, "retour"));
  const { value, ...view } = parseForm(form, loginForm);
  if (!value) return refusal<Refused>({ ...view, back });
  const { access } = await getShop();
  const result = await unlessUnavailable(access.logIn(value.email, value.motDePasse, await callerOf(request, form)));
  if (result === undefined)
    return refusal<Refused>({ ...view, back, intro: `Erreur de connexion. ${IN_A_MOMENT}` }, 503);
  if (result.ok) {
    const { firstName } = result.account;
    const message = `Bonjour${firstName && ` ${firstName}`}, bienvenue dans votre compte.`;
    return redirectToKept(request, { to: back, what: "compte", message }, await signedIn(result));
  }
  if (result.reason === "limited") return refusal<Refused>({ ...view, back, intro: TOO_OFTEN }, 429);
  return refusal<Refused>({ ...withErrors(view, loginForm.id, { email: LOGIN_FAILED }), back });
}

export const meta = fixedMeta({
  title: "Connexion",
  description: "Connectez-vous à votre compte.",
});

export default function Login() {
  const { back, key } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { hasCard } = useLayoutData() ?? {};
  const retour = refused?.back ?? back;
  return (
    <FormPage title="Connexion" refused={refused}>
      <OwnForm id="connexion" action="/login" noValidate>
        <input type="hidden" name="retour" value={retour} />
        <input type="hidden" name="cle" value={key} />
        <Fields form="connexion" fields={[usernameField, passwordField]} state={refused} />
        <SubmitRow otherwise={{ href: "/forgot-password", label: "Mot de passe oublié\u00a0?" }}>
          Se connecter
        </SubmitRow>
      </OwnForm>
      <Section title={"Pas encore de compte\u00a0?"} className="mt-10 border-t pt-6">
        <p className="mt-2">
          {`Vous pouvez aussi commander sans compte. Avec un compte, vous retrouvez vos commandes et votre liste de souhaits${hasCard ? ", et vos paires remplissent votre carte de fidélité" : ""}.`}
        </p>
        <p className="mt-4">
          <ButtonLink href={withReturnPath("/register", retour)}>Créer un compte</ButtonLink>
        </p>
      </Section>
    </FormPage>
  );
}
