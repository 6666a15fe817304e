import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { newPasswordField, repeatedPasswordField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { FormPage } from "~/components/forms/form-page";
import { OwnForm } from "~/components/forms/own-form";
import { PasswordOwner } from "~/components/forms/password-owner";
import { SubmitRow } from "~/components/forms/submit-row";
import { pageMeta } from "~/components/layout/page-meta";
import { IN_A_MOMENT, LINK_GONE } from "~/domain/account/access-texts";
import { resetForm } from "~/domain/account/account-forms";
import { passwordProblem } from "~/domain/account/password";
import { readForm } from "~/forms/form.server";
import { parseForm } from "~/forms/parse-form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectToKept } from "~/session/refused-cookies.server";
import { callerOf, signedIn } from "~/session/visitor.server";
import { unlessUnavailable } from "~/shop/shop";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { loadAccountLink } from "./account-link.server";
import { LinkGone } from "./link-gone";

export const handle = { search: "hidden" } satisfies RouteHandle;

export const loader = ({ request }: LoaderFunctionArgs) => loadAccountLink(request, "reset");

export async function action({ request }: ActionFunctionArgs) {
  const { value, ...view } = parseForm(await readForm(request), resetForm(passwordProblem));
  if (!value) return refusal(view);
  const { access } = await getShop();
  const result = await unlessUnavailable(
    access.reset(tokenOf(request) ?? "", value.motDePasse, await callerOf(request)),
  );
  if (result === undefined) return refusal({ ...view, intro: IN_A_MOMENT }, 503);
  // The loader then finds no token, and the page says that the link is gone.
  if (!result.ok) return refusal(view);
  const message = `Votre nouveau mot de passe est enregistré. ${result.isEmptied ? EMPTIED : WELCOME}`;
  return redirectToKept(request, { to: "/account", what: "compte", message }, await signedIn(result));
}

const WELCOME = "Bienvenue dans votre compte.";
const EMPTIED = [
  "Votre adresse est confirmée, et le compte vidé, car quelqu'un d'autre avait pu le remplir.",
  "Une commande y revient par son numéro\u00a0: enregistrez votre téléphone, puis ouvrez «\u00a0Mes commandes\u00a0»,",
  "«\u00a0Ajouter à mon compte\u00a0».",
].join(" ");

const TITLE = "Nouveau mot de passe";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.token ? TITLE : LINK_GONE,
    description: "Choisissez un nouveau mot de passe.",
  });

export default function ResetPassword() {
  const { token, email } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!email) return <LinkGone ways={[{ href: "/forgot-password", label: "Demander un autre lien" }]} />;
  return (
    <FormPage title={TITLE} refused={refused}>
      <p className="mt-2">Les autres appareils seront déconnectés de votre compte.</p>
      <OwnForm id="nouveau" action={`/reset-password?jeton=${token}`} noValidate>
        <PasswordOwner email={email} />
        <Fields
          form="nouveau"
          fields={[
            { ...newPasswordField, label: "Nouveau mot de passe" },
            { ...repeatedPasswordField, label: "Confirmez le nouveau mot de passe" },
          ]}
          state={refused}
        />
        <SubmitRow>Changer le mot de passe</SubmitRow>
      </OwnForm>
    </FormPage>
  );
}
