import { afterPaint } from "../ui/after-paint";
import { quietly } from "../ui/may-fail";

/** Shows the theme whose button was pressed (theme-form.tsx), and posts it behind the page. */
export function switchTheme({ form, value: theme }: HTMLButtonElement): void {
  showTheme(theme);
  // The style sheet has just hidden the pressed button and shown the other one.
  for (const other of document.querySelectorAll<HTMLElement>(`button[name=theme]:not([value=${theme}])`)) other.focus();
  // sessionStorage holds the theme until the shop has stored it, for pages requested before
  // (start-theme.js); localStorage holds the last one, for the back-forward cache.
  quietly(() => {
    sessionStorage.theme = theme;
    localStorage.theme = theme;
  });
  const body = new URLSearchParams({ theme });
  posted = posted
    .then(() => fetch(form?.action ?? "", { method: "POST", body, keepalive: true, redirect: "manual" }))
    .then(({ type }) => {
      if (type === "opaqueredirect" && sessionStorage.theme === theme) sessionStorage.removeItem("theme");
    })
    .catch(() => undefined);
}

let posted: Promise<unknown> = Promise.resolve();

export function showTheme(theme: string): void {
  const root = document.documentElement;
  root.classList.remove("light", "dark");
  root.classList.add(theme);
  document.querySelector("meta[name=color-scheme]")?.setAttribute("content", theme);
  afterPaint().then(() => {
    const ground = getComputedStyle(root).getPropertyValue("--ground");
    for (const bar of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) bar.content = ground;
  });
}

export const keptTheme = (): string | undefined => quietly(() => localStorage.theme);
