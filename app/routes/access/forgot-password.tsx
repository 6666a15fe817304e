import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { usernameField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { SubmitRow } from "~/components/forms/submit-row";
import { fixedMeta } from "~/components/layout/page-meta";
import { TOO_MANY_MAILS } from "~/domain/account/access-texts";
import { forgottenForm } from "~/domain/account/account-forms";
import { readForm } from "~/forms/form.server";
import { parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import { callerOf } from "~/session/visitor.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";

export async function action({ request }: ActionFunctionArgs) {
  const { value, ...view } = parseForm(await readForm(request), forgottenForm);
  if (!value) return refusal(view);
  const { access } = await getShop();
  const outcome = await unlessUnavailable(access.requestReset(value.email, await callerOf(request)));
  if (outcome === undefined) {
    const intro = "Impossible d'envoyer l'e-mail de réinitialisation. Vérifiez votre adresse e-mail.";
    return refusal({ ...view, intro }, 503);
  }
  if (outcome === "limited") return refusal({ ...view, intro: TOO_MANY_MAILS }, 429);
  return redirect("/forgot-password/merci", 303);
}

export const meta = fixedMeta({
  title: "Mot de passe oublié",
  description: "Choisissez un nouveau mot de passe par e-mail.",
});

export default function ForgotPassword() {
  const refused = useActionData<typeof action>();
  return (
    <FormPage title="Mot de passe oublié" refused={refused}>
      <p className="mt-2">Nous vous envoyons un lien pour en choisir un nouveau.</p>
      <OwnForm id="oubli" action="/forgot-password" noValidate>
        <Fields form="oubli" fields={[{ ...usernameField, hint: "Celui de votre compte" }]} state={refused} />
        <SubmitRow otherwise={{ href: "/login", label: "Retour à la connexion" }}>Envoyer le lien</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
