import type { Titled } from "../catalogue/product-title";
import { RETURNS } from "../delivery/delivery";
import type { SalePeriod } from "./sale";

/** The sections of the home page (section 3), as content.ts reads them. */

/** A section as it is stored: `type` is `hero`, `categories`, `collection` … (content.ts). */
export interface StoredSection {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  description: string;
  /** Unchecked; its shape depends on the type. */
  content: unknown;
}

export interface Heading {
  title: string;
  subtitle: string;
  description: string;
}

/** A section as the page shows it. */
export type Section = HeroSection | CategoriesSection | CarouselSection | TrustSection | UnsupportedSection;

export interface HeroSection {
  type: "hero";
  id: string;
  title: string;
  slides: HeroSlide[];
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

export interface HeroSlide extends OwnColors {
  /** What it shows of the catalogue, without which it is left out. */
  shows?: (typeof shownParts)[number];
  title: string;
  /** Whose name the title is: it is shown in two lines. */
  product?: Titled;
  subtitle: string;
  description: string;
  price?: number;
  oldPrice?: number;
  /** Path below /pictures without width and extension. */
  image?: string;
  /** `#rrggbb` of a line above the title, which may be illegible. */
  accent?: string;
  /** A path of this shop. */
  link: string;
  ctaText: string;
  saleTag?: string;
  /** When the sale that it leads to is the summer's; by the season when absent. */
  sale?: SalePeriod;
  isLoyaltyCard: boolean;
  stampCount: number;
  showPhysicalCard: boolean;
  locations: Location[];
  facebook?: string;
}

interface Location {
  name: string;
  address: string;
  phone: string;
}

export interface CategoriesSection extends Heading {
  type: "categories";
  id: string;
  cards: CategoryCard[];
  /** Pixels, except for the columns. */
  layout: { type: LayoutType; columns: number; gap: number; mobileColumns: number };
  /** Pixels; without a background it is the shop's light grey. */
  style: { background?: string; paddingTop: number; paddingBottom: number };
  animation: Animation;
}

export const layoutTypes = ["grid", "list", "carousel", "masonry"] as const;
type LayoutType = (typeof layoutTypes)[number];

export interface CategoryCard {
  title: string;
  description: string;
  image?: string;
  link: string;
  /** The page's when absent. */
  background?: string;
  radius: number;
  imagePosition: ImagePosition;
}

export const imagePositions = ["center", "top", "bottom", "left", "right"] as const;
type ImagePosition = (typeof imagePositions)[number];

export const animationTypes = ["slide", "zoom", "bounce", "fade"] as const;

/** How cards appear; times in milliseconds. */
export interface Animation {
  enabled: boolean;
  type: (typeof animationTypes)[number];
  duration: number;
  delay: number;
  stagger: number;
}

export interface CarouselSection extends Heading {
  type: "carousel";
  id: string;
  /** What it shows when there are no items. */
  source: "collections" | "newest" | "bestsellers";
  items: CollectionItem[];
}

export interface CollectionItem extends OwnColors {
  title: string;
  subtitle: string;
  description: string;
  image?: string;
  /** Percent. */
  imageOpacity: number;
  link: string;
  accent?: string;
  button: ButtonLook;
  ctaText: string;
}

export interface TrustSection {
  type: "trust";
  id: string;
}

export interface UnsupportedSection {
  type: "unsupported";
  id: string;
  /** As the content calls it. */
  name: string;
  title: string;
}

/** Section 4: how long a slide stays, in milliseconds. */
export const SLIDE_DELAY = 4_000;
export const LOYALTY_DELAY = 12_000;
/** Section 4: how long slides rest after somebody moved them, in milliseconds. */
export const QUIET_AFTER_MOVE = 10_000;
/** Section 9: milliseconds between the appearance of two cards. */
const REVEAL_STAGGER = 200;

export const usualReveal: Animation = { enabled: true, type: "fade", duration: 600, delay: 0, stagger: REVEAL_STAGGER };

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
