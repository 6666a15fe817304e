import { addStyles } from "../ui/may-fail";
import css from "./panel.css?inline";

/**
 * A native dialog over the page: the browser moves the focus into it, closes it on Escape and
 * returns the focus. Opening a panel closes the others, by the event `shop:panel`.
 * @throws before anything is moved, where a browser has no dialogs or constructed style sheets
 */
export function makePanel(name: string, className: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  if (!("showModal" in dialog)) throw new Error("This browser has no dialogs.");
  addStyles(css);
  dialog.className = className;
  // Its contents fill the dialog: a press on the dialog itself is on the backdrop. One that begins
  // or ends in the contents selects text, or was given up (WCAG 2.5.2).
  let isBeside = false;
  dialog.addEventListener("pointerdown", ({ target }) => {
    isBeside = target === dialog;
  });
  dialog.addEventListener("pointerup", ({ target }) => {
    isBeside &&= target === dialog;
  });
  dialog.addEventListener("click", ({ target }) => {
    if (isBeside && target === dialog) dialog.close();
  });
  window.addEventListener("shop:panel", (event) => {
    if ((event as CustomEvent<string>).detail !== name) dialog.close();
  });
  document.body.append(dialog);
  return dialog;
}

/** A button with a sign on it, which is no name. */
export function signButton(className: string, label: string, sign: string, press: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className, textContent: sign });
  button.setAttribute("aria-label", label);
  button.addEventListener("click", press);
  return button;
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
  const box = document.createElement("div");
  box.className = "drawer-box";
  box.append(signButton(`icon ${closeClass}`, closeLabel, "✕", () => dialog.close()));
  dialog.append(box);
  return { dialog, box };
}

export function showPanel(dialog: HTMLDialogElement, name: string): void {
  window.dispatchEvent(new CustomEvent("shop:panel", { detail: name }));
  if (!dialog.open) dialog.showModal();
}
