import { addParts } from "./departments";
import { makeDrawer, showPanel } from "./panel";

let dialog: HTMLDialogElement | undefined;

/** Opens the menu of small screens as a dialog, with a copy of the links in its <details>. */
export function open(opener: HTMLElement): void {
  dialog ??= make(opener);
  showPanel(dialog, "menu");
  // Again where they could not be fetched before.
  addParts(dialog.querySelectorAll("a")).then((items) => items.forEach(addButton));
}

function make(opener: HTMLElement): HTMLDialogElement {
  const { dialog: panel, box } = makeDrawer({
    ...{ name: "menu", label: "Menu", closeLabel: "Fermer le menu" },
    ...{ className: "drawer-start", closeClass: "-ms-3 self-start" },
  });
  const links = opener.parentElement?.querySelector("nav")?.cloneNode(true) as HTMLElement;
  links.className = "";
  box.append(links);
  return panel;
}

/** A button between a link and its sub-categories, which shows and hides them. */
function addButton(item: HTMLElement): void {
  const [link, list] = [item.querySelector("a"), item.querySelector("ul")];
  if (!link || !list) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon";
  button.innerHTML =
    '<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M6 9l6 6 6-6"/></svg>';
  button.setAttribute("aria-label", `Catégories\u00a0: ${link.textContent}`);
  const show = (isShown: boolean) => {
    button.setAttribute("aria-expanded", String(isShown));
    list.hidden = !isShown;
  };
  button.addEventListener("click", () => show(list.hidden));
  show(false);
  link.after(button);
}
