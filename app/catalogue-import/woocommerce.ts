import { slugOf } from "~/domain/slug";
import { countOf, isNo, isYes, pathOf, plainName, splitList, withoutMarkup } from "./cells";
import { priceOf } from "./prices";
import { saidColumns, saidIn } from "./said";
import type { MappingTerms, Report, SourceProduct, SourceVariant } from "./source-product";
import type { Row, Table } from "./table";

/** WooCommerce's export, in English or French: a line is a product or one of its variations. */

const NAME = ["name", "nom"];
const SKU = ["sku", "ugs"];
const SALE = ["sale price", "tarif promo", "prix promo"];
const REGULAR = ["regular price", "tarif regulier", "tarif normal", "prix regulier"];
export const wooPrices: readonly string[] = [...SALE, ...REGULAR];
const STOCK = ["stock"];
const IN_STOCK = ["in stock", "en stock"];
const PARENT = ["parent"];
const CATEGORIES = ["categories"];
const GROUPED = ["grouped products", "produits groupes", "groupes de produits"];

export const isWooCommerce = ({ columns }: Table): boolean =>
  [["type"], NAME, REGULAR].every((names) => columns.some(({ name }) => names.includes(name)));

/** Attributes are numbered columns; lists differ in how many they have. */
const attributeColumns = (number: number) => ({
  name: [`attribute ${number} name`, `nom de l attribut ${number}`, `attribut ${number} nom`],
  values: [
    `attribute ${number} value s`,
    `valeur s de l attribut ${number}`,
    `valeurs de l attribut ${number}`,
    `attribut ${number} valeur s`,
  ],
});
const MAX_ATTRIBUTES = 20;

interface Item {
  row: Row;
  type: string;
  id: string;
  sku: string;
  name: string;
}

export function readWooCommerce({ columns, rows }: Table, terms: MappingTerms, report: Report): SourceProduct[] {
  const items = rows.map((row): Item => {
    // "simple, downloadable, virtual": the first word says how it is sold.
    const type = row.value("type").toLowerCase().split(",")[0]?.trim() ?? "";
    return { row, type, id: row.value("id"), sku: row.value(...SKU), name: plainName(row.value(...NAME)) };
  });
  const products = items.filter(({ type }) => type !== "variation");
  const find = finderOf(products);
  const variations = new Map<Item, Item[]>(products.map((item) => [item, []]));
  for (const item of items.filter(({ type }) => type === "variation")) {
    const parent = find(item.row.value(...PARENT));
    if (parent) variations.get(parent)?.push(item);
    else
      report(
        item.row.line,
        "refused",
        `le produit «\u00a0${item.row.value(...PARENT)}\u00a0» dont c'est une variante n'est pas dans le fichier`,
      );
  }
  const collections = groupsOf(products, find, report);
  const said = saidColumns(columns);
  return products.flatMap((item) => {
    const product = productOf(item, variations.get(item) ?? [], collections, terms, report);
    return product ? [{ ...product, said: saidIn([item.row], said) }] : [];
  });
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
  const found = new Map<Item, string>();
  for (const { row, type, name } of products) {
    if (type !== "grouped") continue;
    const named = splitList(row.value(...GROUPED));
    const members = new Set(named.flatMap((member) => find(member) ?? []));
    for (const member of members) if (!found.has(member)) found.set(member, name);
    report(row.line, "note", `le groupe «\u00a0${name}\u00a0» devient une collection de ${members.size} produits`);
  }
  return found;
}

