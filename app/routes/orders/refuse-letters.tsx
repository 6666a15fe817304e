import type { ActionFunctionArgs } from "@remix-run/node";
import { INCOMPLETE, LinkPage } from "~/components/forms/link-page";
import { fixedMeta } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { redirectWithSuccess } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";
import { isOneClick, loadLink, tokenOf } from "~/tokens/mailed-token.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

const TITLE = "Ne plus me demander d'avis";

export const loader = loadLink;

/** A link that is no longer valid gets the same answer: nothing more is sent either way. */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  const byProgram = await isOneClick(request);
  if (token !== undefined) await (await getShop()).reviews.refuseLetters(token);
  if (byProgram) return null;
  return redirectWithSuccess("/shop", "C'est noté\u00a0: nous ne vous demandons plus d'avis par e-mail.");
}

export const meta = fixedMeta({ title: TITLE, description: "Ne plus recevoir d'e-mail qui demande votre avis." });

export default function RefuseLetters() {
  return (
    <LinkPage title={TITLE} path="/avis/ne-plus-ecrire" button={TITLE} otherwise={INCOMPLETE}>
      <p>Nous n'écrivons plus à votre adresse pour demander un avis, après cette commande ni après d'autres.</p>
    </LinkPage>
  );
}
