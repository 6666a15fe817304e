import type { Source } from "~/domain/imported-product";
import { isWithinLengths } from "./lengths";
import { type MappedProduct, mapProduct } from "./mapping";
import { isShopify, readShopify } from "./shopify";
import type { MappingTerms, Remark } from "./source-product";
import { readTable } from "./table";
import { isWooCommerce, readWooCommerce } from "./woocommerce";

export interface Reading {
  source: Source;
  /** Lines of the file, without its head and empty ones. */
  lines: number;
  products: MappedProduct[];
  /** In the order of lines. */
  remarks: Remark[];
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
  const report = (line: number, kind: Remark["kind"], text: string) => remarks.push({ line, kind, text });
  const listed = (source === "shopify" ? readShopify : readWooCommerce)(table, terms, report).filter((product) =>
    isWithinLengths(product, report),
  );
  const references = new Map<string, number>();
  const products = listed.flatMap((product) => mapProduct(product, references, report) ?? []);
  return { source, lines: table.rows.length, products, remarks: remarks.sort((a, b) => a.line - b.line) };
}
