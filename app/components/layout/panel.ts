/**
 * A native dialog over the page: the browser moves the focus into it, closes it on Escape and
 * returns the focus. Opening a panel closes the others, by the event `shop:panel`.
 */
export function makePanel(name: string, className: string): HTMLDialogElement {
  const dialog = document.createElement("dialog");
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

/** Scripts alone show it: rules in the style sheet would come before every page. */
const AT_SIDE =
  "max-width:none;height:100%;max-height:none;padding:0;background:var(--ground);color:inherit;overscroll-behavior:contain;";

/** A panel at the end of the window's line, or at its start. */
export function makeSidePanel(name: string, isAtStart = false): HTMLDialogElement {
  const dialog = makePanel(name, "drawer");
  const side = isAtStart ? "width:min(20rem,85%);margin:0 auto 0 0" : "width:min(27rem,100%);margin:0 0 0 auto";
  dialog.style.cssText = AT_SIDE + side;
  return dialog;
}

/** What stands in a side panel. */
export const PANEL_BOX = "flex min-h-full flex-col px-5 pb-5 pt-3";

interface Drawer {
  name: string;
  label: string;
  closeLabel: string;
  isAtStart?: boolean;
  closeClass?: string;
}

/** A side panel with a button that closes it. @returns it, and its inner box */
export function makeDrawer({ name, label, closeLabel, isAtStart = false, closeClass = "" }: Drawer) {
  const dialog = makeSidePanel(name, isAtStart);
  dialog.setAttribute("aria-label", label);
  const close = document.createElement("button");
  close.type = "button";
  close.className = `icon ${closeClass}`;
  close.setAttribute("aria-label", closeLabel);
  close.textContent = "✕";
  close.addEventListener("click", () => dialog.close());
  const box = document.createElement("div");
  box.className = PANEL_BOX;
  box.append(close);
  dialog.append(box);
  return { dialog, box };
}

export function showPanel(dialog: HTMLDialogElement, name: string): void {
  window.dispatchEvent(new CustomEvent("shop:panel", { detail: name }));
  if (!dialog.open) dialog.showModal();
}
