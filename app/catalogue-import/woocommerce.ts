import { slugOf } from "~/domain/catalogue/slug";
import { counted, quoted } from "~/domain/values/plural";
import { barcodeOf, countOf, isNo, isYes, plainName, splitList, splitPath, stockIn, withoutMarkup } from "./cells";
import { MAX_VARIANTS } from "./choices";
import { priceOf } from "./prices";
import { lackingIn, saidColumns, saidIn } from "./said";
import type { MappingTerms, Report, SourceProduct, SourceVariant } from "./source-product";
import type { Row, Table } from "./table";

/** WooCommerce's export: a line is a product or one of its variations. */

const SALE = "sale price";
const REGULAR = "regular price";
export const wooPrices: readonly string[] = [SALE, REGULAR];
/** Its whole name is one; plugins have others. */
const BARCODE = ["gtin upc ean or isbn", "gtin", "ean", "barcode", "code barres"];
const STOCK = "stock";
const PARENT = "parent";
const MAX_ATTRIBUTES = 50;
const ATTRIBUTES = Array.from({ length: MAX_ATTRIBUTES }, (_, index) => `attribute ${index + 1}`);
const FIELDS = {
  description: ["short description", "description"],
  category: ["categories"],
  collection: ["grouped products"],
  tags: ["tags"],
  reference: ["sku"],
  barcode: BARCODE,
  choices: ATTRIBUTES.map((attribute) => `${attribute} name`),
  isActive: ["published"],
};

interface Terms extends MappingTerms {
  /** What the list calls its column of prices. */
  priceTitle: string;
}

interface Item {
  row: Row;
  type: string;
  id: string;
  sku: string;
  name: string;
}

export function* readWooCommerce(
  { columns, rows }: Table,
  given: MappingTerms,
  report: Report,
): Generator<SourceProduct> {
  const terms = { ...given, priceTitle: columns.find(({ name }) => name === REGULAR)?.title ?? "" };
  const items = rows.map((row): Item => {
    // "simple, downloadable, virtual": the first word says how it is sold.
    const type = row.value("type").toLowerCase().split(",")[0]?.trim() ?? "";
    return { row, type, id: row.value("id"), sku: row.value("sku"), name: plainName(row.value("name")) };
  });
  const products = items.filter(({ type }) => type !== "variation");
  const find = finderOf(products);
  const variations = new Map<Item, Item[]>(products.map((item) => [item, []]));
  for (const item of items.filter(({ type }) => type === "variation")) {
    const parent = find(item.row.value(PARENT));
    if (parent) variations.get(parent)?.push(item);
    else
      report.stray(
        item.row.line,
        `le produit ${quoted(item.row.value(PARENT))} dont c'est une variante n'est pas dans le fichier`,
      );
  }
  const collections = groupsOf(products, find, report);
  const said = saidColumns(columns);
  const lacks = lackingIn(columns, FIELDS);
  for (const item of products) {
    const product = productOf(item, variations.get(item) ?? [], collections, terms, report);
    if (product) yield { ...product, said: saidIn([item.row], said), lacks };
  }
}

type Find = (reference: string) => Item | undefined;

/** Finds products by "id:44" or by their reference. */
function finderOf(products: readonly Item[]): Find {
  const first = (key: (item: Item) => string) =>
    new Map(products.toReversed().flatMap((item) => (key(item) ? [[key(item), item] as const] : [])));
  const [byId, bySku] = [first(({ id }) => id), first(({ sku }) => sku)];
  return (reference) => (/^id:/i.test(reference) ? byId.get(reference.slice(3).trim()) : bySku.get(reference));
}

/** A group sells nothing itself: it becomes a collection of its members. */
function groupsOf(products: readonly Item[], find: Find, report: Report): Map<Item, string> {
  const groups = new Map<Item, string>();
  for (const { row, type, name } of products) {
    if (type !== "grouped") continue;
    const named = splitList(row.value("grouped products"));
    const members = new Set(named.flatMap((member) => find(member) ?? []));
    for (const member of members) if (!groups.has(member)) groups.set(member, name);
    report(row.line, "note", `le groupe ${quoted(name)} devient une collection de ${counted(members.size, "produit")}`);
  }
  return groups;
}

