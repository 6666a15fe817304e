/** The address of a page for signing in or registering that leads to `back` afterwards (S-4). */
export const withReturnPath = (page: string, back: string) =>
  back === "/" ? page : `${page}?retour=${encodeURIComponent(back)}`;
