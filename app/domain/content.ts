/**
 * What the merchant says on the home page (specification, section 3). Whoever wrote it, and however badly: what is unknown or
 * malformed becomes its default or is left out, so that a home page is never lost over one field.
 */

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

interface Heading {
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

/** Colours are the shop's own, readable in both themes; what the content asks for chooses among them. */
export type Button = "accent" | "ink";

export interface HeroSlide {
  title: string;
  subtitle: string;
  description: string;
  price?: number;
  oldPrice?: number;
  /** Path below /pictures without width and extension. */
  image?: string;
  /** `#rrggbb`; drawn as a line above the title, so that it need not be readable. */
  accent?: string;
  /** Light text asks for a dark slide. */
  isDark: boolean;
  button: Button;
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
  layout: { columns: number; gap: number; mobileColumns: number };
  style: { background: Shade; paddingTop: number; paddingBottom: number };
  animation: Animation;
}

/** The ground of a box: the shop's light grey, its page, or dark. */
export type Shade = "panel" | "ground" | "ink";

export interface CategoryCard {
  title: string;
  description: string;
  image?: string;
  link: string;
  background: Shade;
  radius: number;
  imagePosition: ImagePosition;
}

const imagePositions = ["center", "top", "bottom", "left", "right"] as const;
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

export interface CollectionItem {
  title: string;
  subtitle: string;
  description: string;
  image?: string;
  /** Percent. */
  imageOpacity: number;
  link: string;
  accent?: string;
  isDark: boolean;
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

const LOYALTY_PAIRS = 6;
const CTA = "Découvrir";

/**
 * @param content sections as the shop or its API has them: any value at all
 * @returns those that are shown, in their order; empty when there is nothing that could be
 */
export function parseSections(content: unknown): Section[] {
  return records(content)
    .map((section, index) => ({ section, order: numberIn(section.order, index, -1e6, 1e6) }))
    .sort((a, b) => a.order - b.order)
    .filter(({ section }) => section.enabled !== false && section.isVisible !== false)
    .flatMap(({ section }, index) => sectionOf(section, index) ?? []);
}

/** What is shown when the shop has no sections of its own, or cannot say. */
export function builtInSections(): Section[] {
  return parseSections([
    { id: "hero", type: "hero" },
    { id: "nouveautes", type: "new-products" },
    { id: "collections", type: "collection" },
    { id: "avantages", type: "trust_features" },
  ]);
}

function sectionOf(section: Fields, index: number): Section | undefined {
  const id = text(section.id) || `section-${index + 1}`;
  const name = text(section.type);
  const heading = {
    title: text(section.title),
    subtitle: text(section.subtitle),
    description: text(section.description),
  };
  const content = fields(section.content);
  switch (name) {
    case "hero": {
      const slides = records(content.slides).flatMap((slide) => slideOf(slide) ?? []);
      return {
        type: "hero",
        id,
        title: heading.title || "À la une",
        slides: slides.length > 0 ? slides : builtInSlides(),
      };
    }
    case "categories":
      return categoriesOf(id, heading, content);
    case "collection":
      return carouselOf(id, heading, content, "collections", "Nos collections");
    case "new-products":
    case "nouveau-produit":
      return carouselOf(id, heading, content, "newest", "Nouveautés");
    case "featured_products":
      return carouselOf(id, heading, content, "bestsellers", "Les plus aimés");
    case "trust_features":
    case "advantages":
    case "trust-features":
      return { type: "trust", id };
    default:
      return { type: "unsupported", id, name, title: heading.title };
  }
}

/** A slide without a title says nothing and is left out. */
function slideOf(slide: Fields): HeroSlide | undefined {
  const title = text(slide.title);
  if (!title) return undefined;
  return {
    title,
    subtitle: text(slide.subtitle),
    description: text(slide.description),
    ...maybe("price", dinars(slide.price)),
    ...maybe("oldPrice", dinars(slide.oldPrice)),
    ...maybe("image", picturePath(slide.image)),
    ...maybe("accent", color(slide.accent)),
    isDark: isLight(slide.textColor),
    button: buttonOf(slide.buttonColor),
    link: localLink(slide.link) ?? "/shop",
    ctaText: text(slide.ctaText) || CTA,
    ...maybe("saleTag", slide.isSale === true ? text(slide.saleTag) || "Soldes" : undefined),
    isLoyaltyCard: slide.isLoyaltyCard === true,
    stampCount: numberIn(slide.stampCount, LOYALTY_PAIRS, 1, 12),
    showPhysicalCard: slide.showPhysicalCard === true,
    locations: records(slide.locations)
      .map(({ name, address, phone }) => ({ name: text(name), address: text(address), phone: text(phone) }))
      .filter(({ name, address }) => name || address),
    ...maybe("facebook", httpsAddress(slide.facebook)),
  };
}

const builtInSlides = (): HeroSlide[] =>
  [
    {
      subtitle: "Programme de fidélité",
      title: "6 paires achetées, la 7e offerte",
      description: "Valable pour toute la famille, sans date d'expiration.",
      image: "scenes/hero-loyalty",
      isLoyaltyCard: true,
      link: "/loyalty-program",
      ctaText: "Découvrir le programme",
    },
    {
      title: "Les soldes d'été",
      description: "Les dernières pointures de la saison, à prix réduit. Quand une taille part, elle ne revient pas.",
      image: "scenes/hero-soldes",
      isSale: true,
      link: "/sales/summer",
      ctaText: "Voir les soldes",
    },
    {
      subtitle: "Collection premium",
      title: "Des cuirs que l'on garde",
      description: "Pleine fleur, doublés de peau, finis à la main dans nos ateliers.",
      image: "scenes/hero-premium",
      link: "/collection/premium",
      ctaText: "Découvrir la collection",
    },
  ].flatMap((slide) => slideOf(slide) ?? []);

function categoriesOf(id: string, heading: Heading, content: Fields): CategoriesSection {
  const layout = fields(content.layout);
  const style = fields(content.style);
  const padding = fields(style.padding);
  const animation = fields(content.animation);
  const columns = numberIn(layout.columns, 3, 1, 6);
  return {
    type: "categories",
    id,
    ...heading,
    title: heading.title || "Nos catégories",
    cards: records(content.categories)
      .map((card, index) => ({ card, order: numberIn(card.order, index, -1e6, 1e6) }))
      .sort((a, b) => a.order - b.order)
      .flatMap(({ card }) => categoryOf(card) ?? []),
    layout: {
      columns: Math.round(columns),
      gap: numberIn(layout.gap, 16, 0, 64),
      mobileColumns: Math.round(numberIn(layout.mobileColumns, 2, 1, 3)),
    },
    style: {
      background: shade(style.backgroundColor),
      paddingTop: numberIn(style.paddingTop ?? padding.top, 48, 0, 128),
      paddingBottom: numberIn(style.paddingBottom ?? padding.bottom, 48, 0, 128),
    },
    animation: {
      enabled: animation.enabled !== false,
      type: (["slide", "zoom", "bounce"] as const).find((known) => known === animation.type) ?? "fade",
      duration: numberIn(animation.duration, usualReveal.duration, 0, 2_000),
      delay: numberIn(animation.delay, usualReveal.delay, 0, 2_000),
      stagger: animation.stagger === false ? 0 : numberIn(animation.stagger, usualReveal.stagger, 0, 1_000),
    },
  };
}

function categoryOf(card: Fields): CategoryCard | undefined {
  const title = text(card.name) || text(card.title);
  if (!title || card.isActive === false) return undefined;
  const style = fields(card.style);
  return {
    title,
    description: text(card.description),
    ...maybe("image", picturePath(card.image)),
    link: localLink(card.link) ?? "/categories",
    background: shade(style.backgroundColor),
    radius: numberIn(style.borderRadius, 16, 0, 64),
    imagePosition: imagePositions.find((known) => known === style.imagePosition) ?? "center",
  };
}

function carouselOf(
  id: string,
  heading: Heading,
  content: Fields,
  source: CarouselSection["source"],
  title: string,
): CarouselSection {
  const items = records(content.items).flatMap((item) => itemOf(item) ?? []);
  return { type: "carousel", id, ...heading, title: heading.title || title, source, items };
}

function itemOf(item: Fields): CollectionItem | undefined {
  const title = text(item.title);
  if (!title) return undefined;
  return {
    title,
    subtitle: text(item.subtitle),
    description: text(item.description),
    ...maybe("image", picturePath(item.image)),
    imageOpacity: numberIn(item.imageOpacity, 50, 0, 100),
    link: localLink(item.link) ?? "/collections",
    ...maybe("accent", color(item.accent)),
    isDark: isLight(item.textColor),
    button: buttonOf(item.buttonColor),
    ctaText: text(item.ctaText) || CTA,
  };
}

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
    title: "Contact sous 24h",
    description: "Nous vous appelons pour confirmer chaque commande avec vous.",
    highlights: ["Une vraie personne", "Conseil pour la pointure"],
  },
] as const;

