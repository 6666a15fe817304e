import fc from "fast-check";
import { slugOf } from "~/domain/catalogue/slug";
import { type Cells, csv } from "./lists";

/** Random lists of both forms, and for each of their cells its value in the shop. */

/** A text, and how it stands in a product that holds it; by itself where that is left out. */
type Value = readonly [text: string, held?: string];

export interface RandomList {
  text: string;
  rows: Cells[];
  /** The identifier of each row's product in the shop. */
  sourceIds: string[];
  /** By column, then by text. */
  held: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
}

/** Whether a price or, of what is reduced, the one before. */
const price: Value[] = [
  ["4500", ':4500,"'],
  ["4 500 دج", ':4500,"'],
  ["٥٢٠٠", ':5200,"'],
  ["4500,-", ':4500,"'],
  ["cher"],
  [""],
];
const size: Value[] = [
  ["38", '"size":38'],
  ["EU 40 / US 7", '"size":40'],
  ["40,5", '"size":40.5'],
  ["36 2/3", '"size":36.67'],
  ["US 7"],
  ["Grande"],
];
const color: Value[] = [["Noir"], ["أسود"], ["Bleu nuit"], ["Sable et corail"]];
const extra: Value[] = [["Gomme"], ["Cuir véritable"], ["Oui"]];
const common = {
  brand: [["Nike"], ["Atelier d'Oran"], [""]] as Value[],
  gender: [["Female", '"gender":"femme"'], ["Homme", '"gender":"homme"'], ["Licorne"], [""]] as Value[],
  fit: [["Runs small", '"fit":"small"'], ["Comme un gant"], [""]] as Value[],
  material: [["Suede", '"material":"daim"'], ["Fourrure"], [""]] as Value[],
  remark: [["à voir"], ["promo hiver"], [""]] as Value[],
  type: [["Chaussures"], ["Sabots"], ["Femme > Sandales", '"category":["Femmes","Sandales"]'], ["Robes"]] as Value[],
  tags: [["cuir, été"], ["kids"], [""]] as Value[],
  description: [["<p>Doux &amp; souple</p>", "Doux & souple"], [""]] as Value[],
  picture: [["https://x.example/a.jpg"], [""]] as Value[],
  stock: [["3", '"stock":3'], ["-2", '"stock":0'], ["beaucoup"], [""]] as Value[],
  barcode: [["3600541234567"], ["3,60054E+12"], [""]] as Value[],
};
const shared = { Matière: common.material };
const names = {
  size: ["Pointure EU", "Taille chaussures", "المقاس", "pa_pointure", "EU"],
  color: ["Couleur :", "Colour/Pattern", "اللون", "pa_color"],
  extra: ["Semelle", "Modèle", "Logo"],
};

const text = ([own]: Value) => own;
const one = (values: readonly Value[]) => fc.constantFrom(...values.map(text));
const byColumn = (columns: Record<string, readonly Value[]>) =>
  new Map(
    Object.entries(columns).map(([column, values]) => [column, new Map(values.map(([own, held]) => [own, held]))]),
  );

const choice = fc.record({
  size: one(size),
  color: one(color),
  extra: one(extra),
  price: one(price),
  otherPrice: fc.constantFrom("4100", "6000", "gratuit", "", ""),
  stock: one(common.stock),
  barcode: one(common.barcode),
  reference: fc.constantFrom("own", "own", "none", "first", "made for a product", "made for a variant"),
});
const product = fc.record({
  sizeName: fc.constantFrom(...names.size),
  colorName: fc.constantFrom(...names.color),
  extraName: fc.constantFrom(...names.extra),
  type: one(common.type),
  brand: one(common.brand),
  gender: one(common.gender),
  fit: one(common.fit),
  material: one(common.material),
  description: one(common.description),
  tags: one(common.tags),
  picture: one(common.picture),
  remark: one(common.remark),
  reference: fc.constantFrom("own", "own", "none", "made for a product"),
  /** Called as the first product of the list, or nearly so. */
  isTwin: fc.nat(3).map((number) => number === 0),
  choices: fc.array(choice, { minLength: 1, maxLength: 4 }),
});
const products = fc.array(product, { minLength: 1, maxLength: 3 });

/** References of the list: its variants' own, and such as the shop makes where there is none. */
const referencesIn = (own: string, made: string): Record<string, (line: string) => string> => ({
  own: (line) => line,
  none: () => "",
  first: () => `${own}-0-0`,
  "made for a product": () => made,
  "made for a variant": () => `${made}-NOIR-38`,
});

const GENDER = "Target gender (product.metafields.shopify.target-gender)";
const FIT = "Fit (product.metafields.custom.fit)";

