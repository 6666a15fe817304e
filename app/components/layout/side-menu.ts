import { makePanel, showPanel } from "./panel";

let dialog: HTMLDialogElement | undefined;

/** The menu of small screens as a dialog; its links are those of the details that serves without scripts. */
export function open(opener: HTMLElement): void {
  dialog ??= make(opener);
  showPanel(dialog, "menu");
}

function make(opener: HTMLElement): HTMLDialogElement {
  const panel = makePanel("menu", "drawer drawer-start");
  panel.setAttribute("aria-label", "Menu");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "icon -ms-3 self-start";
  close.setAttribute("aria-label", "Fermer le menu");
  close.textContent = "✕";
  close.addEventListener("click", () => panel.close());
  const links = opener.parentElement?.querySelector("nav")?.cloneNode(true) as HTMLElement;
  links.className = "";
  const box = document.createElement("div");
  box.className = "drawer-box";
  box.append(close, links);
  panel.append(box);
  return panel;
}
