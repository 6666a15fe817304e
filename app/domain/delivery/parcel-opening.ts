/** The first question of who pays on delivery; what the merchant has not said is not claimed. */

export type ParcelOpening = "oui" | "non";

/** For a list of promises. */
export const openingPromise: Record<ParcelOpening, string> = {
  oui: "Vous pouvez ouvrir le colis avant de payer",
  non: "Le colis s'ouvre une fois payé\u00a0: s'il ne convient pas, il est repris",
};

/** For the page of questions. */
export const openingAnswer: Record<ParcelOpening, string> = {
  oui: "Oui. Ouvrez le colis devant le livreur, regardez la paire, puis payez. Si elle ne convient pas, refusez-la\u00a0: vous ne payez rien.",
  non: "Non, le transporteur remet le colis fermé. Si la paire ne convient pas, vous la rendez\u00a0: gratuitement les 7 premiers jours.",
};

/** For a letter. */
export const openingAdvice: Record<ParcelOpening, string> = {
  oui: "À la livraison, vous pouvez ouvrir le colis avant de payer.",
  non: "À la livraison, le colis s'ouvre une fois payé. Si la paire ne convient pas, vous la rendez.",
};
