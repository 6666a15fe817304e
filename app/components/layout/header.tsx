import { useEffect, useState } from "react";
import { articles } from "~/domain/cart";

const links = [
  { href: "/shop", label: "Boutique" },
  { href: "/suivi", label: "Suivre ma commande" },
];

/** Section 2, Layout: the bar on top of every page. */
export function Header(props: { theme: "light" | "dark" | null; here: string; cartCount: number }) {
  const isScrolled = useScrolledPast(60);
  return (
    <header className={isScrolled ? "bar bar-lifted" : "bar"}>
      <div className="page grid grid-cols-[1fr_auto] items-center md:grid-cols-[1fr_auto_1fr] md:py-2">
        <nav aria-label="Navigation principale" className="col-span-full md:col-span-1">
          <ul className="flex flex-wrap gap-x-6">
            {links.map(({ href, label }) => (
              <li key={href}>
                <a
                  className="quiet flex min-h-target items-center"
                  href={href}
                  aria-current={isCurrent(href, props.here) ? "page" : undefined}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <a
          className="flex min-h-target items-center justify-self-start font-display text-xl tracking-wide no-underline"
          href="/"
        >
          Wahrane<span className="sr-only">, accueil</span>
        </a>
        <div className="flex items-center justify-self-end gap-x-2">
          <ThemeForm theme={props.theme} here={props.here} />
          <CartLink count={props.cartCount} />
        </div>
      </div>
    </header>
  );
}

/** @param distance pixels from the top (section 2: 60) */
function useScrolledPast(distance: number): boolean {
  const [isPast, setIsPast] = useState(false);
  useEffect(() => {
    const look = () => setIsPast(window.scrollY > distance);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [distance]);
  return isPast;
}

const isCurrent = (href: string, here: string) => here.split("?")[0] === href;

/** Posts the other theme. While none is stored only the browser knows which one that is: the style sheet shows one button. */
function ThemeForm({ theme, here }: { theme: "light" | "dark" | null; here: string }) {
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="retour" value={here} />
      {theme !== "dark" && (
        <ThemeButton
          theme="dark"
          isSystem={theme === null}
          label="Thème sombre"
          shape="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z"
        />
      )}
      {theme !== "light" && (
        <ThemeButton
          theme="light"
          isSystem={theme === null}
          label="Thème clair"
          shape="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.4 1.4m11.2 11.2L19 19M19 5l-1.4 1.4M6.4 17.6 5 19"
        />
      )}
    </form>
  );
}

function ThemeButton(props: { theme: "light" | "dark"; isSystem: boolean; label: string; shape: string }) {
  const { theme, isSystem, label, shape } = props;
  return (
    <button
      type="submit"
      name="theme"
      value={theme}
      className={`${isSystem ? `to-${theme} ` : ""}inline-flex min-h-target min-w-target items-center justify-center`}
    >
      <span className="sr-only">{label}</span>
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        aria-hidden="true"
      >
        <path d={shape} />
      </svg>
    </button>
  );
}

function CartLink({ count }: { count: number }) {
  return (
    <a className="quiet flex min-h-target items-center" href="/cart">
      Panier
      {count > 0 && (
        <>
          <span
            className="ms-2 inline-flex h-6 min-w-[1.5rem] items-center justify-center rounded-full bg-accent px-1 text-sm text-on-accent"
            aria-hidden="true"
          >
            {count}
          </span>
          <span className="sr-only"> ({articles(count)})</span>
        </>
      )}
    </a>
  );
}
