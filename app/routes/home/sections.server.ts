import type { FilledSection, HomeData } from "~/components/home/home-page";
import { ownStyle } from "~/components/home/own-style";
import type { Category, Collection } from "~/domain/catalogue/catalogue";
import { departmentGenders, topsOf } from "~/domain/catalogue/department";
import { cardPath } from "~/domain/catalogue/matching-variant";
import { titleOf } from "~/domain/catalogue/product-title";
import {
  builtInSections,
  type CarouselSection,
  type CollectionItem,
  type HeroSlide,
  parseSections,
  type ShownSection,
} from "~/domain/content/content";
import { leadsToSomething } from "~/domain/content/navigation";
import { eachOnce, slugOfPicture } from "~/domain/content/once";
import { saleTitle } from "~/domain/content/sale";
import { algerianDay } from "~/domain/values/dates";
import { addToContext } from "~/request-context.server";
import { settings } from "~/settings.server";
import { type Shop, ShopUnavailable } from "~/shop/shop";

/** Most products, and most collections, in a carousel. */
const PRODUCTS = 8;
/** Read for a carousel, since the page may show some of them elsewhere. */
const READ = 3 * PRODUCTS;
const COLLECTIONS = 6;

/**
 * The sections of the home page with all that they show: the shop's own, or the built-in ones when
 * it has none or cannot answer. What shows the catalogue and finds nothing in it is left out.
 * @param isRetry whether the visitor loads the page again after a failure
 */
export async function loadHome(shop: Shop, isRetry: boolean): Promise<HomeData> {
  const { sections, isFallback } = await ownSections(shop, isRetry);
  const filled = await Promise.all(sections.map((section) => fill(section, shop)));
  const shown = withEachPairOnce(filled.flatMap((section) => section ?? []));
  const ordering = shop.ordering();
  const isAnnounced = !ordering.isOpen && ordering.hasSamples;
  if (shown.length > 0) return { sections: shown, isFallback, isAnnounced, ownStyle: ownStyle(shown) };
  const failure = isRetry ? "Erreur lors du rechargement" : "Erreur inattendue lors du chargement";
  return { sections: [], isFallback: false, failure };
}

/** A carousel that is left without products is left out. */
function withEachPairOnce(sections: FilledSection[]): FilledSection[] {
  const pictures = sections.flatMap((section) => {
    if (section.type === "hero") return section.slides.map(({ image }) => image);
    return section.type === "categories" ? section.cards.map(({ image }) => image) : [];
  });
  const lists = eachOnce(
    sections.map((section) => (section.type === "carousel" ? section.products : [])),
    pictures.map(slugOfPicture),
    PRODUCTS,
  );
  return sections.flatMap((section, index) => {
    if (section.type !== "carousel" || section.products.length === 0) return section;
    const products = lists[index] ?? [];
    return products.length > 0 ? { ...section, products } : [];
  });
}

async function ownSections({ content }: Shop, isRetry: boolean) {
  try {
    const stored = await content.homeSections(isRetry);
    if (!stored) return { sections: builtInSections(), isFallback: true };
    const parsed = parseSections(stored);
    return { sections: parsed.length > 0 ? parsed : builtInSections(), isFallback: false };
  } catch (error) {
    if (error instanceof ShopUnavailable) return { sections: builtInSections(), isFallback: true };
    console.error("The home page's sections cannot be loaded.", error);
    return { sections: [], isFallback: false };
  }
}

async function fill(section: ShownSection, shop: Shop): Promise<FilledSection | undefined> {
  if (section.type === "categories") {
    const navigation = await orIncomplete(shop.catalogue.navigation());
    const isPictured = section.cards.every(({ image }) => image);
    const categories = isPictured ? [] : ((await orIncomplete(shop.catalogue.categories())) ?? []);
    const cards = section.cards
      .filter(({ link }) => !navigation || leadsToSomething(link, navigation))
      .map((card) => {
        const image = card.image ?? categoryAt(card.link, categories)?.image;
        return image ? { ...card, image } : card;
      });
    return cards.length > 0 ? { ...section, cards } : undefined;
  }
  if (section.type === "hero") {
    const slides = await Promise.all(section.slides.map((slide) => orIncomplete(fillSlide(slide, shop))));
    return { ...section, slides: slides.flatMap((slide) => slide ?? []) };
  }
  if (section.type !== "carousel") return section;
  const hasMore = section.source !== "newest" || (await orIncomplete(shop.catalogue.navigation()))?.hasNew !== false;
  if (section.items.length > 0) return { ...section, products: [], hasMore };
  const content = await orIncomplete(fromCatalogue(section.source, shop));
  return content && content.items.length + content.products.length > 0
    ? { ...section, ...content, hasMore }
    : undefined;
}

