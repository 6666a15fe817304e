import { describe, expect, it } from "vitest";
import type { Product, Variant } from "~/domain/catalogue/catalogue";
import { parseChoice } from "~/domain/catalogue/choice-form";
import { choiceState, optionsOf } from "~/domain/catalogue/choice-view";
import { familiesOf, familyTable, hexByName } from "~/domain/catalogue/color-family";
import {
  FIRST_PLACE,
  fitWords,
  ONE_COLOR,
  ONE_SIZE,
  pieces,
  sizeName,
  sizeWords,
  variantWords,
} from "~/domain/catalogue/size";
import { sizeBits } from "~/domain/catalogue/stock-index";

const blue = { slug: "blue", name: "Blue", hex: "#2b5f95" };
const variant = (size: number, sizeLabel: string, stock = 2): Variant => ({
  id: `v-${size}`,
  sku: `T-${size}`,
  color: blue,
  size,
  sizeLabel,
  stock,
});
const shirt = { slug: "tee", colors: [blue], variants: [variant(102, "Large"), variant(101, "Small", 0)] } as Product;

describe("sizes in words", () => {
  it("are read as the goods call them, and numbers as ever", () => {
    expect(sizeName({ size: 42 })).toBe("42");
    expect(sizeWords({ size: 42 })).toBe("pointure 42");
    expect(sizeName({ size: 102, sizeLabel: "Large" })).toBe("Large");
    expect(sizeWords({ size: 102, sizeLabel: "Large" })).toBe("taille Large");
    expect(sizeWords({ size: 101, sizeLabel: ONE_SIZE })).toBe("taille unique");
    expect(sizeWords({ size: 101, sizeLabel: "Logo\u00a0: Oui" })).toBe("Logo\u00a0: Oui");
    expect(sizeWords({ size: 101, sizeLabel: "Large, Logo\u00a0: Oui" })).toBe("taille Large, Logo\u00a0: Oui");
    expect([pieces(1, false), pieces(2, false), pieces(1, true), pieces(2, true)]).toEqual([
      "1 paire",
      "2 paires",
      "1 article",
      "2 articles",
    ]);
  });
  it("stand behind the colour, where there is one", () => {
    expect(variantWords({ size: 42, color: blue })).toBe("Blue, pointure 42");
    expect(variantWords({ size: FIRST_PLACE, sizeLabel: ONE_SIZE, color: ONE_COLOR })).toBe("taille unique");
  });
  it("are no shoe size, for no filter", () => {
    expect(sizeBits([FIRST_PLACE, FIRST_PLACE + 500])).toBe(0);
  });
  it("are offered by place, chosen by place, and named by their words", () => {
    const product = optionsOf(shirt);
    expect(product).toMatchObject({ sizes: [101, 102], labels: ["Small", "Large"] });
    const choice = { couleur: "blue", pointure: "102", quantite: "1" };
    expect(choiceState(product, choice, "blue").stock[0]).toBe("Blue, taille Large\u00a0: ");
    expect(choiceState(product, choice, "blue").inBar).toBe("Taille Large · ");
    expect(choiceState(product, { ...choice, pointure: "" }, "blue").inBar).toBe("Taille à choisir · ");
    const sent = (pointure: string) => parseChoice(shirt, { couleur: ["blue"], pointure: [pointure], quantite: [] });
    expect(sent("102")).toMatchObject({ ok: true, variant: { sizeLabel: "Large" } });
    expect(sent("42")).toEqual({ ok: false, errors: { pointure: "Veuillez sélectionner une taille" } });
    expect(sent("")).toEqual({ ok: false, errors: { pointure: "Veuillez sélectionner une taille" } });
  });
  it("have a fit in their own word", () => {
    expect(fitWords("small", true)).toBe("Taille petit\u00a0: prenez une taille au-dessus");
    expect(fitWords("small", false)).toBe("Taille petit\u00a0: prenez une pointure au-dessus");
  });
  it("leave the page of a shoe as it was", () => {
    const { sizeLabel: _, ...shoe } = variant(40, "");
    expect(optionsOf({ ...shirt, variants: [shoe] } as Product)).not.toHaveProperty("labels");
  });
});

describe("a colour that comes by its name alone", () => {
  it("gets the hex of its family, in French and in English, or none", () => {
    expect(hexByName("Navy Blue")).toBe(familyTable.bleu.hex);
    expect(hexByName("Gray")).toBe(familyTable.gris.hex);
    expect(hexByName("Rouge cerise")).toBe(familyTable.rouge.hex);
    expect(hexByName("Ocean mist")).toBe("");
  });
  it("belongs to no family when nothing is known of it", () => {
    expect(familiesOf("", "Ocean mist")).toEqual([]);
    expect(familiesOf("", "Black and White")).toEqual(["noir", "blanc"]);
  });
});
