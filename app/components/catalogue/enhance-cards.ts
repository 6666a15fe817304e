import { enhanceHearts } from "./enhance-hearts";
import { showSeconds } from "./second-picture";

/** @returns a function that undoes what scripts add to the cards of this element */
export function enhanceCards(page: HTMLElement): () => void {
  const ends = [enhanceHearts(page), showSeconds(page)];
  return () => {
    for (const end of ends) end();
  };
}
