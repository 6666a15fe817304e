import type { Gender } from "~/domain/catalogue/catalogue";
import type { ColorFamily } from "~/domain/catalogue/color-family";
import { inCodePage } from "./code-pages";
import { type Cells, csv, shopifyOptions, shopifyRows } from "./lists";

/** Six small lists after the kinds that other shops export, and what shoppers find of them. */

interface Expected {
  slug: string;
  gender: Gender;
  brand: string;
  /** Whole sizes that find it. */
  sizes: number[];
  colors: ColorFamily[];
  /** References and barcodes of any variant. */
  codes: string[];
}

interface List {
  name: string;
  bytes: Uint8Array;
  expected: Expected[];
}

const utf8 = (text: string) => new TextEncoder().encode(text);

/** A variant of the sandal in WooCommerce's Arabic columns. */
const arabicVariation = (id: string, size: string, color: string): Cells => ({
  المعرّف: id,
  النوع: "variation",
  "رمز المنتج": `SANDAL-${size}`,
  الاسم: "Sandale صندل",
  "منشور؟": "1",
  "السعر العادي": "4500 دج",
  المخزون: "3",
  الأصل: "SANDAL",
  "اسم السمة 1": "المقاس",
  "قيمة السمة 1": size,
  "اسم السمة 2": "اللون",
  "قيمة السمة 2": color,
});

const numbered = (rows: Cells[], prefix: string): Cells[] =>
  rows.map((row, index) => ({
    ...row,
    "Variant SKU": `${prefix}-${index + 1}`,
    "Variant Barcode": `36005${prefix.length}4000${index}`,
  }));

const metafields: List = {
  name: "Shopify's, with metafields and sizes in two systems",
  bytes: utf8(
    csv([
      ...numbered(
        shopifyRows(
          {
            Handle: "kenza-runner",
            Title: "Kenza Runner",
            Type: "Sneakers",
            Vendor: "Atlas",
            "Target gender (product.metafields.shopify.target-gender)": "female",
            "Age group (product.metafields.shopify.age-group)": "adults",
          },
          shopifyOptions(
            [
              ["Colour/Pattern", "Navy"],
              ["EU", "38"],
              ["US Size", "7"],
            ],
            [
              ["Colour/Pattern", "Navy"],
              ["EU", "39.0"],
              ["US Size", "8"],
            ],
            [
              ["Colour/Pattern", "Off White"],
              ["EU", "40,5"],
              ["US Size", "9"],
            ],
          ),
        ),
        "KR-NAV",
      ),
    ]),
  ),
  expected: [
    {
      slug: "kenza-runner",
      gender: "femme",
      brand: "Atlas",
      sizes: [38, 39, 40],
      colors: ["bleu", "blanc"],
      codes: ["KR-NAV-2", "krnav2", "3600564 0001".replace(" ", "")],
    },
  ],
};

const french: List = {
  name: "Shopify's, in French, one size each",
  bytes: utf8(
    csv(
      [
        ...numbered(
          shopifyRows(
            {
              Handle: "derby-sidi",
              Title: "Derby Sidi pour homme",
              Type: "Chaussures > Ville",
              Vendor: "Maison Tlemcen",
            },
            shopifyOptions([
              ["Couleur :", "Cognac"],
              ["Pointure (EU)", "Pointure 42"],
            ]),
          ),
          "DS",
        ),
        ...numbered(
          shopifyRows(
            { Handle: "botte-aures", Title: "Botte Aurès", Type: "Femme > Bottes", Vendor: "Maison Tlemcen" },
            shopifyOptions(
              [
                ["Couleur :", "Noir verni"],
                ["Pointure (EU)", "36 2/3"],
              ],
              [
                ["Couleur :", "Noir verni"],
                ["Pointure (EU)", "37 1/3"],
              ],
            ),
          ),
          "BA",
        ),
      ],
      undefined,
      ";",
    ),
  ),
  expected: [
    { slug: "derby-sidi", gender: "homme", brand: "Maison Tlemcen", sizes: [42], colors: ["marron"], codes: ["DS-1"] },
    {
      slug: "botte-aures",
      gender: "femme",
      brand: "Maison Tlemcen",
      sizes: [36, 37],
      colors: ["noir"],
      codes: ["BA-2", "ba2"],
    },
  ],
};

const kids: List = {
  name: "Shopify's, for children, with prices in the French way",
  bytes: utf8(
    csv(
      numbered(
        shopifyRows(
          {
            Handle: "basket-preau-bleu",
            Title: "Basket Préau",
            Type: "Baskets",
            Tags: "kids, école",
            "Variant Price": "4.500",
          },
          shopifyOptions(
            [
              ["pa_taille", "EU25"],
              ["Couleur principale", "Bleu ciel"],
            ],
            [
              ["pa_taille", "26"],
              ["Couleur principale", "Rose fuchsia"],
            ],
          ),
        ).map((row) => ({ ...row, "Variant Price": "4.500" })),
        "PREAU",
      ),
    ),
  ),
  expected: [
    {
      slug: "basket-preau-bleu",
      gender: "enfant",
      brand: "",
      sizes: [25, 26],
      colors: ["bleu", "rose"],
      codes: ["PREAU-1"],
    },
  ],
};

