import type { ReactNode } from "react";
import { ErrorSummary, type Problem } from "../forms/error-summary";

const pages = [
  { href: "/account", label: "Profil" },
  { href: "/account/orders", label: "Commandes" },
  { href: "/account/wishlist", label: "Liste de souhaits" },
  { href: "/account/security", label: "Connexion et sécurité" },
];

/** A page of the account below, or beside, the account's menu (section 2, Account). */
export function AccountFrame(props: {
  /** Address of the menu's entry that this page is, or belongs to. */
  current: string;
  /** Whether it is a page below that entry. */
  isBelow?: boolean;
  refused?: { problems: readonly Problem[]; intro?: string | undefined } | undefined;
  children: ReactNode;
}) {
  const { current, isBelow = false, refused, children } = props;
  const here = isBelow ? "true" : "page";
  return (
    <>
      {refused && <ErrorSummary within="page" problems={refused.problems} intro={refused.intro} />}
      <div className="page py-8 lg:grid lg:grid-cols-[12rem_1fr] lg:gap-12">
        <nav aria-label="Mon compte" className="mb-8 border-b pb-2 lg:border-0">
          <ul className="flex flex-wrap items-center gap-x-6 lg:block">
            {pages.map(({ href, label }) => (
              <li key={href}>
                <a
                  className={href === current ? "row font-semibold" : "row"}
                  href={href}
                  aria-current={href === current ? here : undefined}
                >
                  {label}
                </a>
              </li>
            ))}
            <li>
              <form method="post" action="/logout">
                <button type="submit" className="row">
                  Déconnexion
                </button>
              </form>
            </li>
          </ul>
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}