function productOf(
  item: Item,
  variations: readonly Item[],
  collections: ReadonlyMap<Item, string>,
  terms: Terms,
  report: Report,
): Omit<SourceProduct, "said" | "lacks"> | undefined {
  const { row, type, id, sku, name } = item;
  if (type === "grouped") return undefined;
  if (!["simple", "variable", "external"].includes(type)) {
    const unknown = `type de produit ${quoted(row.value("type"))} inconnu`;
    return void (row.value(PARENT) ? report.stray(row.line, unknown) : report(row.line, "refused", unknown));
  }
  if (name === "") return void report(row.line, "refused", "le nom du produit manque");
  const variants =
    type === "variable" ? variantsOf(item, variations, terms, report) : simpleVariant(item, terms, report);
  if (variants.length === 0) {
    if (type === "variable") report(row.line, "refused", `${quoted(name)} n'a aucune variante à vendre`);
    return undefined;
  }
  const visibility = row.value("visibility in catalog").toLowerCase();
  if (visibility === "hidden")
    report(row.line, "note", `${quoted(name)} est masqué là-bas\u00a0: repris, pas mis en vente`);
  const description = [row.value("short description"), row.value("description")]
    .map(withoutMarkup)
    .filter((text) => text !== "");
  const collection = collections.get(item);
  return {
    source: "woocommerce",
    sourceId: id ? `id:${id}` : sku || slugOf(name) || name,
    line: row.line,
    lines: [item, ...variations].map(({ row }) => row.line),
    name,
    sku,
    slug: slugOf(name),
    description: [...new Set(description)].join("\n\n"),
    categories: splitList(row.value("categories")).map(splitPath),
    taxonomy: "",
    ...(collection ? { collection } : {}),
    tags: splitList(row.value("tags")).map((tag) => plainName(tag, 40)),
    details: detailsOf(row, variants),
    isActive: !isNo(row.value("published")) && visibility !== "hidden",
    isFeatured: isYes(row.value("is featured")),
    pictures: [
      ...new Set([
        ...splitList(row.value("images")),
        ...variations.flatMap((variation) => splitList(variation.row.value("images")).slice(0, 1)),
      ]),
    ].map((address) => ({ address, alt: "", line: row.line })),
    variants,
  };
}

/** The comma of "36,5" parts no values, although it should have been written "36\\,5". */
const splitValues = (cell: string) =>
  splitList(cell.replace(/(?<!\d)(\d\d),(5|[36]{1,2}|67)(?=\s*(?:,|$))/g, "$1\\,$2"));

function attributesOf(row: Row): { name: string; values: string[] }[] {
  return ATTRIBUTES.flatMap((attribute) => {
    const name = plainName(row.value(`${attribute} name`).replace(/^pa_/, ""), 60);
    if (!name) return [];
    return [{ name, values: splitValues(row.value(`${attribute} value s`)).map((value) => plainName(value)) }];
  });
}

/** Attributes that are no option of any variant. */
function detailsOf(row: Row, variants: readonly SourceVariant[]): SourceProduct["details"] {
  const chosen = new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)));
  return attributesOf(row).flatMap(({ name, values }) =>
    chosen.has(name) || values.length === 0 ? [] : [{ name: name.replace(/[\s:]+$/, ""), value: values.join(", ") }],
  );
}

function simpleVariant({ row, type, sku, name }: Item, terms: Terms, report: Report): SourceVariant[] {
  const priced = pricesOf(row, terms, report);
  if (!priced) return [];
  // A product that another site sells has no stock here.
  if (type === "external")
    report(row.line, "note", `${quoted(name)} est vendu par un autre site\u00a0: repris, épuisé`);
  const options = attributesOf(row).flatMap(({ name, values: [value, ...more] }) =>
    // An attribute with several values only describes a simple product.
    value && more.length === 0 ? [{ name, value }] : [],
  );
  return [
    {
      line: row.line,
      key: "",
      sku,
      barcode: barcodeOf(row, BARCODE, report),
      options,
      ...priced,
      stock: type === "external" ? 0 : stockOf(row, report),
    },
  ];
}

