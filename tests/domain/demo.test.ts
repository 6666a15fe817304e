import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import categoriesJson from "../../app/database/demo/categories.json";
import collectionsJson from "../../app/database/demo/collections.json";
import productsJson from "../../app/database/demo/products.json";
import type { DemoCategory, DemoCollection, DemoColor, DemoProduct } from "../../app/database/demo/types";
import { genders, kinds } from "../../app/domain/catalogue/catalogue";
import { fits } from "../../app/domain/catalogue/size";

const products = productsJson as unknown as DemoProduct[];
const categories = categoriesJson as DemoCategory[];
const collections = collectionsJson as DemoCollection[];

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const hexPattern = /^#[0-9a-f]{6}$/;
const views = ["three_quarter", "side", "top", "sole", "pair", "rear", "detail"];
const models = ["clog", "mule", "two_strap", "thong", "ballerina", "slip_on", "sneaker"];
const materials = ["suede", "nubuck", "leather", "oiled", "metallic", "textile"];
/** Options of the studio that hold a colour, and those that hold something else. */
const paints = ["upper", "edge", "lining", "accent", "accent2", "lace", "sole", "thread", "metal", "cork", "imprint"];
const options = [...paints, "model", "material", "lining_material", "bed", "kids", "width"];
const modelsOf: Record<string, string[]> = {
  sandales: ["two_strap"],
  sabots: ["clog"],
  tongs: ["thong"],
  mules: ["mule"],
  ballerines: ["ballerina"],
  baskets: ["sneaker", "slip_on"],
};
const sizesOf = { femme: [36, 41], homme: [40, 46], mixte: [36, 46], enfant: [28, 35] } as const;
/** The genders that a category may show: those of a top-level category. */
const gendersOf: Record<string, string[]> = {
  femmes: ["femme", "mixte"],
  homme: ["homme", "mixte"],
  enfant: ["enfant"],
  boston: ["femme", "homme", "mixte"],
};

const stockOf = (color: DemoColor, size: number): number => color.stockBySize?.[String(size)] ?? color.stock;
const stocks = (product: DemoProduct): number[] =>
  product.colors.flatMap((c) => product.sizes.map((s) => stockOf(c, s)));
const soldOut = (product: DemoProduct): boolean => stocks(product).every((stock) => stock === 0);
const repeated = (values: readonly (string | number)[]): (string | number)[] =>
  values.filter((v, i) => values.indexOf(v) !== i);
/** Expects that so many products are so, of which `what` says how. */
const expectAtLeast = (least: number, what: string, test: (product: DemoProduct) => boolean) =>
  expect(products.filter(test).length, what).toBeGreaterThanOrEqual(least);
const parentOf = (slug: string): string | undefined => categories.find((c) => c.slug === slug)?.parent;

/** What is wrong with a text beside what tests/source/typography.test.ts finds, as excerpts. */
function faults(text: string): string[] {
  const rules: [string, RegExp][] = [
    ["breaking space before a unit", /\d (cm|mm|g|°C|%|DA)(?![\p{L}\d])/u],
    ["doubled or dangling space", / {2}|^\s|\s$|\n/],
    ["space before , or .", /\s[,.]/],
    ["three points", /\.\.\./],
    ["ligature", /\b(boeuf|noeud|oeil|oeillet|coeur)/i],
  ];
  return rules.flatMap(([name, rule]) => {
    const at = text.search(rule);
    return at < 0 ? [] : [`${name}: ${JSON.stringify(text.slice(Math.max(0, at - 20), at + 20))}`];
  });
}

const textsOf = (p: DemoProduct): string[] => [
  p.name,
  p.description,
  p.care,
  ...p.features,
  ...Object.entries(p.specifications).flat(),
  ...p.tags,
  ...p.colors.map((c) => c.name),
];

