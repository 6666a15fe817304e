import { data } from "@remix-run/node";
import type { MetaFunction } from "@remix-run/react";
import { DeadEnd } from "~/components/layout/error-page";

/** Decision 10: unknown addresses come here, and here the answer is 404. */
export const loader = () => data(null, { status: 404 });

export const meta: MetaFunction = () => [
  { title: "Page introuvable – Wahrane" },
  { name: "robots", content: "noindex" },
];

const links = [
  { href: "/", label: "Accueil" },
  { href: "/shop", label: "Boutique" },
  { href: "/search", label: "Recherche" },
];

export default function NotFound() {
  return (
    <DeadEnd sign="404" title="Page introuvable">
      <p className="mt-4">La page que vous cherchez n'existe pas ou a été déplacée.</p>
      <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {links.map(({ href, label }) => (
          <li key={href}>
            <a className="link inline-block py-1" href={href}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-muted">
        Vous cherchez votre commande{"\u00a0"}?{" "}
        <a className="link" href="/suivi">
          Suivez-la
        </a>
        , ou{" "}
        <a className="link" href="/about#contact">
          contactez-nous
        </a>
        .
      </p>
    </DeadEnd>
  );
}
