import { quoted } from "~/domain/values/plural";
import { barcodeOf, countOf, isNo, isYes, plainName, splitList, splitPath, stockIn, withoutMarkup } from "./cells";
import { priceOf } from "./prices";
import { lackingIn, saidColumns, saidIn } from "./said";
import type { MappingTerms, Report, SourceProduct, SourceVariant } from "./source-product";
import type { Row, Table } from "./table";

/** Shopify's export: a line is a variant or a picture; lines of one handle are one product. */

const HANDLE = ["handle", "url handle"];
const PRICE = ["variant price", "price"];
const OLD_PRICE = ["variant compare at price", "compare at price"];
export const shopifyPrices: readonly string[] = [...PRICE, ...OLD_PRICE];
const STOCK = ["variant inventory qty", "inventory quantity"];
/** Who counts it: where nobody does, the quantity beside an empty cell means nothing. */
const TRACKER = ["variant inventory tracker", "inventory tracker"];
const SKU = ["variant sku", "sku"];
const BARCODE = ["variant barcode", "barcode"];
const PICTURE = ["image src", "product image url"];
const VARIANT_PICTURE = ["variant image", "variant image url"];
const OPTIONS = [1, 2, 3].map((number) => ({ name: `option${number} name`, value: `option${number} value` }));
const TYPE = ["type", "product type", "custom product type"];
const TAXONOMY = ["product category", "standardized product type", "standard product type"];
const PUBLISHED = ["published", "published on online store"];
const STATUS = "status";
const FIELDS = {
  description: ["body html", "body", "description"],
  category: [...TYPE, ...TAXONOMY],
  collection: ["collection"],
  tags: ["tags"],
  reference: SKU,
  barcode: BARCODE,
  choices: OPTIONS.map(({ value }) => value),
  isActive: [...PUBLISHED, STATUS],
};

type Terms = MappingTerms & { isTracked: (row: Row) => boolean };

export const isShopify = ({ columns }: Table): boolean =>
  [["title"], HANDLE, PRICE].every((names) => columns.some(({ name }) => names.includes(name)));

export function* readShopify({ columns, rows }: Table, terms: MappingTerms, report: Report): Generator<SourceProduct> {
  const byHandle = new Map<string, Row[]>();
  for (const row of rows) {
    // Shopify makes the handle from the title when the line has none.
    const handle = row.value(...HANDLE) || plainName(row.value("title")).toLowerCase();
    if (handle === "") report.stray(row.line, "ni identifiant (Handle) ni titre (Title)");
    else if (byHandle.has(handle)) byHandle.get(handle)?.push(row);
    else byHandle.set(handle, [row]);
  }
  const hasTracker = columns.some(({ name }) => TRACKER.includes(name));
  const isTracked = (row: Row) => !hasTracker || row.value(...TRACKER) !== "";
  const said = saidColumns(columns);
  const lacks = lackingIn(columns, FIELDS);
  for (const [handle, lines] of byHandle) {
    const product = productOf(handle, lines, { ...terms, isTracked }, report);
    if (product) yield { ...product, said: saidIn(lines, said), lacks };
  }
}

function productOf(
  handle: string,
  rows: readonly Row[],
  terms: Terms,
  report: Report,
): Omit<SourceProduct, "said" | "lacks"> | undefined {
  /** Of the product: lists have it on its first line, or on each. */
  const of = (...columns: string[]) => rows.find((row) => row.value(...columns))?.value(...columns) ?? "";
  const line = rows[0]?.line ?? 0;
  const name = plainName(of("title"));
  if (name === "") return void report.stray(line, `le titre (Title) de ${quoted(handle)} manque`);
  if (isYes(of("gift card")))
    return void report(line, "refused", `${quoted(name)} est une carte cadeau\u00a0: rien à livrer`);
  const names = OPTIONS.map(({ name }) => plainName(of(name), 60));
  const variants = rows.flatMap((row) => (isVariant(row, rows) ? (variantOf(row, names, terms, report) ?? []) : []));
  if (variants.length === 0) return void report(line, "refused", `${quoted(name)} n'a aucune variante à vendre`);
  const type = splitPath(of(...TYPE));
  const taxonomy = plainName(of(...TAXONOMY));
  const kind = splitPath(taxonomy).slice(-1);
  const status = of(STATUS).toLowerCase();
  const collection = plainName(of(...FIELDS.collection), 60);
  return {
    source: "shopify",
    sourceId: handle,
    line,
    lines: rows.map(({ line }) => line),
    name,
    sku: "",
    slug: handle,
    description: withoutMarkup(of(...FIELDS.description)),
    categories: [type, kind].filter((path) => path.length > 0),
    taxonomy,
    ...(collection ? { collection } : {}),
    tags: splitList(of(...FIELDS.tags)).map((tag) => plainName(tag, 40)),
    details: [],
    isActive: !isNo(of(...PUBLISHED)) && ["", "active"].includes(status),
    isFeatured: false,
    pictures: picturesOf(rows),
    variants,
  };
}

/** Lines that only add a picture have neither a choice nor a price. */
function isVariant(row: Row, rows: readonly Row[]): boolean {
  const hasValues = row.value(...PRICE, ...SKU, ...OPTIONS.map(({ value }) => value)) !== "";
  return hasValues || (rows.length === 1 && row.value(...PICTURE) === "");
}

function variantOf(
  row: Row,
  names: readonly string[],
  { isTracked, ...terms }: Terms,
  report: Report,
): SourceVariant | undefined {
  const price = priceOf(row.value(...PRICE), terms);
  if (!price || "problem" in price)
    return void report(row.line, "refused", price?.problem ?? "prix (Variant Price) absent");
  const old = priceOf(row.value(...OLD_PRICE), terms);
  if (old && "problem" in old) report(row.line, "note", `ancien prix laissé de côté\u00a0: ${old.problem}`);
  if (old && "dinars" in old && old.dinars < price.dinars)
    report.left("ancien prix plus bas que le prix", row.line, row.value(...OLD_PRICE));
  const options = OPTIONS.flatMap(({ value }, index) => {
    const chosen = plainName(row.value(value));
    const name = names[index] || "Option";
    return chosen === "" || (name === "Title" && chosen === "Default Title") ? [] : [{ name, value: chosen }];
  });
  const picture = row.value(...VARIANT_PICTURE);
  return {
    line: row.line,
    key: options.map(({ value }) => value.toLowerCase()).join(" / "),
    sku: row.value(...SKU),
    barcode: barcodeOf(row, BARCODE, report),
    options,
    price: price.dinars,
    ...(old && "dinars" in old && old.dinars > price.dinars ? { oldPrice: old.dinars } : {}),
    stock: isTracked(row) ? stockIn(row, STOCK, report) : undefined,
    ...(picture ? { picture } : {}),
  };
}

function picturesOf(rows: readonly Row[]): SourceProduct["pictures"] {
  const pictures = rows.flatMap((row) => {
    const address = row.value(...PICTURE);
    const alt = plainName(row.value("image alt text"), 200);
    return address ? [{ address, alt, line: row.line, position: countOf(row.value("image position")) ?? 9_999 }] : [];
  });
  return pictures.sort((a, b) => a.position - b.position).map(({ address, alt, line }) => ({ address, alt, line }));
}