const wooFrench: List = {
  name: "WooCommerce's, in French",
  bytes: utf8(
    csv([
      {
        ID: "10",
        Type: "variable",
        UGS: "MULE-ZR",
        Nom: "Mule Zéralda",
        Publié: "1",
        Catégories: "Chaussures > Femme",
        Marques: "Zéphyr",
        "Tarif régulier": "",
        Stock: "",
        Parent: "",
        "GTIN, UPC, EAN ou ISBN": "",
        "Nom de l’attribut 1": "Pointure EU",
        "Valeur(s) de l’attribut 1": "36\\,5, 38",
        "Nom de l’attribut 2": "Genre",
        "Valeur(s) de l’attribut 2": "Femme",
      },
      {
        ID: "11",
        Type: "variation",
        UGS: "MULE-ZR-365",
        Nom: "Mule Zéralda",
        Publié: "1",
        "Tarif régulier": "3200",
        Stock: "2",
        Parent: "MULE-ZR",
        "GTIN, UPC, EAN ou ISBN": "0194-5012-3365",
        "Nom de l’attribut 1": "Pointure EU",
        "Valeur(s) de l’attribut 1": "36,5",
      },
      {
        ID: "12",
        Type: "variation",
        UGS: "MULE-ZR-38",
        Nom: "Mule Zéralda",
        Publié: "1",
        "Tarif régulier": "3200",
        Stock: "1",
        Parent: "id:10",
        "Nom de l’attribut 1": "Pointure EU",
        "Valeur(s) de l’attribut 1": "38",
      },
      {
        ID: "13",
        Type: "simple",
        UGS: "SB-1",
        Nom: "Sabot blanc",
        Publié: "1",
        Catégories: "Sabots",
        Marques: "Zéphyr",
        "Tarif régulier": "2 900 DA",
        Stock: "4",
        "Nom de l’attribut 1": "Pointure",
        "Valeur(s) de l’attribut 1": "41",
        "Nom de l’attribut 2": "Couleur",
        "Valeur(s) de l’attribut 2": "Blanc",
      },
    ]),
  ),
  expected: [
    {
      slug: "mule-zeralda",
      gender: "femme",
      brand: "Zéphyr",
      sizes: [36, 38],
      colors: [],
      codes: ["MULE-ZR-365", "019450123365"],
    },
    { slug: "sabot-blanc", gender: "mixte", brand: "Zéphyr", sizes: [41], colors: ["blanc"], codes: ["SB-1"] },
  ],
};

const wooArabic: List = {
  name: "WooCommerce's, in Arabic, saved by Excel",
  bytes: inCodePage(
    "windows-1256",
    csv([
      {
        المعرّف: "20",
        النوع: "variable",
        "رمز المنتج": "SANDAL",
        الاسم: "Sandale صندل",
        "منشور؟": "1",
        التصنيفات: "نساء",
        الماركة: "Sahara",
        "السعر العادي": "",
        المخزون: "",
        الأصل: "",
        "اسم السمة 1": "المقاس",
        "قيمة السمة 1": "38, 39",
        "اسم السمة 2": "اللون",
        "قيمة السمة 2": "أسود, بني",
      },
      arabicVariation("21", "38", "أسود"),
      arabicVariation("22", "39", "بني"),
    ]),
  ),
  expected: [
    {
      slug: "sandale",
      gender: "femme",
      brand: "Sahara",
      sizes: [38, 39],
      colors: ["noir", "marron"],
      codes: ["SANDAL-38", "sandal39"],
    },
  ],
};

const german: List = {
  name: "Shopify's, in German, with a choice more",
  bytes: utf8(
    csv(
      numbered(
        shopifyRows(
          { Handle: "halbschuh-harz", Title: "Halbschuh Harz Herren", Type: "Schuhe", Marke: "Harz" },
          shopifyOptions(
            [
              ["Farbe", "Dunkelblau"],
              ["Schuhgröße", "43 EU"],
              ["Weite", "Normal"],
            ],
            [
              ["Farbe", "Dunkelblau"],
              ["Schuhgröße", "43 EU"],
              ["Weite", "Weit"],
            ],
          ),
        ),
        "HH",
      ),
    ),
  ),
  expected: [
    { slug: "halbschuh-harz", gender: "homme", brand: "Harz", sizes: [43], colors: ["bleu"], codes: ["HH-1"] },
    {
      slug: "halbschuh-harz-weite-weit",
      gender: "homme",
      brand: "Harz",
      sizes: [43],
      colors: ["bleu"],
      codes: ["HH-2"],
    },
  ],
};

export const sixLists: List[] = [metafields, french, kids, wooFrench, wooArabic, german];
