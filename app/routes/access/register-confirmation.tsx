import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import { LINK_GONE } from "~/domain/access-texts";
import type { RouteHandle } from "~/route-handle";
import { readForm } from "~/server/form.server";
import { tokenOf } from "~/server/mailed-token.server";
import { refusal } from "~/server/refusal.server";
import { redirectWithFlash } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { loadAccountLink } from "./link.server";
import { LinkGone } from "./link-gone";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "registration");

/** The device on which the mail is read need not be signed in, and is not afterwards. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", "registration");
  if (!isDone) return refusal(null);
  return redirectWithFlash("/account", { type: "success", message: "Votre adresse e-mail est confirmée." });
}

const TITLE = "Confirmez votre adresse e-mail";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.token ? TITLE : LINK_GONE,
    description: "L'adresse de votre compte.",
  });

export default function Confirmation() {
  const { token } = useLoaderData<typeof loader>();
  if (!token)
    return (
      <LinkGone
        next={[
          { href: "/login", label: "Se connecter" },
          { href: "/register", label: "Créer un compte" },
        ]}
      />
    );
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{TITLE}</h1>
      <p className="mt-2">Un compte a été ouvert avec cette adresse. Si c'est le vôtre, confirmez-la.</p>
      <form method="post" action={`/register/confirmation?jeton=${token}`} className="mt-6">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton className="button-primary w-full sm:w-auto">Confirmer mon adresse</SubmitButton>{" "}
          <a className="link py-2" href={`/register/pas-moi?jeton=${token}`}>
            Ce n'est pas moi
          </a>
        </div>
      </form>
    </div>
  );
}