/** @returns undefined while the shop cannot answer, and notes that the page is not to be kept */
async function orIncomplete<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ShopUnavailable)) throw error;
    addToContext({ isIncomplete: true });
    return undefined;
  }
}

/** The category that a card leads to. */
function categoryAt(link: string, categories: readonly Category[]): Category | undefined {
  const gender = departmentGenders.find((gender) => link === `/${gender}`);
  if (gender) return topsOf(gender, categories)[0];
  return categories.find(({ slug }) => link === `/category/${slug}`);
}

/** @returns undefined where the shop has nothing for the slide */
async function fillSlide(slide: HeroSlide, { catalogue }: Shop): Promise<HeroSlide | undefined> {
  // Of a card that nobody gives, unless the slide itself names the shops that do.
  if (slide.isLoyaltyCard && slide.locations.length === 0 && !settings.hasLoyalty) return undefined;
  switch (slide.shows) {
    case undefined:
      return slide;
    case "reduced": {
      if (!(await catalogue.navigation()).hasReduced) return undefined;
      const { products } = slide.image ? { products: [] } : await newest(catalogue, "reduced");
      const image = slide.image ?? products.find(({ picture }) => picture)?.picture?.src;
      const title = saleTitle(slide.title, algerianDay(new Date()), slide.sale);
      return { ...slide, title, ...(image ? { image } : {}) };
    }
    case "premium": {
      const premium = (await catalogue.collections()).find(({ slug }) => slug === "premium");
      const image = slide.image ?? premium?.image;
      return premium && premium.productCount > 0 ? { ...slide, ...(image ? { image } : {}) } : undefined;
    }
    case "product":
      return productSlide(slide, catalogue);
  }
}

/** The newest best-seller that can be bought, else the newest product. */
async function productSlide(slide: HeroSlide, catalogue: Shop["catalogue"]): Promise<HeroSlide | undefined> {
  for (const only of ["bestsellers", undefined] as const) {
    const { products } = await newest(catalogue, only);
    const product = products.find(({ soldOut, picture }) => !soldOut && picture);
    if (!product) continue;
    const { price, oldPrice, picture } = product;
    return {
      ...slide,
      subtitle: only ? "Meilleure vente" : "Dernière arrivée",
      title: titleOf(product),
      product: { name: product.name, kind: product.kind, gender: product.gender },
      price,
      ...(oldPrice === undefined ? {} : { oldPrice }),
      ...(picture ? { image: picture.src } : {}),
      link: cardPath(product),
    };
  }
  return undefined;
}

const newest = (catalogue: Shop["catalogue"], only: "bestsellers" | "reduced" | undefined) =>
  catalogue.list({ sort: "nouveautes", page: 1, size: READ, ...(only ? { only } : {}) });

async function fromCatalogue(source: CarouselSection["source"], { catalogue }: Shop) {
  if (source === "collections") {
    const collections = await catalogue.collections();
    return {
      items: collections
        .filter(({ productCount }) => productCount > 0)
        .slice(0, COLLECTIONS)
        .map(itemOf),
      products: [],
    };
  }
  const { products } = await newest(catalogue, source === "bestsellers" ? "bestsellers" : undefined);
  return { items: [], products };
}

function itemOf({ name, slug, description, image }: Collection): CollectionItem {
  return {
    title: name,
    subtitle: "",
    description,
    ...(image ? { image } : {}),
    imageOpacity: 100,
    link: `/collection/${encodeURIComponent(slug)}`,
    button: "ink",
    ctaText: "Découvrir",
  };
}
