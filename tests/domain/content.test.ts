import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import {
  builtInSections,
  type CarouselSection,
  type CategoriesSection,
  type HeroSection,
  parseSections,
} from "~/domain/content/content";
import { trustFeatures } from "~/domain/content/section";

const only = (type: string, content?: unknown, more: object = {}) => {
  const sections = parseSections([{ id: "s", type, title: "Titre", content, ...more }]);
  expect(sections).toHaveLength(1);
  return sections[0];
};
const hero = (slide: object) => (only("hero", { slides: [{ title: "Un", ...slide }] }) as HeroSection).slides[0];
const categories = (content: object) => only("categories", content) as CategoriesSection;
const carousel = (type: string, content?: object) => only(type, content) as CarouselSection;

describe("sections", () => {
  it("stand in their order, those not enabled or not visible left out", () => {
    const sections = [
      { id: "c", type: "trust_features", order: 3 },
      { id: "a", type: "trust_features", order: 1 },
      { id: "x", type: "trust_features", order: 2, enabled: false },
      { id: "y", type: "trust_features", order: 2, isVisible: false },
      { id: "b", type: "trust_features", order: 2, enabled: true, isVisible: true },
    ];
    expect(parseSections(sections).map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  it("have texts as clean as a form's", () => {
    expect(only("hero", undefined, { title: "Soldes\u001b[2J\u202e \u009b!" })).toMatchObject({ title: "Soldes[2J !" });
  });

  it("without an order stay as they came", () => {
    const ids = ["d", "a", "c"];
    expect(parseSections(ids.map((id) => ({ id, type: "advantages" }))).map(({ id }) => id)).toEqual(ids);
  });

  it("of every type that section 2 names", () => {
    expect(only("hero")?.type).toBe("hero");
    expect(only("categories")?.type).toBe("categories");
    for (const type of ["collection", "new-products", "nouveau-produit", "featured_products"])
      expect(only(type)?.type).toBe("carousel");
    for (const type of ["trust_features", "advantages", "trust-features"]) expect(only(type)?.type).toBe("trust");
  });

  it("of another type are named as such", () => {
    expect(only("video")).toEqual({ type: "unsupported", id: "s", name: "video", title: "Titre" });
    expect(parseSections([{}])).toEqual([{ type: "unsupported", id: "section-1", name: "", title: "" }]);
  });

  it("are never a crash, whatever the content is", () => {
    const types = ["hero", "categories", "collection", "new-products", "trust_features", "video"];
    const fields = ["slides", "categories", "items", "layout", "style", "animation", "title", "link", "image", "price"];
    const anything = fc.anything({ maxDepth: 3 });
    const content = fc.dictionary(fc.constantFrom(...fields), fc.oneof(anything, fc.array(anything)));
    const section = fc.record({
      type: fc.constantFrom(...types),
      content: fc.oneof(content, anything),
      order: anything,
    });
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(section, anything)), anything), (sections) => {
        for (const parsed of parseSections(sections)) expect(parsed.id).toBeTruthy();
      }),
    );
  });
});

