import { foldedWords } from "~/domain/values/plain-text";
import { quoted } from "~/domain/values/plural";
import type { Table } from "./table";

/** Finds WooCommerce's columns, whose names are in the shop's own language. Pure. */

/**
 * The standard columns in their order: the English name as `columnName` gives it, what the report
 * calls it, and what exports in other languages call it (French; Spanish; German; Italian; Russian;
 * Arabic, with what else merchants write there).
 */
const STANDARD: readonly (readonly [name: string, told: string, others: string])[] = [
  ["id", "numéro", "المعرف"],
  ["type", "type", "tipo|typ|тип|النوع|نوع المنتج"],
  ["sku", "référence", "ugs|artikelnummer|cod|артикул|رمز المنتج|رمز المنتج sku|رقم المنتج|رمز التخزين"],
  [
    "gtin upc ean or isbn",
    "code-barres",
    "gtin upc ean ou isbn|gtin upc ean o isbn|gtin upc ean oder isbn|gtin upc ean или isbn|gtin أو upc أو ean أو isbn",
  ],
  ["name", "nom", "nom|nombre|nome|имя|الاسم|اسم المنتج"],
  ["published", "publié", "publie|publicado|veröffentlicht|pubblicato|опубликован|تم النشر|منشور"],
  [
    "is featured",
    "mis en avant",
    "mis en avant|está destacado|ist hervorgehoben|in primo piano|рекомендуемый|هل هي مميزة|مميز",
  ],
  [
    "visibility in catalog",
    "visibilité",
    "visibilite dans le catalogue|visibilidad en el catálogo|sichtbarkeit im katalog|visibilità nel catalogo|видимость в каталоге|الظهور في الكتالوج",
  ],
  [
    "short description",
    "description courte",
    "description courte|descripción corta|kurzbeschreibung|breve descrizione|краткое описание|وصف قصير|الوصف المختصر",
  ],
  ["description", "description", "descripción|beschreibung|descrizione|описание|الوصف"],
  [
    "date sale price starts",
    "début de promo",
    [
      "date de debut de promo|debut de promo|día en que empieza el precio rebajado|datum an dem angebotspreis beginnt",
      "data di partenza del prezzo in saldo|дата начала действия продажной цены|дата начала действия скидки",
      "تاريخ بدء سعر التخفيض",
    ].join("|"),
  ],
  [
    "date sale price ends",
    "fin de promo",
    [
      "date de fin de promo|fin de promo|día en que termina el precio rebajado|datum an dem angebotspreis endet",
      "data in cui termina l offerta|дата окончания действия продажной цены|дата окончания действия скидки",
      "تاريخ انتهاء سعر التخفيض",
    ].join("|"),
  ],
  ["tax status", "", ""],
  ["tax class", "", ""],
  [
    "in stock",
    "en stock",
    "en stock|en inventario|existencias|vorrätig|auf lager|в наличии|наличие|متوفر|متوفر في المخزون",
  ],
  ["stock", "stock", "inventario|lager|bestand|magazzino|запасы|المخزون"],
  ["low stock amount", "", ""],
  ["backorders allowed", "", ""],
  ["sold individually", "", ""],
  ["weight kg", "", ""],
  ["length cm", "", ""],
  ["width cm", "", ""],
  ["height cm", "", ""],
  ["allow customer reviews", "", ""],
  ["purchase note", "", ""],
  [
    "sale price",
    "prix promo",
    "tarif promo|prix promo|precio rebajado|angebotspreis|prezzo in offerta|цена распродажи|акционная цена|سعر التخفيض|سعر البيع",
  ],
  [
    "regular price",
    "prix",
    "tarif regulier|tarif normal|prix regulier|precio normal|regulärer preis|prezzo di listino|базовая цена|السعر الافتراضي|السعر العادي|السعر",
  ],
  ["categories", "catégories", "categories|categorías|kategorien|categorie|категории|التصنيفات|الفئات|الأقسام"],
  ["tags", "étiquettes", "etiquettes|etiquetas|schlagwörter|tag|метки|الوسوم"],
  ["shipping class", "", ""],
  ["images", "images", "imágenes|bilder|immagini|immagine|изображения|الصور"],
  ["download limit", "", ""],
  ["download expiry days", "", ""],
  ["parent", "produit d'une variante", "superior|übergeordnetes produkt|genitore|родительский|الأب|الأصل"],
  [
    "grouped products",
    "groupe",
    "produits groupes|groupes de produits|productos agrupados|gruppierte produkte|prodotti raggruppati|сгруппированные товары|المنتجات المجمعة",
  ],
];

const bare = (title: string) =>
  foldedWords(title)
    .map((word) => word.replace(/^ال(?=\p{L}{3})/u, ""))
    .join(" ");

const byTitle = new Map(
  STANDARD.flatMap(([name, , others]) =>
    [name, ...others.split("|")].filter(Boolean).map((title) => [bare(title), name]),
  ),
);
const toldBy = new Map(STANDARD.map(([name, told]) => [name, told]));

const ATTRIBUTE = /attribut|atribut|ат?трибут|eigenschaft|merkmal|سمه|سمات|خاصيه|صفه/;
/** Columns of one attribute, by their words. */
const PARTS: readonly (readonly [part: string, pattern: RegExp])[] = [
  ["value s", /val(?:ue|eur|or)|wert|знач|قيم/],
  ["visible", /visib|sichtbar|видим|مرئي|ظاهر/],
  ["global", /global|глобал|عام/],
  ["default", /default|defaut|defecto|standard|predefinit|умолч|افتراضي/],
  ["name", /nom|name|имя|назван|اسم/],
];