/* What can be read of an unknown value. */

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function records(value: unknown): Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one) => typeof one === "object" && one !== null && !Array.isArray(one)) as Fields[];
}

const MAX_TEXT = 500;

function text(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, MAX_TEXT) : "";
}

/** "48", "48px" and 48 are the same; what is none or out of bounds gives way. */
function numberIn(value: unknown, usual: number, least: number, most: number): number {
  const number = typeof value === "string" ? Number(/^\s*(-?\d+(?:\.\d+)?)(?:px|ms|%)?\s*$/.exec(value)?.[1]) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return usual;
  return Math.min(most, Math.max(least, number));
}

function dinars(value: unknown): number | undefined {
  const amount = Math.round(numberIn(value, 0, 0, 10_000_000));
  return amount > 0 ? amount : undefined;
}

/** A picture of ours; one from elsewhere is not shown (P-7). */
function picturePath(value: unknown): string | undefined {
  return typeof value === "string" && /^[\w-]+\/[\w-]+$/.test(value) ? value : undefined;
}

/** A path of this shop: what leads elsewhere, or runs, is not followed. */
function localLink(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])[^\s\\]*$/.test(value) ? value : undefined;
}

function httpsAddress(value: unknown): string | undefined {
  return typeof value === "string" && /^https:\/\/[\w-]+(\.[\w-]+)+(\/[^\s"<>\\]*)?$/.test(value) ? value : undefined;
}

function color(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, digits = ""] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value.trim()) ?? [];
  if (!digits) return undefined;
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return `#${six.toLowerCase()}`;
}

/** Red, green and blue from 0 to 1; undefined for what is no colour. */
function channels(value: unknown): [number, number, number] | undefined {
  const named = value === "white" ? "#ffffff" : value === "black" ? "#000000" : color(value);
  if (!named) return undefined;
  const at = (start: number) => Number.parseInt(named.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

const lightness = ([red, green, blue]: [number, number, number]) => 0.3 * red + 0.59 * green + 0.11 * blue;

function isLight(value: unknown): boolean {
  const parts = channels(value);
  return parts !== undefined && lightness(parts) > 0.6;
}

/** A dark grey or black button is the ink's; every other colour is the accent. */
function buttonOf(value: unknown): Button {
  const parts = channels(value);
  return parts && Math.max(...parts) - Math.min(...parts) < 0.15 && lightness(parts) < 0.5 ? "ink" : "accent";
}

function shade(value: unknown): Shade {
  const parts = channels(value);
  if (!parts) return "panel";
  return lightness(parts) < 0.4 ? "ink" : lightness(parts) > 0.97 ? "ground" : "panel";
}

function maybe<Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]?: Value });
}