describe("demo products", () => {
  it("has at least 64, each of its own", () => {
    expect(products.length).toBeGreaterThanOrEqual(64);
    for (const field of ["slug", "sku", "name", "description", "care", "daysOld"] as const)
      expect(repeated(products.map((p) => p[field])), field).toEqual([]);
    const variants = products.flatMap((p) => p.colors.flatMap((c) => p.sizes.map((s) => `${p.sku}-${c.slug}-${s}`)));
    expect(repeated(variants)).toEqual([]);
  });

  it("covers every kind and every gender", () => {
    // The demonstration sells shoes only.
    for (const kind of kinds.filter((item) => item !== "autres")) expectAtLeast(6, kind, (p) => p.kind === kind);
    for (const gender of genders) expectAtLeast(6, gender, (p) => p.gender === gender);
    for (const gender of ["femme", "homme", "enfant"] as const) {
      const sold = new Set(products.filter((p) => p.gender === gender).map((p) => p.kind));
      expect(sold.size, gender).toBeGreaterThanOrEqual(5);
    }
  });

  it("has every state that the shop must show", () => {
    expectAtLeast(12, "reduced", (p) => p.oldPrice !== undefined);
    expectAtLeast(10, "new", (p) => p.isNew === true);
    expectAtLeast(8, "bestsellers", (p) => p.isBestseller === true);
    expectAtLeast(8, "low stock", (p) => stocks(p).some((s) => s >= 1 && s <= 3));
    const gaps = (p: DemoProduct) =>
      p.colors.some((c) => {
        const gone = p.sizes.filter((s) => stockOf(c, s) === 0).length;
        return gone >= 2 && gone < p.sizes.length;
      });
    expectAtLeast(10, "a few sizes gone in one colour", gaps);
    expectAtLeast(1, "one colour", (p) => p.colors.length === 1);
    expectAtLeast(1, "four colours", (p) => p.colors.length === 4);
    const most = Math.floor(products.length / 2) + 1;
    expectAtLeast(most, "two or three colours", (p) => p.colors.length === 2 || p.colors.length === 3);
    expect(products.filter(soldOut).map((p) => p.slug)).toHaveLength(1);
  });

  it("calls new what came last, and nothing else", () => {
    const fresh = products.filter((p) => p.isNew).map((p) => p.daysOld);
    const rest = products.filter((p) => !p.isNew).map((p) => p.daysOld);
    expect(Math.max(...fresh)).toBeLessThanOrEqual(30);
    expect(Math.max(...fresh)).toBeLessThan(Math.min(...rest));
    expect(products.filter((p) => p.isNew && p.oldPrice !== undefined).map((p) => p.slug)).toEqual([]);
  });

  it("has eight flagships or more with all their pictures", () => {
    const flagships = products.filter((p) => p.colors[0]?.views.join() === "three_quarter,side,pair,top,sole,detail");
    expect(flagships.length).toBeGreaterThanOrEqual(8);
    expect(new Set(flagships.map((p) => p.studio.model)).size).toBe(models.length);
    const newest = products.reduce((a, b) => (b.daysOld < a.daysOld ? b : a));
    expect(flagships.map((p) => p.slug)).toContain(newest.slug);
  });

  it.each(products.map((p) => [p.slug, p] as const))("%s is well formed", (_, p) => {
    expect(p.slug).toMatch(slugPattern);
    expect(p.sku).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)+$/);
    expect(kinds).toContain(p.kind);
    expect(genders).toContain(p.gender);
    expect(parentOf(p.category), "category is a subcategory").toBeDefined();
    expect(gendersOf[parentOf(p.category) as string]).toContain(p.gender);
    if (parentOf(p.category) === "boston") expect(p.kind).toBe("sabots");
    else expect(p.category.endsWith(`-${p.kind}`), "category is of the kind").toBe(true);

    expect(Number.isInteger(p.price)).toBe(true);
    expect(p.price % 50).toBe(0);
    expect(p.price).toBeGreaterThanOrEqual(2500);
    expect(p.price).toBeLessThanOrEqual(14900);
    if (p.oldPrice !== undefined) {
      expect(p.oldPrice % 50).toBe(0);
      expect(p.oldPrice).toBeGreaterThan(p.price);
      expect(p.oldPrice).toBeLessThanOrEqual(14900);
    } else {
      // No sale without a reduction.
      expect(p.tags.filter((tag) => /promo|solde/.test(tag))).toEqual([]);
      expect(p.features.filter((f) => /promotion|sold|prix réduit/i.test(f))).toEqual([]);
      expect(p.collection).not.toBe("soldes-ete");
    }
    if (p.fit !== undefined) expect(fits).toContain(p.fit);
    expect(p.tags.includes("nouveauté")).toBe(p.isNew === true);
    expect(p.rating).toBeGreaterThanOrEqual(3.8);
    expect(p.rating).toBeLessThanOrEqual(5);
    expect(Math.round(p.rating * 10) / 10).toBe(p.rating);
    expect(Number.isInteger(p.reviewCount) && p.reviewCount >= 0 && p.reviewCount <= 180).toBe(true);
    expect(Number.isInteger(p.daysOld) && p.daysOld >= 1 && p.daysOld <= 400).toBe(true);

    const [from, to] = sizesOf[p.gender];
    expect(p.sizes.length).toBeGreaterThanOrEqual(5);
    expect(repeated(p.sizes)).toEqual([]);
    expect(p.sizes).toEqual([...p.sizes].sort((a, b) => a - b));
    expect(p.sizes.filter((s) => !Number.isInteger(s) || s < from || s > to)).toEqual([]);
  });

  it.each(products.map((p) => [p.slug, p] as const))("%s has colours that the studio can render", (_, p) => {
    expect(modelsOf[p.kind]).toContain(p.studio.model);
    expect(materials).toContain(p.studio.material);
    expect(p.studio.kids === true, "kids").toBe(p.gender === "enfant");
    expect(p.colors.length).toBeGreaterThanOrEqual(1);
    expect(repeated(p.colors.map((c) => c.slug))).toEqual([]);
    expect(p.colors[0]?.views[0]).toBe("three_quarter");
    expect(p.colors[0]?.views).toEqual(expect.arrayContaining(["top", "sole"]));
    for (const c of p.colors) {
      expect(c.slug).toMatch(slugPattern);
      expect(c.hex).toMatch(hexPattern);
      expect(Number.isInteger(c.stock) && c.stock >= 0).toBe(true);
      for (const [size, stock] of Object.entries(c.stockBySize ?? {})) {
        expect(p.sizes, `${c.slug} ${size}`).toContain(Number(size));
        expect(Number.isInteger(stock) && stock >= 0).toBe(true);
      }
      expect(c.views.filter((v) => !views.includes(v))).toEqual([]);
      expect(repeated(c.views)).toEqual([]);
      if (p.studio.bed === "eva") expect(c.views).not.toContain("pair");

      const studio = { ...p.studio, ...c.studio } as Record<string, string | number | boolean>;
      expect(Object.keys(studio).filter((key) => !options.includes(key))).toEqual([]);
      for (const key of ["upper", "edge", "lining", "sole", "thread", "metal"])
        expect(studio, c.slug).toHaveProperty(key);
      for (const key of paints) if (key in studio) expect(String(studio[key]), `${c.slug} ${key}`).toMatch(hexPattern);
      if ("bed" in studio) expect(["cork", "eva"]).toContain(studio.bed);
      if ("lining_material" in studio) expect(["suede", "leather"]).toContain(studio.lining_material);
    }
  });

  it.each(products.map((p) => [p.slug, p] as const))("%s has texts worth reading, in French typography", (_, p) => {
    expect(p.description.length).toBeGreaterThanOrEqual(200);
    const sentences = (text: string) => text.match(/[.!?](?=\s|$)/g)?.length ?? 0;
    expect(sentences(p.description)).toBeGreaterThanOrEqual(2);
    // The last one is about the place that gave the name.
    expect(sentences(p.description)).toBeLessThanOrEqual(5);
    expect(sentences(p.care)).toBeGreaterThanOrEqual(1);
    expect(sentences(p.care)).toBeLessThanOrEqual(3);
    expect(p.features.length).toBeGreaterThanOrEqual(3);
    expect(p.features.length).toBeLessThanOrEqual(5);
    expect(p.features.filter((f) => f.length > 60)).toEqual([]);
    const specifications = Object.keys(p.specifications);
    expect(specifications.length).toBeGreaterThanOrEqual(5);
    expect(specifications.length).toBeLessThanOrEqual(7);
    expect(p.tags.length).toBeGreaterThanOrEqual(4);
    expect(repeated(p.tags)).toEqual([]);
    expect(p.tags.filter((tag) => tag !== tag.toLowerCase())).toEqual([]);
    for (const text of textsOf(p)) {
      expect(text.length).toBeGreaterThan(0);
      expect(faults(text)).toEqual([]);
    }
  });
});

