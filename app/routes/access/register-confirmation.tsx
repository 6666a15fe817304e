import type { LoaderFunctionArgs } from "@remix-run/node";
import { confirmAddress, loadAccountLink } from "./account-link.server";
import { AccountLinkPage, accountLinkMeta } from "./account-link-page";

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "registration");

export const action = confirmAddress("registration", "Votre adresse e-mail est confirmée.");

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
