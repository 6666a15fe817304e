import { describe, expect, it } from "vitest";
import {
  activeFilters,
  type ListingQuery,
  listingPath,
  noRefinement,
  pagerNumbers,
  parseListing,
  parseSearchListing,
  productsText,
  type Refinement,
  searchSorts,
} from "~/domain/catalogue/listing";

const parse = (search: string) => parseListing(new URLSearchParams(search));
const plain: ListingQuery = { sort: "nouveautes", defaultSort: "nouveautes", page: 1, refinement: noRefinement };

describe("parseListing", () => {
  it("asks for the newest, first page, narrowed by nothing, when nothing is said", () => {
    expect(parse("")).toEqual(plain);
  });
  it("reads sort and page", () => {
    expect(parse("tri=prix-croissant&page=3")).toEqual({ ...plain, sort: "prix-croissant", page: 3 });
  });
  it("reads what narrows the list, in one order whatever the address's, but for the colours: theirs is the shopper's", () => {
    const refinement = {
      minPrice: 3000,
      maxPrice: 9500,
      colors: ["bleu", "noir"],
      sizes: [38, 42],
      genders: ["femme", "mixte"],
      kinds: ["sandales", "mules"],
      materials: ["cuir", "daim"],
      brands: [],
      isReduced: true,
    };
    const one =
      "couleur=bleu&couleur=noir&pointure=42&pointure=38&genre=mixte&genre=femme&type=mules&type=sandales&matiere=daim&matiere=cuir&solde=oui&prix-min=3000&prix-max=9500";
    expect(parse(one)).toEqual({ ...plain, refinement });
    expect(parse(`${one.split("&").reverse().join("&")}&couleur=noir&pointure=42`)).toEqual({
      ...plain,
      refinement: { ...refinement, colors: ["noir", "bleu"] },
    });
  });
  it.each(
    `tri=drop tri= tri=NOUVEAUTES tri=prix-croissant&tri=nouveautes tri=pertinence autre=1 constructor=1&__proto__=2
     couleur=fuchsia&couleur=&couleur=NOIR&couleur=%00 genre=autre&genre=Femme type=bottes&type=Mules
     pointure=&pointure=4&pointure=421&pointure=4e&pointure=-38&pointure=38.5 pointure=17&pointure=49&pointure=99
     matiere=or&matiere= solde=non solde=oui&solde=non prix-min=&prix-max= prix-min=-1&prix-max=1e3
     prix-min=1.5&prix-max=NaN prix-min=1000&prix-min=2000 prix-max=99999999999`.split(/\s+/),
  )("passes over %s", (search) => expect(parse(search)).toEqual(plain));
  it.each([
    ["0", 1],
    ["-1", 1],
    ["1.5", 1],
    ["1e9", 1],
    ["NaN", 1],
    ["999999999", 100_000],
    ["99999999999999999999", 1],
    [" 2", 1],
    ["007", 7],
  ])("takes page %s for %d", (page, expected) => {
    expect(parse(`page=${encodeURIComponent(page)}`).page).toBe(expected);
  });
  it.each([
    ["8 500", 8500],
    ["8\u202f500", 8500],
    ["12\u00a0000\u00a0DA", 12000],
    ["٨٥٠٠", 8500],
    ["00900", 900],
    ["1.250.000", 1_250_000],
    ["0", undefined],
  ])("reads a price as it is typed: %s", (typed, expected) => {
    expect(parse(`prix-min=${encodeURIComponent(typed)}`).refinement.minPrice).toBe(expected);
  });
  it.each([
    "5.000",
    "5,000",
    "5'000",
    "5\u2019000",
    "5000,00",
    "5.000,00 DA",
    "5000DZD",
    "5 000 dzd",
    "5000.0",
    "5.000.00",
  ])("reads five thousand as it is typed: %s", (typed) =>
    expect(parse(`prix-max=${encodeURIComponent(typed)}`).refinement.maxPrice).toBe(5000),
  );
  it.each(["1.5", "5.0001", "5,00,1", "1e3", "DA", ".", ",0", "5.000.0DAX"])("takes %s for no price", (typed) => {
    expect(parse(`prix-min=${encodeURIComponent(typed)}`)).toEqual(plain);
  });
  it("turns a range that was given the wrong way round", () => {
    expect(parse("prix-min=9000&prix-max=3000").refinement).toEqual({
      ...noRefinement,
      minPrice: 3000,
      maxPrice: 9000,
    });
  });
});

