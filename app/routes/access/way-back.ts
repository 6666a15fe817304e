/** A door that leads on to where this one would have (S-4). */
export const withWayBack = (door: string, back: string) =>
  back === "/" ? door : `${door}?retour=${encodeURIComponent(back)}`;