function productOf(
  item: Item,
  variations: readonly Item[],
  collections: ReadonlyMap<Item, string>,
  terms: MappingTerms,
  report: Report,
): Omit<SourceProduct, "said"> | undefined {
  const { row, type, id, sku, name } = item;
  if (type === "grouped") return undefined;
  if (!["simple", "variable", "external"].includes(type)) {
    report(row.line, "refused", `type de produit «\u00a0${row.value("type")}\u00a0» inconnu`);
    return undefined;
  }
  if (name === "") {
    report(row.line, "refused", "le nom du produit manque");
    return undefined;
  }
  const variants =
    type === "variable" ? variantsOf(item, variations, terms, report) : simpleVariant(item, terms, report);
  if (variants.length === 0) {
    if (type === "variable") report(row.line, "refused", `«\u00a0${name}\u00a0» n'a aucune variante à vendre`);
    return undefined;
  }
  const visibility = row.value("visibility in catalog", "visibilite dans le catalogue").toLowerCase();
  if (visibility === "hidden")
    report(row.line, "note", `«\u00a0${name}\u00a0» est masqué là-bas\u00a0: repris, pas mis en vente`);
  const description = [row.value("short description", "description courte"), row.value("description")]
    .map(withoutMarkup)
    .filter((text) => text !== "");
  const collection = collections.get(item);
  return {
    source: "woocommerce",
    sourceId: id ? `id:${id}` : sku || slugOf(name) || name,
    line: row.line,
    name,
    sku,
    slug: slugOf(name),
    description: [...new Set(description)].join("\n\n"),
    categories: splitList(row.value(...CATEGORIES)).map(pathOf),
    taxonomy: "",
    ...(collection ? { collection } : {}),
    tags: splitList(row.value("tags", "etiquettes")).map((tag) => plainName(tag, 40)),
    details: detailsOf(row, variants),
    isActive: !isNo(row.value("published", "publie")) && visibility !== "hidden",
    isFeatured: isYes(row.value("is featured", "mis en avant")),
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
  return Array.from({ length: MAX_ATTRIBUTES }, (_, index) => attributeColumns(index + 1)).flatMap((columns) => {
    const name = plainName(row.value(...columns.name).replace(/^pa_/, ""), 60);
    return name ? [{ name, values: splitValues(row.value(...columns.values)).map((value) => plainName(value)) }] : [];
  });
}

/** Attributes that are no option of any variant. */
function detailsOf(row: Row, variants: readonly SourceVariant[]): SourceProduct["details"] {
  const chosen = new Set(variants.flatMap(({ options }) => options.map(({ name }) => name)));
  return attributesOf(row).flatMap(({ name, values }) =>
    chosen.has(name) || values.length === 0 ? [] : [{ name: name.replace(/[\s:]+$/, ""), value: values.join(", ") }],
  );
}

function simpleVariant({ row, type, sku, name }: Item, terms: MappingTerms, report: Report): SourceVariant[] {
  const priced = pricesOf(row, terms, report);
  if (!priced) return [];
  // A product that another site sells has no stock here.
  if (type === "external")
    report(row.line, "note", `«\u00a0${name}\u00a0» est vendu par un autre site\u00a0: repris, épuisé`);
  const options = attributesOf(row).flatMap(({ name, values: [value, ...more] }) =>
    // An attribute with several values only describes a simple product.
    value && more.length === 0 ? [{ name, value }] : [],
  );
  return [{ line: row.line, key: "", sku, options, ...priced, stock: type === "external" ? 0 : stockOf(row) }];
}

function variantsOf(parent: Item, variations: readonly Item[], terms: MappingTerms, report: Report): SourceVariant[] {
  const choices = attributesOf(parent.row).filter(({ values }) => values.length > 0);
  const shared = countOf(parent.row.value(...STOCK));
  const sharers = variations.filter((item) => /^parent$/i.test(item.row.value(...STOCK)));
  return variations.flatMap((item) => {
    const { row, id, sku } = item;
    if (isNo(row.value("published", "publie"))) {
      report(row.line, "note", "variante désactivée là-bas, laissée de côté");
      return [];
    }
    const priced = pricesOf(row, terms, report);
    if (!priced) return [];
    const own = new Map(attributesOf(row).map(({ name, values }) => [name.toLowerCase(), values[0]]));
    // A variation without a value stands for all of the parent's: each becomes a variant.
    const open = choices.filter(({ name }) => own.has(name.toLowerCase()) && own.get(name.toLowerCase()) === undefined);
    const fixed = choices.flatMap(({ name }) => {
      const value = own.get(name.toLowerCase());
      return value ? [{ name, value }] : [];
    });
    const filled = open.reduce<SourceVariant["options"][]>(
      (all, { name, values }) => all.flatMap((options) => values.map((value) => [...options, { name, value }])),
      [fixed],
    );
    const counted = /^parent$/i.test(row.value(...STOCK))
      ? portion(shared, sharers.length, sharers.indexOf(item))
      : stockOf(row);
    if (filled.length > 1) {
      const names = open.map(({ name }) => name).join(", ");
      const portions = counted === undefined ? "" : `, son stock de ${counted} réparti`;
      report(
        row.line,
        "note",
        `vaut pour tout choix de «\u00a0${names}\u00a0»\u00a0: ${filled.length} variantes${portions}`,
      );
    }
    const picture = splitList(row.value("images"))[0];
    return filled.map((options, index): SourceVariant => {
      const sortedOptions = choices.flatMap(({ name }) => options.filter((option) => option.name === name));
      return {
        line: row.line,
        key: [
          id ? `id:${id}` : sku,
          ...(filled.length > 1 || !(id || sku) ? sortedOptions.map(({ value }) => value) : []),
        ].join(" / "),
        sku: filled.length > 1 ? "" : sku,
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

function pricesOf(row: Row, terms: MappingTerms, report: Report): { price: number; oldPrice?: number } | undefined {
  const regular = priceOf(row.value(...REGULAR), terms);
  const sale = isReducedNow(row, terms.today) ? priceOf(row.value(...SALE), terms) : undefined;
  if (sale && "problem" in sale) report(row.line, "note", `prix promo laissé de côté\u00a0: ${sale.problem}`);
  const reduced = sale && "dinars" in sale ? sale.dinars : undefined;
  if (!regular || "problem" in regular) {
    if (!regular && reduced !== undefined) return { price: reduced };
    report(row.line, "refused", regular?.problem ?? "prix (Regular price) absent");
    return undefined;
  }
  return reduced !== undefined && reduced < regular.dinars
    ? { price: reduced, oldPrice: regular.dinars }
    : { price: regular.dinars };
}

function isReducedNow(row: Row, today: string): boolean {
  const from = row.value("date sale price starts", "date de debut de promo", "debut de promo").slice(0, 10);
  const to = row.value("date sale price ends", "date de fin de promo", "fin de promo").slice(0, 10);
  return (from === "" || from <= today) && (to === "" || to >= today);
}

function stockOf(row: Row): number | undefined {
  const inStock = row.value(...IN_STOCK);
  if (isNo(inStock)) return 0;
  return countOf(row.value(...STOCK));
}
