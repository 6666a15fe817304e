import { counted } from "~/domain/values/plural";
import { announceCart, onCart, readCart } from "../cart/cart-requests";
import { orLeave, soon } from "../ui/line-down";
import { keptTheme, showTheme, switchTheme } from "./theme";

/**
 * What scripts add to the header (section 2, Layout; section 4, theme and panels). Its HTML works
 * without them: listeners are on the document, and panels are fetched as they are pressed; when
 * that fails, the link is followed.
 */

interface Panel {
  /** A promise where it may fail later. */
  open: (opener: HTMLElement) => unknown;
}

/** After so long without the script the link is followed. */
const PATIENCE_MS = 4000;
/** What the page holds itself opens without the script after so long: a press has to show. */
const SOON_MS = 100;

const panels: Record<string, () => Promise<Panel>> = {
  cart: async () => {
    const contents = readCart();
    contents.catch(() => undefined);
    const { open } = await import("../cart/open-drawer");
    return { open: () => open(contents) };
  },
  menu: () => import("./side-menu"),
  refine: () => import("../catalogue/filter-sheet"),
  search: () => import("../search/open-search"),
};

function panelAt(target: Element): { opener: HTMLElement; load: () => Promise<Panel> } | undefined {
  const opener = target.closest<HTMLElement>("[data-panel]");
  const load = panels[opener?.dataset.panel ?? ""];
  return opener && load ? { opener, load } : undefined;
}

export function enhance(): void {
  const root = document.documentElement;
  const find = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector);

  const closeMenus = (except?: Node) => {
    for (const menu of find<HTMLDetailsElement>(".menu[open]"))
      if (!except || !menu.contains(except)) menu.open = false;
  };
  addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && document.querySelector<HTMLDetailsElement>(".menu[open]");
    if (!menu) return;
    closeMenus();
    menu.querySelector("summary")?.focus();
  });
  // It would cover what has the focus.
  addEventListener("focusin", ({ target }) => closeMenus(target as Element));

  addEventListener("click", (event) => {
    const target = event.target as Element;
    closeMenus(target);
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const pressed = panelAt(target);
    const details = pressed?.opener.tagName === "SUMMARY" ? (pressed.opener.parentElement as HTMLDetailsElement) : null;
    if (!pressed || details?.open) return;
    event.preventDefault();
    const { opener, load } = pressed;
    // Safari gives what is pressed no focus, and a panel returns the focus to where it was.
    opener.focus({ preventScroll: true });
    // A key has no pointer that came before it.
    const panel = event.detail && begun?.opener === opener ? begun.panel : load();
    const sign = opener.animate({ opacity: [0.5, 0.5] }, PATIENCE_MS);
    const opened = soon(panel, details ? SOON_MS : PATIENCE_MS)
      .then(({ open }) => open(opener))
      .finally(() => sign.cancel());
    if (opener instanceof HTMLAnchorElement) orLeave(opened, () => location.assign(opener.href));
    else opened.catch(() => details?.setAttribute("open", ""));
  });

  /** What was begun as the pointer went down, before its click. */
  let begun: { opener: HTMLElement; panel: Promise<Panel> } | undefined;
  addEventListener("pointerdown", ({ target }) => {
    const pressed = panelAt(target as Element);
    if (!pressed) return;
    begun = { opener: pressed.opener, panel: pressed.load() };
    begun.panel.catch(() => undefined);
  });

  const bar = document.querySelector<HTMLElement>(".bar>div>nav");
  const firstUse = ["pointerover", "focusin"];
  const usePanels = () => {
    for (const type of firstUse) bar?.removeEventListener(type, usePanels);
    import("./bar-panels").then(({ addPanels }) => bar && addPanels(bar)).catch(() => undefined);
  };
  for (const type of firstUse) bar?.addEventListener(type, usePanels);

  addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null | undefined;
    if (button?.name !== "theme") return;
    event.preventDefault();
    switchTheme(button);
  });

  onCart(({ count }) => {
    for (const badge of find(".badge")) {
      badge.textContent = `${count || ""}`;
      (badge.nextSibling as HTMLElement).textContent = count ? ` (${counted(count, "article")})` : "";
    }
  });

  // From the back-forward cache: panels are closed, theme and cart are updated (section 2).
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    closeMenus();
    for (const dialog of find<HTMLDialogElement>("dialog[open]")) dialog.close();
    const theme = keptTheme();
    if (theme) showTheme(theme);
    readCart()
      .then(({ cart, email = "" }) => {
        // Nothing is left of an account that was signed out of meanwhile.
        if ((root.querySelector("[data-email]")?.textContent ?? email) !== email) return location.reload();
        announceCart(cart);
      })
      .catch(() => undefined);
    // As in a new page (styles.css, arrive), so that it can be pressed while the other page fades.
    root.animate({ viewTransitionName: ["none", "none"] }, 200);
  });

  // A visitor with a cart would see an old one on a page that was fetched before an addition.
  const [answer] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (answer?.serverTiming?.some(({ name }) => name === "public"))
    import("./prefetch").then(({ prefetch }) => prefetch()).catch(() => undefined);

  // A live region that came with the page is said once it changes.
  const flash = document.querySelector("[data-flash] span");
  if (flash) setTimeout(() => flash.replaceChildren(flash.textContent ?? ""), 100);

  // The page's first 60 px (44 and the margin) are observed: reading `scrollY` forces a layout.
  const top = document.createElement("div");
  top.className = "absolute top-0 h-11";
  document.body.append(top);
  if ("IntersectionObserver" in window)
    new IntersectionObserver(
      (entries) => {
        const isAway = !entries[entries.length - 1]?.isIntersecting;
        for (const bar of find(".bar")) bar.classList.toggle("bar-lifted", isAway);
      },
      { rootMargin: "16px" },
    ).observe(top);
}
