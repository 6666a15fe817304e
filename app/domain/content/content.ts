import { STAMPS } from "../account/loyalty";
import type { Titled } from "../catalogue/product-title";
import { clean } from "../values/clean-text";
import {
  color,
  day,
  dinars,
  type Fields,
  fields,
  httpsAddress,
  localLink,
  maybe,
  numberIn,
  picturePath,
  records,
  text as textIn,
} from "./content-values";
import type { SalePeriod } from "./sale";
import {
  animationTypes,
  type ButtonLook,
  type Heading,
  imagePositions,
  layoutTypes,
  shownParts,
  usualReveal,
} from "./section";

/** The home page's content (section 3); no malformed value may lose the whole page. */

/** A section as the page shows it. */
export type ShownSection = HeroSection | CategoriesSection | CarouselSection | TrustSection | UnsupportedSection;

export interface HeroSection {
  type: "hero";
  id: string;
  title: string;
  slides: HeroSlide[];
}

export type HeroSlide = NonNullable<ReturnType<typeof slideOf>> & {
  /** Whose name the title is: it is shown in two lines. */
  product?: Titled;
};

export type CategoriesSection = ReturnType<typeof categoriesOf>;
export type CategoryCard = NonNullable<ReturnType<typeof categoryOf>>;
export type Animation = CategoriesSection["animation"];

export interface CarouselSection extends Heading {
  type: "carousel";
  id: string;
  /** What it shows when there are no items. */
  source: "collections" | "newest" | "bestsellers";
  items: CollectionItem[];
}

export type CollectionItem = NonNullable<ReturnType<typeof itemOf>>;

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

const CTA = "Découvrir";

const text = (value: unknown) => clean(textIn(value));

/** @returns the sections of any value that are shown, in their order; empty when there are none */
export function parseSections(content: unknown): ShownSection[] {
  return inOrder(content)
    .filter(({ enabled, isVisible }) => enabled !== false && isVisible !== false)
    .flatMap((section, index) => sectionOf(section, index) ?? []);
}

