import { describe, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { colorFamilies, familiesOf, familyTable } from "~/domain/catalogue/color-family";

/** Every colour of the demo catalogue as a shopper would look for it. */
const expected: Record<string, string> = {
  Abricot: "orange",
  Acajou: "marron",
  Anthracite: "gris noir",
  Ardoise: "gris bleu",
  Argent: "metal",
  Blanc: "blanc",
  "Blanc et bleu": "blanc bleu",
  "Blanc et corail": "blanc orange",
  "Blanc et marine": "blanc bleu",
  "Blanc et rouge": "blanc rouge",
  "Blanc et vert": "blanc vert",
  "Bleu Méditerranée": "bleu",
  "Bleu ardoise": "bleu",
  "Bleu ciel": "bleu",
  "Bleu de travail": "bleu",
  "Bleu jean": "bleu",
  "Bleu marine": "bleu",
  "Bleu nuit": "bleu",
  "Bleu pétrole": "bleu",
  "Bleu vague": "bleu",
  Bordeaux: "rouge",
  Bougainvillier: "rose",
  Brique: "rouge orange",
  Brun: "marron",
  "Brun cacao": "marron",
  "Brun écorce": "marron",
  Camel: "marron beige",
  Caramel: "marron",
  Chocolat: "marron",
  Ciment: "gris",
  Clémentine: "orange",
  Cognac: "marron",
  Corail: "orange rose",
  "Cuir naturel": "marron",
  Doré: "metal",
  Fauve: "marron",
  Framboise: "rose rouge",
  Grenade: "rouge",
  Gris: "gris",
  "Gris chiné": "gris",
  "Gris clair": "gris",
  "Gris galet": "gris",
  "Gris perle": "gris",
  "Gris souris": "gris",
  Indigo: "bleu",
  Ivoire: "blanc beige",
  "Jaune citron": "jaune",
  "Jaune phare": "jaune",
  "Jaune soleil": "jaune",
  Kaki: "vert",
  Lagon: "bleu vert",
  Lavande: "violet",
  Lilas: "violet",
  "Lilas et écru": "violet beige",
  "Lin naturel": "beige",
  Mandarine: "orange",
  Marine: "bleu",
  Miel: "marron jaune",
  Mousse: "vert",
  Moutarde: "jaune",
  Noir: "noir",
  "Noir et or": "noir metal",
  "Noir fumé": "noir",
  "Noir intégral": "noir",
  Noisette: "marron taupe",
  Nude: "beige",
  Olive: "vert",
  "Or pâle": "metal",
  "Or rose": "metal rose",
  Piment: "rouge orange",
  Prune: "violet",
  "Rose bonbon": "rose",
  "Rose corail": "rose",
  "Rose des sables": "rose",
  "Rose poudré": "rose",
  "Rose thé": "rose",
  Rouge: "rouge",
  "Rouge cerise": "rouge",
  "Rouge crabe": "rouge",
  "Rouge grenade": "rouge",
  Sable: "beige",
  Safran: "jaune orange",
  Sel: "beige blanc",
  Tabac: "marron",
  Taupe: "taupe",
  Terracotta: "orange marron",
  "Terre cuite": "orange marron",
  Turquoise: "bleu vert",
  "Vert amande": "vert",
  "Vert bouteille": "vert",
  "Vert cyprès": "vert",
  "Vert forêt": "vert",
  "Vert olive": "vert",
  "Vert pomme": "vert",
  "Vert prairie": "vert",
  "Vert sapin": "vert",
  "Vert sauge": "vert",
  Écru: "beige",
};

describe("a colour's families", () => {
  const colors = demo.products.flatMap((product) => product.colors);

  it("are what a shopper would say, for every colour of the demo catalogue", () => {
    const found = Object.fromEntries(colors.map(({ hex, name }) => [name, familiesOf(hex, name).join(" ")]));
    expect(found).toEqual(expected);
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
