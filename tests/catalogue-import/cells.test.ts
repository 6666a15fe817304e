import { describe, expect, it } from "vitest";
import { plainName, withoutMarkup } from "~/catalogue-import/cells";
import { hasThousandthsIn, pointsThousandsIn, priceOf } from "~/catalogue-import/prices";
import { readCatalogue } from "~/catalogue-import/read-list";
import { readTable } from "~/catalogue-import/table";
import { slugOf } from "~/domain/catalogue/slug";
import { inCodePage } from "../support/catalogues/code-pages";
import {
  bytes,
  CLOG,
  partsOf,
  read,
  readShopify,
  remarksOf,
  SHOPIFY,
  shopify,
  woo,
} from "../support/catalogues/reading";

/** Tables, and what single cells say in a list of any shop. */

const readAnsi = (text: string) => readCatalogue(inCodePage("windows-1252", text), { today: "2026-11-22" });

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
  it.each([";", ",", "\t", "|"])("is read by the separator that Excel writes before its head: %j", (sign) => {
    const simple = "Type;Nom;Tarif régulier\r\nsimple;Été, (a)|b;1\r\nsimple;Robe;\r\n";
    const list = simple.replace(/;/g, sign).replace("Été, (a)|b", `"Été, (a)|b"`);
    for (const first of [`sep=${sign}\r\n`, `"SEP=${sign}"\n`]) {
      const file = bytes(`\ufeff${first}${list}`);
      const table = readTable(file);
      expect(table.columns.map(({ name }) => name)).toEqual(["type", "nom", "tarif regulier"]);
      expect(table.rows.map((row) => [row.line, row.value("nom")])).toEqual([
        [3, "Été, (a)|b"],
        [4, "Robe"],
      ]);
      expect(partsOf(readCatalogue(file, { today: "2026-11-22" }))).toMatchObject([{ name: "Été, (a)|b", price: 1 }]);
    }
    expect(() => readTable(bytes("sep=;"))).not.toThrow();
  });

  it.each([";", ",", "\t"])("begins with the first line that has a cell: %j", (sign) => {
    const list = ["Type", "Nom, (a)", "Tarif"].join(";").replace(/;/g, sign).replace("Nom, (a)", '"Nom, (a)"');
    const row = ["simple", "Robe", "1"].join(sign);
    for (const before of [
      "\r\n",
      `${sign.repeat(4)}\r\n`,
      `\r\n \r\n""${sign}${sign}\r\n`,
      `sep=${sign}\r\n${sign}${sign}\r\n`,
    ]) {
      const table = readTable(bytes(`\ufeff${before}${list}\r\n${row}\r\n`));
      expect(
        table.columns.slice(0, 3).map(({ name }) => name),
        before,
      ).toEqual(["type", "nom a", "tarif"]);
      expect(
        table.rows.map((row) => [row.line, row.value("nom a")]),
        before,
      ).toEqual([[before.split("\n").length + 1, "Robe"]]);
    }
    for (const empty of ["", "\n\n", `${sign}${sign}\n`]) expect(readTable(bytes(empty)).rows).toEqual([]);
  });

  it("is read as Arabic where that gives words, and refused where nothing does", () => {
    const text = "Type,Nom,Tarif régulier\nsimple,حذاء أسود للنساء — été,4500\n";
    expect(readTable(inCodePage("windows-1256", text)).rows[0]?.value("nom")).toBe("حذاء أسود للنساء — été");
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
  it("is refused where it is no text: UTF-16 without a mark, or a workbook that is called .csv", () => {
    const list = Buffer.from("Type;Nom;Tarif\nsimple;Robe;1\n", "utf16le");
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(16), 0x3e, 0x00]);
    const zipped = Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000\u0008\u0000xl/workbook.xml", "latin1");
    for (const bad of [list, Buffer.from(list).swap16(), old, zipped])
      expect(() => readTable(bad)).toThrow(/CSV UTF-8/);
  });
  it("keeps the signs of Windows-1252 that ISO 8859-1 lacks: a price in euros is none in dinars", () => {
    const row = { ...CLOG, Title: "Sandale Cœur d’été – bœuf", "Variant Price": "45 €" };
    const ansi = (cells: typeof row) => readAnsi([SHOPIFY, shopify(cells)].join("\n"));
    expect(remarksOf(ansi(row))[0]).toMatch(/^2 refused le prix « 45 € ».*--taux/);
    expect(partsOf(ansi({ ...row, "Variant Price": "4500" }))[0]).toMatchObject({ name: row.Title, price: 4500 });
    const all = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ été doré";
    expect(readTable(inCodePage("windows-1252", `Nom\n${all}`)).rows[0]?.value("nom")).toBe(all);
  });
  it.each(["UTF-8", "windows-1252", "windows-1256", "macintosh"] as const)(
    "with French heads and letters is read as it was meant in %s",
    (page) => {
      // Windows-1256 has no capitals with accents.
      const encoded = (text: string) =>
        page === "UTF-8" ? bytes(text) : inCodePage(page, page === "windows-1256" ? text.replace(/É/g, "E") : text);
      const readIn = (text: string) => readCatalogue(encoded(text), { today: "2026-11-22" });
      const name = "Sandale d’été légère – Cœur de forêt";
      const cells = { type: "simple", sku: "S", published: "1", regular: "4 500,00", name1: "Pointure", values1: "38" };
      const arabic = page === "windows-1256" ? " أحمر، أخضر، أصفر، حذاء" : "";
      const list = woo([{ ...cells, name: `${name}${arabic}` }], 1, ";");
      expect(partsOf(readIn(list))[0]).toMatchObject({ name: `${name}${arabic}`, price: 4500 });
      expect(partsOf(readIn([SHOPIFY, shopify({ ...CLOG, Title: name })].join("\r")))[0]).toMatchObject({ name });
      if (arabic !== "") return;
      const capitals = "SANDALE D'ÉTÉ LÉGÈRE";
      expect(partsOf(readIn(woo([{ ...cells, name: capitals }], 1)))[0]).toMatchObject({ name: capitals });
    },
  );
  it("of MS-DOS is refused, as is one of a Mac of which too little tells what it is", () => {
    const list = (title: string) =>
      [SHOPIFY, shopify({ ...CLOG, Tags: "", "Body (HTML)": "", Title: title })].join("\n");
    for (const title of ["Sandale légère", "Dès", "FORÊT D'ÉTÉ", "Forêt", "Côté"])
      expect(() => readTable(inCodePage("MS-DOS", list(title))), title).toThrow(/CSV UTF-8/);
    for (const title of ["À brides, à talon", "Forêt", "Français"])
      expect(() => readTable(inCodePage("macintosh", list(title))), title).toThrow(/CSV UTF-8/);
    for (const title of ["Bébé", "Mule l’Étoile dorée", "Très", "ÉTÉ"])
      expect(readTable(inCodePage("macintosh", list(title))).rows[0]?.value("title"), title).toBe(title);
  });
  it.each([
    "Botte “Cuir” – l’hiver…",
    "Oran–Alger • Gore™",
    "Škoda Žena",
    "ÇA LÀ MAÏS ÎLE",
    "BŒUF CŒUR",
    "45 €",
    "« Cuir »",
    "Coração São",
    "Größe",
  ])("in Windows-1252 is read as that, little as tells it: %s", (name) => {
    expect(readTable(inCodePage("windows-1252", `Nom\n${name}\n`)).rows[0]?.value("nom")).toBe(name);
  });
  it("refuses by its line what a quote that is not closed holds, and a name in two lines", () => {
    const list = (...lines: string[]) =>
      read(["Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Body (HTML)", ...lines].join("\n"));
    const said = (end: number, cell: string) =>
      `2 refused « ${cell} » continue jusqu'à la ligne ${end}, rien n'en est repris : ` +
      "guillemet non fermé ? Sinon, écrivez-le sur une seule ligne";
    const after = ["d,D,Pointure,38,D-38,4800", 'e,"E",Pointure,"39","E-38",4900', 'f,F,Pointure,40,F-40,5000,"1\n2"'];
    for (const [broken, cell] of [
      ['c,"C,Pointure,38,C-38,4700', "C,Pointure,38,C-38,4700"],
      ['c,C,Pointure,"38,C-38,4700', "38,C-38,4700"],
      ['c,C,Pointure,38,"C-38,4700', "C-38,4700"],
    ] as const) {
      const reading = list(broken, ...after);
      expect(remarksOf(reading), broken).toEqual([said(4, cell)]);
      expect(partsOf(reading)).toMatchObject([{ name: "F", price: 5000, description: "1\n2" }]);
    }
    // Alt and Enter in Excel.
    const two = list('c,"Sandale\nété",Pointure,38,C-38,4700,"1\n2"', ...after);
    expect(remarksOf(two)).toEqual([said(3, "Sandale")]);
    expect(partsOf(two).map(({ name }) => name)).toEqual(["D", "E", "F"]);
    const item = { type: "simple", sku: "A", name: "A\nété", published: "1", regular: "4500" };
    const names = read(woo([item, { ...item, sku: "B", name: "B", description: "1\n2" }], 1));
    expect(remarksOf(names)).toEqual([said(3, "A")]);
    expect(partsOf(names)).toMatchObject([{ name: "B", description: "1\n2" }]);
    expect(() => list('c,"C,Pointure,38,C-38,4700', "d,D,Pointure,38,D-38,4800")).toThrow(/\(ligne 2.*guillemet/);
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
    expect(withoutMarkup("&toString; &valueOf;")).toBe("&toString; &valueOf;");
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
    const arabic = ["4 500 دج", "4500 د.ج", "٤٥٠٠", "٤٬٥٠٠", "۴۵۰۰"];
    for (const typed of [...arabic, "4.5E+03", "4,50E+03", "4500,-", "4500.--", "4500 dinars"])
      expect(price(typed), typed).toEqual({ dinars: 4500 });
    expect(price("1.200.000")).toEqual({ dinars: 1_200_000 });
    expect(price("12 €")).toEqual({ problem: expect.stringContaining("--taux") });
    expect(price("دج")).toEqual({ problem: expect.stringContaining("illisible") });
    // With one price only, the meaning of its point is unknown.
    expect(price("4.500")).toEqual({ problem: expect.stringMatching(/4500 ou 4.5.*écrivez «.4500.»/) });
    expect(price("4.500", undefined, true)).toEqual({ dinars: 4500 });
    expect(pointsThousandsIn(["4.500", "12.000", "", "900", "1.200.000 DA"])).toBe(true);
    for (const prices of [["4.500", "4500"], ["4.500", "12.50"], ["900"], []])
      expect(pointsThousandsIn(prices), prices.join(" ")).toBe(false);
  });
  it("are not converted where they are dinars already, or may mean two amounts", () => {
    const price = (typed: string, rate: number, hasThousandths = false) => priceOf(typed, { rate, hasThousandths });
    for (const typed of ["4500 DA", "4500 DZD", "4500 دج", "4.500 dinars"])
      expect(price(typed, 14), typed).toEqual({ problem: expect.stringContaining("déjà en dinars") });
    const either = { problem: expect.stringMatching(/1299 ou 1.299.*écrivez «.1299.00.» ou «.1.30.»/) };
    for (const typed of ["1.299", "1,299", "1.299 MAD", "1,299 €"]) expect(price(typed, 14), typed).toEqual(either);
    expect(price("1.299 MAD", 14, true)).toEqual(either);
    expect(price("1299.00 MAD", 14)).toEqual({ dinars: 18_190 });
    expect(price("1,299.00", 14)).toEqual({ dinars: 18_190 });
    // Tunisian dinars have thousandths.
    for (const typed of ["129,000 TND", "129.000 TND", "129 TND"]) expect(price(typed, 43)).toEqual({ dinars: 5550 });
    expect(price("1 299,500 TND", 43)).toEqual({ dinars: 55_880 });
    expect(price("1,299.500 TND", 43)).toEqual({ dinars: 55_880 });
    expect(price("129,000", 43, true)).toEqual({ dinars: 5550 });
    expect(price("4.500", 40, true)).toEqual({ dinars: 180 });
    expect(hasThousandthsIn(["129,000", "", "89.900 TND", "1 299,500"])).toBe(true);
    for (const prices of [["129,000", "89"], ["129,000", "89,90"], []])
      expect(hasThousandthsIn(prices), prices.join(" ")).toBe(false);
  });
  it("have thousandths where all prices are written so, which is said once", () => {
    const list = (...typed: string[]) =>
      read(
        woo(typed.map((regular, at) => ({ id: `${at + 1}`, type: "simple", name: `M${at}`, regular, published: "1" }))),
        { rate: 43 },
      );
    const all = list("129.000", "89.900");
    expect(partsOf(all).map(({ price }) => price)).toEqual([5550, 3870]);
    expect(all.summary.filter((text) => text.includes("129.000"))).toHaveLength(1);
    const mixed = list("129.000", "89.90");
    expect(partsOf(mixed).map(({ price }) => price)).toEqual([3870]);
    expect(mixed.summary.filter((text) => text.includes("129.000"))).toEqual([]);
  });
  it("have points before thousands where no price is written otherwise, which is said once", () => {
    const prices = (...typed: string[]) =>
      readShopify(
        ...typed.map((price, index) => ({
          ...{ ...CLOG, Handle: `s${index}`, "Variant SKU": "" },
          ...{ "Variant Price": price, "Variant Compare At Price": "" },
        })),
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

/** What is read of a line with further columns: of Shopify's list, of WooCommerce's. */
const ofShopify = (columns: string, cells: string) =>
  partsOf(read(`${SHOPIFY},${columns}\n${shopify(CLOG)},${cells}`))[0];
function ofWoo(columns: string, cells: string) {
  const list = woo([{ id: "1", type: "simple", name: "Mule", regular: "900", published: "1" }]);
  const [head, ...lines] = list.split("\n");
  return partsOf(read([`${head},${columns}`, ...lines.map((line) => `${line},${cells}`)].join("\n")))[0];
}

describe("how a product fits", () => {
  it.each([
    ["Fit (product.metafields.custom.fit)", "Runs small", "small"],
    ["Fit (product.metafields.shopify.fit)", "True to size", "true"],
    ["Chaussant", "Taille grand", "large"],
    ["Chaussant", "Taille normalement", "true"],
    ["Chaussant", "", undefined],
    ["Chaussant", "Oui", undefined],
    ["Remarque", "Taille petit", undefined],
  ])("is read from Shopify's column «\u00a0%s\u00a0»: %s", (column, words, fit) => {
    expect(ofShopify(column, words)?.fit).toBe(fit);
  });
  it("is read from WooCommerce's own field", () => {
    expect(ofWoo("Meta: fit", "taille petit")?.fit).toBe("small");
  });
});

describe("what a product is made of", () => {
  it.each([
    ["Footwear material (product.metafields.shopify.footwear-material)", "suede", "daim"],
    ["Matière", "Cuir lisse", "cuir"],
    ["Matière", "", undefined],
    ["Matière", "Oui", undefined],
    ["Remarque", "Cuir", undefined],
  ])("is read from Shopify's column «\u00a0%s\u00a0»: %s", (column, words, material) => {
    expect(ofShopify(column, words)?.material).toBe(material);
  });
  it("is read from WooCommerce's own field, and from an attribute of one value", () => {
    expect(ofWoo("Meta: material", "Nubuck")?.material).toBe("nubuck");
    expect(ofWoo("Attribute 9 name,Attribute 9 value(s)", "Matière,Toile")?.material).toBe("toile");
    const several = ofWoo("Attribute 9 name,Attribute 9 value(s)", 'Matière,"Toile, Cuir"');
    expect(several?.name).toBe("Mule");
    expect(several?.material).toBeUndefined();
  });
});
