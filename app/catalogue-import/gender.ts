import type { Gender } from "~/domain/catalogue/catalogue";
import { genderIn } from "~/domain/catalogue/gender-words";

/** @param sources the most trusted first: the first that names one gender counts */
export function genderOf(sources: readonly (readonly string[])[]): Gender | undefined {
  const genders = sources.map(genderIn).filter((gender) => gender !== undefined);
  return genders.find((gender) => gender !== "mixte") ?? genders[0];
}
