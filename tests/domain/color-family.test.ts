import { describe, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { colorFamilies, familiesOf, familyTable } from "~/domain/catalogue/color-family";

/** The colours of the demo catalogue by the families in which a shopper would look for them. */
const expected: Record<string, string> = {
  noir: "Noir, Noir fumé, Noir intégral",
  "noir metal": "Noir et or",
  blanc: "Blanc",
  "blanc beige": "Ivoire",
  "blanc rouge": "Blanc et rouge",
  "blanc orange": "Blanc et corail",
  "blanc vert": "Blanc et vert",
  "blanc bleu": "Blanc et bleu, Blanc et marine",
  gris: "Ciment, Gris, Gris chiné, Gris clair, Gris galet, Gris perle, Gris souris",
  "gris noir": "Anthracite",
  "gris bleu": "Ardoise",
  taupe: "Taupe",
  beige: "Lin naturel, Nude, Sable, Écru",
  "beige blanc": "Sel",
  marron: "Acajou, Brun, Brun cacao, Brun écorce, Caramel, Chocolat, Cognac, Cuir naturel, Fauve, Tabac",
  "marron taupe": "Noisette",
  "marron beige": "Camel",
  "marron jaune": "Miel",
  rouge: "Bordeaux, Grenade, Rouge, Rouge cerise, Rouge crabe, Rouge grenade",
  "rouge orange": "Brique, Piment",
  rose: "Bougainvillier, Rose bonbon, Rose corail, Rose des sables, Rose poudré, Rose thé",
  "rose rouge": "Framboise",
  orange: "Abricot, Clémentine, Mandarine",
  "orange marron": "Terracotta, Terre cuite",
  "orange rose": "Corail",
  jaune: "Jaune citron, Jaune phare, Jaune soleil, Moutarde",
  "jaune orange": "Safran",
  vert: "Kaki, Mousse, Olive, Vert amande, Vert bouteille, Vert cyprès, Vert forêt, Vert olive, Vert pomme, Vert prairie, Vert sapin, Vert sauge",
  bleu: "Bleu Méditerranée, Bleu ardoise, Bleu ciel, Bleu de travail, Bleu jean, Bleu marine, Bleu nuit, Bleu pétrole, Bleu vague, Indigo, Marine",
  "bleu vert": "Lagon, Turquoise",
  violet: "Lavande, Lilas, Prune",
  "violet beige": "Lilas et écru",
  metal: "Argent, Doré, Or pâle",
  "metal rose": "Or rose",
};

describe("a colour's families", () => {
  const colors = demo.products.flatMap((product) => product.colors);

  it("are what a shopper would say, for every colour of the demo catalogue", () => {
    const found = Object.fromEntries(colors.map(({ hex, name }) => [name, familiesOf(hex, name).join(" ")]));
    const wanted = Object.entries(expected).flatMap(([families, names]) =>
      names.split(", ").map((name) => [name, families]),
    );
    expect(found).toEqual(Object.fromEntries(wanted));
  });

  it("leave no family without a colour", () => {
    const found = new Set(colors.flatMap(({ hex, name }) => familiesOf(hex, name)));
    expect([...found].sort()).toEqual([...colorFamilies].sort());
  });

  it.each([
    ["#1b191a", "noir"],
    ["#f4f1ea", "blanc"],
    ["#8a8883", "gris"],
    ["#8d7a68", "taupe"],
    ["#ddd2bc", "beige"],
    ["#6a4429", "marron"],
    ["#4a3226", "marron"],
    ["#b8382f", "rouge"],
    ["#dd8a95", "rose"],
    ["#d0692c", "orange"],
    ["#e3b23a", "jaune"],
    ["#3f4f3c", "vert"],
    ["#2b6f9f", "bleu"],
    ["#26344f", "bleu"],
    ["#9d92b8", "violet"],
    ["no colour", "gris"],
  ])("come from the shade when the name says nothing: %s is %s", (hex, family) => {
    expect(familiesOf(hex, "Djurdjura")).toEqual([family]);
    expect(familiesOf(hex)).toEqual([family]);
  });

  it("read a name whatever its spelling", () => {
    for (const name of ["BLANC ET MARINE", "blanc & marine", "Blanc/Marine", "blanc, marine et blanc"])
      expect(familiesOf("#e9e7e2", name)[0]).toBe("blanc");
    expect(familiesOf("#000000", "constructor")).toEqual(["noir"]);
  });

  it("have a label and a dot each", () => {
    for (const family of colorFamilies) {
      expect(familyTable[family].label).toMatch(/^[A-Z]/);
      expect(familyTable[family].hex).toMatch(/^#[\da-f]{6}$/);
    }
  });
});
