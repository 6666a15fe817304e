import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { isOneClick, tokenOf } from "~/server/mailed-token.server";
import { redirectWithFlash } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

const TITLE = "Ne plus me demander d'avis";

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) });

/** A link that is no longer valid gets the same answer: nothing more is sent either way. */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  const byProgram = await isOneClick(request);
  if (token !== undefined) await (await getShop()).reviews.refuseLetters(token);
  if (byProgram) return null;
  const message = "C'est noté\u00a0: nous ne vous demandons plus d'avis par e-mail.";
  return redirectWithFlash("/shop", { type: "success", message });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: TITLE, description: "Ne plus recevoir d'e-mail qui demande votre avis." });

/** With a button, because mail scanners open links. */
export default function RefuseLetters() {
  const { token } = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">{TITLE}</h1>
        {token ? (
          <>
            <p>Nous n'écrivons plus à votre adresse pour demander un avis, après cette commande ni après d'autres.</p>
            <form method="post" action={`/avis/ne-plus-ecrire?jeton=${token}`} className="mt-6">
              <SubmitButton>{TITLE}</SubmitButton>
            </form>
          </>
        ) : (
          <>
            <p>Ce lien n'est pas complet. Ouvrez-le de nouveau depuis l'e-mail.</p>
            <p>
              <a className="button" href="/shop">
                Voir tous les produits
              </a>
            </p>
          </>
        )}
      </div>
    </div>
  );
}
