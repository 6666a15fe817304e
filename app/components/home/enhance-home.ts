import { enhanceHearts } from "~/components/catalogue/enhance-hearts";
import { revealCards } from "~/components/ui/reveal";
import { controlSlider } from "./slider-control";

/**
 * What scripts add to the home page as the server wrote it.
 * @returns takes it all away again
 */
export function enhanceHome(home: HTMLElement): () => void {
  const all = <Kind extends HTMLElement>(selector: string) => [...home.querySelectorAll<Kind>(selector)];
  const ends = [...all(".slider").map(controlSlider), ...all("[data-reveal]").map(revealCards), enhanceHearts(home)];
  return () => {
    for (const end of ends) end();
  };
}
