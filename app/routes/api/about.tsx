import { useLoaderData } from "@remix-run/react";
import { apiChapters } from "~/api/about.server";
import { fixedMeta } from "~/components/layout/page-meta";
import { Chapter } from "~/components/ui/chapter";
import { TextLink } from "~/components/ui/links";
import type { RouteHandle } from "~/route-handle";

export const handle = { private: false, search: "hidden" } satisfies RouteHandle;

/** The API for programmers, from the same list of operations as the OpenAPI document. */
export const loader = () => apiChapters();

export const meta = fixedMeta({
  title: "API",
  description: "L'API de la boutique\u00a0: catalogue, livraison et commandes, en JSON.",
});

export default function AboutApi() {
  const chapters = useLoaderData<typeof loader>();
  return (
    <div className="page py-8">
      <div className="prose">
        <h1 className="text-2xl">API</h1>
        <p>
          Pour les programmes&nbsp;: le catalogue, la livraison et les commandes de la boutique, en JSON. Les montants
          sont des dinars entiers. Le document <TextLink href="/api/openapi.json">OpenAPI 3.1</TextLink> dit chaque
          champ.
        </p>
      </div>
      <Chapter title="Pour commencer">
        <p>
          Ce qui est public se lit depuis tout site, et se garde une minute (<code>ETag</code>, réponse 304). Rien ne
          s'écrit depuis un autre site&nbsp;: un programme écrit sans <code>Origin</code>.
        </p>
        <p>
          Un compte se connecte par <code>POST /auth/login</code>, et envoie ensuite le jeton reçu derrière{" "}
          <code>Bearer</code>, dans l'en-tête <code>Authorization</code>. Un invité reçoit le sien avec sa commande, ou
          le choisit avant de commander&nbsp;: <code>guest-</code>, puis 43 caractères au hasard (lettres sans accent,
          chiffres, <code>-</code> et <code>_</code>).
        </p>
        <p>
          Une erreur dit <code>{'{"message", "errors"}'}</code>, en français. Rien n'est commandé à un autre prix que
          celui qui a été affiché&nbsp;: sinon 409, avec ce qui a changé.
        </p>
      </Chapter>
      {chapters?.map(({ title, operations }) => (
        <Chapter key={title} title={title}>
          <dl className="space-y-6">
            {operations.map(({ method, path, summary, parameters, who, once }) => (
              <div key={`${method} ${path}`}>
                <dt>
                  <code className="break-words">
                    {method} {path}
                  </code>
                </dt>
                <dd className="mt-1">
                  {summary}. <span className="text-muted">{who}.</span>
                  {parameters.length > 0 && (
                    <span className="text-muted"> Paramètres&nbsp;: {parameters.join(", ")}.</span>
                  )}
                  {once && <span className="text-muted"> En-tête Idempotency-Key conseillé.</span>}
                </dd>
              </div>
            ))}
          </dl>
        </Chapter>
      ))}
    </div>
  );
}
