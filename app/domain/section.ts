/** What the home page is made of (specification, section 3), once the merchant's content is understood: see content.ts. */

/** `hero`, `categories`, `collection`, `new-products`, `nouveau-produit`, `featured_products`, `trust_features`, … */
export interface HomeSection {
  id: string;
  type: string;
  title: string;
  subtitle: string;
  description: string;
  /** By type; unchecked. */
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

/** How a button looks that has no colour of its own. */
export type Button = "accent" | "ink";

/** As the content has them, `#rrggbb`. */
export interface OwnColors {
  /** Of all that is read; it brings a ground that lets it be read. */
  textColor?: string;
  buttonColor?: string;
}

export interface HeroSlide extends OwnColors {
  title: string;
  subtitle: string;
  description: string;
  price?: number;
  oldPrice?: number;
  /** Path below /pictures without width and extension. */
  image?: string;
  /** `#rrggbb`; drawn as a line above the title, so that it need not be readable. */
  accent?: string;
  /** A path of this shop. */
  link: string;
  ctaText: string;
  saleTag?: string;
  isLoyaltyCard: boolean;
  stampCount: number;
  showPhysicalCard: boolean;
  locations: Location[];
  facebook?: string;
}

export interface Location {
  name: string;
  address: string;
  phone: string;
}

export interface CategoriesSection extends Heading {
  type: "categories";
  id: string;
  cards: CategoryCard[];
  /** In pixels, but for the columns. */
  layout: { type: LayoutType; columns: number; gap: number; mobileColumns: number };
  /** Without a colour of its own the ground is the shop's light grey. */
  style: { background?: string; paddingTop: number; paddingBottom: number };
  animation: Animation;
}

export const layoutTypes = ["grid", "list", "carousel", "masonry"] as const;
export type LayoutType = (typeof layoutTypes)[number];

export interface CategoryCard {
  title: string;
  description: string;
  image?: string;
  link: string;
  /** Else the page's. */
  background?: string;
  radius: number;
  imagePosition: ImagePosition;
}

export const imagePositions = ["center", "top", "bottom", "left", "right"] as const;
export type ImagePosition = (typeof imagePositions)[number];

/** How cards come into sight; milliseconds. */
export interface Animation {
  enabled: boolean;
  type: "slide" | "zoom" | "bounce" | "fade";
  duration: number;
  delay: number;
  stagger: number;
}

export interface CarouselSection extends Heading {
  type: "carousel";
  id: string;
  /** What it is filled with when the content brings no items. */
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
  button: Button;
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
/** … and how long nothing moves after somebody moved it. */
export const QUIET_AFTER_MOVE = 10_000;
/** Section 9: each card appears so much after the one before. */
export const REVEAL_STAGGER = 200;

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
    description: "Retours acceptés sous 30 jours, gratuits les 7 premiers jours.",
    highlights: ["Échange de pointure", "Remboursement"],
  },
  {
    id: "contact",
    title: "Contact sous 24\u00a0h",
    description: "Nous vous appelons pour confirmer chaque commande avec vous.",
    highlights: ["Une vraie personne", "Conseil pour la pointure"],
  },
] as const;