describe("a hero", () => {
  it("without slides has the built-in ones: loyalty, summer sale, premium collection", () => {
    for (const content of [undefined, {}, { slides: [] }, { slides: "?" }, { slides: [{ subtitle: "sans titre" }] }]) {
      const { slides } = only("hero", content) as HeroSection;
      expect(slides.map(({ shows }) => shows)).toEqual([undefined, "reduced", "premium"]);
      expect(slides.map(({ link }) => link)).toEqual(["/loyalty-program", "/sales/summer", "/collection/premium"]);
      expect(slides.map(({ isLoyaltyCard }) => isLoyaltyCard)).toEqual([true, false, false]);
      expect(slides[0]).toMatchObject({
        title: "6 paires achetées, la 7ᵉ offerte",
        description: "Valable pour toute la famille, sans date d'expiration.",
        stampCount: 6,
      });
    }
  });

  it("names what a slide shows of the catalogue; a new shop's own begin with a product", () => {
    expect(hero({ shows: "product" })?.shows).toBe("product");
    expect(hero({ shows: "?" })).not.toHaveProperty("shows");
    const [own] = parseSections(demo.home) as [HeroSection];
    expect(own.slides.map(({ shows }) => shows)).toEqual(["product", "reduced", "premium", undefined]);
  });

  it("fills in what a slide does not say", () => {
    expect(hero({})).toEqual({
      title: "Un",
      subtitle: "",
      description: "",
      link: "/shop",
      ctaText: "Découvrir",
      isLoyaltyCard: false,
      stampCount: 6,
      showPhysicalCard: false,
      locations: [],
    });
  });

  it("reads both dates of a sale, in their order, or none", () => {
    const read = (startDate: unknown, endDate: unknown) => (hero({ startDate, endDate }) as { sale?: unknown }).sale;
    expect(read("2026-05-01", "2026-07-14T00:00:00Z")).toEqual({ from: "2026-05-01", until: "2026-07-14" });
    for (const [from, until] of [
      ["2026-05-01", undefined],
      ["2026-07-14", "2026-05-01"],
      ["2026-13-01", "2026-14-01"],
      ["1er mai", "14 juillet"],
      [1, 2],
    ])
      expect(read(from, until)).toBeUndefined();
  });

  it("shows all that a slide says", () => {
    const slide = {
      subtitle: "Deux",
      description: "Trois",
      price: "7900",
      oldPrice: 9900,
      image: "mule-tafna/vert-sauge-pair",
      accent: "#A42",
      textColor: "#ffffff",
      buttonColor: "#222",
      link: "/product/mule-tafna",
      ctaText: "Voir",
      isSale: true,
      saleTag: "-20%",
      isLoyaltyCard: true,
      stampCount: 4,
      showPhysicalCard: true,
      locations: [{ name: "Centre", address: "12, rue", phone: "0550123456" }, {}, 3],
      facebook: "https://www.facebook.com/wahrane",
    };
    const { isSale, ...said } = slide;
    const read = { price: 7900, accent: "#aa4422", buttonColor: "#222222", locations: slide.locations.slice(0, 1) };
    expect(hero(slide)).toEqual({ title: "Un", ...said, ...read });
    expect(hero({ isSale: true })?.saleTag).toBe("Soldes");
    expect(hero({ saleTag: "Soldes" })?.saleTag).toBeUndefined();
  });

  it("never leads out of the shop, nor shows what is not its own", () => {
    for (const link of ["javascript:alert(1)", "//ailleurs.example", "/\\ailleurs.example", "https://x.example", 3, ""])
      expect(hero({ link })?.link).toBe("/shop");
    for (const facebook of ["javascript:alert(1)", "http://facebook.com", "https://a b.example", {}])
      expect(hero({ facebook })?.facebook).toBeUndefined();
    for (const image of ["https://x.example/a.jpg", "../../etc/passwd", "/uploads/a.jpg", 'a/b" onerror="', null])
      expect(hero({ image })?.image).toBeUndefined();
    const noColors = ["red;}", "url(x)", "#12", "#12345g", "#fff;}", "rgb(1,2,3);}", "</style>", 0xff0000, ["#fff"]];
    for (const value of noColors) {
      const slide = hero({ accent: value, textColor: value, buttonColor: value });
      for (const name of ["accent", "textColor", "buttonColor"]) expect(slide).not.toHaveProperty(name);
    }
    expect(hero({ accent: "rgb(255, 170, 0)", textColor: "white" })).toMatchObject({
      accent: "#ffaa00",
      textColor: "#ffffff",
    });
  });
});

