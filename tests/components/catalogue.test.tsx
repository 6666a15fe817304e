import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { MoreProducts } from "~/components/catalogue/pager";
import { ProductCard } from "~/components/catalogue/product-card";
import { pageMeta, shorten } from "~/components/layout/page-meta";
import type { ProductCard as Card } from "~/domain/catalogue/catalogue";
import { noRefinement } from "~/domain/catalogue/listing";
import { ReviewList } from "~/routes/product/reviews";

/** The root knows whose wishlist holds what. */
const root = vi.hoisted(() => ({ wished: [] as string[] }));
vi.mock("~/components/layout/layout-data", () => ({ LAYOUT: "layout", useLayoutData: () => root }));

const card: Card = {
  id: "1",
  slug: "boston",
  name: "Boston",
  price: 8900,
  gender: "mixte",
  kind: "sabots",
  isNew: false,
  isBestseller: false,
  soldOut: false,
  colors: [{ slug: "taupe", name: "Taupe", hex: "#8d7a68" }],
  picture: { src: "boston/taupe-side", alt: "Sabot Boston, taupe, vue de profil", color: "taupe" },
};
const html = (changes: Partial<Card> = {}) =>
  renderToStaticMarkup(<ProductCard product={{ ...card, ...changes }} loading="lazy" />);
const words = (markup: string) => markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

describe("a product card", () => {
  it("is one link, with name, price and colour", () => {
    expect(html().match(/<a /g)).toHaveLength(1);
    expect(html()).toContain('href="/product/boston"');
    expect(words(html())).toMatch(/Boston – sabot 8 900 DA .*Taupe/);
    expect(words(html({ kind: "autres", gender: "femme" }))).toMatch(/Boston 8 900 DA/);
  });
  it("marks a half that was found by its whole size", () => {
    const shown = (size: number) => words(html({ shown: { variantId: "v", size } }));
    expect(shown(40.5)).toContain("En pointure 40,5");
    expect(shown(36.67)).toContain("En pointure 36 2/3");
    expect(shown(40)).not.toContain("pointure");
  });
  it("names the sizes still there in place of the half", () => {
    const shown = (...sizes: number[]) => words(html({ shown: { variantId: "v", size: 40.5, sizes } }));
    expect(shown(36, 37, 40.5)).toMatch(/ Pointures 36, 37, 40,5 /);
    expect(shown(40.5)).toMatch(/ Pointure 40,5 /);
    expect(shown(36, 37)).not.toContain("En pointure");
  });
  it("has what it is on a line of its own, read after a dash that nobody sees", () => {
    expect(html()).toMatch(/Boston <span class="hint flex"><span class="sr-only">– <\/span>sabot<\/span>/);
  });
  it("has a heart beside the link, full when the product is on the list", () => {
    expect(html()).toMatch(
      /<\/a><form method="post" action="\/wishlist" .*name="ajouter" value="1".*Ajouter Boston à la liste de souhaits/,
    );
    root.wished = ["2", "1"];
    expect(html()).toMatch(/name="retirer" value="1" data-name="Boston".*Retirer Boston de la liste de souhaits/);
    root.wished = [];
  });
  it("has one badge at most, the one that matters most", () => {
    const all = { isNew: true, isBestseller: true, oldPrice: 10_000, soldOut: true };
    const badges = (changes: Partial<Card>) =>
      words(html(changes)).match(/Rupture de stock|−\d+ %|Nouveau|Best-seller/g);
    expect(badges(all)).toEqual(["Rupture de stock"]);
    expect(badges({ ...all, soldOut: false })).toEqual(["−11 %"]);
    expect(badges({ isNew: true, isBestseller: true })).toEqual(["Nouveau"]);
    expect(badges({ isBestseller: true })).toEqual(["Best-seller"]);
    expect(badges({})).toBeNull();
  });
  it("strikes the old price and names it for screen readers", () => {
    expect(words(html({ oldPrice: 10_000 }))).toContain("Ancien prix 10 000 DA");
    expect(html({ oldPrice: 10_000 })).toMatch(/<s[^>]*>10\u202f000\u00a0DA<\/s>/);
    expect(html({ oldPrice: 8000 })).not.toContain("<s ");
    // Below 1 % it is reduced all the same, without a percentage.
    const slight = words(html({ oldPrice: 8901 }));
    expect(slight).toContain("Ancien prix 8 901 DA");
    expect(slight).not.toContain("%");
  });
  it("offers AVIF and WebP in sizes, JPEG to the others, and says so when there is no picture", () => {
    expect(html()).toMatch(/<source type="image\/avif" srcSet="[^"]*-400\.avif 400w, [^"]*-800\.avif 800w"/);
    expect(html()).toMatch(/<source type="image\/webp" srcSet="[^"]*-400\.webp 400w, [^"]*-800\.webp 800w"/);
    expect(html()).toMatch(/<img src="[^"]*-800\.jpg" width="800" height="800" alt="" loading="lazy"/);
    expect(words(html({ picture: undefined }))).toContain("Image non disponible");
  });
  it("paints its dots without a style attribute", () => {
    expect(html()).toContain('fill="#8d7a68"');
    expect(html()).not.toContain("style=");
  });
});

describe("the pager", () => {
  const pager = (page: number, pages: number) =>
    renderToStaticMarkup(
      <MoreProducts
        listing={{
          base: "/shop",
          kept: {},
          query: { sort: "prix-croissant", defaultSort: "nouveautes", page, refinement: noRefinement },
          products: [],
          total: 20 * pages,
          pages,
        }}
      />,
    );
  it("leads back and on, and says where it is", () => {
    expect(pager(2, 3)).toMatch(/rel="prev" href="\/shop\?tri=prix-croissant"/);
    expect(pager(2, 3)).toMatch(/href="\/shop\?tri=prix-croissant&amp;page=3"/);
    expect(pager(2, 3).match(/aria-current="page"/g)).toHaveLength(1);
  });
  it("has no way before the first page, and is not there for one page", () => {
    expect(pager(1, 3)).not.toContain("Précédente");
    expect(pager(1, 1)).toBe("");
  });
});

it("shows a review in the direction of its own language", () => {
  const review = {
    id: "1",
    rating: 5,
    text: "حذاء مريح",
    author: "ليلى",
    wilaya: "Oran",
    month: "",
    origin: "",
  } as const;
  expect(renderToStaticMarkup(<ReviewList reviews={[review]} />)).toMatch(/<p dir="auto"[^>]*>حذاء مريح</);
});

describe("what a page says about itself", () => {
  const layoutWith = (data: object) => [{ id: "layout", data }];

  it("is at most 160 characters, cut between words", () => {
    const long = shorten(`${"sandale ".repeat(40)}`);
    expect(long.length).toBeLessThanOrEqual(160);
    expect(long).toMatch(/ sandale…$/);
    expect(shorten("a".repeat(400))).toHaveLength(160);
    expect(shorten(`${"a".repeat(158)}\u{1f45f}\u{1f45f}`)).toBe(`${"a".repeat(158)}…`);
    expect(shorten(" deux\n mots ")).toBe("deux mots");
  });
  it("begins with the error when the form came back", () => {
    expect(pageMeta(layoutWith({ isRefused: true }), { title: "Boston", description: "x" })).toContainEqual({
      title: "Erreur : Boston – Wahrane",
    });
  });
  it("names its one address in a link", () => {
    const matches = layoutWith({ siteUrl: "https://boutique.example" });
    expect(pageMeta(matches, { title: "Boutique", description: "x", canonical: "/shop" })).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://boutique.example/shop",
    });
  });
});
