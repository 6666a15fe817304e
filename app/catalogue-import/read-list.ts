import type { Source } from "~/domain/catalogue/imported-product";
import { counted, plural, quoted } from "~/domain/values/plural";
import { isWithinLengths, type MappedProduct, mapProduct, type References } from "./mapping";
import { hasThousandthsIn, pointsThousandsIn } from "./prices";
import { isShopify, readShopify, shopifyPrices } from "./shopify";
import type { MappingTerms, Remark, Report } from "./source-product";
import { readTable, type Table } from "./table";
import { asWooCommerce } from "./woo-columns";
import { readWooCommerce, wooPrices } from "./woocommerce";

export interface Reading {
  source: Source;
  /** Lines of the file, without its head and empty ones. */
  lines: number;
  products: MappedProduct[];
  references: References;
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
  const file = readTable(bytes);
  const woo = isShopify(file) ? undefined : asWooCommerce(file);
  const source = woo ? "woocommerce" : "shopify";
  if (!woo && !isShopify(file))
    throw new Error(
      "Ce n'est ni une liste de produits Shopify (colonnes Handle, Title, Variant Price) " +
        "ni une liste WooCommerce (Type, Name, Regular price).",
    );
  const table = woo?.table ?? file;
  const remarks: Remark[] = [];
  const left = new Leftovers();
  const strays = new Set<number>();
  const report: Report = Object.assign(
    (line: number, kind: Remark["kind"], text: string) => {
      remarks.push({ line, kind, text });
    },
    {
      left: left.add,
      stray: (line: number, text: string) => {
        strays.add(line);
        report(line, "refused", text);
      },
    },
  );
  const prices = pricesIn(table, source === "shopify" ? shopifyPrices : wooPrices);
  const pointsThousands = terms.rate === undefined && pointsThousandsIn(prices);
  const hasThousandths = terms.rate !== undefined && hasThousandthsIn(prices);
  const references: References = { products: new Map(), variants: new Map() };
  const products: MappedProduct[] = [];
  // One after the other, so that a long list is not held twice.
  const listed = source === "shopify" ? readShopify : readWooCommerce;
  const rows = table.rows.filter((row, index) => isWhole(table, index, row.line, report));
  const lineOf = new Map<string, number>();
  const productOf = new Map<number, MappedProduct>();
  for (const product of listed({ ...table, rows }, { ...terms, pointsThousands, hasThousandths }, report)) {
    const { sourceId, name, line } = product;
    const before = lineOf.get(sourceId);
    if (before !== undefined)
      report(
        line,
        "refused",
        `rien ne distingue ${quoted(name)} de la ligne ${before}\u00a0: donnez-lui son ID ou sa référence`,
      );
    else if (isWithinLengths(product, report)) {
      const mapped = mapProduct(product, references, report);
      products.push(mapped);
      for (const line of product.lines) productOf.set(line, mapped);
    }
    lineOf.set(sourceId, before ?? line);
  }
  // A refused line is named already.
  const refused = new Set(remarks.flatMap(({ line, kind }) => (kind === "refused" ? [line] : [])));
  markPartial(table.rows, productOf, refused, strays);
  table.unread(({ title, name, line, value }) => {
    if (OF_PAGES.test(name)) return;
    const what = title ? `colonne ${quoted(title)}` : "cellules sans titre de colonne";
    if (!refused.has(line)) left.add(what, line, value);
  });
  return {
    source,
    lines: table.rows.length,
    products,
    references,
    remarks: remarks.sort((a, b) => a.line - b.line),
    summary: [
      ...(woo?.told ?? []),
      ...(pointsThousands ? [POINTS] : []),
      ...(hasThousandths ? [THOUSANDTHS] : []),
      ...summaryOf(products),
      ...left.texts(),
    ],
  };
}

/** Marks the products that a refused line is of, and for a stray one those beside it. */
function markPartial(
  rows: Table["rows"],
  productOf: ReadonlyMap<number, MappedProduct>,
  refused: ReadonlySet<number>,
  strays: ReadonlySet<number>,
): void {
  let before: MappedProduct | undefined;
  let isBesideStray = false;
  for (const { line } of rows) {
    const product = productOf.get(line);
    if (product && (isBesideStray || refused.has(line))) product.isPartial = true;
    if (before && strays.has(line)) before.isPartial = true;
    isBesideStray = strays.has(line) || (isBesideStray && !product);
    before = product ?? before;
  }
}

/** How WooCommerce's own pages show an attribute: nothing that a shop could take over. */
const OF_PAGES = /^attribute \d+ (?:visible|global)$/;

/** Columns, as `columnName` gives them, of which the cells are short. */
const SHORT = /^(?:id|(?:url )?handle|title|name|(?:variant )?sku|option\d value)$/;

/** Whether no short cell is broken: one whose quote is not closed holds the lines behind it. */
function isWhole({ columns, cell }: Table, row: number, line: number, report: Report): boolean {
  let end = line;
  for (const [column, { name }] of columns.entries()) {
    const [start = "", ...more] = cell(row, column).split("\n");
    end += more.length;
    if (more.length === 0 || !SHORT.test(name)) continue;
    const shown = start.replace(/^"/, "").slice(0, 40);
    const until = `${quoted(shown)} continue jusqu'à la ligne ${end}, rien n'en est repris`;
    report.stray(line, `${until}\u00a0: guillemet non fermé\u00a0? Sinon, écrivez-le sur une seule ligne`);
    return false;
  }
  return true;
}

/** What a list says and the shop does not take over, each column or option once. */
class Leftovers {
  private readonly found = new Map<string, { count: number; line: number; example: string }>();

  /** @param what such as "colonne «\u00a0Vendor\u00a0»" */
  readonly add = (what: string, line: number, value: string): void => {
    const before = this.found.get(what);
    if (before) before.count += 1;
    else this.found.set(what, { count: 1, line, example: value.replace(/\s+/g, " ").slice(0, 60).toWellFormed() });
  };

  texts(): string[] {
    return [...this.found].map(
      ([what, { count, line, example }]) =>
        `Non repris\u00a0: ${what}, ${counted(count, "ligne")}, par exemple ${quoted(example)} (ligne ${line}).`,
    );
  }
}

const POINTS =
  "Les prix de la liste sont lus en dinars, le point devant les milliers\u00a0: «\u00a04.500\u00a0» est 4500.";

const THOUSANDTHS = "Les prix de la liste sont lus avec trois décimales\u00a0: «\u00a0129.000\u00a0» est 129.";

const pricesIn = ({ columns, rows, cell }: Table, names: readonly string[]): string[] =>
  columns.flatMap(({ name }, column) => (names.includes(name) ? rows.map((_, row) => cell(row, column)) : []));

function summaryOf(products: readonly MappedProduct[]): string[] {
  const unknown = products.filter(({ gender }) => gender === undefined).length;
  if (unknown === 0) return [];
  const are = plural(unknown, "est", "sont");
  const isKept = products.some(({ parts }) => parts.some(({ unsaid }) => unsaid?.includes("gender")));
  const kept = isKept ? " pour ce qui est nouveau, le reste garde le sien" : "";
  return [
    `La liste ne dit pas pour qui ${are} ${counted(unknown, "produit")}\u00a0: genre «\u00a0mixte\u00a0»${kept}.`,
  ];
}
