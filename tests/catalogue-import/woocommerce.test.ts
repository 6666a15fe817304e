import { describe, expect, it } from "vitest";
import { partsOf, read, remarksOf, type WooCells, woo } from "../support/catalogues/reading";

const [sold, simple] = [
  { published: "1", there: "1", regular: "2000" },
  { id: "1", type: "simple", sku: "a", name: "A", published: "1", there: "1", regular: "100" },
];
const options = (values1: string, values2: string) => ({ name1: "Color", values1, name2: "Size", values2 });
const parent: WooCells = {
  ...{ id: "44", type: "variable", sku: "tee", name: "Tee &amp; co", published: "1", there: "1" },
  ...{ featured: "1", visibility: "visible", short: "Court.", description: "<p>Long.\\nSuite</p>" },
  ...{ categories: "Vêtements > Tee-shirts > Coton, Femme", tags: "coton, bio\\, doux" },
  images: "https://x.example/1.jpg, https://x.example/blue.jpg",
  ...options("Blue, Red", "Large, Small"),
};
const blue: WooCells = {
  ...{ ...sold, id: "45", type: "variation", sku: "tee-blue", parent: "tee", stock: "5" },
  images: "https://x.example/blue.jpg",
  ...options("Blue", ""),
};
const red: WooCells = {
  ...{ ...sold, id: "46", type: "variation", sku: "tee-red-l", parent: "id:44", there: "0", stock: "" },
  ...options("Red", "Large"),
};

