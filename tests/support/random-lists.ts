import fc from "fast-check";
import { type Cells, csv } from "./lists";

/** Random lists of both forms, and for each of their cells what it becomes in the shop. */

/** A text, and how it stands in a product that holds it; by itself where that is left out. */
type Value = readonly [text: string, held?: string];

export interface RandomList {
  text: string;
  rows: Cells[];
  /** By column, then by text. */
  held: ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;
}

const price: Value[] = [
  ["4500", '"price":4500'],
  ["4 500 دج", '"price":4500'],
  ["٥٢٠٠", '"price":5200'],
  ["4500,-", '"price":4500'],
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
  stock: [["3", '"stock":3'], ["-2", '"stock":0'], ["beaucoup"], [""]] as Value[],
  barcode: [["3600541234567"], ["3,60054E+12"], [""]] as Value[],
};
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
  stock: one(common.stock),
  barcode: one(common.barcode),
});
const product = fc.record({
  sizeName: fc.constantFrom(...names.size),
  colorName: fc.constantFrom(...names.color),
  extraName: fc.constantFrom(...names.extra),
  type: fc.constantFrom("Chaussures", "Sabots", "Femme > Sandales", "Robes", "Divers"),
  brand: one(common.brand),
  gender: one(common.gender),
  fit: one(common.fit),
  material: one(common.material),
  remark: one(common.remark),
  choices: fc.array(choice, { minLength: 1, maxLength: 4 }),
});
const products = fc.array(product, { minLength: 1, maxLength: 3 });

const GENDER = "Target gender (product.metafields.shopify.target-gender)";
const FIT = "Fit (product.metafields.custom.fit)";

/** @param mark makes names and references of each list its own */
export const shopifyLists = (mark: () => string) =>
  products.map((all): RandomList => {
    const own = mark();
    const rows = all.flatMap(({ choices, ...product }, number) =>
      choices.map((chosen, index): Cells => {
        const isFirst = index === 0;
        return {
          Handle: `${own}-${number}`,
          Title: isFirst ? `Modèle ${own} ${number}` : "",
          Type: isFirst ? product.type : "",
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
          "Variant Inventory Qty": chosen.stock,
          "Variant Barcode": chosen.barcode,
          "Variant SKU": `${own}-${number}-${index}`,
        };
      }),
    );
    const held = byColumn({
      Vendor: common.brand,
      [GENDER]: common.gender,
      [FIT]: common.fit,
      Matière: common.material,
      "Option2 Value": size,
      "Variant Price": price,
      "Variant Inventory Qty": common.stock,
    });
    return { text: csv(rows), rows, held };
  });

export const wooLists = (mark: () => string) =>
  products.map((all): RandomList => {
    const own = mark();
    const rows = all.flatMap(({ choices, ...product }, number): Cells[] => {
      const list = (key: "size" | "color" | "extra") =>
        [...new Set(choices.map((chosen) => chosen[key].replaceAll(",", "\\,")))].join(", ");
      const attributes = (values: Record<"size" | "color" | "extra", string>): Cells => ({
        "Attribute 1 name": product.colorName,
        "Attribute 1 value(s)": values.color,
        "Attribute 2 name": product.sizeName,
        "Attribute 2 value(s)": values.size,
        "Attribute 3 name": product.extraName,
        "Attribute 3 value(s)": values.extra,
      });
      const parent = `${own}-${number}`;
      return [
        {
          Type: "variable",
          SKU: parent,
          Name: `Modèle ${own} ${number}`,
          Published: "1",
          Categories: product.type,
          Brands: product.brand,
          Genre: product.gender,
          "Meta: fit": product.fit,
          Matière: product.material,
          Remarque: product.remark,
          ...attributes({ size: list("size"), color: list("color"), extra: list("extra") }),
        },
        ...choices.map(
          (chosen, index): Cells => ({
            Type: "variation",
            SKU: `${parent}-${index}`,
            Published: "1",
            Parent: parent,
            Stock: chosen.stock,
            "Regular price": chosen.price,
            "GTIN, UPC, EAN, or ISBN": chosen.barcode,
            ...attributes({ ...chosen, size: chosen.size.replaceAll(",", "\\,") }),
          }),
        ),
      ];
    });
    const held = byColumn({
      Brands: common.brand,
      Genre: common.gender,
      "Meta: fit": common.fit,
      Matière: common.material,
      "Attribute 2 value(s)": size.map(([own, held]) => [own.replaceAll(",", "\\,"), held]),
      "Regular price": price,
      Stock: common.stock,
    });
    return { text: csv(rows, [...new Set([...rows.flatMap((row) => Object.keys(row)), "Regular price"])]), rows, held };
  });
