import { describe, expect, it } from "vitest";
import productsJson from "~/database/demo/products.json";
import { materialIn, materials } from "~/domain/catalogue/material";

describe("the material that a text names", () => {
  it.each([
    ["Cuir de veau pleine fleur", "cuir"],
    ["Full grain leather", "cuir"],
    ["Simili-cuir", "synthetique"],
    ["Faux suede", "synthetique"],
    ["Daim de chèvre, 1,6 mm", "daim"],
    ["Cuir velours", "daim"],
    ["Nubuck de vachette", "nubuck"],
    ["Toile de coton et polyester recyclé", "toile"],
    ["EVA injectée, sans cuir", "eva"],
    ["Feutre de laine", "feutre"],
    ["Cuirassé", ""],
    ["Autre", ""],
    ["", ""],
  ])("%s: %s", (text, material) => {
    expect(materialIn(text)).toBe(material);
  });

  it("is itself when the shop knows the text", () => {
    expect(materials.map(materialIn)).toEqual([...materials]);
  });

  it("is of each demo product the one that its specifications tell", () => {
    for (const { slug, material, specifications } of productsJson) {
      const said: Partial<Record<string, string>> = specifications;
      expect(materialIn(said.Matière ?? said.Dessus ?? ""), slug).toBe(material);
    }
  });
});
