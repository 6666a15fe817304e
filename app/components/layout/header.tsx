import type { ReactNode } from "react";
import { leadsToSomething, usualNavigation } from "~/domain/content/navigation";
import { articles } from "~/domain/order/cart";
import { PhoneLink } from "../ui/phone-link";
import { HEART, Icon } from "./icon";
import { type LayoutData, useIsCheckout } from "./layout-data";
import { LinkList, type NavigationLink } from "./link-list";
import { TextSlot } from "./slots";
import { ThemeForm } from "./theme-form";

/** What is sold: what the catalogue may lack has its link only while there is any. */
const SALE = "/sales/summer";
const sold: NavigationLink[] = [
  { href: "/homme", label: "Hommes" },
  { href: "/femme", label: "Femmes" },
  { href: "/enfant", label: "Enfant" },
  { href: "/category/boston", label: "Boston" },
  { href: "/nouveaute", label: "Nouveautés" },
  { href: "/collections", label: "Collections" },
  { href: SALE, label: "Soldes" },
  { href: "/shop", label: "Boutique" },
];

/** The user menu, and the second half of the side menu (section 2, Layout), without an account. */
const guestEntries: NavigationLink[] = [
  { href: "/login", label: "Connexion" },
  { href: "/register", label: "Inscription" },
  { href: "/suivi", label: "Suivre ma commande" },
  { href: "/wishlist", label: "Liste de souhaits" },
];
const accountEntries: NavigationLink[] = [
  { href: "/account", label: "Mon compte" },
  { href: "/account/orders", label: "Mes commandes" },
  { href: "/account/wishlist", label: "Ma liste de souhaits" },
];

const home: NavigationLink = { href: "/", label: "Accueil" };
const more: NavigationLink[] = [
  { href: "/categories", label: "Catégories" },
  { href: "/about", label: "À propos" },
  { href: "/contact", label: "Contact" },
];

/**
 * Section 2, Layout: the bar on top of every page. Without scripts menus are <details>, and search,
 * wishlist and cart are pages; `data-panel` names the panel that enhance.ts opens instead. `layout`
 * as in Footer.
 */
export function Header({ layout }: { layout: LayoutData | undefined }) {
  const { here = "/", cartCount = 0, email, saleName, shopPhone: phone }: Partial<LayoutData> = layout ?? {};
  const navigation = layout?.navigation ?? usualNavigation;
  if (useIsCheckout()) return <CheckoutHeader phone={phone} />;
  const path = here.split("?")[0] ?? here;
  const offered = sold
    .filter(({ href }) => leadsToSomething(href, navigation))
    .map(({ href, label }) => ({ href, label: (href === SALE && saleName) || label }));
  return (
    <div className="page flex flex-wrap items-center lg:gap-x-8 lg:py-2">
      <details className="menu -ms-3 lg:hidden">
        <summary className="icon" data-panel="menu">
          <Icon shape="M3 6h18M3 12h18M3 18h18" />
          <span className="sr-only">Menu</span>
        </summary>
        <nav aria-label="Menu" className="menu-list page">
          <LinkList entries={[home, ...offered, ...more]} path={path} />
          <div className="mt-2 border-t pt-2">
            <UserMenu email={email} path={path} />
          </div>
        </nav>
      </details>
      <Logo />
      <nav aria-label="Navigation principale" className="hidden flex-1 lg:block">
        <LinkList entries={offered} path={path} className="flex gap-x-[1vw]" />
      </nav>
      <div className={`icons -me-3 ms-auto flex h-11 items-center ${phone ? "icons-with-phone" : ""}`}>
        <SearchForm path={path} />
        <ThemeForm action="/theme" here={here} />
        {phone && (
          <a className="icon lg:hidden" href={`tel:+213${phone.slice(1)}`}>
            <Icon shape={HANDSET} />
            <span className="sr-only">Appeler&nbsp;la&nbsp;boutique</span>
          </a>
        )}
        <IconLink href="/search" label="Rechercher" shape={GLASS} panel="search" className="xl:hidden" path={path} />
        <IconLink
          href={email === undefined ? "/wishlist" : "/account/wishlist"}
          label="Liste de souhaits"
          shape={HEART}
          className="hidden sm:flex"
          path={path}
        />
        <details className="menu relative hidden lg:block">
          <summary className="icon">
            <Icon shape="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20c1-4 4-6 8-6s7 2 8 6" />
            <span className="sr-only">Mon espace</span>
          </summary>
          <div className="menu-list">
            <UserMenu email={email} path={path} />
          </div>
        </details>
        <CartLink count={cartCount} path={path} />
      </div>
    </div>
  );
}

const Logo = () => (
  <a className="flex min-h-target items-center font-display text-xl no-underline" href="/">
    Wahrane<span className="sr-only">, accueil</span>
  </a>
);

/** Beside an order stands nothing that leads away from it. */
function CheckoutHeader({ phone }: { phone: string | undefined }) {
  return (
    <div className="page flex flex-wrap items-center gap-x-4 lg:py-2">
      <Logo />
      <p className="ms-auto text-sm text-muted">Paiement à la livraison</p>
      {phone && <PhoneLink phone={phone} />}
    </div>
  );
}

function UserMenu({ email, path }: { email: string | undefined; path: string }) {
  if (email === undefined) return <LinkList entries={guestEntries} path={path} />;
  return (
    <>
      <p className="hint break-words py-2" data-email="">
        <TextSlot name="email">{email}</TextSlot>
      </p>
      <LinkList entries={accountEntries} path={path} />
      <form method="post" action="/logout">
        <button type="submit" className="row w-full">
          Déconnexion
        </button>
      </form>
    </>
  );
}

const HANDSET = "M5 4h4l1.5 4.5L8 10c1 3 3 5 6 6l1.5-2.5L20 15v4c-9 2-17-6-15-15z";
const GLASS = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5";

function IconLink(props: {
  href: string;
  label: string;
  shape: string;
  path: string;
  panel?: string;
  className?: string;
  children?: ReactNode;
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
      <Icon shape={props.shape} />
      <span className="sr-only">{props.label}</span>
      {props.children}
    </a>
  );
}

/** In the checkout the cart opens as a page, so that the order does not change beside the form. */
function CartLink({ count, path }: { count: number; path: string }) {
  return (
    <IconLink href="/cart" label="Panier" shape="M5 8h14l1 12H4zM8 11V7a4 4 0 0 1 8 0v4" panel="cart" path={path}>
      <span className="badge" aria-hidden="true">
        <TextSlot name="pairs">{count > 0 && count}</TextSlot>
      </span>
      <span className="sr-only">
        <TextSlot name="articles">{count > 0 && ` (${articles(count)})`}</TextSlot>
      </span>
    </IconLink>
  );
}

/** Where the window is wide, in place of the link; a click opens the search over the page. */
function SearchForm({ path }: { path: string }) {
  return (
    <form action="/search" role={path === "/search" ? undefined : "search"} className="hidden xl:flex">
      <input
        className="field mt-0 w-40"
        type="text"
        name="q"
        aria-label="Rechercher"
        placeholder="Rechercher"
        data-panel={path === "/search" ? undefined : "search"}
      />
      <button type="submit" className="icon">
        <Icon shape={GLASS} />
        <span className="sr-only">Chercher</span>
      </button>
    </form>
  );
}
