import { REFINE_FORM } from "~/domain/catalogue/listing";
import { makeDrawer, showPanel } from "../layout/panel";

let sheet: HTMLDialogElement | undefined;

/**
 * Shows a list's panel over the list: its own form, which goes back when the sheet closes.
 * @param opener the panel's button, or a link to a part of the form
 * @throws where there is no button, since the panel stands beside the list: the link leads there
 */
export function open(opener: HTMLElement): void {
  const form = document.getElementById(REFINE_FORM);
  const panel = form?.closest("details");
  if (!form || !panel?.querySelector("summary")?.offsetParent) throw new Error("The panel is in sight.");
  // A page may come with it unfolded.
  panel.open = false;
  sheet ??= make(panel, form);
  sheet.firstElementChild?.append(form);
  showPanel(sheet, "refine");
  if (opener instanceof HTMLAnchorElement) form.querySelector(opener.hash)?.scrollIntoView();
}

function make(panel: HTMLElement, form: HTMLElement): HTMLDialogElement {
  const { dialog } = makeDrawer({ name: "refine", label: "Filtres", closeLabel: "Fermer les filtres" });
  dialog.addEventListener("close", () => panel.append(form));
  // Where the list's listeners get what is chosen, and the style sheet knows whose it is.
  panel.parentElement?.append(dialog);
  return dialog;
}
