import { RETURNS } from "../delivery/delivery";

/** What the sections of the home page (section 3) are made of; content.ts reads them. */

/** A section as it is stored: `type` is `hero`, `categories`, `collection` … (content.ts). */
export interface StoredSection extends Heading {
  id: string;
  type: string;
  /** Unchecked; its shape depends on the type. */
  content: unknown;
}

export interface Heading {
  title: string;
  subtitle: string;
  description: string;
}

/** The look of a button without a colour of its own. */
export type ButtonLook = "accent" | "ink";

/** `#rrggbb`, as the content has them. */
export interface OwnColors {
  /** Of all text; the page adds a background on which it is legible. */
  textColor?: string;
  buttonColor?: string;
}

/** `product`: the newest best-seller, with its name and price in place of the slide's. */
export const shownParts = ["product", "reduced", "premium"] as const;

export const layoutTypes = ["grid", "list", "carousel", "masonry"] as const;
export const imagePositions = ["center", "top", "bottom", "left", "right"] as const;
export const animationTypes = ["slide", "zoom", "bounce", "fade"] as const;

/** Section 4: how long a slide stays, in milliseconds. */
export const SLIDE_DELAY = 4_000;
export const LOYALTY_DELAY = 12_000;
/** Section 4: how long slides rest after somebody moved them, in milliseconds. */
export const QUIET_AFTER_MOVE = 10_000;
/** Section 9: milliseconds between the appearance of two cards. */
const REVEAL_STAGGER = 200;

export const usualReveal = { enabled: true, type: "fade", duration: 600, delay: 0, stagger: REVEAL_STAGGER } as const;

/** Section 3: four, and fixed. */
export const trustFeatures = [
  {
    id: "livraison",
    title: "Livraison dans les 58 wilayas",
    description: "Chez vous ou au point relais, partout en Algérie.",
    highlights: ["Entre 1 et 5 jours", "Au départ d'Oran"],
  },
  {
    id: "paiement",
    title: "Paiement à la livraison",
    description: "Vous payez en espèces quand la paire arrive chez vous.",
    highlights: ["Rien à payer avant", "Aucune carte demandée"],
  },
  {
    id: "retours",
    title: "Retours faciles",
    description: `${RETURNS}.`,
    highlights: ["Échange de pointure", "Remboursement"],
  },
  {
    id: "contact",
    title: "Contact sous 24\u00a0h",
    description: "Nous vous appelons pour confirmer chaque commande avec vous.",
    highlights: ["Une vraie personne", "Conseil pour la pointure"],
  },
] as const;
