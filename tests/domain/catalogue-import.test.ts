import { describe, expect, it } from "vitest";
import { plainName, withoutMarkup } from "~/catalogue-import/cells";
import { pointsThousandsIn, priceOf } from "~/catalogue-import/prices";
import { readCatalogue } from "~/catalogue-import/read";
import type { MappingTerms } from "~/catalogue-import/source-product";
import { readTable } from "~/catalogue-import/table";
import { slugOf } from "~/domain/slug";

const terms: MappingTerms = { today: "2026-11-22" };
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, more: Partial<MappingTerms> = {}) => readCatalogue(bytes(text), { ...terms, ...more });
/** Remarks, such as "3 refused prix nul". */
const remarksOf = ({ remarks }: ReturnType<typeof read>) =>
  remarks.map(({ line, kind, text }) => `${line} ${kind} ${text.replace(/\u00a0/g, " ")}`);
const partsOf = (reading: ReturnType<typeof read>) => reading.products.flatMap(({ parts }) => parts);

const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Image Alt Text,Gift Card,Variant Image,Status";
/** A line of that list: what is named, the rest empty. */
const shopify = (cells: Record<string, string>) =>
  SHOPIFY.split(",")
    .map((column) => `"${(cells[column] ?? "").replace(/"/g, '""')}"`)
    .join(",");

