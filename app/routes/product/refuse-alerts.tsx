import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { SubmitButton } from "~/components/forms/submit-button";
import { pageMeta } from "~/components/layout/page-meta";
import type { RouteHandle } from "~/route-handle";
import { tokenOf } from "~/server/mailed-token.server";
import { redirectWithFlash } from "~/session/flash.server";
import { getShop } from "~/shop/shop.server";

export const handle = { private: true, search: "closed" } satisfies RouteHandle;

export const loader = ({ request }: LoaderFunctionArgs) => ({ token: tokenOf(request) });

/** A link that is no longer valid gets the same answer: nothing more is sent either way. */
export async function action({ request }: ActionFunctionArgs) {
  const token = tokenOf(request);
  if (token !== undefined) await (await getShop()).stockAlerts.refuse(token);
  const message = "Vos demandes sont effacées\u00a0: nous ne vous prévenons plus.";
  return redirectWithFlash("/shop", { type: "success", message });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Ne plus me prévenir", description: "Effacer vos demandes de retour en stock." });

/** With a button, because mail scanners open links. */
export default function RefuseAlerts() {
  const { token } = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">Ne plus me prévenir</h1>
        {token ? (
          <>
            <p>
              Toutes les demandes de retour en stock faites avec votre adresse sont effacées. Pendant 30 jours, nous
              n'en prenons plus, même si quelqu'un en fait une de nouveau.
            </p>
            <form method="post" action={`/prevenez-moi/oublier?jeton=${token}`} className="mt-6">
              <SubmitButton>Ne plus me prévenir</SubmitButton>
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
