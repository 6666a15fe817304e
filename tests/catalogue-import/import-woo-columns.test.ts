import { describe, expect, it } from "vitest";
import { columnName } from "~/catalogue-import/table";
import { partsOf, read } from "../support/catalogues/reading";

/** WooCommerce's export begins with a line in the shop's own language. */

const heads = {
  Spanish:
    "ID,Tipo,SKU,Nombre,Publicado,¿Está destacado?,Visibilidad en el catálogo,Descripción corta,Descripción,Día en que empieza el precio rebajado,Día en que termina el precio rebajado,Estado del impuesto,Clase de impuesto,¿Existencias?,Inventario,Cantidad de bajo inventario,¿Permitir reservas de productos agotados?,¿Vendido individualmente?,Peso (kg),Longitud (cm),Anchura (cm),Altura (cm),¿Permitir valoraciones de clientes?,Nota de compra,Precio rebajado,Precio normal,Categorías,Etiquetas,Clase de envío,Imágenes,Límite de descargas,Días de caducidad de la descarga,Superior,Productos agrupados,Ventas dirigidas,Ventas cruzadas,URL externa,Texto del botón,Posición,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,Atributo global 1,Nombre del atributo 2,Valor(es) del atributo 2,Atributo visible 2,Atributo global 2",
  Russian:
    "ID,Тип,Артикул,Имя,Опубликован,рекомендуемый?,Видимость в каталоге,Краткое описание,Описание,Дата начала действия продажной цены,Дата окончания действия продажной цены,Статус налога,Налоговый класс,В наличии?,Запасы,Величина малых запасов,Возможен ли предзаказ?,Продано индивидуально?,Вес (kg),Длина (cm),Ширина (cm),Высота (cm),Разрешить отзывы от клиентов?,Примечание к покупке,Цена распродажи,Базовая цена,Категории,Метки,Класс доставки,Изображения,Лимит загрузок,Число дней до просроченной загрузки,Родительский,Сгруппированные товары,Апсейл,Кросселы,Внешний URL,Текст кнопки,Позиция,Имя атрибута 1,Значение(-я) аттрибута(-ов) 1,Видимость атрибута 1,Глобальный атрибут 1,Имя атрибута 2,Значение(-я) аттрибута(-ов) 2,Видимость атрибута 2,Глобальный атрибут 2",
};
/** With columns for GTIN and brands, as WooCommerce writes them today. */
const newHeads = {
  German:
    "ID|Typ|Artikelnummer|GTIN, UPC, EAN oder ISBN|Name|Veröffentlicht|Ist hervorgehoben?|Sichtbarkeit im Katalog|Kurzbeschreibung|Beschreibung|Datum, an dem Angebotspreis beginnt|Datum, an dem Angebotspreis endet|Steuerstatus|Steuerklasse|Vorrätig?|Lager|Geringe Lagermenge|Lieferrückstande erlaubt?|Nur einzeln verkaufen?|Gewicht (kg)|Länge (cm)|Breite (cm)|Höhe (cm)|Kundenrezensionen erlauben?|Hinweis zum Kauf|Angebotspreis|Regulärer Preis|Kategorien|Schlagwörter|Versandklasse|Bilder|Downloadlimit|Ablauftage des Downloads|Übergeordnetes Produkt|Gruppierte Produkte|Zusatzverkäufe|Cross-Sells (Querverkäufe)|Externe URL|Button-Text|Position|Marken|Attribut 1 Name|Attribut 1 Wert(e)|Attribut 1 Sichtbar|Attribut 1 Global|Attribut 2 Name|Attribut 2 Wert(e)|Attribut 2 Sichtbar|Attribut 2 Global|Attribut 1 Standard",
  Italian:
    "ID|Tipo|SKU|GTIN, UPC, EAN, o ISBN|Nome|Pubblicato|In primo piano?|Visibilità nel catalogo|Breve descrizione|Descrizione|Data di partenza del prezzo in saldo|Data in cui termina l'offerta|Stato delle imposte|Aliquota di imposta|In stock?|Magazzino|Quantità in magazzino bassa|Abilita gli ordini arretrati?|Venduto singolarmente?|Peso (kg)|Lunghezza (cm)|Larghezza (cm)|Altezza (cm)|Permetti le recensioni clienti?|Nota di acquisto|Prezzo in offerta|Prezzo di listino|Categorie|Tag|Classe di spedizione|Immagine|Limite di download|Scarica i giorni di scadenza|Genitore|Prodotti raggruppati|Up-sell|Cross-sell|URL esterno|Testo del pulsante|Posizione|Marchi|Nome dell'attributo 1|Valore dell'attributo 1|Attributo 1 visibile|Attributo 1 globale|Nome dell'attributo 2|Valore dell'attributo 2|Attributo 2 visibile|Attributo 2 globale",
  Russian:
    "ID|Тип|Артикул|GTIN, UPC, EAN или ISBN|Имя|Опубликован|Рекомендуемый?|Видимость в каталоге|Краткое описание|Описание|Дата начала действия скидки|Дата окончания действия скидки|Статус налога|Налоговый класс|Наличие|Запасы|Величина малых запасов|Возможен ли предзаказ?|Продано индивидуально?|Вес (кг)|Длина (см)|Ширина (см)|Высота (см)|Разрешить отзывы от клиентов?|Примечание к покупке|Акционная цена|Базовая цена|Категории|Метки|Класс доставки|Изображения|Лимит скачивания|Дней срока скачивания|Родительский|Сгруппированные товары|Апсэлы|Кросселы|Внешний URL|Текст кнопки|Позиция|Бренды|Название атрибута 1|Значения атрибутов 1|Видимость атрибута 1|Глобальный атрибут 1|Название атрибута 2|Значения атрибутов 2|Видимость атрибута 2|Глобальный атрибут 2",
};
/** Only the numbers of attributes are known of a language that nobody taught us. */
const unknown = heads.Spanish.split(",").map((title, index) =>
  `Ξ${index}${/ \d$/.exec(title)?.[0] ?? ""}`.replace(/Ξ\d+ /, "Ξ "),
);
/** A choice of columns, in Arabic. */
const arabic =
  "المعرف,النوع,رمز المنتج (SKU),الاسم,تم النشر,المخزون,السعر الافتراضي,التصنيفات,الصور,الأب,اسم السمة 1,قيمة/قيم السمة 1,اسم السمة 2,قيمة/قيم السمة 2";