const CLOG = {
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
const clog = [
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

describe("a table", () => {
  it("is read with or without a mark, with any line end, by comma, semicolon or tab, in UTF-8, UTF-16 and ANSI", () => {
    const columns = ["type", "nom", "tarif regulier"];
    const rows = (text: Uint8Array) => {
      const table = readTable(text);
      expect(table.columns.map(({ name }) => name)).toEqual(columns);
      return table.rows.map((row) => [row.line, row.value("nom")]);
    };
    const text =
      'Type,Nom,Tarif régulier\r\nsimple,"Été, à ""Oran""",1\r\n\r\n,,\r\nsimple,"deux\r\nlignes",2\r\nsimple,B,3';
    const expected = [
      [2, 'Été, à "Oran"'],
      [5, "deux\nlignes"],
      [7, "B"],
    ];
    expect(rows(bytes(text))).toEqual(expected);
    expect(rows(bytes(`\ufeff${text}`))).toEqual(expected);
    const simple = "Type;Nom;Tarif régulier\nsimple;Été;1\n";
    expect(rows(bytes(simple))).toEqual([[2, "Été"]]);
    expect(rows(bytes(simple.replace(/;/g, "\t")))).toEqual([[2, "Été"]]);
    expect(rows(Buffer.from(simple, "latin1"))).toEqual([[2, "Été"]]);
    expect(rows(Buffer.from(`\ufeff${simple}`, "utf16le"))).toEqual([[2, "Été"]]);
  });
  it("is read as Arabic where that gives words, and refused where nothing does", () => {
    const ansi = (text: string) => {
      const table = new Map(
        Array.from({ length: 128 }, (_, index) => [
          new TextDecoder("windows-1256").decode(Uint8Array.of(128 + index)),
          128 + index,
        ]),
      );
      return Uint8Array.from([...text], (letter) => table.get(letter) ?? letter.charCodeAt(0));
    };
    const text = "Type,Nom,Tarif régulier\nsimple,حذاء أسود للنساء — été,4500\n";
    expect(readTable(ansi(text)).rows[0]?.value("nom")).toBe("حذاء أسود للنساء — été");
    // Capitals of French have the codes of Arabic letters.
    const french = "Type,Nom,Tarif régulier\nsimple,ÉTÉ À L'ÎLE D'OLÉRON Ç,1\n";
    expect(readTable(Buffer.from(french, "latin1")).rows[0]?.value("nom")).toBe("ÉTÉ À L'ÎLE D'OLÉRON Ç");
    const broken = Buffer.concat([Buffer.from(text), Buffer.of(0xff)]);
    const russian = Buffer.concat([
      Buffer.from("Type,Nom\n"),
      Buffer.from([0xce, 0xe1, 0xfb, 0xf7, 0xed, 0xe0, 0xff, 0xe4, 0xc1, 0xc2, 0xc3, 0xc4, 0xe0]),
    ]);
    for (const bad of [broken, russian]) expect(() => readTable(bad)).toThrow(/CSV UTF-8/);
  });
  it("says what it is not", () => {
    expect(() => read("a,b\n1,2\n")).toThrow(/ni une liste de produits Shopify.* ni une liste WooCommerce/);
    expect(() => read("")).toThrow(/ni une liste/);
    expect(() => read(`${SHOPIFY}\n"a,b\n`)).toThrow(/n'est pas un tableau CSV lisible \(ligne/);
  });
});

describe("words of a list", () => {
  it("lose their markup, and nothing of it runs or comes back", () => {
    expect(withoutMarkup("<h2>Titre</h2><p>Un&nbsp;mot &amp; l&#39;autre<br/>fin</p>")).toBe(
      "Titre\nUn mot & l'autre\nfin",
    );
    expect(withoutMarkup("<ul>\n<li>A</li>\n<li>B</li></ul>")).toBe("• A\n\n• B");
    expect(withoutMarkup("a<script>evil()</script>b<style>p{}</style><!-- c -->d<iframe src=x>")).toBe("abd");
    // What was written out stays text; it is decoded once.
    expect(withoutMarkup("&lt;b&gt; &amp;lt;")).toBe("<b> &lt;");
    expect(withoutMarkup("1 < 2 > 0, ligne 1\\nligne 2")).toBe("1 < 2 > 0, ligne 1\nligne 2");
    const chart =
      "<p>Tailles</p><table><thead><tr><th>Taille<th>cm</tr></thead> <tr>\n<td>41</td>\n<td>26</td></tr></table>fin";
    expect(withoutMarkup(chart)).toBe("Tailles\n\nTaille : cm\n\n41 : 26\n\nfin");
    expect(withoutMarkup("<dl><dt>Dessus<dd>Cuir</dl>")).toBe("Dessus : Cuir");
    expect(withoutMarkup("x".repeat(9_000))).toHaveLength(5_000);
    expect(plainName(" <b>Sabot</b>\n Annaba ")).toBe("Sabot Annaba");
    expect(withoutMarkup("&#0;&#xD800;&#x110000;ok")).toBe("ok");
  });
  it("are prices in whole dinars, or in another money by its rate", () => {
    const price = (typed: string, rate?: number, pointsThousands = false) => priceOf(typed, { rate, pointsThousands });
    for (const typed of ["1200", "1 200", "1\u202f200,00", "1,200", "1,200.00", "1.200,00", "1200 DA", "1200.00"])
      expect(price(typed), typed).toEqual({ dinars: 1200 });
    expect(price("")).toBeUndefined();
    expect(price("12.50")).toEqual({ problem: expect.stringContaining("--taux") });
    expect(price("12,50 €", 140)).toEqual({ dinars: 1750 });
    expect(price("9.99", 135)).toEqual({ dinars: 1350 });
    for (const typed of ["gratuit", "-5", "1e3", "0", "99999999999"])
      expect(price(typed), typed).toEqual({ problem: expect.any(String) });
    const wide = [
      "4 500 دج",
      "4500 د.ج",
      "٤٥٠٠",
      "٤٬٥٠٠",
      "۴۵۰۰",
      "4.5E+03",
      "4,50E+03",
      "4500,-",
      "4500.--",
      "4500 dinars",
    ];
    for (const typed of wide) expect(price(typed), typed).toEqual({ dinars: 4500 });
    expect(price("1.200.000")).toEqual({ dinars: 1_200_000 });
    expect(price("12 €")).toEqual({ problem: expect.stringContaining("--taux") });
    expect(price("دج")).toEqual({ problem: expect.stringContaining("illisible") });
    // Of one price nobody knows what its point means.
    expect(price("4.500")).toEqual({ problem: expect.stringMatching(/4500 ou 4.5.*écrivez «.4500.»/) });
    expect(price("4.500", undefined, true)).toEqual({ dinars: 4500 });
    expect(price("4.500", 40)).toEqual({ dinars: 180 });
    expect(pointsThousandsIn(["4.500", "12.000", "", "900", "1.200.000 DA"])).toBe(true);
    for (const prices of [["4.500", "4500"], ["4.500", "12.50"], ["900"], []])
      expect(pointsThousandsIn(prices), prices.join(" ")).toBe(false);
  });
  it("have points before thousands where no price is written otherwise, which is said once", () => {
    const prices = (...typed: string[]) =>
      read(
        [
          SHOPIFY,
          ...typed.map((price, index) =>
            shopify({
              ...CLOG,
              Handle: `s${index}`,
              "Variant SKU": "",
              "Variant Price": price,
              "Variant Compare At Price": "",
            }),
          ),
        ].join("\n"),
      );
    const all = prices("4.500", "12.000");
    expect(partsOf(all).map(({ price }) => price)).toEqual([4500, 12_000]);
    expect(all.summary.filter((text) => text.includes("4.500"))).toHaveLength(1);
    const mixed = prices("4.500", "12000");
    expect(partsOf(mixed).map(({ price }) => price)).toEqual([12_000]);
    expect(remarksOf(mixed)).toEqual([
      "2 refused le prix « 4.500 » peut vouloir dire 4500 ou 4.5 : écrivez « 4500 »",
      "2 refused « Sabot Annaba » n'a aucune variante à vendre",
    ]);
  });
  it("become addresses", () => {
    expect(slugOf("Été à l'Œuvre, n° 5")).toBe("ete-a-l-oeuvre-n-5");
    expect(slugOf("حذاء")).toBe("");
  });
});

describe("how a product fits", () => {
  const shopifyFit = (column: string, fit: string) =>
    partsOf(read([`${SHOPIFY},${column}`, `${shopify(CLOG)},${fit}`].join("\n")))[0]?.fit;
  it.each([
    ["Fit (product.metafields.custom.fit)", "Runs small", "small"],
    ["Fit (product.metafields.shopify.fit)", "True to size", "true"],
    ["Chaussant", "Taille grand", "large"],
    ["Chaussant", "Taille normalement", "true"],
    ["Chaussant", "", undefined],
    ["Chaussant", "Oui", undefined],
    ["Remarque", "Taille petit", undefined],
  ])("is read from Shopify's column «\u00a0%s\u00a0»: %s", (column, words, fit) => {
    expect(shopifyFit(column, words)).toBe(fit);
  });
  it("is read from WooCommerce's own field", () => {
    const [head, ...lines] = woo([{ id: "1", type: "simple", name: "Mule", regular: "900", published: "1" }]).split(
      "\n",
    );
    const [part] = partsOf(read([`${head},Meta: fit`, ...lines.map((line) => `${line},taille petit`)].join("\n")));
    expect(part?.fit).toBe("small");
  });
});

describe("what a product is made of", () => {
  const shopifyMaterial = (column: string, words: string) =>
    partsOf(read([`${SHOPIFY},${column}`, `${shopify(CLOG)},${words}`].join("\n")))[0]?.material;
  it.each([
    ["Footwear material (product.metafields.shopify.footwear-material)", "suede", "daim"],
    ["Matière", "Cuir lisse", "cuir"],
    ["Matière", "", undefined],
    ["Matière", "Oui", undefined],
    ["Remarque", "Cuir", undefined],
  ])("is read from Shopify's column «\u00a0%s\u00a0»: %s", (column, words, material) => {
    expect(shopifyMaterial(column, words)).toBe(material);
  });
  it("is read from WooCommerce's own field, and from an attribute of one value", () => {
    const [head, ...lines] = woo([{ id: "1", type: "simple", name: "Mule", regular: "900", published: "1" }]).split(
      "\n",
    );
    const materialOf = (columns: string, cells: string) =>
      partsOf(read([`${head},${columns}`, ...lines.map((line) => `${line},${cells}`)].join("\n")))[0]?.material;
    expect(materialOf("Meta: material", "Nubuck")).toBe("nubuck");
    expect(materialOf("Attribute 9 name,Attribute 9 value(s)", "Matière,Toile")).toBe("toile");
    expect(materialOf("Attribute 9 name,Attribute 9 value(s)", 'Matière,"Toile, Cuir"')).toBeUndefined();
  });
});

describe("Shopify's list", () => {
  it("gives variants, pictures by colour, prices, stock, kind and audience", () => {
    const reading = read(clog.join("\r\n"));
    expect(remarksOf(reading)).toEqual([]);
    expect(reading).toMatchObject({ source: "shopify", lines: 3 });
    expect(reading.products).toHaveLength(1);
    expect(reading.products[0]).toMatchObject({ source: "shopify", sourceId: "sabot-annaba", line: 2 });
    expect(partsOf(reading)).toEqual([
      {
        part: "",
        slug: "sabot-annaba",
        sku: "SABOT-ANNABA",
        isGenerated: true,
        name: "Sabot Annaba",
        description: "Cuir & liège.\n\n• Léger",
        kind: "sabots",
        gender: "femme",
        category: ["Sabots"],
        isBestseller: false,
        isActive: true,
        tags: ["femme", "été"],
        specifications: [],
        price: 4500,
        oldPrice: 5200,
        pictures: [
          { address: "https://cdn.example/bleu.jpg?v=1", alt: "Sabot Annaba, photo 1", color: "", line: 2 },
          { address: "https://cdn.example/rouge.jpg", alt: "De côté", color: "rouge", line: 4 },
        ],
        variants: [
          {
            line: 2,
            key: "bleu nuit / 38",
            sku: "ANN-BLEU-38",
            color: { slug: "bleu-nuit", name: "Bleu nuit", hex: "#2b5f95" },
            size: 38,
            stock: 3,
          },
          // Sold more often than there was: none is left.
          {
            line: 3,
            key: "rouge / eu 39",
            sku: "ANN-ROUGE-39",
            color: { slug: "rouge", name: "Rouge", hex: "#b0272c" },
            size: 39,
            stock: 0,
          },
        ],
      },
    ]);
  });

  it("is read in its newer words, and wherever the lines of a product stand", () => {
    const head =
      "Title,URL handle,Description,Type,Option1 name,Option1 value,Price,Compare-at price,Inventory quantity,Product image URL,Status";
    const reading = read(
      [
        head,
        "Écharpe,,Laine,Accessoires,Title,Default Title,900,,,,Draft",
        "Robe,robe,,Robes,Taille,42,3000,,4,,Active",
        "Sac,sac,,Sacs,Title,Default Title,2500,2000,1,https://x.example/s.png,Active",
        ",robe,,,,38,3000,,2,,",
      ].join("\n"),
    );
    expect(remarksOf(reading)).toEqual([]);
    const [scarf, dress, bag] = partsOf(reading);
    expect(scarf).toMatchObject({ slug: "echarpe", isActive: false, kind: "autres", gender: "mixte" });
    expect(scarf?.variants).toMatchObject([
      { color: { slug: "unique", hex: "" }, sizeLabel: "Taille unique", size: 101, stock: undefined },
    ]);
    // Sizes of garments are no sizes of shoes, be they numbers as well.
    expect(dress?.variants.map(({ size, sizeLabel }) => [size, sizeLabel])).toEqual([
      [102, "42"],
      [101, "38"],
    ]);
    // An older price that is lower is no reduction.
    expect(bag).not.toHaveProperty("oldPrice");
  });

  it("names a wrong line, and takes the others", () => {
    const reading = read(
      [
        SHOPIFY,
        shopify({ Title: "", Handle: "", "Variant Price": "1" }),
        shopify({ Handle: "sans-titre", "Variant Price": "100" }),
        shopify({ ...CLOG, "Variant Price": "" }),
        shopify({ Handle: "sabot-annaba", "Option1 Value": "Rouge", "Option2 Value": "39", "Variant Price": "12.5" }),
        shopify({ Handle: "sabot-annaba", "Option1 Value": "Rouge", "Option2 Value": "40", "Variant Price": "4500" }),
        shopify({ Handle: "sabot-annaba", "Option1 Value": "rouge", "Option2 Value": "40", "Variant Price": "4500" }),
        shopify({ ...CLOG, Handle: "bon", Title: "Bon d'achat", "Gift Card": "true" }),
        shopify({ Handle: "b", Title: "B", "Variant SKU": "ANN-1", "Variant Price": "100" }),
        shopify({ Handle: "c", Title: "C", "Variant SKU": "ANN-1", "Variant Price": "100" }),
      ].join("\n"),
    );
    expect(remarksOf(reading)).toEqual([
      "2 refused ni identifiant (Handle) ni titre (Title)",
      "3 refused le titre (Title) de « sans-titre » manque",
      "4 refused prix (Variant Price) absent",
      "5 refused le prix 12.5 n'est pas en dinars entiers : indiquez le taux de sa monnaie (--taux)",
      "7 refused même couleur et même taille que la ligne 6",
      "8 refused « Bon d'achat » est une carte cadeau : rien à livrer",
      "10 note la référence ANN-1 est déjà celle de la ligne 9 : une autre est donnée",
    ]);
    expect(partsOf(reading).map(({ name, variants }) => [name, variants.map(({ sku, size }) => [sku, size])])).toEqual([
      ["Sabot Annaba", [[undefined, 40]]],
      ["B", [["ANN-1", 101]]],
      ["C", [[undefined, 101]]],
    ]);
  });

  it("names what it cannot tell from another line", () => {
    const reading = read(
      [
        SHOPIFY,
        shopify({
          Handle: "sac",
          Title: "Sac",
          "Option1 Name": "Taille",
          "Option1 Value": "Grande",
          "Variant Price": "9",
        }),
        shopify({ Handle: "sac", "Option1 Value": "grande", "Variant Price": "9" }),
      ].join("\n"),
    );
    expect(remarksOf(reading)).toEqual(["3 refused même identifiant que la ligne 2"]);
  });

  it("puts what has its own price beside the others, under what tells it from them", () => {
    const variant = (size: string, price: string, image = "") =>
      shopify({
        Handle: "pot",
        Title: size === "S" ? "Pot" : "",
        "Option1 Name": size === "S" ? "Size" : "",
        "Option1 Value": size,
        "Variant Price": price,
        "Image Src": image,
      });
    const reading = read(
      [SHOPIFY, variant("S", "10"), variant("L", "20", "https://x.example/p.jpg"), variant("M", "10")].join("\n"),
    );
    expect(remarksOf(reading)).toEqual(["2 note « Pot » a plusieurs prix : 2 produits, un par prix"]);
    expect(partsOf(reading).map(({ part, name, slug, sku, price }) => ({ part, name, slug, sku, price }))).toEqual([
      { part: "", name: "Pot", slug: "pot", sku: "POT", price: 10 },
      { part: "L", name: "Pot, L", slug: "pot-l", sku: "POT-L", price: 20 },
    ]);
    // By the ladder of sizes, not as they come.
    expect(
      partsOf(reading).map(({ variants }) => variants.map(({ size, sizeLabel }) => `${size} ${sizeLabel}`)),
    ).toEqual([["101 S", "102 M"], ["103 L"]]);
    expect(partsOf(reading).map(({ pictures }) => pictures.length)).toEqual([1, 1]);
  });
});

describe("parts of a product that cost otherwise", () => {
  const options = (...priced: [name: string, price: string][]) =>
    read(
      [
        SHOPIFY,
        ...priced.map(([value, price], index) =>
          shopify({
            Handle: "u5",
            Title: index === 0 ? "Sabot bois" : "",
            "Option1 Name": index === 0 ? "Modèle" : "",
            "Option1 Value": value,
            "Variant Price": price,
          }),
        ),
      ].join("\n"),
    );
  const long = "Semelle en bois de hêtre massif non verni";
  it("have addresses and references of their own, however late their names differ", () => {
    const parts = partsOf(options(["Simple", "4500"], [`${long} clair`, "4900"], [`${long} foncé`, "5200"]));
    expect(parts.map(({ price }) => price)).toEqual([4500, 4900, 5200]);
    for (const key of ["sku", "slug", "part"] as const) expect(new Set(parts.map((part) => part[key])).size).toBe(3);
  });
  it("are each another, where what differs from the most similar is the same", () => {
    const names = ["Rouge", "Bleu"].flatMap((color) => ["clair", "foncé"].map((end) => `${color}, ${long}, ${end}`));
    const parts = partsOf(options(["Simple", "1"], ...names.map((name, at): [string, string] => [name, `${at + 2}`])));
    for (const key of ["name", "sku", "slug", "part"] as const)
      expect(new Set(parts.map((part) => part[key])).size, key).toBe(5);
  });
  it("are named by what differs, and never cut within a word", () => {
    const longer = `${long}, cousue à la main dans nos ateliers`;
    const names = partsOf(options(["Simple", "1"], [`${longer} clair`, "2"], [`${longer} foncé`, "3"])).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["Sabot bois", "Sabot bois, …\u00a0clair", "Sabot bois, …\u00a0foncé"]);
    const [, other] = partsOf(options(["Simple", "1"], [`Autre ${longer}`, "2"]));
    expect(other?.part).toMatch(/^Modèle.: Autre Semelle en bois .* cousue…$|^…/);
    expect(`Modèle\u00a0: Autre ${longer} `).toContain(`${other?.part.replace(/^….|…$/g, "")} `);
  });
});

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
type WooCells = Partial<Record<keyof typeof WOO_COLUMNS, string>>;

/** WooCommerce's list in the language of the shop that wrote it. */
function woo(items: WooCells[], language: 0 | 1 = 0, sign = ","): string {
  const names = Object.keys(WOO_COLUMNS) as (keyof typeof WOO_COLUMNS)[];
  const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;
  return [
    names.map((name) => quoted(WOO_COLUMNS[name][language])).join(sign),
    ...items.map((item) => names.map((name) => quoted(item[name] ?? "")).join(sign)),
  ].join("\n");
}

const shirt: WooCells[] = [
  {
    id: "44",
    type: "variable",
    sku: "tee",
    name: "Tee &amp; co",
    published: "1",
    featured: "1",
    visibility: "visible",
    short: "Court.",
    description: "<p>Long.\\nSuite</p>",
    there: "1",
    categories: "Vêtements > Tee-shirts > Coton, Femme",
    tags: "coton, bio\\, doux",
    images: "https://x.example/1.jpg, https://x.example/blue.jpg",
    name1: "Color",
    values1: "Blue, Red",
    name2: "Size",
    values2: "Large, Small",
  },
  {
    id: "45",
    type: "variation",
    sku: "tee-blue",
    published: "1",
    there: "1",
    stock: "5",
    regular: "2000",
    parent: "tee",
    images: "https://x.example/blue.jpg",
    name1: "Color",
    values1: "Blue",
    name2: "Size",
    values2: "",
  },
  {
    id: "46",
    type: "variation",
    sku: "tee-red-l",
    published: "1",
    there: "0",
    stock: "",
    regular: "2000",
    parent: "id:44",
    name1: "Color",
    values1: "Red",
    name2: "Size",
    values2: "Large",
  },
];

describe.each([
  ["in English", 0, ","],
  ["in French, with semicolons", 1, ";"],
] as const)("WooCommerce's list %s", (_, language, sign) => {
  const readWoo = (items: WooCells[], more: Partial<MappingTerms> = {}) => read(woo(items, language, sign), more);

  it("gives variations to their parents, by reference and by number, and opens what they leave open", () => {
    const reading = readWoo(shirt);
    expect(remarksOf(reading)).toEqual([
      "3 note vaut pour tout choix de « Size » : 2 variantes, son stock de 5 réparti",
    ]);
    expect(reading.products).toHaveLength(1);
    expect(reading.products[0]).toMatchObject({ source: "woocommerce", sourceId: "id:44", line: 2 });
    expect(partsOf(reading)).toMatchObject([
      {
        name: "Tee & co",
        slug: "tee-co",
        sku: "tee",
        description: "Court.\n\nLong.\nSuite",
        category: ["Vêtements", "Tee-shirts"],
        // Categories that it does not stand in here are words to find it by.
        tags: ["coton", "bio, doux", "Coton", "Femme"],
        gender: "femme",
        isBestseller: true,
        isActive: true,
        price: 2000,
        pictures: [
          { address: "https://x.example/1.jpg", color: "" },
          { address: "https://x.example/blue.jpg", color: "blue", alt: "Tee & co, blue, photo 2" },
        ],
        variants: [
          { key: "id:45 / Blue / Large", color: { slug: "blue" }, size: 102, sizeLabel: "Large", stock: 3 },
          { key: "id:45 / Blue / Small", color: { slug: "blue" }, size: 101, sizeLabel: "Small", stock: 2 },
          { key: "id:46", sku: "tee-red-l", color: { slug: "red" }, size: 102, sizeLabel: "Large", stock: 0 },
        ],
      },
    ]);
  });

  it("takes the reduced price on its days", () => {
    const item = {
      id: "1",
      type: "simple",
      name: "A",
      sku: "a",
      published: "1",
      there: "1",
      regular: "1 000",
      sale: "800",
    };
    const prices = (more: WooCells) =>
      partsOf(readWoo([{ ...item, ...more }])).map(({ price, oldPrice }) => [price, oldPrice]);
    expect(prices({})).toEqual([[800, 1000]]);
    expect(prices({ from: "2026-11-22", to: "2026-11-22T23:59:59" })).toEqual([[800, 1000]]);
    expect(prices({ to: "2026-11-21" })).toEqual([[1000, undefined]]);
    expect(prices({ from: "2026-11-23" })).toEqual([[1000, undefined]]);
  });

  it("makes collections of groups, keeps what is hidden out of sight and what others sell sold out", () => {
    const simple = { type: "simple", published: "1", there: "1", stock: "2", regular: "100" };
    const reading = readWoo([
      { ...simple, id: "1", sku: "a", name: "A", visibility: "hidden" },
      {
        ...simple,
        id: "2",
        sku: "b",
        name: "B",
        published: "-1",
        name1: "Brand",
        values1: "X",
        name2: "Color",
        values2: "Gray",
      },
      { ...simple, id: "3", type: "external", sku: "c", name: "C", stock: "9" },
      { id: "4", type: "grouped", name: "Le groupe", grouped: "a, id:3, absent" },
      { ...simple, id: "5", type: "simple, downloadable, virtual", sku: "d", name: "D", stock: "" },
    ]);
    expect(remarksOf(reading)).toEqual([
      "2 note « A » est masqué là-bas : repris, pas mis en vente",
      "4 note « C » est vendu par un autre site : repris, épuisé",
      "5 note le groupe « Le groupe » devient une collection de 2 produits",
    ]);
    expect(partsOf(reading)).toMatchObject([
      { name: "A", isActive: false, collection: "Le groupe", variants: [{ stock: 2 }] },
      // Of one thing nothing is chosen; its colour is worth knowing, its brand is not a size.
      { name: "B", isActive: false, variants: [{ color: { slug: "gray" }, sizeLabel: "Taille unique" }] },
      { name: "C", isActive: true, collection: "Le groupe", variants: [{ stock: 0 }] },
      { name: "D", variants: [{ stock: undefined }] },
    ]);
  });

  it("names a wrong line, and takes the others", () => {
    const [parent, blue, red] = shirt as [WooCells, WooCells, WooCells];
    const reading = readWoo([
      { id: "1", type: "subscription", name: "Abonnement", regular: "1" },
      { id: "2", type: "simple", name: "", regular: "1" },
      { id: "3", type: "simple", name: "Sans prix" },
      { ...parent },
      { ...blue, parent: "nulle-part" },
      { ...red, regular: "cher" },
      { ...red, id: "47", sku: "tee-red-s", values2: "Small" },
    ]);
    expect(remarksOf(reading)).toEqual([
      "2 refused type de produit « subscription » inconnu",
      "3 refused le nom du produit manque",
      "4 refused prix (Regular price) absent",
      "6 refused le produit « nulle-part » dont c'est une variante n'est pas dans le fichier",
      "7 refused prix illisible « cher » : écrivez-le en chiffres, comme « 4500 »",
    ]);
    expect(partsOf(reading).map(({ name, variants }) => [name, variants.length])).toEqual([["Tee & co", 1]]);
  });

  it("takes the first of two products that nothing tells apart, and names the other", () => {
    const mule = { type: "simple", name: "Mule", published: "1", regular: "100" };
    const reading = readWoo([mule, { ...mule, sku: "M-2" }, mule, { ...mule, sku: "", id: "7" }, { ...mule, id: "7" }]);
    expect(remarksOf(reading)).toEqual([
      "4 refused rien ne distingue « Mule » de la ligne 2 : donnez-lui son ID ou sa référence",
      "6 refused rien ne distingue « Mule » de la ligne 5 : donnez-lui son ID ou sa référence",
    ]);
    expect(reading.products.map(({ sourceId }) => sourceId)).toEqual(["mule", "M-2", "id:7"]);
  });

  it("shares what a parent counts among its variations", () => {
    const [parent, , red] = shirt as [WooCells, WooCells, WooCells];
    const one = { ...red, there: "1", stock: "parent" };
    const reading = readWoo([{ ...parent, stock: "3" }, one, { ...one, id: "48", sku: "s", values2: "Small" }]);
    expect(partsOf(reading)[0]?.variants.map(({ stock }) => stock)).toEqual([2, 1]);
  });
});
