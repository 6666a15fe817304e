import type { Gender } from "~/domain/catalogue";
import { genderIn } from "~/domain/gender-words";

/** @param sources the most trusted first: the first that names one gender counts */
export function genderOf(sources: readonly (readonly string[])[]): Gender | undefined {
  const found = sources.map(genderIn).filter((gender) => gender !== undefined);
  return found.find((gender) => gender !== "mixte") ?? found[0];
}
