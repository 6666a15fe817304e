import { isSameName } from "~/domain/values/plain-text";

/** The place of that name, whatever its accents, case, hyphens and spaces. */
export const named = <Place extends { name: string }>(places: readonly Place[], name: string): Place | undefined =>
  places.find((place) => isSameName(place.name, name));