describe("demo pictures", () => {
  const files = ["400.avif", "800.avif", "1200.avif", "400.webp", "800.webp", "1200.webp", "800.jpg"];
  const heroFiles = ["800.avif", "1600.avif", "800.webp", "1600.webp", "800.jpg", "1600.jpg"];
  const path = (name: string, file: string) => `public/pictures/${name}-${file}`;
  const missing = (name: string, of: string[]) => of.map((file) => path(name, file)).filter((f) => !existsSync(f));
  const bytes = (name: string, file: string) => statSync(path(name, file)).size;

  it.each(products.map((p) => [p.slug, p] as const))("%s has every picture in every format and size", (_, p) => {
    for (const color of p.colors) {
      for (const view of color.views) {
        const name = `${p.slug}/${color.slug}-${view}`;
        expect(missing(name, files)).toEqual([]);
        expect(bytes(name, "400.avif"), name).toBeLessThanOrEqual(10_000);
        expect(bytes(name, "800.avif"), name).toBeLessThanOrEqual(30_000);
      }
    }
  });

  const pictured = collections.flatMap(({ slug, image }) => (image === undefined ? [] : [[slug, image] as const]));
  it.each(pictured)("%s is shown by a picture that is there", (slug, image) => {
    expect(image).toBe(`scenes/collection-${slug}`);
    expect(missing(image, files)).toEqual([]);
    expect(bytes(image, "800.avif")).toBeLessThanOrEqual(30_000);
  });

  it.each(["loyalty", "soldes", "premium"])("the home page has its scene of %s", (name) => {
    expect(missing(`scenes/hero-${name}`, heroFiles)).toEqual([]);
    expect(bytes(`scenes/hero-${name}`, "800.avif")).toBeLessThanOrEqual(30_000);
  });

  it("are in scenes that the catalogue can fill", () => {
    const scenes = JSON.parse(readFileSync("tools/studio/scenes.json", "utf8")) as {
      heroes: Record<string, { stand: { shoe?: string; pair?: string }[] }>;
      collections: Record<string, string[]>;
    };
    const known = products.flatMap((p) => p.colors.map((c) => `${p.slug}/${c.slug}`));
    const shown = Object.values(scenes.heroes).flatMap(({ stand }) =>
      stand.map(({ shoe, pair }) => shoe ?? pair ?? ""),
    );
    expect(shown.filter((name) => !known.includes(name))).toEqual([]);
    expect(Object.keys(scenes.collections)).toEqual(collections.map((c) => c.slug));
    for (const [slug, names] of Object.entries(scenes.collections)) {
      const members = products.filter((p) => p.collection === slug).map((p) => p.slug);
      expect(names.filter((name) => !known.includes(name) || !members.includes(name.split("/")[0] ?? ""))).toEqual([]);
    }
  });

  it("stand for the shop on a telephone and in a shared link", () => {
    for (const icon of ["icon-192.png", "icon-512.png", "apple-touch-icon.png"])
      expect(existsSync(`public/icons/${icon}`), icon).toBe(true);
    expect(statSync("public/pictures/og.jpg").size).toBeLessThanOrEqual(120_000);
  });
});

