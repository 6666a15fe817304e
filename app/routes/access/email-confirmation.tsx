import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import type { RouteHandle } from "~/route-handle";
import { confirmAddress, loadAccountLink } from "./account-link.server";
import { AccountLinkPage, accountLinkMeta } from "./account-link-page";

export const handle = { search: "hidden" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "email");

export const action = confirmAddress("email", "Votre nouvelle adresse e-mail est confirmée.");

const TITLE = "Confirmez votre nouvelle adresse e-mail";

export const meta = accountLinkMeta(TITLE, "La nouvelle adresse de votre compte.");

export default function EmailConfirmation() {
  const problem = useActionData<typeof action>();
  return (
    <AccountLinkPage
      problem={problem}
      title={TITLE}
      path="/email-confirmation"
      button="Confirmer cette adresse"
      whenGone={[{ href: "/account/security", label: "Mon compte" }]}
    >
      Vous vous connecterez désormais avec elle, et nous vous y écrirons.
    </AccountLinkPage>
  );
}
