import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { loadAccountLink } from "./account-link.server";
import { AccountLinkPage, accountLinkMeta } from "./account-link-page";

export const handle = { private: true, search: "hidden" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "email");

/** The device on which the mail is read may not be signed in. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", "email");
  if (!isDone) return refusal(null);
  return redirectWithSuccess("/account", "Votre nouvelle adresse e-mail est confirmée.");
}

const TITLE = "Confirmez votre nouvelle adresse e-mail";

export const meta = accountLinkMeta(TITLE, "La nouvelle adresse de votre compte.");

export default function EmailConfirmation() {
  return (
    <AccountLinkPage
      title={TITLE}
      path="/email-confirmation"
      button="Confirmer cette adresse"
      whenGone={[{ href: "/account/security", label: "Mon compte" }]}
    >
      Vous vous connecterez désormais avec elle, et nous vous y écrirons.
    </AccountLinkPage>
  );
}
