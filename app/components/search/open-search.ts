import { makePanel, showPanel } from "../layout/panel";
import { SearchOverlay } from "./overlay";
import css from "./overlay.css?inline";

const PANEL = "search";

let overlay: SearchOverlay | undefined;

/**
 * Opens the search over the page. This module is fetched on the first press only; where it does not come, or cannot be shown,
 * the caller follows the link to /search.
 *
 * @throws at once, when this browser is too old to be given a style sheet
 */
export function openSearch(): Promise<void> {
  overlay ??= make();
  showPanel(overlay.dialog, PANEL);
  overlay.enter();
  return Promise.resolve();
}

function make(): SearchOverlay {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return new SearchOverlay(makePanel(PANEL, "search"));
}
