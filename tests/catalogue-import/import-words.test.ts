import { describe, expect, it } from "vitest";
import { isForeignSize, meaningOf } from "~/catalogue-import/option-name";
import { euSizeOf } from "~/catalogue-import/shoe-size";
import { familiesOf } from "~/domain/catalogue/color-family";
import { genderNamed } from "~/domain/catalogue/gender-words";
import { sizeName } from "~/domain/catalogue/size";
import { type Cells, csv } from "../support/catalogues/lists";
import { partsOf, read } from "../support/catalogues/reading";

/** Words of other shops for sizes, colours and people, in several languages. */

const optionsOf = (choice: Cells) =>
  Object.entries(choice).flatMap(([name, value], index) => [
    [`Option${index + 1} Name`, name],
    [`Option${index + 1} Value`, value],
  ]);
/** Shopify's list of one product: a variant for each choice, the first with the product's cells. */
function shopify({ Handle = "derby", ...product }: Cells, ...choices: Cells[]) {
  const always = { Handle, "Variant Price": "4500", "Variant Inventory Qty": "2" };
  const rows = choices.map((choice, index) => ({
    ...always,
    ...(index === 0 ? { Title: Handle, Type: "Chaussures", ...product } : {}),
    ...Object.fromEntries(optionsOf(choice)),
  }));
  return read(csv(rows));
}
const sizesOf = (reading: ReturnType<typeof read>) =>
  partsOf(reading).flatMap(({ variants }) => variants.map((variant) => variant.sizeLabel ?? variant.size));
const plain = (texts: readonly string[]) => texts.map((text) => text.replace(/\u00a0/g, " "));
const remarksOf = ({ remarks }: ReturnType<typeof read>) => plain(remarks.map(({ text }) => text));

