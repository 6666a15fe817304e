import type { Source } from "~/domain/imported-product";
import { Leftovers } from "./leftovers";
import { type MappedProduct, mapProduct } from "./mapping";
import { isShopify, readShopify } from "./shopify";
import type { MappingTerms, Remark, Report } from "./source-product";
import { readTable } from "./table";
import { isWooCommerce, readWooCommerce } from "./woocommerce";

export interface Reading {
  source: Source;
  /** Lines of the file, without its head and empty ones. */
  lines: number;
  products: MappedProduct[];
  /** In the order of lines. */
  remarks: Remark[];
  /** What concerns the list as a whole: what was not understood, what it does not say. */
  summary: string[];
}

/**
 * Reads another shop's list of products; a faulty line becomes a remark, the rest is read.
 * @throws Error in French when the file is no such list
 */
export function readCatalogue(bytes: Uint8Array, terms: MappingTerms): Reading {
  const table = readTable(bytes);
  const source = isShopify(table) ? "shopify" : isWooCommerce(table) ? "woocommerce" : undefined;
  if (!source)
    throw new Error(
      "Ce n'est ni une liste de produits Shopify (colonnes Handle, Title, Variant Price) " +
        "ni une liste WooCommerce (Type, Name, Regular price).",
    );
  const remarks: Remark[] = [];
  const left = new Leftovers();
  const report: Report = Object.assign(
    (line: number, kind: Remark["kind"], text: string) => {
      remarks.push({ line, kind, text });
    },
    { left: left.add },
  );
  const listed = (source === "shopify" ? readShopify : readWooCommerce)(table, terms, report);
  const references = new Map<string, number>();
  const products = listed.map((product) => mapProduct(product, references, report));
  // A refused line is named already.
  const refused = new Set(remarks.flatMap(({ line, kind }) => (kind === "refused" ? [line] : [])));
  for (const { title, line, value } of table.unread().filter(({ line }) => !refused.has(line)))
    left.add(title ? `colonne «\u00a0${title}\u00a0»` : "cellules sans titre de colonne", line, value);
  return {
    source,
    lines: table.rows.length,
    products,
    remarks: remarks.sort((a, b) => a.line - b.line),
    summary: [...summaryOf(products), ...left.texts()],
  };
}

function summaryOf(products: readonly MappedProduct[]): string[] {
  const unknown = products.filter(({ gender }) => gender === undefined).length;
  if (unknown === 0) return [];
  const [are, some] = unknown > 1 ? ["sont", `${unknown} produits`] : ["est", "1 produit"];
  return [`La liste ne dit pas pour qui ${are} ${some}\u00a0: genre «\u00a0mixte\u00a0».`];
}
