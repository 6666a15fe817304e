import type { ActionFunctionArgs } from "@remix-run/node";
import { LinkPage } from "~/components/forms/link-page";
import { fixedMeta } from "~/components/layout/page-meta";
import { readForm } from "~/forms/form.server";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { loadLink, tokenOf } from "~/tokens/mailed-token.server";
import { NEWSLETTER_LINK } from "./newsletter-link";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = loadLink;

/** May be repeated. */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  // Read only to refuse a body that is too large.
  await readForm(request);
  if (token === undefined || !(await (await getShop()).newsletter.confirm(token)))
    return refusal({ intro: "Rien n'a été confirmé\u00a0: ce lien n'est plus valable." });
  return redirectWithSuccess("/", "Votre inscription à la newsletter est confirmée.");
}

export const meta = fixedMeta({
  title: "Confirmer mon inscription",
  description: "Il ne manque que votre accord pour recevoir notre newsletter.",
});

export default function Confirmation() {
  return (
    <LinkPage
      title="Confirmer mon inscription"
      path="/newsletter/confirmation"
      button="Confirmer"
      otherwise={NEWSLETTER_LINK}
    >
      <p>Vous recevrez nos nouveautés et nos offres par e-mail, de temps en temps.</p>
    </LinkPage>
  );
}
