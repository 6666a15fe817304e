import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { HomePage } from "~/components/home/home-page";
import { usualNavigation } from "~/domain/content/navigation";
import { loadHome } from "~/routes/home/sections.server";
import { type Ordering, type Shop, ShopUnavailable } from "~/shop/shop";

/**
 * The home page while a service of the shop is away. Everything else about it is tested over HTTP
 * (tests/contract/home.test.ts).
 */

vi.mock("~/components/layout/layout-data", () => ({ useLayoutData: () => undefined }));

const away = () => Promise.reject(new ShopUnavailable("away"));
const collection = { id: "1", slug: "premium", name: "Premium", description: "", productCount: 3 };
const product = { id: "1", slug: "boston", name: "Boston", price: 8900, gender: "mixte", kind: "sabots", colors: [] };

interface Changes {
  sections?: () => Promise<unknown>;
  catalogue?: () => Promise<never>;
  ordering?: Ordering;
}

function shopWith(changes: Changes): Shop {
  return {
    ordering: () => changes.ordering ?? { isOpen: true },
    content: { homeSections: changes.sections ?? (async () => []) },
    catalogue: {
      collections: changes.catalogue ?? (async () => [collection]),
      navigation: changes.catalogue ?? (async () => usualNavigation),
      list: changes.catalogue ?? (async () => ({ products: [product], total: 1, page: 1, pages: 1 })),
    },
  } as unknown as Shop;
}

async function page(shop: Shop, isRetry = false): Promise<string> {
  const home = await loadHome(shop, isRetry);
  return renderToStaticMarkup(<HomePage {...home} />).replaceAll("&#x27;", "'");
}

const notice = "API non disponible, utilisation des données par défaut";

describe("the home page", () => {
  it("says that sections are built-in when its own cannot be loaded, and offers to try again", async () => {
    const html = await page(shopWith({ sections: away }));
    expect(html).toContain(notice);
    expect(html).toMatch(/<a [^>]*href="\/\?essai=2">Réessayer<\/a>/);
    expect(html).toContain("6 paires achetées, la 7ᵉ offerte");
    expect(html).toContain('href="/collection/premium"');
    expect(html).toContain("Pourquoi Nous Choisir");
  });

  it("leaves that sentence to the page around it where every page says so", async () => {
    const ordering = { isOpen: false as const, since: undefined, hasSamples: true };
    const html = await page(shopWith({ sections: away, ordering }));
    expect(html).not.toContain(notice);
    expect(html).toContain("Réessayer</a>");
    // Orders are closed, and nothing is said of samples.
    expect(await page(shopWith({ sections: away, ordering: { ...ordering, hasSamples: false } }))).toContain(notice);
  });

  it("says nothing when it has none", async () => {
    const html = await page(shopWith({}));
    expect(html).toContain("6 paires achetées, la 7ᵉ offerte");
    expect(html).not.toContain(notice);
    expect(html).not.toContain("Réessayer");
  });

  it("leaves out carousels that the catalogue cannot fill", async () => {
    const html = await page(shopWith({ sections: away, catalogue: away }));
    expect(html).toContain(notice);
    expect(html).not.toContain("Nouveautés");
    expect(html).toContain("Pourquoi Nous Choisir");
  });

  it("says that it failed when nothing is left to show", async () => {
    const sections = async () => [{ id: "1", type: "collection", content: {} }];
    const html = await page(shopWith({ sections, catalogue: away }));
    expect(html).toMatch(/Erreur de Chargement.*Erreur inattendue lors du chargement.*Réessayer/);
  });
});
