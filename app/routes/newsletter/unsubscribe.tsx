import type { ActionFunctionArgs } from "@remix-run/node";
import { LinkPage } from "~/components/forms/link-page";
import { fixedMeta } from "~/components/layout/page-meta";
import { refusal } from "~/http/refusal.server";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { isOneClick, loadLink, tokenOf } from "~/tokens/mailed-token.server";
import { NEWSLETTER_LINK } from "./newsletter-link";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = loadLink;

/**
 * Sent by the page's button, or by a mail program's own (RFC 8058), without cookies and following
 * no redirect. An address that is unsubscribed already gets the same answer.
 */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  const byProgram = await isOneClick(request);
  if (token === undefined) return refusal({ intro: "Rien n'a été fait\u00a0: ce lien n'est pas complet." });
  await (await getShop()).newsletter.unsubscribe(token);
  if (byProgram) return null;
  return redirectWithSuccess("/newsletter", "Cette adresse est désinscrite de notre newsletter.");
}

export const meta = fixedMeta({ title: "Se désinscrire", description: "Ne plus recevoir notre newsletter." });

export default function Unsubscribe() {
  return (
    <LinkPage
      title="Se désinscrire"
      path="/newsletter/desinscription"
      button="Me désinscrire"
      otherwise={NEWSLETTER_LINK}
    >
      <p>
        Vous ne recevrez plus notre newsletter, et votre adresse est effacée. Pendant 30 jours, nous ne lui écrivons
        plus, même si quelqu'un l'inscrit de nouveau.
      </p>
    </LinkPage>
  );
}
