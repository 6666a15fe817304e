import { describe, expect, it } from "vitest";
import type { Color, Variant } from "~/domain/catalogue/catalogue";
import {
  preselectedColor,
  preselectedSize,
  shownSizes,
  sizesOf,
  stockFigures,
  stockLine,
} from "~/domain/catalogue/choice";
import { parseChoice } from "~/domain/catalogue/choice-form";

const taupe: Color = { slug: "taupe", name: "Taupe", hex: "#8d7a68" };
const noir: Color = { slug: "noir", name: "Noir", hex: "#222222" };
const variant = (color: Color, size: number, stock: number): Variant => ({
  id: `${color.slug}-${size}`,
  sku: `BOS-${color.slug}-${size}`,
  color,
  size,
  stock,
});
const product = {
  colors: [noir, taupe],
  variants: [
    variant(taupe, 40, 2),
    variant(taupe, 38, 12),
    variant(taupe, 39, 0),
    variant(noir, 38, 0),
    variant(noir, 41, 0),
  ],
};

const sent = (couleur: string | string[], pointure: string | string[], quantite: string | string[] = "1") => ({
  couleur: [couleur].flat(),
  pointure: [pointure].flat(),
  quantite: [quantite].flat(),
});

describe("what is offered", () => {
  it("lists the sizes of a colour in the order of numbers, each once", () => {
    const twice = { ...product, variants: [...product.variants, { ...variant(taupe, 40, 0), id: "again" }] };
    expect(sizesOf(twice, "taupe")).toEqual([
      { size: 38, stock: 12, variantId: "taupe-38" },
      { size: 39, stock: 0, variantId: "taupe-39" },
      { size: 40, stock: 2, variantId: "taupe-40" },
    ]);
  });
  it("preselects the first colour that can be bought, and what the address asks for before it", () => {
    expect(preselectedColor(product)).toBe(taupe);
    expect(preselectedColor(product, "noir")).toBe(noir);
    expect(preselectedColor(product, "rose")).toBe(taupe);
    expect(preselectedColor({ colors: [noir, taupe], variants: [] })).toBe(noir);
    expect(preselectedColor({ colors: [], variants: [] })).toBeUndefined();
  });
  it("preselects the first size in stock", () => {
    expect(preselectedSize(sizesOf(product, "taupe"))).toBe(38);
    expect(preselectedSize(sizesOf(product, "taupe"), 40)).toBe(40);
    expect(preselectedSize(sizesOf(product, "taupe"), 39)).toBe(38);
    expect(preselectedSize(sizesOf(product, "noir"))).toBeUndefined();
  });
  it("tells the stock of a colour in a figure a size, up to what is said of it", () => {
    const sizes = [38, 39, 40, 41];
    expect(stockFigures(product, "taupe", sizes)).toBe("402-");
    expect(stockFigures(product, "noir", sizes)).toBe("0--0");
    expect(shownSizes("402-", sizes)).toEqual([
      { size: 38, stock: 4 },
      { size: 39, stock: 0 },
      { size: 40, stock: 2 },
    ]);
    expect(shownSizes("", sizes)).toEqual([]);
    // The sentence for a figure equals the sentence for its stock.
    for (const stock of [0, 1, 2, 3, 4, 12]) {
      const one = { colors: [taupe], variants: [variant(taupe, 40, stock)] };
      expect(stockLine(shownSizes(stockFigures(one, "taupe", [40]), [40])[0]?.stock ?? -1)).toBe(stockLine(stock));
    }
  });
  it("says how many are left from three on", () => {
    expect([0, 1, 3, 4].map(stockLine)).toEqual([
      "Rupture de stock",
      "Plus que 1 en stock !",
      "Plus que 3 en stock !",
      "En stock",
    ]);
  });
});

describe("parseChoice", () => {
  const accepted = (quantity: number) => ({ ok: true, variant: expect.objectContaining({ id: "taupe-38" }), quantity });

  it.each([
    ["1", 1],
    ["10", 10],
    [" 3 ", 3],
    ["٣", 3],
    ["۱۰", 10],
    ["03", 3],
  ])("takes %s pairs", (quantite, quantity) => {
    expect(parseChoice(product, sent("taupe", "38", quantite))).toEqual(accepted(quantity));
  });
  it("takes one pair when the field is not there, and the same value twice once", () => {
    expect(parseChoice(product, sent("taupe", "38", []))).toEqual(accepted(1));
    expect(parseChoice(product, sent(["taupe", "taupe"], ["38", "38"], ["2", "2"]))).toEqual(accepted(2));
  });
  it("reads a size in Arabic digits", () => {
    expect(parseChoice(product, sent("taupe", "٣٨"))).toEqual(accepted(1));
  });

  it.each([
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1,5",
    "11",
    "1e9",
    "1e1",
    "NaN",
    "Infinity",
    "0x5",
    "deux",
    "9".repeat(400),
    "1 2",
  ])("refuses the quantity %j", (quantite) => {
    expect(parseChoice(product, sent("taupe", "38", quantite))).toEqual({
      ok: false,
      errors: { quantite: "Indiquez une quantité entière de 1 à 10." },
    });
  });
  it("refuses two quantities", () => {
    expect(parseChoice(product, sent("taupe", "38", ["1", "2"]))).toMatchObject({
      errors: { quantite: expect.any(String) },
    });
  });

  it("asks for colour and size in the words of section 5", () => {
    expect(parseChoice(product, sent([], []))).toEqual({
      ok: false,
      errors: { couleur: "Veuillez sélectionner une couleur", pointure: "Veuillez sélectionner une pointure" },
    });
    expect(parseChoice(product, sent("rose", "38"))).toEqual({
      ok: false,
      errors: { couleur: "Veuillez sélectionner une couleur" },
    });
    expect(parseChoice(product, sent(["taupe", "noir"], "38"))).toMatchObject({
      errors: { couleur: expect.any(String) },
    });
    expect(parseChoice(product, sent("taupe", ["38", "40"]))).toEqual({
      ok: false,
      errors: { pointure: "Veuillez sélectionner une pointure" },
    });
    for (const size of ["", "abc", "38.5", "-38", "1e9", "99"])
      expect(parseChoice(product, sent("taupe", size))).toEqual({
        ok: false,
        errors: { pointure: "Veuillez sélectionner une pointure" },
      });
  });
  it("says every error at once", () => {
    expect(parseChoice(product, sent([], "", "0"))).toMatchObject({
      errors: { couleur: expect.any(String), pointure: expect.any(String), quantite: expect.any(String) },
    });
  });

  it("says sold out for a size without pairs, and for one that this colour never had", () => {
    expect(parseChoice(product, sent("taupe", "39"))).toEqual({
      ok: false,
      errors: { pointure: "Rupture de stock" },
      // For an order: its form may have taken the last pair.
      wanted: { variant: expect.objectContaining({ id: "taupe-39" }), quantity: 1 },
    });
    expect(parseChoice(product, sent("taupe", "41"))).toEqual({ ok: false, errors: { pointure: "Rupture de stock" } });
  });
  it("says how many pairs there are when more are wanted", () => {
    expect(parseChoice(product, sent("taupe", "40", "3"))).toEqual({
      ok: false,
      errors: { quantite: "Plus que 2 en stock !" },
      wanted: { variant: expect.objectContaining({ id: "taupe-40" }), quantity: 3 },
    });
    // Also of those that are too many for the sizes to say so.
    const five = { ...product, variants: [variant(taupe, 40, 5)] };
    expect(parseChoice(five, sent("taupe", "40", "8"))).toMatchObject({
      errors: { quantite: "Plus que 5 en stock !" },
    });
  });
});