/** @param mark makes names and references of each list its own */
export const shopifyLists = (mark: () => string) =>
  products.map((all): RandomList => {
    const own = mark();
    const references = referencesIn(own, `${own}-0`.toUpperCase());
    const handles = all.map(({ isTwin }, number) => (isTwin ? `${own}${"_".repeat(number + 1)}0` : `${own}-${number}`));
    const rows = all.flatMap(({ choices, ...product }, number) =>
      choices.map((chosen, index): Cells => {
        const isFirst = index === 0;
        return {
          Handle: handles[number] ?? "",
          Title: isFirst ? `Modèle ${own} ${number}` : "",
          "Body (HTML)": isFirst ? product.description : "",
          Type: isFirst ? product.type : "",
          Tags: isFirst ? product.tags : "",
          Vendor: isFirst ? product.brand : "",
          [GENDER]: isFirst ? product.gender : "",
          [FIT]: isFirst ? product.fit : "",
          Matière: isFirst ? product.material : "",
          Remarque: product.remark,
          "Option1 Name": isFirst ? product.colorName : "",
          "Option1 Value": chosen.color,
          "Option2 Name": isFirst ? product.sizeName : "",
          "Option2 Value": chosen.size,
          "Option3 Name": isFirst ? product.extraName : "",
          "Option3 Value": chosen.extra,
          "Variant Price": chosen.price,
          "Variant Compare At Price": chosen.otherPrice,
          "Variant Inventory Qty": chosen.stock,
          "Variant Barcode": chosen.barcode,
          "Variant SKU": references[chosen.reference]?.(`${own}-${number}-${index}`) ?? "",
          "Image Src": product.picture,
        };
      }),
    );
    const held = byColumn({
      ...shared,
      Type: common.type,
      "Body (HTML)": common.description,
      Vendor: common.brand,
      [GENDER]: common.gender,
      [FIT]: common.fit,
      "Option2 Value": size,
      "Variant Price": price,
      "Variant Compare At Price": [["6000", '"oldPrice":6000']],
      "Variant Inventory Qty": common.stock,
    });
    return { text: csv(rows), rows, sourceIds: rows.map(({ Handle = "" }) => Handle), held };
  });

export const wooLists = (mark: () => string) =>
  products.map((all): RandomList => {
    const own = mark();
    const references = referencesIn(own, `WC-ID-${own}0`.toUpperCase());
    const sourceIds: string[] = [];
    const rows = all.flatMap(({ choices, isTwin, ...product }, number): Cells[] => {
      const attributes = (values: Record<"size" | "color" | "extra", string>): Cells => ({
        "Attribute 1 name": product.colorName,
        "Attribute 1 value(s)": values.color,
        "Attribute 2 name": product.sizeName,
        "Attribute 2 value(s)": values.size,
        "Attribute 3 name": product.extraName,
        "Attribute 3 value(s)": values.extra,
      });
      const escaped = (text: string) => text.replaceAll(",", "\\,");
      const list = (key: "size" | "color" | "extra") =>
        [...new Set(choices.map((chosen) => escaped(chosen[key])))].join(", ");
      const sold = (chosen: (typeof choices)[number]): Cells => ({
        Published: "1",
        Stock: chosen.stock,
        "Sale price": chosen.otherPrice,
        "Regular price": chosen.price,
        "GTIN, UPC, EAN, or ISBN": chosen.barcode,
        ...attributes({ ...chosen, size: escaped(chosen.size) }),
      });
      const [first, ...others] = choices;
      const isSimple = others.length === 0;
      const sku = references[product.reference]?.(`${own}-${number}`) ?? "";
      // A product with neither number nor reference is recognised by its name.
      const id = product.reference === "own" || (isSimple && isTwin) ? "" : `${own}${number}`;
      const name = `Modèle ${own} ${isTwin ? 0 : number}`;
      const sourceId = id ? `id:${id}` : sku || slugOf(name);
      sourceIds.push(sourceId, ...(isSimple ? [] : choices.map(() => sourceId)));
      const described: Cells = {
        ID: id,
        Type: isSimple ? "simple" : "variable",
        SKU: sku,
        Name: name,
        Published: "1",
        Description: product.description,
        Categories: product.type,
        Tags: product.tags,
        Images: product.picture,
        Brands: product.brand,
        Genre: product.gender,
        "Meta: fit": product.fit,
        Matière: product.material,
        Remarque: product.remark,
      };
      if (isSimple) return first ? [{ ...described, ...sold(first) }] : [];
      return [
        { ...described, ...attributes({ size: list("size"), color: list("color"), extra: list("extra") }) },
        ...choices.map(
          (chosen, index): Cells => ({
            Type: "variation",
            SKU: references[chosen.reference]?.(`${own}-${number}-${index}`) ?? "",
            Parent: id ? `id:${id}` : sku,
            ...sold(chosen),
          }),
        ),
      ];
    });
    const held = byColumn({
      ...shared,
      Categories: common.type,
      Description: common.description,
      Brands: common.brand,
      Genre: common.gender,
      "Meta: fit": common.fit,
      "Attribute 2 value(s)": size.map(([own, held]) => [own.replaceAll(",", "\\,"), held]),
      "Sale price": [["4100", '"price":4100']],
      "Regular price": price,
      Stock: common.stock,
    });
    return { text: csv(rows, [...new Set([...rows.flatMap(Object.keys), "Parent"])]), rows, sourceIds, held };
  });
