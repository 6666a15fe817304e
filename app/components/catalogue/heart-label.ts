/** How 'Favoris' draws its heart. */
export const heartFill = (isWished: boolean) => (isWished ? "currentColor" : "none");

/** Name of the heart's button: what a press does. */
export const heartLabel = (name: string, isWished: boolean) =>
  isWished ? `Retirer ${name} de la liste de souhaits` : `Ajouter ${name} à la liste de souhaits`;
