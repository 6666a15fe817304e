import { describe, expect, it } from "vitest";
import { listingPath, pagerNumbers, parseListing, products } from "~/domain/listing";

const parse = (search: string) => parseListing(new URLSearchParams(search));

describe("parseListing", () => {
  it("asks for the newest, first page, when nothing is said", () => {
    expect(parse("")).toEqual({ sort: "nouveautes", page: 1 });
  });
  it("reads sort, page and collection", () => {
    expect(parse("tri=prix-croissant&page=3&collection=cuirs-patines")).toEqual({
      sort: "prix-croissant",
      page: 3,
      collection: "cuirs-patines",
    });
  });
  it.each([
    "tri=drop",
    "tri=",
    "tri=NOUVEAUTES",
    "tri=prix-croissant&tri=nouveautes",
    "autre=1",
    "collection=",
    "collection=%3Cb%3E",
  ])("passes over %s", (search) => expect(parse(search)).toEqual({ sort: "nouveautes", page: 1 }));
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
});

describe("listingPath", () => {
  it("leaves out what is the default", () => {
    expect(listingPath({ sort: "nouveautes", page: 1 })).toBe("/shop");
  });
  it("is read back as what it was made of", () => {
    const query = { sort: "prix-decroissant", page: 4, collection: "été" } as const;
    expect(parse(new URL(listingPath(query), "http://x").search)).toEqual(query);
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
  expect([0, 1, 64].map(products)).toEqual(["Aucun produit", "1 produit", "64 produits"]);
});
