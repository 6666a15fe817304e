import type { FilledSection, HomeData } from "~/components/home/home-page";
import { ownStyle } from "~/components/home/own-style";
import type { Collection } from "~/domain/catalogue";
import { builtInSections, parseSections } from "~/domain/content";
import type { CarouselSection, CollectionItem, Section } from "~/domain/section";
import { type Shop, ShopUnavailable } from "~/shop/shop";

/** So many products stand in a carousel. */
const PRODUCTS = 8;
const COLLECTIONS = 6;

/**
 * The sections of the home page with all that they show. The shop's own; the built-in ones when it has none, or cannot say;
 * a carousel for which the catalogue has nothing is left out.
 * @param isRetry whether the visitor has asked again after a failure
 */
export async function loadHome(shop: Shop, isRetry: boolean): Promise<HomeData> {
  const { sections, isFallback } = await ownSections(shop, isRetry);
  const filled = await Promise.all(sections.map((section) => fill(section, shop)));
  const shown = filled.flatMap((section) => section ?? []);
  const ordering = shop.ordering();
  const isSaid = !ordering.isOpen && ordering.hasSamples;
  if (shown.length > 0) return { sections: shown, isFallback, isSaid, ownStyle: ownStyle(shown) };
  const failure = isRetry ? "Erreur lors du rechargement" : "Erreur inattendue lors du chargement";
  return { sections: [], isFallback: false, failure };
}

async function ownSections({ content }: Shop, isRetry: boolean) {
  try {
    const told = await content.homeSections(isRetry);
    if (!told) return { sections: builtInSections(), isFallback: true };
    const own = parseSections(told);
    return { sections: own.length > 0 ? own : builtInSections(), isFallback: false };
  } catch (error) {
    if (error instanceof ShopUnavailable) return { sections: builtInSections(), isFallback: true };
    console.error("The home page's sections cannot be loaded.", error);
    return { sections: [], isFallback: false };
  }
}

async function fill(section: Section, shop: Shop): Promise<FilledSection | undefined> {
  if (section.type === "categories") return section.cards.length > 0 ? section : undefined;
  if (section.type !== "carousel") return section;
  if (section.items.length > 0) return { ...section, products: [] };
  try {
    const filled = { ...section, ...(await fromCatalogue(section.source, shop)) };
    return filled.items.length + filled.products.length > 0 ? filled : undefined;
  } catch (error) {
    if (error instanceof ShopUnavailable) return undefined;
    throw error;
  }
}

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
  const list = (only?: "bestsellers") =>
    catalogue.list({ sort: "nouveautes", page: 1, size: PRODUCTS, ...(only ? { only } : {}) });
  const { products } = await list(source === "bestsellers" ? "bestsellers" : undefined);
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
