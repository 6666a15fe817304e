import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/error-summary";
import { passwordField } from "~/components/forms/field-specs";
import { Fields } from "~/components/forms/fields-island";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/ui/meta";
import { passwordForm } from "~/domain/account-forms";
import { readForm } from "~/server/form.server";
import { tokenOf } from "~/server/mailed-token.server";
import { type FormView, parseForm, problemsOf } from "~/server/parse-form.server";
import { refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { callerOf, signedIn } from "~/session/visitor.server";
import { getShop } from "~/shop/shop.server";
import { AWAY, orAway } from "./away.server";
import { loadLink } from "./link.server";
import { LinkGone } from "./link-gone";
import { IN_A_MOMENT, LINK_GONE, TOO_OFTEN_FOR_NOW, WRONG_PASSWORD } from "./words";

export const handle = { private: true };

export const loader = (args: LoaderFunctionArgs) => loadLink(args, "registration");

type Refused = FormView<"motDePasse">;

export async function action({ request, context }: ActionFunctionArgs) {
  const { value, ...view } = parseForm(await readForm(request), passwordForm);
  if (!value) return refusal<Refused>(context, view);
  const { access } = await getShop();
  const result = await orAway(access.confirm(tokenOf(request) ?? "", value.motDePasse, await callerOf(request)));
  if (result === AWAY)
    return refusal<Refused>(context, { ...view, intro: `Impossible de créer le compte. ${IN_A_MOMENT}` }, 503);
  if (result.ok) {
    const message = `Bienvenue ${result.account.firstName}, votre compte est ouvert.`;
    return redirectWithFlash("/", { type: "success", message }, await signedIn(result));
  }
  if (result.reason === "limited") return refusal<Refused>(context, { ...view, intro: TOO_OFTEN_FOR_NOW }, 429);
  // The page says itself that the link is gone.
  if (result.reason === "gone") return refusal<Refused>(context, view);
  const errors = { motDePasse: WRONG_PASSWORD };
  return refusal<Refused>(context, { ...view, errors, problems: problemsOf(passwordForm.id, errors) });
}

const TITLE = "Confirmez votre inscription";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageMeta({
    title: data?.token ? TITLE : LINK_GONE,
    description: "Un mot de passe, et votre compte est ouvert.",
    isRefused: data?.isRefused ?? false,
    noIndex: true,
  });

export default function Confirmation() {
  const { token, isRefused } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (!token)
    return (
      <LinkGone
        isRefused={isRefused}
        next={[
          { href: "/login", label: "Se connecter" },
          { href: "/register", label: "Créer un compte" },
        ]}
      />
    );
  return (
    <>
      {refused && <ErrorSummary problems={refused.problems} intro={refused.intro} />}
      <div className="page max-w-prose py-8">
        <h1 className="text-2xl">{TITLE}</h1>
        <p className="mt-2">Entrez le mot de passe que vous avez choisi, et votre compte est ouvert.</p>
        <form id="mot" method="post" action={`/register/confirmation?jeton=${token}`} noValidate>
          <Fields form="mot" fields={[passwordField]} state={refused} />
          <div className="mt-6">
            <SubmitButton className="button-primary w-full sm:w-auto">Ouvrir mon compte</SubmitButton>
          </div>
        </form>
      </div>
    </>
  );
}
