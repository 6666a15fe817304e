import { quietly } from "../ui/quietly";
import css from "./panel.css?inline";

// Old browsers cannot take it, and do without.
quietly(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
});

/**
 * A native dialog over the page: the browser moves the focus into it, closes it on Escape and
 * returns the focus. Opening a panel closes the others, by the event `shop:panel`.
 * @throws before anything is moved, where a browser has no dialogs
 */
export function makePanel(name: string, className: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  if (!("showModal" in dialog)) throw new Error("This browser has no dialogs.");
  dialog.className = className;
  dialog.addEventListener("click", (event) => {
    // Its contents fill the dialog: a click on the dialog itself is on the backdrop.
    if (event.target === dialog) dialog.close();
  });
  window.addEventListener("shop:panel", (event) => {
    if ((event as CustomEvent<string>).detail !== name) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

interface Drawer {
  name: string;
  label: string;
  closeLabel: string;
  className?: string;
  closeClass?: string;
}

/** A panel at the window's side, with a button that closes it. @returns it, and its inner box */
export function makeDrawer({ name, label, closeLabel, className = "", closeClass = "" }: Drawer) {
  const dialog = makePanel(name, `drawer ${className}`);
  dialog.setAttribute("aria-label", label);
  const close = document.createElement("button");
  close.type = "button";
  close.className = `icon ${closeClass}`;
  close.setAttribute("aria-label", closeLabel);
  close.textContent = "✕";
  close.addEventListener("click", () => dialog.close());
  const box = document.createElement("div");
  box.className = "drawer-box";
  box.append(close);
  dialog.append(box);
  return { dialog, box };
}

export function showPanel(dialog: HTMLDialogElement, name: string): void {
  window.dispatchEvent(new CustomEvent("shop:panel", { detail: name }));
  if (!dialog.open) dialog.showModal();
}
