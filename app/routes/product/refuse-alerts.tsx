import type { ActionFunctionArgs } from "@remix-run/node";
import { INCOMPLETE, LinkPage } from "~/components/forms/link-page";
import { fixedMeta } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { loadLink, tokenOf } from "~/tokens/mailed-token.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = loadLink;

/** A link that is no longer valid gets the same answer: nothing more is sent either way. */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  if (token !== undefined) await (await getShop()).stockAlerts.refuse(token);
  return redirectWithSuccess("/shop", "Vos demandes sont effacées\u00a0: nous ne vous prévenons plus.");
}

export const meta = fixedMeta({
  title: "Ne plus me prévenir",
  description: "Effacer vos demandes de retour en stock.",
});

export default function RefuseAlerts() {
  return (
    <LinkPage
      title="Ne plus me prévenir"
      path="/prevenez-moi/oublier"
      button="Ne plus me prévenir"
      otherwise={INCOMPLETE}
    >
      <p>
        Toutes les demandes de retour en stock faites avec votre adresse sont effacées. Pendant 30 jours, nous n'en
        prenons plus, même si quelqu'un en fait une de nouveau.
      </p>
    </LinkPage>
  );
}
