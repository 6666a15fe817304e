const bare = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The one of that name; accents, case and hyphens are spelling. */
export function named<Place extends { name: string }>(places: readonly Place[], name: string): Place | undefined {
  return places.find((place) => bare(place.name) === bare(name));
}
