import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isOneSlipAway,
  mayBeSlip,
  parseSearch,
  searchTextOf,
  searchWords,
  tellsNothing,
  withoutHyphens,
} from "~/domain/catalogue/search";
import { searchHeading, searchPath } from "~/domain/catalogue/search-texts";

describe("words", () => {
  it.each([
    ["accents and case", "Été", "ete"],
    ["ligatures", "nœud", "noeud"],
    ["plural", "Sandales", "sandale"],
    ["plural in x", "bateaux", "bateau"],
    ["feminine", "noire", "noir"],
    ["feminine and plural", "bleues", "bleu"],
    ["feminine of a word in s", "grises", "gris"],
    ["feminine with a doubled letter", "violettes", "violet"],
    ["blanche and blanc", "blanches", "blanc"],
    ["Arabic-Indic digits", "٤٢", "42"],
    ["Persian digits", "۴۲", "42"],
    ["full-width digits and letters", "ＢＯＳ ４２", "bos 42"],
    ["the Arabic article", "الحذاء", "حذاء"],
    ["spellings of Arabic letters", "نسائية", "نسائيه"],
    ["typographic apostrophes", "l’été", "l'été"],
  ])("forgive %s", (_, typed, meant) => {
    expect(searchWords(typed)).toEqual(searchWords(meant));
    expect(searchWords(typed)).not.toEqual([]);
  });

  it("are split on punctuation, and those that say nothing are left out", () => {
    expect(searchWords("BOS-CRUZ/42, pour l'été (de la mer)")).toEqual(["bos", "cruz", "42", "ete", "mer"]);
    expect(searchWords("sans lacets")).toEqual(["san", "lacet"]);
    expect(searchWords("de la")).toEqual([]);
    expect(parseSearch("basket homme pointure 43")).toEqual(parseSearch("basket homme 43"));
    expect(parseSearch("Tailles 38 pour elle")).toEqual(["38"]);
    expect(searchWords("boston Boston BOSTONS")).toEqual(["boston"]);
  });

  it("are what was typed where it is nothing else: brands are called so", () => {
    expect(parseSearch("On")).toEqual(["on"]);
    expect(parseSearch("elle")).toEqual(["elle"]);
    expect(parseSearch("On basket")).toEqual(["basket"]);
    for (const word of [...parseSearch("On"), ...parseSearch("Elle"), ...parseSearch("de la pointure")])
      expect(tellsNothing(word), word).toBe(true);
    for (const word of ["basket 43", "danse", "tresse", "plu"].flatMap(parseSearch))
      expect(tellsNothing(word), word).toBe(false);
  });

  it("keep what makes them different", () => {
    for (const [first, other] of [
      ["mule", "mur"],
      ["fille", "fil"],
      ["or", "orange"],
      ["rose", "rouge"],
      ["40", "41"],
      ["الي", "ي"],
    ] as const)
      expect(searchWords(first)).not.toEqual(searchWords(other));
  });

  it("are folded once and for all: folding them again changes nothing", () => {
    expect(searchWords("الالكتاب")).toEqual(searchWords("الكتاب"));
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const words = searchWords(text);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
        expect(searchWords(words.join(" "))).toEqual(words);
      }),
    );
  });

  it("of a search are few and short, whatever is sent", () => {
    expect(parseSearch("x".repeat(100_000))).toEqual([]);
    expect(parseSearch("mot ".repeat(100_000))).toEqual(["mot"]);
    const many = parseSearch(Array.from({ length: 500 }, (_, index) => `m${index}`).join(" "));
    expect(many).toHaveLength(8);
    for (const hostile of ["\u0000\ud800", '"*', "%_\\", "NEAR(", "🥿🥿", "\u202e"]) parseSearch(hostile);
  });
});

describe("one typing error", () => {
  it.each([
    ["ballerine", "ballerne", "left out"],
    ["sandale", "sanndale", "added"],
    ["boston", "bozton", "replaced"],
    ["sandale", "sandlae", "swapped"],
    ["mule", "mul", "left out at the end"],
    ["sabot", "xsabot", "added at the beginning"],
  ])("%s for %s: a letter %s", (meant, typed) => {
    expect(isOneSlipAway(typed, meant)).toBe(true);
    expect(isOneSlipAway(meant, typed)).toBe(true);
  });

  it.each([
    ["sabot", "sabot"],
    ["sabot", "sbto"],
    ["basket", "basquet"],
    ["mule", "tongs"],
    ["boston", "notsob"],
    ["ab", "abcd"],
  ])("%s and %s are no slip of one another", (item, other) => {
    expect(isOneSlipAway(item, other)).toBe(false);
  });

  it("is one for every letter that is taken, added or swapped", () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/);
    fc.assert(
      fc.property(word, fc.nat(), fc.stringMatching(/^[a-z]$/), (meant, nat, letter) => {
        const at = nat % meant.length;
        const head = meant.slice(0, at);
        const typed = [
          head + meant.slice(at + 1),
          head + letter + meant.slice(at),
          head + letter + meant.slice(at + 1),
          head +
            meant
              .slice(at, at + 2)
              .split("")
              .reverse()
              .join("") +
            meant.slice(at + 2),
        ];
        for (const item of typed) expect(isOneSlipAway(item, meant)).toBe(item !== meant);
      }),
    );
  });

  it("is not forgiven in numbers, references and short words", () => {
    expect(["4242", "bos42", "mer"].filter(mayBeSlip)).toEqual([]);
    expect(mayBeSlip("boston")).toBe(true);
  });
});

