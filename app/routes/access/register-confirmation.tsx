import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { loadAccountLink } from "./account-link.server";
import { AccountLinkPage, accountLinkMeta } from "./account-link-page";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "registration");

/** The device on which the mail is read may not be signed in, and is not afterwards. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).access.confirmEmail(tokenOf(request) ?? "", "registration");
  if (!isDone) return refusal(null);
  return redirectWithSuccess("/account", "Votre adresse e-mail est confirmée.");
}

const TITLE = "Confirmez votre adresse e-mail";

export const meta = accountLinkMeta(TITLE, "L'adresse de votre compte.");

export default function RegisterConfirmation() {
  return (
    <AccountLinkPage
      title={TITLE}
      path="/register/confirmation"
      button="Confirmer mon adresse"
      other={{ path: "/register/pas-moi", label: "Ce n'est pas moi" }}
      whenGone={[
        { href: "/login", label: "Se connecter" },
        { href: "/register", label: "Créer un compte" },
      ]}
    >
      Un compte a été ouvert avec cette adresse. Si c'est le vôtre, confirmez-la.
    </AccountLinkPage>
  );
}
