/** The address of a page for signing in or registering that leads to `back` afterwards. */
export const withReturnPath = (page: string, back: string) =>
  back === "/" ? page : `${page}?retour=${encodeURIComponent(back)}`;