describe("what a product is found by", () => {
  const product = {
    name: "Petit Port",
    sku: "FBK-PORT",
    kind: "baskets",
    gender: "mixte",
    colors: [{ slug: "sable", name: "Sable", hex: "#d8c8a8" }],
    sizes: ["36", "37"],
    hasEuSize: true,
    brand: "Bel-Air",
    codes: ["FBK-PORT-36", "0194501-123", ""],
    tags: ["slip-on", "sans lacets"],
    groups: ["Baskets", ""],
    description: "En nubuck, pour la ville.",
    details: ["Semelle cousue"],
  } as const;
  const text = searchTextOf(product);

  it("may be a code with hyphens anywhere", () => {
    expect(parseSearch(withoutHyphens("0194-5012-38"))).toEqual(["0194501238"]);
    expect(withoutHyphens("sandale nu-pieds 38")).toBe("sandale nu-pieds 38");
  });
  it("is its brand, and any code of its variants, with and without dashes", () => {
    for (const typed of ["Bel Air", "bel-air"])
      expect(text.name, typed).toEqual(expect.arrayContaining(parseSearch(typed)));
    for (const typed of ["FBK-PORT-36", "fbkport36", "0194501-123", "0194501123", "0194501"])
      expect([...text.name, ...text.rest], typed).toEqual(expect.arrayContaining(parseSearch(typed)));
  });
  it("is every word of its brand and its name, and slips are compared with those that tell something", () => {
    const { name, known } = searchTextOf({ ...product, name: "Votre Ville", brand: "On" });
    expect(name).toEqual(expect.arrayContaining(["on", "votre", "vill"]));
    expect(known).toContain("vill");
    expect(known).not.toContain("votre");
  });
  it("is 'chaussure' for a shoe of any kind, and for nothing that has no EU size", () => {
    expect(searchTextOf({ ...product, kind: "autres" }).kind).toContain("chaussur");
    const bag = searchTextOf({ ...product, kind: "autres", sizes: ["Taille unique"], hasEuSize: false });
    expect([...bag.kind, ...bag.rest]).not.toContain("chaussur");
    // A sandal in words is one as well.
    expect(searchTextOf({ ...product, kind: "sandales", hasEuSize: false }).rest).toContain("chaussur");
  });
  it("is its name and reference first, with and without dashes", () => {
    expect(text.name).toEqual(["petit", "port", "bel", "air", "fbk", "fbkport"]);
  });
  it("is then its kind, for whom it is, and its colours by name and family", () => {
    expect(text.kind).toEqual(expect.arrayContaining(["basket", "tenni", "chaussur", "femm", "homm", "sabl", "beig"]));
  });
  it("is then all the rest, sizes among it", () => {
    expect(text.rest).toEqual(expect.arrayContaining(["slip", "lacet", "36", "37", "nubuck", "vill", "cousu"]));
  });
  it("is compared with slips by all but the description", () => {
    expect(text.known).toEqual(expect.arrayContaining(["petit", "basket", "lacet"]));
    for (const word of ["nubuck", "36", "on"]) expect(text.known).not.toContain(word);
  });
});

describe("texts", () => {
  it("count results in French", () => {
    expect(searchHeading("sabot", { total: 3 })).toBe("3 résultats pour «\u00a0sabot\u00a0»");
    expect(searchHeading("sabot", { total: 1 })).toBe("1 résultat pour «\u00a0sabot\u00a0»");
    expect(searchHeading("xyz", { total: 0 })).toBe("Aucun résultat pour «\u00a0xyz\u00a0»");
    expect(searchHeading("cuir", { total: 1_000, isCut: true })).toBe(
      "Plus de 1\u202f000 résultats pour «\u00a0cuir\u00a0»",
    );
  });
  it("have one address for a search", () => {
    expect(searchPath("")).toBe("/search");
    expect(searchPath("a b&c", 1)).toBe("/search?q=a+b%26c");
    expect(searchPath("sabot", 2)).toBe("/search?q=sabot&page=2");
  });
});