describe("the name of an option", () => {
  it.each(
    Object.entries({
      size: [
        ...["Pointure EU", "Pointure (EU)", "Taille chaussures", "EU", "pa_pointure", "Pointure:", "POINTURES"],
        ...["Shoe size", "Choisissez votre pointure", "La pointure :", "Size", "المقاس", "مقاس الحذاء"],
        ...["Talla de zapato", "Schuhgröße", "Größe", "Taglia", "Misura", "Numero", "Taille US", "EU / FR"],
      ],
      color: [
        ...["Couleur :", "Colour/Pattern", "Couleur principale", "اللون", "pa_color", "COULEURS", "Coloris", "Farbe"],
        ...["Colore", "Color", "La couleur du produit", "لون الحذاء", "Ｃｏｕｌｅｕｒ"],
      ],
      gender: ["Genre", "Target gender", "Sexe", "الجنس", "Geschlecht", "Género", "Google Shopping / Gender"],
      age: ["Google Shopping / Age Group", "Âge", "العمر"],
      brand: ["Vendor", "Brands", "Marque", "الماركة", "Marca", "Marke", "Hersteller"],
      material: ["Matière", "Footwear material", "Upper material", "Dessus"],
    }).flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
  )("%s is a %s", (name, meaning) => {
    expect(meaningOf(name)).toBe(meaning);
  });
  it("means nothing when a word of it means something else", () => {
    for (const name of ["Couleur de la semelle", "Hauteur du talon", "Logo", "Choix", "Option", "Size guide", "", "!"])
      expect(meaningOf(name), name).toBeUndefined();
    expect([isForeignSize("Taille US"), isForeignSize("EU / US"), isForeignSize("Taille")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the size of a shoe", () => {
  const written: Record<number, string> = {
    40: [
      "40|40.0|40,0|EU40|EU 40|40 EU|eu-40|Pointure 40|EU 40 / US 7|US 7 / EU 40|٤٠|۴۰|40 (EU)|Taille: 40",
      "FR 40|مقاس 40|UK 6.5 - EU 40|４０|N° 40|\u200e40\u200f",
    ].join("|"),
    36.5: "36,5|36.5|36.50|36 1/2|36½|EU 36,5|36,5 EU|٣٦٫٥",
    36.67: "36 2/3|36⅔|36.67|36,66|EU 36 2/3",
    36.33: "36 1/3|36⅓",
    16: "16",
    50: "50",
  };
  it.each(Object.entries(written))("EU %s is read as it is written", (size, texts) => {
    for (const text of texts.split("|")) expect(euSizeOf(text), text).toBe(Number(size));
  });
  it("is none of another system, nor what is no size", () => {
    for (const text of [
      "7",
      "US 7",
      "UK 40",
      "42 US",
      "40/41",
      "39-40",
      "15",
      "51",
      "40.25",
      "400",
      "4O",
      "L",
      "40 cm",
      "24 mois",
      "",
    ])
      expect(euSizeOf(text), text).toBeUndefined();
  });
  it("has the name that a shopper writes", () => {
    expect([40, 40.5, 36.33, 36.67].map((size) => sizeName({ size }))).toEqual(["40", "40,5", "36 1/3", "36 2/3"]);
  });
});

describe("sizes of a list", () => {
  it.each(["Pointure EU", "Pointure (EU)", "Taille chaussures", "EU", "pa_pointure", "Pointure:", "المقاس", "Modèle"])(
    "stay sizes under «\u00a0%s\u00a0», one or several",
    (name) => {
      expect(sizesOf(shopify({}, { [name]: "41" }, { [name]: "42" }))).toEqual([41, 42]);
      expect(sizesOf(shopify({}, { [name]: "41" }))).toEqual([41]);
    },
  );
  it("are halves and thirds among whole ones", () => {
    const reading = shopify({}, { Pointure: "39" }, { Pointure: "40,5" }, { Pointure: "40" }, { Pointure: "36 2/3" });
    expect(sizesOf(reading)).toEqual([39, 40.5, 40, 36.67]);
    expect(reading.remarks).toEqual([]);
  });
  it("of another system are kept as they are, and said", () => {
    const reading = shopify({}, { Pointure: "40" }, { Pointure: "US 7" }, { Pointure: "40/41" });
    expect(sizesOf(reading)).toEqual([40, "US 7", "40/41"]);
    expect(remarksOf(reading)).toEqual([
      "tailles gardées telles quelles, hors du filtre par pointure : « US 7 », « 40/41 »",
    ]);
    expect(sizesOf(shopify({}, { "Taille US": "40" }, { "Taille US": "41" }))).toEqual(["40", "41"]);
  });
  it("are said once where the list says them in two systems", () => {
    const reading = shopify({}, { "Size US": "7", "Size EU": "40" }, { "Size US": "8", "Size EU": "41" });
    expect(sizesOf(reading)).toEqual([40, 41]);
    expect(partsOf(reading)[0]?.specifications).toEqual([{ name: "Size US", value: "7, 8" }]);
  });
  it("of garments and of other goods are words", () => {
    expect(sizesOf(shopify({ Handle: "robe", Type: "Robes" }, { Taille: "40" }, { Taille: "42" }))).toEqual([
      "40",
      "42",
    ]);
    expect(sizesOf(shopify({ Handle: "lacets", Type: "Entretien" }, { Longueur: "45" }, { Longueur: "60" }))).toEqual([
      "Longueur\u00a0: 45",
      "Longueur\u00a0: 60",
    ]);
    // A shoe to wear with jeans is a shoe.
    expect(sizesOf(shopify({ Handle: "mocassin", Tags: "jeans" }, { Taille: "42" }))).toEqual([42]);
  });
  it("leave what else is chosen of a shoe to products of their own", () => {
    const reading = shopify({}, { Pointure: "40", Semelle: "Gomme" }, { Pointure: "40", Semelle: "Cuir" });
    expect(partsOf(reading)).toMatchObject([
      { name: "derby", specifications: [{ name: "Semelle", value: "Gomme" }], variants: [{ size: 40 }] },
      {
        name: "derby, Semelle\u00a0: Cuir",
        specifications: [{ name: "Semelle", value: "Cuir" }],
        variants: [{ size: 40 }],
      },
    ]);
    expect(remarksOf(reading)).toEqual([
      "« derby » a plus de choix que couleur et pointure : 2 produits, un par choix",
    ]);
  });
});

describe("colours of a list", () => {
  it.each(["Couleur :", "Colour/Pattern", "Couleur principale", "اللون", "pa_couleur"])(
    "are colours under «\u00a0%s\u00a0»",
    (name) => {
      const [part] = partsOf(shopify({}, { [name]: "أسود", Pointure: "41" }, { [name]: "Blanc", Pointure: "41" }));
      expect(part?.variants).toMatchObject([
        { size: 41, color: { name: "أسود", hex: "#1f1e20" } },
        { size: 41, color: { name: "Blanc", hex: "#f4f0e8" } },
      ]);
    },
  );
  it("are told apart by their whole names", () => {
    const long = "Semelle en bois de hêtre massif non verni et cuir";
    const [part] = partsOf(
      shopify({}, { Couleur: `${long} clair` }, { Couleur: `${long} foncé` }, { Couleur: "Noir" }),
    );
    expect(new Set(part?.variants.map(({ color }) => color.slug)).size).toBe(3);
  });
  it.each([
    ["أسود", "noir"],
    ["الأحمر", "rouge"],
    ["أبيض و أسود", "blanc noir"],
    ["بني فاتح", "marron"],
    ["كحلي", "bleu"],
    ["وردي", "rose"],
    ["Negro", "noir"],
    ["Azul marino", "bleu"],
    ["Rojo y blanco", "rouge blanc"],
    ["Dunkelblau", "bleu"],
    ["Weiß", "blanc"],
    ["Schwarz und grün", "noir vert"],
    ["Nero", "noir"],
    ["Marrone scuro", "marron"],
    ["Noires", "noir"],
    ["Gold/Silver", "metal"],
  ])("%s is %s", (name, families) => {
    expect(familiesOf("", name).join(" ")).toBe(families);
  });
});

describe("for whom a product is", () => {
  const gender = (product: Cells, choice: Cells = {}) => shopify(product, choice).products[0]?.gender;
  it("is said by columns, then by options, tags, categories and names", () => {
    const column = "Target gender (product.metafields.shopify.target-gender)";
    expect(gender({ [column]: "Female", Tags: "homme" })).toBe("femme");
    expect(gender({ [column]: "unisex", Tags: "" })).toBe("mixte");
    expect(gender({ "Google Shopping / Age Group": "kids", "Google Shopping / Gender": "female" })).toBe("enfant");
    expect(gender({ "Google Shopping / Age Group": "adult", Tags: "cuir, Homme" })).toBe("homme");
    expect(gender({ Tags: "femme" }, { Genre: "Homme" })).toBe("homme");
    expect(gender({ Type: "Femme > Sandales" })).toBe("femme");
    expect(gender({ Title: "Sandale pour homme" })).toBe("homme");
    expect(gender({ Title: "حذاء للنساء" })).toBe("femme");
    expect(gender({ Title: "Kids' sneakers" })).toBe("enfant");
    expect(gender({ Tags: "homme, femme", Title: "Sabot femme" })).toBe("femme");
    expect(gender({ Tags: "homme, femme" })).toBe("mixte");
    expect(gender({})).toBeUndefined();
  });
  it("is 'mixte' where nobody said it, and the report counts these", () => {
    const reading = shopify({}, { Pointure: "40" });
    expect(partsOf(reading)[0]?.gender).toBe("mixte");
    const said = "La liste ne dit pas pour qui est 1 produit : genre « mixte »";
    expect(plain(reading.summary)).toEqual([`${said} pour ce qui est nouveau, le reste garde le sien.`]);
    const withColumn = shopify({ Genre: "" }, { Pointure: "40" });
    expect(partsOf(withColumn)[0]?.unsaid).not.toContain("gender");
    expect(plain(withColumn.summary)).toEqual([`${said}.`]);
  });
  it("is an option that parts a product", () => {
    const reading = shopify({}, { Pointure: "40", Genre: "Homme" }, { Pointure: "40", Genre: "Femme" });
    expect(partsOf(reading).map((part) => part.gender)).toEqual(["homme", "femme"]);
  });
  it("stands first in the path of its category, wherever the list has it", () => {
    const path = (Type: string) => partsOf(shopify({ Type }, { Pointure: "40" }))[0]?.category;
    expect(path("Chaussures > Femme")).toEqual(["Femmes", "Chaussures"]);
    expect(path("Women > Shoes > Mules")).toEqual(["Femmes", "Mules"]);
    expect(path("Femme")).toEqual(["Femmes"]);
    expect(path("Chaussures > Sandales > Été")).toEqual(["Chaussures", "Sandales"]);
  });
  it("is what a category may be called by", () => {
    for (const name of ["Femme", "Femmes", "FEMME", "Pour femmes", "نساء", "Women's", "Mujer"])
      expect(genderNamed(name), name).toBe("femme");
    for (const name of ["Sandales", "Femme et homme", "Sandales femme", ""])
      expect(genderNamed(name), name).toBeUndefined();
  });
});