/** "Valor(es) del atributo 1" as `attribute 1 value s`. */
function attributeName(title: string): string | undefined {
  const words = bare(title);
  const number = /(?<!\d)(\d{1,2})(?!\d)/.exec(words)?.[1];
  if (number === undefined || !ATTRIBUTE.test(words)) return undefined;
  const part = PARTS.find(([, pattern]) => pattern.test(words))?.[0];
  return part && `attribute ${Number(number)} ${part}`;
}

const NEEDED = ["type", "name", "regular price"];

interface Recognised {
  table: Table;
  /** What was taken for what, where the list is neither in English nor in French. */
  told: string[];
}

/** @returns undefined when the table is no export of WooCommerce */
export function asWooCommerce(table: Table): Recognised | undefined {
  const titled = table.columns.map(({ title }) => byTitle.get(bare(title)) ?? attributeName(title));
  const isComplete = (names: readonly (string | undefined)[]) => NEEDED.every((name) => names.includes(name));
  if (isComplete(titled) && typeColumn(table) >= 0) return recognised(table, titled, isForeign(table));
  const placed = namesByShape(table);
  return placed && isComplete(placed) ? recognised(table, placed, true) : undefined;
}

/** English and French lists need no explanation. */
const isForeign = ({ columns }: Table) =>
  !columns.some(({ name }) => ["regular price", "tarif regulier", "tarif normal", "prix regulier"].includes(name));

function recognised(table: Table, names: readonly (string | undefined)[], isTold: boolean): Recognised {
  const taken = new Set<string>();
  // Of two columns of one name the first counts; the others keep their own.
  const columnNames = names.map((name, index) => {
    const first = name !== undefined && !taken.has(name) ? name : (table.columns[index]?.name ?? "");
    if (first === name) taken.add(first);
    return first;
  });
  const told = table.columns.flatMap(({ title }, index) => {
    const name = columnNames[index] ?? "";
    const what = toldBy.get(name) || /^attribute \d+ (?:name|value s)$/.exec(name)?.[0];
    return what
      ? [
          `${quoted(title)} = ${what.replace("attribute", "attribut").replace("value s", "valeurs").replace("name", "nom")}`,
        ]
      : [];
  });
  return {
    table: table.named(columnNames),
    told: isTold ? [`Colonnes prises pour celles de WooCommerce\u00a0: ${told.join(", ")}.`] : [],
  };
}

const TYPES = /^(?:simple|variable|variation|grouped|external)(?:, *(?:virtual|downloadable))*$/;
const VISIBILITIES = /^(?:visible|catalog|search|hidden)$/;
const ANSWERS = /^(?:0|1|-1|notify|backorder)$/;
const PRICE = /^[\d.,\s\u00a0\u202f٠-٩]+$/;

const valuesOf = ({ rows, cell }: Table, column: number): string[] =>
  rows.map((_, row) => cell(row, column)).filter((value) => value !== "");
const isAll = (table: Table, column: number, pattern: RegExp) => {
  const values = valuesOf(table, column);
  return values.length > 0 && values.every((value) => pattern.test(value));
};
/** WooCommerce writes types in English, in every language. */
const typeColumn = (table: Table) =>
  table.columns.findIndex((_, column) => valuesOf(table, column).some((value) => TYPES.test(value)));

/** By the order of the standard columns, and by what stands in those that are never translated. */
function namesByShape(table: Table): (string | undefined)[] | undefined {
  const type = table.columns.findIndex((_, column) => isAll(table, column, TYPES));
  const visibility = table.columns.findIndex((_, column) => column > type && isAll(table, column, VISIBILITIES));
  // Older exports have no column for GTIN.
  const between = visibility - type;
  if (type < 0 || (between !== 5 && between !== 6)) return undefined;
  const order = STANDARD.map(([name]) => name).filter(
    (name) => (name !== "id" || type > 0) && (name !== "gtin upc ean or isbn" || between === 6),
  );
  // … nor one for the amount that is low.
  const isOld = isAll(table, visibility + 9, ANSWERS) && isAll(table, visibility + 10, ANSWERS);
  const names = isOld ? order.filter((name) => name !== "low stock amount") : order;
  const start = type - names.indexOf("type");
  if (start < 0 || !isAll(table, start + names.indexOf("regular price"), PRICE)) return undefined;
  const columnNames: (string | undefined)[] = table.columns.map((_, column) => names[column - start]);
  for (const [first, number] of attributeGroups(table, start + names.length))
    for (const [offset, part] of ["name", "value s", "visible", "global"].entries())
      columnNames[first + offset] = `attribute ${number} ${part}`;
  return columnNames;
}

/** Columns of one attribute stand together, with its number in each of their names. */
function attributeGroups({ columns }: Table, from: number): [first: number, number: number][] {
  const numberOf = (column: number) => {
    const digits = /(?<!\d)(\d{1,2})(?!\d)/.exec(foldedWords(columns[column]?.title ?? "").join(" "))?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  return columns.flatMap((_, column): [number, number][] => {
    const number = numberOf(column);
    const isFirst = column >= from && number !== undefined && numberOf(column - 1) !== number;
    return isFirst && numberOf(column + 1) === number ? [[column, number]] : [];
  });
}