/** The objects of a list by the `order` that they name; one that names none keeps its place. */
function inOrder(list: unknown): Fields[] {
  return records(list)
    .map((item, index) => ({ item, order: numberIn(item.order, index, -1e6, 1e6) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Shown when the shop has no sections of its own, or they cannot be read. */
export function builtInSections(): ShownSection[] {
  return parseSections([
    { id: "hero", type: "hero" },
    { id: "avantages", type: "trust_features" },
    { id: "meilleures-ventes", type: "featured_products" },
    { id: "nouveautes", type: "new-products" },
    { id: "collections", type: "collection" },
  ]);
}

function sectionOf(section: Fields, index: number): ShownSection | undefined {
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
      return carouselOf(id, heading, content, "bestsellers", "Meilleures ventes");
    case "trust_features":
    case "advantages":
    case "trust-features":
      return { type: "trust", id };
    default:
      return { type: "unsupported", id, name, title: heading.title };
  }
}

/** A slide without a title is left out. */
function slideOf(slide: Fields) {
  const title = text(slide.title);
  if (!title) return undefined;
  return {
    /** What it shows of the catalogue, without which it is left out. */
    ...maybe(
      "shows",
      shownParts.find((part) => part === slide.shows),
    ),
    title,
    subtitle: text(slide.subtitle),
    description: text(slide.description),
    ...maybe("price", dinars(slide.price)),
    ...maybe("oldPrice", dinars(slide.oldPrice)),
    /** Path below /pictures without width and extension. */
    ...maybe("image", picturePath(slide.image)),
    /** Of a line above the title, which may be illegible. */
    ...maybe("accent", color(slide.accent)),
    ...maybe("textColor", color(slide.textColor)),
    ...maybe("buttonColor", color(slide.buttonColor)),
    /** A path of this shop. */
    link: localLink(slide.link) ?? "/shop",
    ctaText: text(slide.ctaText) || CTA,
    ...maybe("saleTag", slide.isSale === true ? text(slide.saleTag) || "Soldes" : undefined),
    /** When the sale that it leads to is the summer's; by the season when absent. */
    ...maybe("sale", periodOf(slide)),
    isLoyaltyCard: slide.isLoyaltyCard === true,
    stampCount: numberIn(slide.stampCount, STAMPS, 1, 12),
    showPhysicalCard: slide.showPhysicalCard === true,
    locations: records(slide.locations)
      .map(({ name, address, phone }) => ({ name: text(name), address: text(address), phone: text(phone) }))
      .filter(({ name, address }) => name || address),
    ...maybe("facebook", httpsAddress(slide.facebook)),
  };
}

/** Both days, in their order. */
function periodOf({ startDate, endDate }: Fields): SalePeriod | undefined {
  const [from, until] = [day(startDate), day(endDate)];
  return from && until && from <= until ? { from, until } : undefined;
}

/** The dates that the slide of the sale names. */
export const salePeriodIn = (sections: readonly ShownSection[]): SalePeriod | undefined =>
  sections.flatMap((section) => (section.type === "hero" ? section.slides.map(({ sale }) => sale) : [])).find(Boolean);

/** Section 4: loyalty, summer sale, premium collection. */
const builtInSlides = (): HeroSlide[] =>
  records([
    {
      subtitle: "Programme de fidélité",
      title: "6 paires achetées, la 7ᵉ offerte",
      description: "Valable pour toute la famille, sans date d'expiration.",
      image: "scenes/hero-loyalty",
      isLoyaltyCard: true,
      link: "/loyalty-program",
      ctaText: "Découvrir le programme",
    },
    {
      shows: "reduced",
      title: "Les soldes d'été",
      description: "Les dernières pointures de la saison, à prix réduit. Quand une taille part, elle ne revient pas.",
      image: "scenes/hero-soldes",
      isSale: true,
      link: "/sales/summer",
      ctaText: "Voir les soldes",
    },
    {
      shows: "premium",
      subtitle: "Collection premium",
      title: "Des cuirs que l'on garde",
      description: "Pleine fleur, doublés de peau, finis à la main.",
      image: "scenes/hero-premium",
      link: "/collection/premium",
      ctaText: "Découvrir la collection",
    },
  ]).flatMap((slide) => slideOf(slide) ?? []);

function categoriesOf(id: string, heading: Heading, content: Fields) {
  const layout = fields(content.layout);
  const style = fields(content.style);
  const padding = fields(style.padding);
  const animation = fields(content.animation);
  const columns = numberIn(layout.columns, 3, 1, 6);
  return {
    type: "categories" as const,
    id,
    ...heading,
    title: heading.title || "Nos catégories",
    cards: inOrder(content.categories).flatMap((card) => categoryOf(card) ?? []),
    /** Pixels, except for the columns. */
    layout: {
      type: layoutTypes.find((type) => type === layout.type) ?? "grid",
      columns: Math.round(columns),
      gap: numberIn(layout.gap, 16, 0, 200),
      mobileColumns: Math.round(numberIn(layout.mobileColumns, 2, 1, 3)),
    },
    /** Pixels; without a background it is the shop's light grey. */
    style: {
      ...maybe("background", color(style.backgroundColor)),
      paddingTop: numberIn(style.paddingTop ?? padding.top, 48, 0, 400),
      paddingBottom: numberIn(style.paddingBottom ?? padding.bottom, 48, 0, 400),
    },
    /** How cards appear; times in milliseconds. */
    animation: {
      enabled: animation.enabled !== false,
      type: animationTypes.find((type) => type === animation.type) ?? "fade",
      duration: numberIn(animation.duration, usualReveal.duration, 0, 2_000),
      delay: numberIn(animation.delay, usualReveal.delay, 0, 2_000),
      stagger: animation.stagger === false ? 0 : numberIn(animation.stagger, usualReveal.stagger, 0, 1_000),
    },
  };
}

function categoryOf(card: Fields) {
  const title = text(card.name) || text(card.title);
  if (!title || card.isActive === false) return undefined;
  const style = fields(card.style);
  return {
    title,
    description: text(card.description),
    ...maybe("image", picturePath(card.image)),
    link: localLink(card.link) ?? "/categories",
    /** The page's when absent. */
    ...maybe("background", color(style.backgroundColor)),
    radius: numberIn(style.borderRadius, 16, 0, 1_000),
    imagePosition: imagePositions.find((position) => position === style.imagePosition) ?? "center",
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

function itemOf(item: Fields) {
  const title = text(item.title);
  if (!title) return undefined;
  return {
    title,
    subtitle: text(item.subtitle),
    description: text(item.description),
    ...maybe("image", picturePath(item.image)),
    /** Percent. */
    imageOpacity: numberIn(item.imageOpacity, 50, 0, 100),
    link: localLink(item.link) ?? "/collections",
    ...maybe("accent", color(item.accent)),
    ...maybe("textColor", color(item.textColor)),
    ...maybe("buttonColor", color(item.buttonColor)),
    button: "accent" as ButtonLook,
    ctaText: text(item.ctaText) || CTA,
  };
}
