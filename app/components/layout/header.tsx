import type { ReactNode } from "react";
import { articles } from "~/domain/cart";
import { TextSlot } from "./slots";

interface Entry {
  href: string;
  label: string;
}

const main: Entry[] = [
  { href: "/", label: "Accueil" },
  { href: "/homme", label: "Hommes" },
  { href: "/femme", label: "Femmes" },
  { href: "/enfant", label: "Enfant" },
  { href: "/nouveaute", label: "Nouveautés" },
  { href: "/shop", label: "Boutique" },
];

/** What is the visitor's own: the user menu, and the second half of the side menu (section 2, Layout). */
const guests: Entry[] = [
  { href: "/login", label: "Connexion" },
  { href: "/register", label: "Inscription" },
  { href: "/suivi", label: "Suivre ma commande" },
  { href: "/wishlist", label: "Liste de souhaits" },
];
const owners: Entry[] = [
  { href: "/account", label: "Mon compte" },
  { href: "/account/orders", label: "Mes commandes" },
  { href: "/account/wishlist", label: "Ma liste de souhaits" },
];

const more: Entry[] = [
  { href: "/collections", label: "Collections" },
  { href: "/about", label: "À propos" },
  { href: "/contact", label: "Contact" },
];

/**
 * Section 2, Layout: the bar on top of every page. It is whole without scripts: menus are details, search, wishlist and cart are
 * pages. `data-panel` names what enhance.ts opens in their place.
 */
export function Header(props: { here: string; cartCount: number; email: string | undefined }) {
  const { here, cartCount, email } = props;
  const path = here.split("?")[0] ?? here;
  return (
    <div className="page flex flex-wrap items-center lg:gap-x-8 lg:py-2">
      <details className="menu -ms-3 lg:hidden">
        <summary className="icon" data-panel="menu">
          <Icon shape="M3 6.5h18M3 12h18M3 17.5h18" />
          <span className="sr-only">Menu</span>
        </summary>
        <nav aria-label="Menu" className="menu-list page">
          <Links entries={[...main, ...more]} path={path} className="row" />
          <div className="mt-2 border-t pt-2">
            <Own email={email} path={path} />
          </div>
        </nav>
      </details>
      <a className="flex min-h-target items-center font-display text-xl tracking-wide no-underline" href="/">
        Wahrane<span className="sr-only">, accueil</span>
      </a>
      <nav aria-label="Navigation principale" className="hidden lg:block">
        <Links entries={main} path={path} className="quiet flex min-h-target items-center" list="flex gap-x-6" />
      </nav>
      <div className="-me-3 ms-auto flex h-11 min-w-[8.25rem] items-center sm:min-w-[11rem] lg:min-w-[13.75rem]">
        <ThemeForm here={here} />
        <IconLink href="/search" label="Rechercher" panel="search" path={path}>
          <Icon shape="M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 21 21" />
        </IconLink>
        <IconLink
          href={email === undefined ? "/wishlist" : "/account/wishlist"}
          label="Liste de souhaits"
          className="hidden sm:flex"
          path={path}
        >
          <Icon shape="M12 20.5S3.5 15.6 3.5 9.4A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 8.5 2.4c0 6.2-8.5 11.1-8.5 11.1z" />
        </IconLink>
        <details className="menu relative hidden lg:block">
          <summary className="icon">
            <Icon shape="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20.5c1-4 4-6 8-6s7 2 8 6" />
            <span className="sr-only">Mon espace</span>
          </summary>
          <div className="menu-list">
            <Own email={email} path={path} />
          </div>
        </details>
        <CartLink count={cartCount} path={path} />
      </div>
    </div>
  );
}

function Own({ email, path }: { email: string | undefined; path: string }) {
  if (email === undefined) return <Links entries={guests} path={path} className="row" />;
  return (
    <>
      <p className="hint break-words py-2">
        <TextSlot name="email">{email}</TextSlot>
      </p>
      <Links entries={owners} path={path} className="row" />
      <form method="post" action="/logout">
        <button type="submit" className="row w-full">
          Déconnexion
        </button>
      </form>
    </>
  );
}

function Links(props: { entries: Entry[]; path: string; className: string; list?: string }) {
  return (
    <ul className={props.list}>
      {props.entries.map(({ href, label }) => (
        <li key={href}>
          <a className={props.className} href={href} aria-current={href === props.path ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function IconLink(props: {
  href: string;
  label: string;
  path: string;
  panel?: string;
  className?: string;
  children: ReactNode;
}) {
  const { href, path, panel, className = "" } = props;
  const isHere = href === path;
  return (
    <a
      className={className ? `icon ${className}` : "icon"}
      href={href}
      aria-current={isHere ? "page" : undefined}
      data-panel={isHere ? undefined : panel}
    >
      {props.children}
      <span className="sr-only">{props.label}</span>
    </a>
  );
}

/** In the checkout the cart is looked at as a page: what is ordered must not change beside the form. */
function CartLink({ count, path }: { count: number; path: string }) {
  const isHere = path === "/cart";
  return (
    <a
      className="icon relative"
      href="/cart"
      aria-current={isHere ? "page" : undefined}
      data-panel={isHere || path.startsWith("/checkout") ? undefined : "cart"}
    >
      <Icon shape="M5 8h14l1 12.5H4L5 8zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5" />
      <span className="sr-only">Panier</span>
      <span className="badge" aria-hidden="true">
        <TextSlot name="pairs">{count > 0 && count}</TextSlot>
      </span>
      <span className="sr-only">
        <TextSlot name="articles">{count > 0 && ` (${articles(count)})`}</TextSlot>
      </span>
    </a>
  );
}

/** Posts the other theme. While none is stored only the browser knows which one that is: the style sheet shows one button. */
function ThemeForm({ here }: { here: string }) {
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="retour" value={here} />
      <button type="submit" name="theme" value="dark" className="icon to-dark">
        <Icon shape="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
        <span className="sr-only">Thème sombre</span>
      </button>
      <button type="submit" name="theme" value="light" className="icon to-light">
        <Icon shape="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6 5 19" />
        <span className="sr-only">Thème clair</span>
      </button>
    </form>
  );
}

function Icon({ shape }: { shape: string }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
