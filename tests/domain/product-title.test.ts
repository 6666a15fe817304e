import { describe, expect, it } from "vitest";
import type { Gender, Kind } from "~/domain/catalogue/catalogue";
import { categorySteps } from "~/domain/catalogue/category-path";
import { titleLines, titleOf } from "~/domain/catalogue/product-title";

const title = (name: string, kind: Kind, gender: Gender) => titleOf({ name, kind, gender });

describe("what a product is", () => {
  it("follows a name that does not say it", () => {
    expect(title("Tafna", "mules", "femme")).toBe("Tafna – mule femme");
    expect(title("Mostaganem", "baskets", "homme")).toBe("Mostaganem – basket homme");
    expect(title("Petit Crabe", "sandales", "enfant")).toBe("Petit Crabe – sandale enfant");
  });
  it("leaves out the gender of what is for everybody, or has none", () => {
    expect(title("Boston Sebkha", "sabots", "mixte")).toBe("Boston Sebkha – sabot");
  });
  it("is not told of what is no shoe", () => {
    for (const gender of ["femme", "mixte"] as const) expect(title("Sac Léa", "autres", gender)).toBe("Sac Léa");
  });
  it.each([
    ["Mule Tafna", "mules", "femme", "Mule Tafna – femme"],
    ["MULES Tafna, Camel", "mules", "mixte", "MULES Tafna, Camel"],
    ["Basket Arzew", "baskets", "mixte", "Basket Arzew"],
    ["Nu-pieds d'été", "sandales", "mixte", "Nu-pieds d'été"],
    ["Women's Suede Clog", "sabots", "femme", "Women's Suede Clog"],
    ["Sneakers enfant Récré", "baskets", "enfant", "Sneakers enfant Récré"],
    ["Toupie garçon", "baskets", "enfant", "Toupie garçon – basket"],
    // A product that its list calls a clog is not also called a mule.
    ["Sabot mule", "mules", "homme", "Sabot mule – homme"],
    // Parts of words say nothing.
    ["Mulette de Damas", "mules", "femme", "Mulette de Damas – mule femme"],
  ] as const)("of an imported «\u00a0%s\u00a0» is not told twice", (name, kind, gender, expected) => {
    expect(title(name, kind, gender)).toBe(expected);
  });
});

describe("a title in two lines", () => {
  it("says the name, then what it is, and breaks no line behind a dash", () => {
    expect(titleLines({ name: "Tafna", kind: "mules", gender: "femme" })).toEqual({
      name: "Tafna",
      what: "mule femme",
    });
    expect(titleLines({ name: "Sac Léa – cuir - noir", kind: "autres", gender: "mixte" })).toEqual({
      name: "Sac Léa –\u00a0cuir -\u00a0noir",
      what: "",
    });
    expect(titleLines({ name: "Nu-pieds", kind: "sandales", gender: "mixte" }).name).toBe("Nu-pieds");
  });
});

describe("the way to a product", () => {
  const shoes = { slug: "chaussures-été", name: "Chaussures d'été" };
  it("leads through its categories, by the addresses that these have", () => {
    expect(
      categorySteps([
        { slug: "femmes", name: "Femmes" },
        { slug: "femmes-mules", name: "Mules" },
      ]),
    ).toEqual([
      { name: "Femme", path: "/femme" },
      { name: "Mules", path: "/femme?subcategory=femmes-mules" },
    ]);
    expect(categorySteps([shoes])).toEqual([{ name: "Chaussures d'été", path: "/category/chaussures-%C3%A9t%C3%A9" }]);
  });
  it("leads through the whole shop where there is none", () => {
    expect(categorySteps([])).toEqual([{ name: "Boutique", path: "/shop" }]);
  });
});
