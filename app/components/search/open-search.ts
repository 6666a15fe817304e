import { makePanel, showPanel } from "../layout/panel";
import { addStyles } from "../ui/may-fail";
import { SearchOverlay } from "./overlay";
import css from "./overlay.css?inline";

const PANEL = "search";

let overlay: SearchOverlay | undefined;

/**
 * Opens the search over the page. When this module cannot be loaded, or throws, the caller follows
 * the link to /search.
 * @param opener the link, or the bar's field, whose text goes on in the overlay
 * @throws at once, when this browser is too old for constructed style sheets
 */
export function open(opener: HTMLElement): void {
  if (!overlay) {
    addStyles(css);
    overlay = new SearchOverlay(makePanel(PANEL, "search"));
  }
  showPanel(overlay.dialog, PANEL);
  const field = opener instanceof HTMLInputElement ? opener : undefined;
  overlay.enter(field?.value ?? "");
  if (field) field.value = "";
}
