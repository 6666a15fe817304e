import { data } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";

/** Decision 10: unknown addresses come here, and here the answer is 404. */
export const loader = () => data(null, { status: 404 });

export const meta: MetaFunction = () => [
  { title: "Page introuvable – Wahrane" },
  { name: "robots", content: "noindex" },
];

export default function NotFound() {
  return (
    <div className="mx-auto max-w-prose px-4 py-16">
      <p className="text-sm text-muted">404</p>
      <h1 className="font-display text-2xl">Page introuvable</h1>
      <p className="mt-4">La page que vous cherchez n'existe pas ou a été déplacée.</p>
      <ul className="mt-6 flex flex-wrap gap-4">
        <li>
          <a className="link" href="/">
            Accueil
          </a>
        </li>
        <li>
          <a className="link" href="/shop">
            Boutique
          </a>
        </li>
        <li>
          <a className="link" href="/suivi">
            Suivre ma commande
          </a>
        </li>
      </ul>
    </div>
  );
}
