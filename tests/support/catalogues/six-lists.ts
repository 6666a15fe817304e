import type { Gender } from "~/domain/catalogue/catalogue";
import type { ColorFamily } from "~/domain/catalogue/color-family";
import { inCodePage } from "./code-pages";

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

const text = (...lines: string[]) => lines.join("\r\n");
const utf8 = (...lines: string[]) => new TextEncoder().encode(text(...lines));

export const sixLists: List[] = [
  {
    name: "Shopify's, with metafields and sizes in two systems",
    bytes: utf8(
      "Title,Variant Price,Variant Inventory Qty,Handle,Type,Vendor,Target gender (product.metafields.shopify.target-gender),Age group (product.metafields.shopify.age-group),Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Barcode",
      "Kenza Runner,4500,2,kenza-runner,Sneakers,Atlas,female,adults,Colour/Pattern,Navy,EU,38,US Size,7,KR-NAV-1,36005640000",
      ",4500,2,kenza-runner,,,,,Colour/Pattern,Navy,EU,39.0,US Size,8,KR-NAV-2,36005640001",
      ',4500,2,kenza-runner,,,,,Colour/Pattern,Off White,EU,"40,5",US Size,9,KR-NAV-3,36005640002',
    ),
    expected: [
      {
        ...{ slug: "kenza-runner", gender: "femme", brand: "Atlas", sizes: [38, 39, 40], colors: ["bleu", "blanc"] },
        codes: ["KR-NAV-2", "krnav2", "36005640001"],
      },
    ],
  },
  {
    name: "Shopify's, in French, one size each",
    bytes: utf8(
      "Title;Variant Price;Variant Inventory Qty;Handle;Type;Vendor;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Variant SKU;Variant Barcode",
      "Derby Sidi pour homme;4500;2;derby-sidi;Chaussures > Ville;Maison Tlemcen;Couleur :;Cognac;Pointure (EU);Pointure 42;DS-1;36005240000",
      "Botte Aurès;4500;2;botte-aures;Femme > Bottes;Maison Tlemcen;Couleur :;Noir verni;Pointure (EU);36 2/3;BA-1;36005240000",
      ";4500;2;botte-aures;;;Couleur :;Noir verni;Pointure (EU);37 1/3;BA-2;36005240001",
    ),
    expected: [
      {
        ...{ slug: "derby-sidi", gender: "homme", brand: "Maison Tlemcen", sizes: [42], colors: ["marron"] },
        codes: ["DS-1"],
      },
      {
        ...{ slug: "botte-aures", gender: "femme", brand: "Maison Tlemcen", sizes: [36, 37], colors: ["noir"] },
        codes: ["BA-2", "ba2"],
      },
    ],
  },
  {
    name: "Shopify's, for children, with prices in the French way",
    bytes: utf8(
      "Title,Variant Price,Variant Inventory Qty,Handle,Type,Tags,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Barcode",
      'Basket Préau,4.500,2,basket-preau-bleu,Baskets,"kids, école",pa_taille,EU25,Couleur principale,Bleu ciel,PREAU-1,36005540000',
      ",4.500,2,basket-preau-bleu,,,pa_taille,26,Couleur principale,Rose fuchsia,PREAU-2,36005540001",
    ),
    expected: [
      {
        ...{ slug: "basket-preau-bleu", gender: "enfant", brand: "", sizes: [25, 26], colors: ["bleu", "rose"] },
        codes: ["PREAU-1"],
      },
    ],
  },
  {
    name: "WooCommerce's, in French",
    bytes: utf8(
      'ID,Type,UGS,Nom,Publié,Catégories,Marques,Tarif régulier,Stock,Parent,"GTIN, UPC, EAN ou ISBN",Nom de l’attribut 1,Valeur(s) de l’attribut 1,Nom de l’attribut 2,Valeur(s) de l’attribut 2',
      '10,variable,MULE-ZR,Mule Zéralda,1,Chaussures > Femme,Zéphyr,,,,,Pointure EU,"36\\,5, 38",Genre,Femme',
      '11,variation,MULE-ZR-365,Mule Zéralda,1,,,3200,2,MULE-ZR,0194-5012-3365,Pointure EU,"36,5",,',
      "12,variation,MULE-ZR-38,Mule Zéralda,1,,,3200,1,id:10,,Pointure EU,38,,",
      "13,simple,SB-1,Sabot blanc,1,Sabots,Zéphyr,2 900 DA,4,,,Pointure,41,Couleur,Blanc",
    ),
    expected: [
      {
        ...{ slug: "mule-zeralda", gender: "femme", brand: "Zéphyr", sizes: [36, 38], colors: [] },
        codes: ["MULE-ZR-365", "019450123365"],
      },
      { slug: "sabot-blanc", gender: "mixte", brand: "Zéphyr", sizes: [41], colors: ["blanc"], codes: ["SB-1"] },
    ],
  },
  {
    name: "WooCommerce's, in Arabic, saved by Excel",
    bytes: inCodePage(
      "windows-1256",
      text(
        "المعرّف,النوع,رمز المنتج,الاسم,منشور؟,التصنيفات,الماركة,السعر العادي,المخزون,الأصل,اسم السمة 1,قيمة السمة 1,اسم السمة 2,قيمة السمة 2",
        '20,variable,SANDAL,Sandale صندل,1,نساء,Sahara,,,,المقاس,"38, 39",اللون,"أسود, بني"',
        "21,variation,SANDAL-38,Sandale صندل,1,,,4500 دج,3,SANDAL,المقاس,38,اللون,أسود",
        "22,variation,SANDAL-39,Sandale صندل,1,,,4500 دج,3,SANDAL,المقاس,39,اللون,بني",
      ),
    ),
    expected: [
      {
        ...{ slug: "sandale", gender: "femme", brand: "Sahara", sizes: [38, 39], colors: ["noir", "marron"] },
        codes: ["SANDAL-38", "sandal39"],
      },
    ],
  },
  {
    name: "Shopify's, in German, with a choice more",
    bytes: utf8(
      "Title,Variant Price,Variant Inventory Qty,Handle,Type,Marke,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Barcode",
      "Halbschuh Harz Herren,4500,2,halbschuh-harz,Schuhe,Harz,Farbe,Dunkelblau,Schuhgröße,43 EU,Weite,Normal,HH-1,36005240000",
      ",4500,2,halbschuh-harz,,,Farbe,Dunkelblau,Schuhgröße,43 EU,Weite,Weit,HH-2,36005240001",
    ),
    expected: [
      { slug: "halbschuh-harz", gender: "homme", brand: "Harz", sizes: [43], colors: ["bleu"], codes: ["HH-1"] },
      {
        ...{ slug: "halbschuh-harz-weite-weit", gender: "homme", brand: "Harz", sizes: [43], colors: ["bleu"] },
        codes: ["HH-2"],
      },
    ],
  },
];
