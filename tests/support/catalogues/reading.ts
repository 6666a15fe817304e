import { readCatalogue } from "~/catalogue-import/read-list";
import type { MappingTerms } from "~/catalogue-import/source-product";
import { type Cells, lineOf } from "./lists";

/** Reads another shop's list as the command does, and writes lists of Shopify and WooCommerce. */

const terms: MappingTerms = { today: "2026-11-22" };
export const bytes = (text: string) => new TextEncoder().encode(text);
export const read = (text: string, more: Partial<MappingTerms> = {}) =>
  readCatalogue(bytes(text), { ...terms, ...more });
/** Remarks, such as "3 refused prix nul". */
export const remarksOf = ({ remarks }: ReturnType<typeof read>) =>
  remarks.map(({ line, kind, text }) => `${line} ${kind} ${text.replace(/\u00a0/g, " ")}`);
export const partsOf = (reading: ReturnType<typeof read>) => reading.products.flatMap(({ parts }) => parts);

export const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Status";
/** A line of that list: the named cells, the rest empty. */
export const shopify = (cells: Cells) => lineOf(cells, SHOPIFY.split(","));
/** The list of these lines, read. */
export const readShopify = (...lines: Cells[]) => read([SHOPIFY, ...lines.map(shopify)].join("\n"));

export const CLOG = {
  Handle: "sabot-annaba",
  Title: "Sabot Annaba",
  "Body (HTML)": "<p>Cuir &amp; liège.</p><ul><li>Léger</li></ul><script>alert(1)</script>",
  Type: "Sabots",
  Tags: "femme, été",
  Published: "TRUE",
  "Option1 Name": "Couleur",
  "Option1 Value": "Bleu nuit",
  "Option2 Name": "Pointure",
  "Option2 Value": "38",
  "Variant SKU": "ANN-BLEU-38",
  "Variant Inventory Qty": "3",
  "Variant Price": "4500",
  "Variant Compare At Price": "5200",
  "Image Src": "https://cdn.example/bleu.jpg?v=1",
  "Image Position": "1",
  Status: "active",
};
export const clog = [
  SHOPIFY,
  shopify(CLOG),
  shopify({
    Handle: "sabot-annaba",
    "Option1 Value": "Rouge",
    "Option2 Value": "EU 39",
    "Variant SKU": "ANN-ROUGE-39",
    "Variant Inventory Qty": "-2",
    "Variant Price": "4500",
    "Variant Compare At Price": "5200",
    "Variant Image": "https://cdn.example/rouge.jpg",
  }),
  shopify({
    Handle: "sabot-annaba",
    "Image Src": "https://cdn.example/rouge.jpg",
    "Image Position": "2",
    "Image Alt Text": "De côté",
  }),
];

const WOO_COLUMNS = {
  id: ["ID", "ID"],
  type: ["Type", "Type"],
  sku: ["SKU", "UGS"],
  name: ["Name", "Nom"],
  published: ["Published", "Publié"],
  featured: ["Is featured?", "Mis en avant\u00a0?"],
  visibility: ["Visibility in catalog", "Visibilité dans le catalogue"],
  short: ["Short description", "Description courte"],
  description: ["Description", "Description"],
  from: ["Date sale price starts", "Date de début de promo"],
  to: ["Date sale price ends", "Date de fin de promo"],
  there: ["In stock?", "En stock\u00a0?"],
  stock: ["Stock", "Stock"],
  sale: ["Sale price", "Tarif promo"],
  regular: ["Regular price", "Tarif régulier"],
  categories: ["Categories", "Catégories"],
  tags: ["Tags", "Étiquettes"],
  images: ["Images", "Images"],
  parent: ["Parent", "Parent"],
  grouped: ["Grouped products", "Produits groupés"],
  name1: ["Attribute 1 name", "Nom de l’attribut 1"],
  values1: ["Attribute 1 value(s)", "Valeur(s) de l’attribut 1 "],
  name2: ["Attribute 2 name", "Nom de l’attribut 2"],
  values2: ["Attribute 2 value(s)", "Valeur(s) de l’attribut 2 "],
} as const;
export type WooCells = Partial<Record<keyof typeof WOO_COLUMNS, string>>;

/** WooCommerce's list in the language of the shop that wrote it. */
export function woo(items: WooCells[], language: 0 | 1 = 0, sign = ","): string {
  const names = Object.keys(WOO_COLUMNS) as (keyof typeof WOO_COLUMNS)[];
  const head = Object.fromEntries(names.map((name) => [name, WOO_COLUMNS[name][language]]));
  return [head, ...items].map((cells) => lineOf(cells, names, sign)).join("\n");
}