describe("parseSearchListing", () => {
  const parseSearch = (search: string) => parseSearchListing(new URLSearchParams(search));
  it("asks for the best matches when nothing is said, and knows the orders of lists", () => {
    expect(parseSearch("q=sabot").sort).toBe("pertinence");
    for (const sort of searchSorts) expect(parseSearch(`tri=${sort}`).sort).toBe(sort);
  });
  it("leaves its own default out of the address, and no other", () => {
    const path = (search: string) => listingPath("/search", parseSearch(search), { q: "sabot" });
    expect(path("tri=pertinence")).toBe("/search?q=sabot");
    expect(path("tri=nouveautes")).toBe("/search?q=sabot&tri=nouveautes");
  });
});

describe("listingPath", () => {
  it("leaves out what is the default", () => {
    expect(listingPath("/shop", plain)).toBe("/shop");
    expect(listingPath("/homme", plain, { subcategory: "" })).toBe("/homme");
  });
  it("is read back as what it was made of", () => {
    const refinement: Refinement = {
      ...{ minPrice: 1, colors: ["rose", "metal"], sizes: [28, 46], genders: ["enfant"] },
      ...{ kinds: ["tongs", "autres"], materials: ["eva"], brands: ["Nike", "Été & fils"], isReduced: true },
    };
    const query: ListingQuery = { ...plain, sort: "prix-decroissant", page: 4, refinement };
    const path = listingPath("/homme", query, { subcategory: "été" });
    expect(parse(new URL(path, "http://x").search)).toEqual(query);
    expect(path).toMatch(/^\/homme\?subcategory=%C3%A9t%C3%A9&couleur=rose&couleur=metal&/);
  });
});

describe("activeFilters", () => {
  const filters = (search: string) => activeFilters(parse(search).refinement);
  it("are none when nothing narrows the list", () => {
    expect(filters("tri=prix-croissant&page=2")).toEqual([]);
  });
  it("name each choice, with what is left when it is taken back", () => {
    const search =
      "couleur=noir&couleur=metal&pointure=42&genre=femme&prix-min=3000&prix-max=9500&solde=oui&type=mules&matiere=daim";
    const found = filters(search);
    expect(found.map(({ kind, value }) => `${kind} : ${value}`)).toEqual([
      "Prix : de 3\u202f000\u00a0DA à 9\u202f500\u00a0DA",
      "Prix : En solde",
      "Type : Mules",
      "Couleur : Noir",
      "Couleur : Doré et argenté",
      "Pointure : 42",
      "Genre : Femme",
      "Matière : Daim",
    ]);
    const whole = parse(search).refinement;
    const { minPrice: _min, maxPrice: _max, ...atAnyPrice } = whole;
    const { isReduced: _reduced, ...reducedOrNot } = whole;
    expect(found[0]?.without).toEqual(atAnyPrice);
    expect(found[1]?.without).toEqual(reducedOrNot);
    expect(found[2]?.without).toEqual({ ...whole, kinds: [] });
    expect(found[3]?.without).toEqual({ ...whole, colors: ["metal"] });
    expect(found[5]?.without).toEqual({ ...whole, sizes: [] });
    expect(found[6]?.without).toEqual({ ...whole, genders: [] });
    expect(found[7]?.without).toEqual({ ...whole, materials: [] });
  });
  it.each([
    ["prix-min=3000", "à partir de 3\u202f000\u00a0DA"],
    ["prix-max=9500", "jusqu'à 9\u202f500\u00a0DA"],
  ])("say %s in words", (search, value) => {
    expect(filters(search).map((filter) => filter.value)).toEqual([value]);
  });
});

describe("pagerNumbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, undefined, 5]],
    [2, 4, [1, 2, 3, 4]],
    [3, 5, [1, 2, 3, 4, 5]],
    [6, 12, [1, undefined, 5, 6, 7, undefined, 12]],
    [12, 12, [1, undefined, 11, 12]],
  ])("page %d of %d", (page, pages, expected) => {
    expect(pagerNumbers(page, pages)).toEqual(expected);
  });
});

it("counts products", () => {
  expect([0, 1, 64].map(productsText)).toEqual(["Aucun produit", "1 produit", "64 produits"]);
});
