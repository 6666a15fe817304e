/** Name of the heart's button: what a press does. */
export const heartLabel = (name: string, isWished: boolean) =>
  isWished ? `Retirer ${name} des favoris` : `Ajouter ${name} aux favoris`;