const sandal = { published: "1", visibility: "visible", there: "1", name1: "اللون", values1: "أسود", name2: "المقاس" };
const variation = (id: string, size: string, values2: string, stock: string, parent: string) => ({
  ...{ ...sandal, type: "variation", id, sku: `DJ-${size}`, name: `Sandale Djurdjura - ${size}` },
  ...{ values2, stock, parent, price: "4500" },
});
const cells: Record<string, string>[] = [
  { ...sandal, type: "variable", id: "7", sku: "DJ", name: "Sandale Djurdjura", category: "Femmes", values2: "٣٨, ٣٩" },
  variation("8", "38", "٣٨", "4", "DJ"),
  variation("9", "39", "٣٩", "0", "id:7"),
];
const places: Record<string, number> = {
  id: 0,
  type: 1,
  sku: 2,
  name: 3,
  published: 4,
  featured: 5,
  visibility: 6,
  tax: 11,
  there: 13,
  stock: 14,
  low: 15,
  backorders: 16,
  single: 17,
  reviews: 22,
  price: 25,
  category: 26,
  parent: 32,
  position: 38,
  name1: 39,
  values1: 40,
  visible1: 41,
  global1: 42,
  name2: 43,
  values2: 44,
};
const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;

/** @param left columns that an older or newer WooCommerce has or lacks */
function whole(titles: readonly string[], change: (row: string[]) => string[] = (row) => row): string {
  const always = { tax: "taxable", featured: "0", backorders: "0", single: "0", reviews: "1", position: "0" };
  const shown = { visible1: "1", global1: "1" };
  const rows = cells.map((cell) => {
    const row = titles.map(() => "");
    for (const [name, value] of Object.entries({ ...always, ...shown, ...cell })) row[places[name] ?? 0] = value;
    return change(row);
  });
  return [change([...titles]), ...rows].map((row) => row.map(quoted).join(",")).join("\n");
}

/** The same cells in today's columns. */
function newer(head: string): string {
  const titles = head.split("|");
  const [gtin, brand] = [3, 40];
  const older = titles.filter((_, index) => index !== gtin && index !== brand);
  return whole(older, (row) => {
    const added = row[0] === "ID" ? [titles[gtin], titles[brand]] : ["", row[0] === "7" ? "Zéphyr" : ""];
    return [...row.slice(0, 3), added[0] ?? "", ...row.slice(3, 39), added[1] ?? "", ...row.slice(39)];
  });
}

function picked(): string {
  const names = "id type sku name published stock price category images parent name1 values1 name2 values2".split(" ");
  return [arabic, ...cells.map((cell) => names.map((name) => quoted(cell[name] ?? "")).join(","))].join("\n");
}

describe("WooCommerce's list", () => {
  it.each([
    ["in Spanish", whole(heads.Spanish.split(","))],
    ["in Russian", whole(heads.Russian.split(","))],
    ...Object.entries(newHeads).map(([language, head]) => [`in today's ${language}`, newer(head), "Zéphyr"]),
    ["in a language that nobody knows", whole(unknown)],
    ["of an older version, in one that nobody knows", whole(unknown, (row) => row.filter((_, index) => index !== 15))],
    [
      "of a newer version, in one that nobody knows",
      whole(unknown, (row) => [...row.slice(0, 3), row[0] === "7" ? "" : row[3] === "Ξ3" ? "ΞX" : "", ...row.slice(3)]),
    ],
    ["in Arabic, with columns that were picked", picked()],
  ])("is read %s, and says which column was taken for what", (_, text = "", brand = "") => {
    const reading = read(text);
    expect(reading.source).toBe("woocommerce");
    expect(reading.remarks).toEqual([]);
    expect(partsOf(reading)).toMatchObject([
      {
        name: "Sandale Djurdjura",
        sku: "DJ",
        price: 4500,
        category: ["Femmes"],
        gender: "femme",
        ...(brand ? { brand } : {}),
        variants: [
          { key: "id:8", sku: "DJ-38", size: 38, stock: 4, color: { name: "أسود", hex: "#1f1e20" } },
          { key: "id:9", sku: "DJ-39", size: 39, stock: 0 },
        ],
      },
    ]);
    expect(reading.summary[0]?.replace(/\u00a0/g, " ")).toMatch(
      /^Colonnes prises pour celles de WooCommerce : .*» = prix,.*» = attribut 1 nom/,
    );
  });
  it("is none where the types of products are not there", () => {
    expect(() => read("النوع,الاسم,السعر العادي\nا,ب,3\n")).toThrow(/ni une liste/);
    expect(() => read(whole(unknown).replaceAll("variation", "autre"))).toThrow(/ni une liste/);
  });
  it("has names of columns in one spelling", () => {
    expect(columnName("Valeur(s) de l’attribut 1 ")).toBe("valeur s de l attribut 1");
  });
});
