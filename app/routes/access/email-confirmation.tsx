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

export const handle = { private: true, search: "hidden" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "email");

/** The device on which the mail is read need not be signed in. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", "email");
  if (!isDone) return refusal(null);
  return redirectWithFlash("/account", { type: "success", message: "Votre nouvelle adresse e-mail est confirmée." });
}

const TITLE = "Confirmez votre nouvelle adresse e-mail";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.token ? TITLE : LINK_GONE,
    description: "La nouvelle adresse de votre compte.",
  });

export default function EmailConfirmation() {
  const { token } = useLoaderData<typeof loader>();
  if (!token) return <LinkGone next={[{ href: "/account/security", label: "Mon compte" }]} />;
  return (
    <div className="page max-w-prose py-8">
      <h1 className="text-2xl">{TITLE}</h1>
      <p className="mt-2">Vous vous connecterez désormais avec elle, et nous vous y écrirons.</p>
      <form method="post" action={`/email-confirmation?jeton=${token}`} className="mt-6">
        <SubmitButton className="button-primary w-full sm:w-auto">Confirmer cette adresse</SubmitButton>
      </form>
    </div>
  );
}