describe("categories", () => {
  it("have the defaults of section 3", () => {
    expect(categories({})).toMatchObject({
      layout: { type: "grid", columns: 3, gap: 16, mobileColumns: 2 },
      style: { paddingTop: 48, paddingBottom: 48 },
      animation: { enabled: true, type: "fade", delay: 0, stagger: 200 },
      cards: [],
    });
    expect(categories({ categories: [{ title: "Femme" }] }).cards).toEqual([
      { title: "Femme", description: "", link: "/categories", radius: 16, imagePosition: "center" },
    ]);
  });

  it("are laid out as their content asks, within bounds", () => {
    const asked = categories({
      layout: { type: "masonry", columns: 4, gap: "24px", mobileColumns: 1 },
      style: { backgroundColor: "#ffffff", padding: { top: 8 }, paddingBottom: 900 },
      animation: { enabled: false, type: "zoom", duration: 300, delay: 100, stagger: false },
    });
    expect(asked.layout).toEqual({ type: "masonry", columns: 4, gap: 24, mobileColumns: 1 });
    expect(asked.style).toEqual({ background: "#ffffff", paddingTop: 8, paddingBottom: 400 });
    expect(asked.animation).toEqual({ enabled: false, type: "zoom", duration: 300, delay: 100, stagger: 0 });
    expect(categories({ layout: { type: "?", columns: 99, gap: "beaucoup", mobileColumns: -1 } }).layout).toEqual({
      type: "grid",
      columns: 6,
      gap: 16,
      mobileColumns: 1,
    });
  });

  it("stand in their order, by name or title, without those that are not active", () => {
    const cards = [
      { name: "B", order: 2, image: "mule-tafna/vert-sauge-pair", link: "/femme" },
      { name: "A", title: "non", order: 1, style: { backgroundColor: "#111", borderRadius: 4, imagePosition: "top" } },
      { name: "C", order: 3, isActive: false },
      { description: "sans nom" },
    ];
    const shown = categories({ categories: cards }).cards;
    expect(shown.map(({ title }) => title)).toEqual(["A", "B"]);
    expect(shown[0]).toMatchObject({ background: "#111111", radius: 4, imagePosition: "top" });
    expect(shown[1]).toMatchObject({ image: "mule-tafna/vert-sauge-pair", link: "/femme" });
  });
});

describe("a carousel", () => {
  it("has the defaults of section 3, and the catalogue's when it has no items", () => {
    expect(carousel("collection", { items: [{ title: "Premium" }] }).items).toEqual([
      {
        title: "Premium",
        subtitle: "",
        description: "",
        imageOpacity: 50,
        link: "/collections",
        button: "accent",
        ctaText: "Découvrir",
      },
    ]);
    expect(carousel("collection").source).toBe("collections");
    expect(carousel("new-products").source).toBe("newest");
    expect(carousel("nouveau-produit").source).toBe("newest");
    expect(carousel("featured_products").source).toBe("bestsellers");
  });

  it("shows all that an item says", () => {
    const item = {
      title: "Un",
      subtitle: "Deux",
      description: "Trois",
      image: "mule-tafna/vert-sauge-pair",
      imageOpacity: 130,
      link: "/collection/premium",
      accent: "#123456",
      textColor: "white",
      buttonColor: "black",
      ctaText: "Voir",
    };
    const read = { imageOpacity: 100, textColor: "#ffffff", buttonColor: "#000000", button: "accent" };
    expect(carousel("collection", { items: [item, "?", { link: "/sans-titre" }] }).items).toEqual([
      { ...item, ...read },
    ]);
  });
});

describe("what the shop brings along", () => {
  it("four reasons, fixed", () => {
    expect(trustFeatures).toHaveLength(4);
    const words = trustFeatures.map(({ title, description }) => `${title}. ${description}`).join(" ");
    for (const promise of [
      "Livraison dans les 58 wilayas",
      "Paiement à la livraison",
      "Retours acceptés sous 30 jours, gratuits les 7 premiers jours",
      "Contact sous 24\u00a0h",
    ])
      expect(words).toContain(promise);
    for (const { highlights } of trustFeatures) expect(highlights.length).toBeGreaterThan(0);
  });

  it("built-in sections, the first of which is known as 'hero'", () => {
    expect(builtInSections().map(({ type }) => type)).toEqual(["hero", "trust", "carousel", "carousel", "carousel"]);
    expect(builtInSections()[0]?.id).toBe("hero");
  });

  it("a home page of its own, without a section that cannot be shown, and pictures that exist", () => {
    const sections = [...parseSections(demo.home), ...builtInSections()];
    expect(sections.filter(({ type }) => type === "unsupported")).toEqual([]);
    const images = sections
      .flatMap<{ image?: string }>((section) => {
        if (section.type === "hero") return section.slides.filter(({ shows }) => shows !== "product");
        if (section.type === "categories") return section.cards;
        return section.type === "carousel" ? section.items : [];
      })
      .map(({ image }) => image);
    expect(images.length).toBeGreaterThan(5);
    for (const image of images) {
      const isScene = image?.startsWith("scenes/hero-");
      const files = isScene
        ? ["800.avif", "1600.avif", "800.webp", "800.jpg"]
        : ["400.avif", "800.avif", "1200.avif", "800.webp"];
      for (const file of files)
        expect(
          existsSync(join(import.meta.dirname, `../../public/pictures/${image}-${file}`)),
          `${image}-${file}`,
        ).toBe(true);
    }
  });
});
