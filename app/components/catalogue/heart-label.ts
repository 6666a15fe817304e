/** What the heart of a product does when it is pressed. */
export const heartLabel = (name: string, isWished: boolean) =>
  isWished ? `Retirer ${name} des favoris` : `Ajouter ${name} aux favoris`;
