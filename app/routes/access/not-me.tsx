import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { tokenOf } from "~/tokens/mailed-token.server";
import { loadAccountLink } from "./account-link.server";
import { AccountLinkPage, accountLinkMeta } from "./account-link-page";

export const loader = (args: LoaderFunctionArgs) => loadAccountLink(args, "registration");

/** The reader of a confirmation mail for an account that is not theirs deletes the account. */
export async function action({ request }: ActionFunctionArgs) {
  await readForm(request);
  const isDone = await (await getShop()).accounts.disown(tokenOf(request) ?? "");
  if (!isDone) return refusal(null);
  return redirectWithSuccess("/", "Le compte ouvert avec votre adresse est supprimé.");
}

const TITLE = "Ce n'est pas moi";

export const meta = accountLinkMeta(TITLE, "Supprimer un compte ouvert avec votre adresse.");

export default function NotMe() {
  return (
    <AccountLinkPage
      title={TITLE}
      path="/register/pas-moi"
      button="Supprimer ce compte"
      other={{ path: "/register/confirmation", label: "C'est bien mon compte" }}
      whenGone={[{ href: "/contact", label: "Nous écrire" }]}
    >
      Quelqu'un a ouvert un compte avec votre adresse e-mail. Vous pouvez le supprimer&nbsp;: il perd son panier, sa
      liste de souhaits et ses commandes, et plus personne n'y est connecté.
    </AccountLinkPage>
  );
}
