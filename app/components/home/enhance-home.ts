import { enhanceCards } from "~/components/catalogue/enhance-cards";
import { revealCards } from "~/components/ui/reveal";
import { controlSlider } from "./slider-control";

/** @returns a function that undoes all that scripts add to the home page */
export function enhanceHome(home: HTMLElement): () => void {
  const all = <Kind extends HTMLElement>(selector: string) => [...home.querySelectorAll<Kind>(selector)];
  const ends = [...all(".slider").map(controlSlider), ...all("[data-reveal]").map(revealCards), enhanceCards(home)];
  return () => {
    for (const end of ends) end();
  };
}