function variantsOf(parent: Item, variations: readonly Item[], terms: Terms, report: Report): SourceVariant[] {
  const choices = attributesOf(parent.row).filter(({ values }) => values.length > 0);
  // The variations of a draft say that they are drafts as well.
  const isPublished = !isNo(parent.row.value("published"));
  const sold = variations.flatMap((item) => {
    const { row } = item;
    if (isNo(row.value("published")) && isPublished) {
      report(row.line, "note", "variante désactivée là-bas, laissée de côté");
      return [];
    }
    const priced = pricesOf(row, terms, report);
    return priced ? [{ ...item, priced }] : [];
  });
  const shared = countOf(parent.row.value(STOCK));
  const sharers = sold.filter(({ row }) => /^parent$/i.test(row.value(STOCK)));
  return sold.flatMap((item) => {
    const { row, id, sku, priced } = item;
    const valueByName = new Map(attributesOf(row).map(({ name, values }) => [name.toLowerCase(), values[0]]));
    // A variation without a value stands for all of the parent's: each becomes a variant.
    const open = choices.filter(
      ({ name }) => valueByName.has(name.toLowerCase()) && valueByName.get(name.toLowerCase()) === undefined,
    );
    const fixed = choices.flatMap(({ name }) => {
      const value = valueByName.get(name.toLowerCase());
      return value ? [{ name, value }] : [];
    });
    const count = open.reduce((all, { values }) => all * values.length, 1);
    if (count > MAX_VARIANTS) {
      report(row.line, "refused", `vaut pour ${count} variantes, plus de ${MAX_VARIANTS}`);
      return [];
    }
    const filled = open.reduce<SourceVariant["options"][]>(
      (all, { name, values }) => all.flatMap((options) => values.map((value) => [...options, { name, value }])),
      [fixed],
    );
    const counted = sharers.includes(item)
      ? portion(shared, sharers.length, sharers.indexOf(item))
      : stockOf(row, report);
    if (filled.length > 1) {
      const names = open.map(({ name }) => name).join(", ");
      const portions = counted === undefined ? "" : `, son stock de ${counted} réparti`;
      report(row.line, "note", `vaut pour tout choix de ${quoted(names)}\u00a0: ${filled.length} variantes${portions}`);
    }
    const picture = splitList(row.value("images"))[0];
    const barcode = barcodeOf(row, BARCODE, report);
    return filled.map((options, index): SourceVariant => {
      const sortedOptions = choices.flatMap(({ name }) => options.filter((option) => option.name === name));
      return {
        line: row.line,
        key: [
          id ? `id:${id}` : sku,
          ...(filled.length > 1 || !(id || sku) ? sortedOptions.map(({ value }) => value) : []),
        ].join(" / "),
        sku: filled.length > 1 ? "" : sku,
        barcode,
        options: sortedOptions,
        ...priced,
        stock: portion(counted, filled.length, index),
        ...(picture ? { picture } : {}),
      };
    });
  });
}

/** The share of one of several variants; all shares add up to `count`. */
function portion(count: number | undefined, among: number, index: number): number | undefined {
  return count === undefined ? undefined : Math.floor(count / among) + (index < count % among ? 1 : 0);
}

function pricesOf(row: Row, terms: Terms, report: Report): { price: number; oldPrice?: number } | undefined {
  const regular = priceOf(row.value(REGULAR), terms);
  const { isNow, next } = saleDays(row, terms.today, report);
  const sale = isNow || next ? priceOf(row.value(SALE), terms) : undefined;
  if (sale && "problem" in sale) report(row.line, "note", `prix promo laissé de côté\u00a0: ${sale.problem}`);
  const reduced = sale && "dinars" in sale ? sale.dinars : undefined;
  if (!regular || "problem" in regular) {
    if (!regular && isNow && reduced !== undefined) return { price: reduced };
    return void report(row.line, "refused", regular?.problem ?? `prix (${terms.priceTitle}) absent`);
  }
  if (reduced !== undefined && reduced > regular.dinars)
    report.left("prix promo plus haut que le prix", row.line, row.value(SALE));
  if (reduced === undefined || reduced >= regular.dinars) return { price: regular.dinars };
  if (next) report(row.line, "note", `prix promo ${next}`);
  return isNow ? { price: reduced, oldPrice: regular.dinars } : { price: regular.dinars };
}

/** Whether a reduced price holds today; and when that changes, since only an import follows it. */
function saleDays(row: Row, today: string, report: Report): { isNow: boolean; next?: string } {
  const dayIn = (column: string, open: string) => {
    const typed = row.value(column);
    const read = typed === "" ? open : dayOf(typed);
    if (read === undefined) report.left("date de promo illisible", row.line, typed);
    return read;
  };
  const from = dayIn("date sale price starts", "");
  const to = dayIn("date sale price ends", ENDLESS);
  if (from === undefined || to === undefined || to < from || to < today) return { isNow: false };
  const again = "\u00a0: importez de nouveau";
  if (from > today) return { isNow: false, next: `à partir du ${inFigures(from)}${again} ce jour-là` };
  return { isNow: true, ...(to < ENDLESS ? { next: `jusqu'au ${inFigures(to)}${again} le lendemain` } : {}) };
}

/** Behind every day. */
const ENDLESS = "9999-99-99";

/** "2026-11-22" as "22/11/2026". */
const inFigures = (day: string) => day.split("-").reverse().join("/");

const DAY = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)[/.](\d\d)[/.](\d{4}))(?!\d)/;

/** "2026-11-22T00:00" and, as Excel saves it in French, "22/11/2026 00:00", as "2026-11-22". */
function dayOf(typed: string): string | undefined {
  const [, year, month, day, dayFirst, monthSecond, yearLast] = DAY.exec(typed) ?? [];
  const [wholeMonth, wholeDay] = [Number(month ?? monthSecond), Number(day ?? dayFirst)];
  const isDay = wholeMonth >= 1 && wholeMonth <= 12 && wholeDay >= 1 && wholeDay <= 31;
  return isDay ? [year ?? yearLast, month ?? monthSecond, day ?? dayFirst].join("-") : undefined;
}

function stockOf(row: Row, report: Report): number | undefined {
  const inStock = row.value("in stock");
  if (isNo(inStock)) return 0;
  return stockIn(row, [STOCK], report);
}