describe.each([
  ["in English", 0, ","],
  ["in French, with semicolons", 1, ";"],
] as const)("WooCommerce's list %s", (_, language, sign) => {
  const readWoo = (items: WooCells[]) => read(woo(items, language, sign), {});

  it("gives variations to their parents, by reference and by number, and opens what they leave open", () => {
    const reading = readWoo([parent, blue, red]);
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
        isNew: false,
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

  it("refuses a variation that stands for more than anybody chooses among, in one line", () => {
    const many = (letter: string) => Array.from({ length: 20 }, (_, index) => `${letter}${index}`).join(", ");
    const reading = readWoo([
      { ...parent, values1: many("c"), values2: many("s") },
      { ...blue, values1: "", values2: "" },
    ]);
    expect(remarksOf(reading)).toEqual([
      "2 refused « Tee & co » n'a aucune variante à vendre",
      "3 refused vaut pour 400 variantes, plus de 300",
    ]);
  });

  it("takes the reduced price on its days", () => {
    const item = { ...simple, regular: "1 000", sale: "800" };
    const prices = (more: WooCells) =>
      partsOf(readWoo([{ ...item, ...more }])).map(({ price, oldPrice }) => [price, oldPrice]);
    expect(prices({})).toEqual([[800, 1000]]);
    expect(prices({ from: "2026-11-22", to: "2026-11-22T23:59:59" })).toEqual([[800, 1000]]);
    expect(prices({ to: "2026-11-21" })).toEqual([[1000, undefined]]);
    expect(prices({ from: "2026-11-23" })).toEqual([[1000, undefined]]);
    // As Excel saves them in French.
    expect(prices({ from: "22/11/2026 00:00", to: "01/12/2026 23:59" })).toEqual([[800, 1000]]);
    expect(prices({ to: "21/11/2026 23:59" })).toEqual([[1000, undefined]]);
    expect(prices({ from: "01/12/2026 00:00" })).toEqual([[1000, undefined]]);
    expect(prices({ from: "10.11.2026" })).toEqual([[800, 1000]]);
    // As other programs write a time behind a day.
    for (const from of ["10.11.2026, 00:00", "2026-11-10, 00:00", "2026-11-10Z", "2026-11-10+01:00"])
      expect(prices({ from })).toEqual([[800, 1000]]);
    // As days of which the month is unknown.
    for (const typed of ["12/25/2026", "1/12/2026", "01/12/26", "bientôt"]) {
      const reading = readWoo([{ ...item, from: typed }]);
      expect(partsOf(reading)).toMatchObject([{ price: 1000 }]);
      expect(reading.summary.join("\n")).toContain(`date de promo illisible, 1 ligne, par exemple «\u00a0${typed}`);
    }
  });

  it("says when a reduced price begins or ends, which only another import follows", () => {
    const said = (more: WooCells) => remarksOf(readWoo([{ ...simple, regular: "1 000", sale: "800", ...more }]));
    const until = (day: string) => [`2 note prix promo jusqu'au ${day} : importez de nouveau le lendemain`];
    const from = (day: string) => [`2 note prix promo à partir du ${day} : importez de nouveau ce jour-là`];
    expect(said({ from: "2026-11-01", to: "2026-11-30" })).toEqual(until("30/11/2026"));
    expect(said({ to: "2026-11-22T23:59:59" })).toEqual(until("22/11/2026"));
    expect(said({ from: "01/12/2026 00:00", to: "2026-12-31" })).toEqual(from("01/12/2026"));
    // Nothing changes: without days, or where they are over, are none, or reduce nothing.
    for (const more of [
      ...[{}, { from: "2026-11-01" }, { to: "2026-11-21" }, { from: "2026-12-31", to: "2026-12-01" }],
      ...[
        { from: "bientôt", to: "2026-12-01" },
        { sale: "", to: "2026-11-30" },
        { sale: "1 000", to: "2026-11-30" },
      ],
    ])
      expect([more, said(more)]).toEqual([more, []]);
    const reduced = { ...red, sale: "1 500", from: "2026-12-01" };
    expect(remarksOf(readWoo([parent, blue, reduced]))).toContain(
      "4 note prix promo à partir du 01/12/2026 : importez de nouveau ce jour-là",
    );
  });

  it("makes collections of groups, keeps what is hidden out of sight and what others sell sold out", () => {
    const branded = { name1: "Brand", values1: "X", name2: "Color", values2: "Gray" };
    const reading = readWoo([
      { ...simple, stock: "2", visibility: "hidden" },
      { ...simple, id: "2", sku: "b", name: "B", stock: "2", published: "-1", ...branded },
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

  it.each(["-1", "'-1", "0", "FAUX", "FALSCH", "FALSO"])(
    "keeps a draft out of sight with its variations, be it marked by %s, and leaves a disabled one aside",
    (no) => {
      const draft = readWoo([parent, blue, red].map((item) => ({ ...item, published: no })));
      expect(partsOf(draft)).toMatchObject([{ isActive: false, variants: [{ stock: 3 }, { stock: 2 }, { stock: 0 }] }]);
      const disabled = readWoo([parent, blue, { ...red, published: no }]);
      expect(partsOf(disabled)).toMatchObject([{ isActive: true, variants: [{ stock: 3 }, { stock: 2 }] }]);
    },
  );

  it("reads negative counts, with the apostrophe of older exports as well", () => {
    const reading = readWoo([
      { ...simple, stock: "'-3" },
      { ...simple, id: "2", sku: "b", name: "'-20 % Sandale", stock: "-3" },
    ]);
    expect(partsOf(reading)).toMatchObject([
      { name: "A", variants: [{ stock: 0 }] },
      { name: "-20 % Sandale", variants: [{ stock: 0 }] },
    ]);
    expect(reading.summary.filter((text) => text.includes("illisible"))).toEqual([]);
  });

  it.each(["1", "VRAI", "WAHR", "VERO", "VERDADERO"])("takes %s as a yes", (featured) => {
    expect(partsOf(readWoo([{ ...simple, featured }]))).toMatchObject([{ isBestseller: true }]);
  });

  it("names a wrong line, and takes the others", () => {
    const reading = readWoo([
      { id: "1", type: "subscription", name: "Abonnement", regular: "1" },
      { id: "2", type: "simple", name: "", regular: "1" },
      { id: "3", type: "simple", name: "Sans prix" },
      parent,
      { ...blue, parent: "nulle-part" },
      { ...red, regular: "cher" },
      { ...red, id: "47", sku: "tee-red-s", values2: "Small" },
    ]);
    expect(remarksOf(reading)).toEqual([
      "2 refused type de produit « subscription » inconnu",
      "3 refused le nom du produit manque",
      `4 refused prix (${["Regular price", "Tarif régulier"][language]}) absent`,
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
    const one = { ...red, there: "1", stock: "parent" };
    const reading = readWoo([{ ...parent, stock: "3" }, one, { ...one, id: "48", sku: "s", values2: "Small" }]);
    expect(partsOf(reading)[0]?.variants.map(({ stock }) => stock)).toEqual([2, 1]);
    // What is not sold has no share.
    const [off, unpriced] = [
      { ...one, id: "49", sku: "off", published: "0" },
      { ...one, id: "50", sku: "free", regular: "" },
    ];
    const some = readWoo([{ ...parent, stock: "10" }, off, one, unpriced, { ...one, id: "48", values2: "Small" }]);
    expect(partsOf(some)[0]?.variants.map(({ stock }) => stock)).toEqual([5, 5]);
  });
});

it("a list in French says what lacks by the list's own column, and nothing of attributes that nobody could take", () => {
  const attribute = "Nom de l’attribut 1,Valeur(s) de l’attribut 1 ,Attribut 1 visible,Attribut 1 global";
  const reading = read(
    [
      `ID,Type,Nom,Publié,Tarif régulier,Position,${attribute},Attribut 1 par défaut`,
      "1,simple,Mule,1,4500,0,Pointure,38,1,0,38",
      "2,simple,Sans prix,1,,0,Pointure,38,1,0,",
    ].join("\n"),
  );
  expect(remarksOf(reading)).toEqual(["3 refused prix (Tarif régulier) absent"]);
  expect(partsOf(reading)).toMatchObject([{ name: "Mule", variants: [{ size: 38 }] }]);
  expect(reading.summary.filter((text) => text.includes("Non repris")).map((text) => text.split(",")[0])).toEqual([
    "Non repris\u00a0: colonne «\u00a0Position\u00a0»",
    "Non repris\u00a0: colonne «\u00a0Attribut 1 par défaut\u00a0»",
  ]);
});
