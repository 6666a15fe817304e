import { plainText } from "~/domain/values/plain-text";

const bare = (name: string) =>
  plainText(name)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The place of that name, whatever its accents, case and hyphens. */
export function named<Place extends { name: string }>(places: readonly Place[], name: string): Place | undefined {
  return places.find((place) => bare(place.name) === bare(name));
}
