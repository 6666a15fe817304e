import { describe, expect, it } from "vitest";
import { CLOG, clog, partsOf, read, readShopify, remarksOf } from "../support/catalogues/reading";

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
        isNew: false,
        isBestseller: false,
        isActive: true,
        tags: ["femme", "été"],
        specifications: [],
        unsaid: ["collection", "barcode"],
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

  it("is read in its newer words, and with a product's lines in any order", () => {
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
    // Sizes of garments are not sizes of shoes, even if they are numbers.
    expect(dress?.variants.map(({ size, sizeLabel }) => [size, sizeLabel])).toEqual([
      [102, "42"],
      [101, "38"],
    ]);
    // An older price that is lower is no reduction.
    expect(bag).not.toHaveProperty("oldPrice");
  });

  it("counts the pairs of a line that has a tracker, where the list has its column", () => {
    const stocks = (head: string) => {
      const lines = [`Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant Inventory Qty,${head}`];
      lines.push("tong,Tong,900,Taille,38,35,", ",Tong,900,,39,35,shopify", ",Tong,900,,40,0,");
      return partsOf(read(lines.join("\n"))).flatMap(({ variants }) => variants.map(({ stock }) => stock));
    };
    expect(stocks("Variant Inventory Tracker")).toEqual([undefined, 35, undefined]);
    expect(stocks("Inventory tracker")).toEqual([undefined, 35, undefined]);
    expect(stocks("Vendor")).toEqual([35, 35, 0]);
  });

  it.each([
    ["Nouveautés, été", "Sabots", { isNew: true, isBestseller: false }],
    ["été", "Femme > New", { isNew: true, isBestseller: false }],
    ["NOUVEAU", "Best-sellers", { isNew: true, isBestseller: true }],
    ["Meilleures ventes", "Sabots", { isNew: false, isBestseller: true }],
    ["bestseller", "Sabots", { isNew: false, isBestseller: true }],
    ["new balance, nouveau-né", "Renouveau", { isNew: false, isBestseller: false }],
  ])("takes what is tagged %s in %s for new, or for a best-seller", (tags, type, marks) => {
    expect(partsOf(readShopify({ ...CLOG, Tags: tags, Type: type }))).toMatchObject([marks]);
  });

  it("names a wrong line, and takes the others", () => {
    const reading = readShopify(
      { Title: "", Handle: "", "Variant Price": "1" },
      { Handle: "sans-titre", "Variant Price": "100" },
      { ...CLOG, "Variant Price": "" },
      { Handle: "sabot-annaba", "Option1 Value": "Rouge", "Option2 Value": "39", "Variant Price": "12.5" },
      { Handle: "sabot-annaba", "Option1 Value": "Rouge", "Option2 Value": "40", "Variant Price": "4500" },
      { Handle: "sabot-annaba", "Option1 Value": "rouge", "Option2 Value": "40", "Variant Price": "4500" },
      { ...CLOG, Handle: "bon", Title: "Bon d'achat", "Gift Card": "true" },
      { Handle: "b", Title: "B", "Variant SKU": "ANN-1", "Variant Price": "100" },
      { Handle: "c", Title: "C", "Variant SKU": "ANN-1", "Variant Price": "100" },
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
    const reading = readShopify(
      { Handle: "sac", Title: "Sac", "Option1 Name": "Taille", "Option1 Value": "Grande", "Variant Price": "9" },
      { Handle: "sac", "Option1 Value": "grande", "Variant Price": "9" },
    );
    expect(remarksOf(reading)).toEqual(["3 refused même identifiant que la ligne 2"]);
  });

  it("puts what has its own price beside the others, under what tells it from them", () => {
    const reading = readShopify(
      { Handle: "pot", Title: "Pot", "Option1 Name": "Size", "Option1 Value": "S", "Variant Price": "10" },
      { Handle: "pot", "Option1 Value": "L", "Variant Price": "20", "Image Src": "https://x.example/p.jpg" },
      { Handle: "pot", "Option1 Value": "M", "Variant Price": "10" },
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
    readShopify(
      ...priced.map(([value, price], index) => ({
        ...(index === 0 ? { Title: "Sabot bois", "Option1 Name": "Modèle" } : {}),
        ...{ Handle: "u5", "Option1 Value": value, "Variant Price": price },
      })),
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