describe("demo categories", () => {
  it("has four top-level categories with three to six children each", () => {
    expect(categories.filter((c) => c.parent === undefined).map((c) => c.slug)).toEqual([
      "femmes",
      "homme",
      "enfant",
      "boston",
    ]);
    for (const top of ["femmes", "homme", "enfant", "boston"]) {
      const children = categories.filter((c) => c.parent === top);
      expect(children.length, top).toBeGreaterThanOrEqual(3);
      expect(children.length, top).toBeLessThanOrEqual(6);
    }
  });

  it("has unique slugs, existing parents, texts and at least one product in every category", () => {
    expect(repeated(categories.map((c) => c.slug))).toEqual([]);
    expect(repeated(categories.map((c) => c.description))).toEqual([]);
    for (const c of categories) {
      expect(c.slug).toMatch(slugPattern);
      expect(c.description.length, c.slug).toBeGreaterThanOrEqual(40);
      expect([...faults(c.name), ...faults(c.description)], c.slug).toEqual([]);
      if (c.parent === undefined) continue;
      expect(["femmes", "homme", "enfant", "boston"]).toContain(c.parent);
      expectAtLeast(1, c.slug, (p) => p.category === c.slug);
    }
  });
});

describe("demo collections", () => {
  it("has eight to ten, with premium and the summer sale", () => {
    expect(collections.length).toBeGreaterThanOrEqual(8);
    expect(collections.length).toBeLessThanOrEqual(10);
    expect(repeated(collections.map((c) => c.slug))).toEqual([]);
    expect(collections.map((c) => c.slug)).toEqual(expect.arrayContaining(["premium", "soldes-ete"]));
    for (const top of ["femmes", "homme", "enfant"]) {
      expect(collections.filter((c) => c.category === top).length, top).toBeGreaterThanOrEqual(2);
    }
  });

  it("names only collections that exist", () => {
    const known = collections.map((c) => c.slug);
    const strays = products.filter((p) => p.collection !== undefined && !known.includes(p.collection));
    expect(strays.map((p) => p.slug)).toEqual([]);
  });

  it.each(collections.map((c) => [c.slug, c] as const))(
    "%s has a cover of its own, products that belong and a text",
    (_, c) => {
      expect(c.slug).toMatch(slugPattern);
      expect(Object.keys(gendersOf)).toContain(c.category);
      const members = products.filter((p) => p.collection === c.slug);
      expect(members.length).toBeGreaterThanOrEqual(3);
      expect(members.map((p) => p.slug)).toContain(c.cover);
      expect(members.filter((p) => !gendersOf[c.category as string]?.includes(p.gender)).map((p) => p.slug)).toEqual(
        [],
      );
      expect(repeated(collections.map((other) => other.cover))).toEqual([]);
      expect(c.description.length).toBeGreaterThanOrEqual(40);
      expect([...faults(c.name), ...faults(c.description)]).toEqual([]);
    },
  );
});
