import { enhanceHearts } from "./enhance-hearts";
import { showSeconds } from "./second-picture";

/** Hearts work in place, and second pictures are shown, on the cards of this element. */
export function enhanceCards(page: HTMLElement): void {
  enhanceHearts(page);
  showSeconds(page);
}
