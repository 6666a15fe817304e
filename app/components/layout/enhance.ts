/**
 * What scripts do to the header (section 2, Layout; section 4, theme and panels). It is the server's HTML, and works as it is:
 * listeners sit on the document, and what has weight is fetched on the first press, or the link is followed as ever.
 */

interface Panel {
  open: (opener: HTMLElement) => void;
}

/** A script that did not come by then is not waited for. */
const PATIENCE_MS = 4000;

const panels: Record<string, () => Promise<Panel>> = {
  cart: () => import("../cart/open-drawer"),
  menu: () => import("./side-menu"),
  search: async () => {
    const { openSearch } = await import("../search/open-search");
    return { open: () => void openSearch() };
  },
};

export function enhance(): void {
  const root = document.documentElement;
  const find = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector);

  const look = () => {
    for (const bar of find(".bar")) bar.classList.toggle("bar-lifted", scrollY > 60);
  };
  addEventListener("scroll", look, { passive: true });
  look();

  const closeMenus = (but?: Node) => {
    for (const menu of find<HTMLDetailsElement>(".menu[open]")) if (!but || !menu.contains(but)) menu.open = false;
  };
  addEventListener("keydown", ({ key }) => {
    const menu = key === "Escape" && document.querySelector<HTMLDetailsElement>(".menu[open]");
    if (!menu) return;
    closeMenus();
    menu.querySelector("summary")?.focus();
  });

  addEventListener("click", (event) => {
    const target = event.target as Element;
    closeMenus(target);
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const opener = target.closest<HTMLElement>("[data-panel]");
    const load = panels[opener?.dataset.panel ?? ""];
    if (!opener || !load) return;
    event.preventDefault();
    Promise.race([load(), new Promise<never>((_, fail) => setTimeout(fail, PATIENCE_MS))])
      .then(({ open }) => open(opener))
      .catch(() => {
        if (opener instanceof HTMLAnchorElement) location.assign(opener.href);
        else (opener.parentElement as HTMLDetailsElement).open = true;
      });
  });

  const show = (theme: string) => {
    root.classList.remove("light", "dark");
    root.classList.add(theme);
    const ground = getComputedStyle(root).getPropertyValue("--ground");
    for (const bar of find<HTMLMetaElement>("meta[name=theme-color]")) bar.content = ground;
  };
  let posted: Promise<unknown> = Promise.resolve();
  addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null | undefined;
    if (button?.name !== "theme") return;
    event.preventDefault();
    const theme = button.value;
    show(theme);
    // The pressed button has just given way to the other one.
    for (const other of find(`button[name=theme]:not([value=${theme}])`)) other.focus();
    keep(theme);
    const body = new URLSearchParams({ theme });
    posted = posted
      .then(() => fetch("/theme", { method: "POST", body, keepalive: true, redirect: "manual" }))
      .then(({ type }) => type === "opaqueredirect" && settle(theme))
      .catch(() => undefined);
  });

  addEventListener("shop:cart", (event) => {
    const { count } = (event as CustomEvent<{ count: number }>).detail;
    for (const badge of find(".badge")) {
      badge.textContent = count ? String(count) : "";
      (badge.nextSibling as HTMLElement).textContent = count ? ` (${count} ${count > 1 ? "articles" : "article"})` : "";
    }
  });

  // Back from the browser's memory, the page is as it was left: panels are closed, theme and cart are of today (section 2).
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    closeMenus();
    for (const dialog of find<HTMLDialogElement>("dialog[open]")) dialog.close();
    const theme = kept();
    if (theme) show(theme);
    fetch("/cart/contents")
      .then((answer) => answer.json())
      .then(({ cart }) => dispatchEvent(new CustomEvent("shop:cart", { detail: cart })))
      .catch(() => undefined);
  });

  if (document.querySelector("[data-ahead]"))
    import("./prefetch").then(({ prefetch }) => prefetch()).catch(() => undefined);

  const flash = document.querySelector<HTMLElement>("[data-flash]");
  if (flash) import("./toast").then(({ toastFlash }) => toastFlash(flash)).catch(() => undefined);
}

/*
 * The theme until the shop has stored it: start.js shows it on a page that was asked for before. And the last one chosen, for
 * pages out of the browser's memory. A browser that keeps nothing throws.
 */
function keep(theme: string): void {
  try {
    sessionStorage.theme = theme;
    localStorage.theme = theme;
  } catch {}
}

function settle(theme: string): void {
  try {
    if (sessionStorage.theme === theme) sessionStorage.removeItem("theme");
  } catch {}
}

function kept(): string | undefined {
  try {
    return localStorage.theme;
  } catch {
    return undefined;
  }
}
