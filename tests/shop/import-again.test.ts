import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { commandOf } from "../support/shop/command";
import { importList } from "../support/shop/import-list";
import { orderOf } from "../support/shop/orders";
import { id } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** What a list leaves alone that is imported again and lacks something, or has something wrong. */

const folder = mkdtempSync(join(tmpdir(), "again-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeShopHere("backOffice", "a list that is imported again", (fixture) => {
  const shop = () => fixture().testShop.shop;
  const imported = async (lines: readonly string[], ...options: string[]) =>
    (await importList(fixture().testShop, folder, lines.join("\n"), ...options)).text.replace(/\s+/g, " ");
  const product = async (slug: string) => (await shop().catalogue.product(slug)) ?? expect.fail(`${slug} is not sold.`);
  const stocks = async (slug: string) =>
    Object.fromEntries(
      (await product(slug)).variants.map(({ color, size, sizeLabel, stock }) => [
        `${color.name} ${sizeLabel ?? size}`,
        stock,
      ]),
    );

  const shopify = (name: string, ...rows: [color: string, size: string, price: string | number, stock: number][]) => [
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price,Variant Inventory Qty",
    ...rows.map(([color, size, price, stock]) => `${name},Sabot,Couleur,${color},Taille,${size},${price},${stock}`),
  ];
  /** Separated and quoted as Excel does in French. */
  const woo = (name: string, ...rows: [size: string, price: string | number, stock: number, parent?: string][]) => [
    '\ufeff"Type";"UGS";"Nom";"Tarif régulier";"Stock";"Parent";"Nom de l’attribut 1";"Valeur(s) de l’attribut 1 "',
    `variable;${name};${name};;;;Taille;"${rows.map(([size]) => size).join(", ")}"`,
    ...rows.map(
      ([size, price, stock, parent = name]) =>
        `variation;${name}-${size};;"${price}";${stock};${parent};"Taille";"${size}"`,
    ),
  ];

  describe.each([
    {
      format: "Shopify's",
      full: (name: string) => [
        '\ufeff"Handle";"Title";"Body (HTML)";"Type";"Tags";"Collection";"Published";"Status";"Genre"' +
          ';"Option1 Name";"Option1 Value";"Option2 Name";"Option2 Value";"Variant Price"',
        `${name};Modele;<p>Doux.</p>;Sabots;"Nouveau, best-seller, liège";Été;TRUE;active;Femme;Pointure;38;Semelle;EVA;4500`,
      ],
      lean: (name: string) => [
        "Handle,Title,Option1 Name,Option1 Value,Variant Price",
        `${name},Modele,Pointure,38,4200`,
      ],
      draft: (name: string) => [
        "Handle,Title,Option1 Name,Option1 Value,Variant Price,Status",
        `${name},Modele,Pointure,38,4300,draft`,
      ],
    },
    {
      format: "WooCommerce's",
      full: (name: string) => [
        '\ufeff"ID";"Type";"Nom";"Publié";"Mis en avant ?";"Visibilité dans le catalogue";"Description";"Tarif régulier"' +
          ';"Catégories";"Étiquettes";"Produits groupés";"Genre";"Nom de l’attribut 1";"Valeur(s) de l’attribut 1 "' +
          ';"Nom de l’attribut 2";"Valeur(s) de l’attribut 2 "',
        `${name};simple;${name};1;1;visible;Doux.;4500;Sabots;Nouveau, liège;;Femme;Pointure;38;Semelle;EVA`,
        `${name}-g;grouped;Été;1;0;visible;;;;;id:${name};`,
      ],
      lean: (name: string) => [
        "ID\tType\tName\tRegular price\tAttribute 1 name\tAttribute 1 value(s)",
        `${name}\tsimple\t${name}\t4200\tPointure\t38`,
      ],
      draft: (name: string) => ["ID,Type,Name,Regular price,Published", `${name},simple,${name},4300,0`],
    },
  ])("of $format that lacks columns", ({ format, full, lean, draft }) => {
    const emptied = (lines: readonly string[]) =>
      lines.map((line) => line.replaceAll(/Doux\.|Sabots|[^;]*Nouveau[^;]*|<\/?p>|Été|(?<=;)Femme|id:.*(?=;)/g, ""));

    it("says nothing of what they would say: a product keeps it, a new one has what every new one has", async () => {
      const name = id("modele").toLowerCase();
      await imported(full(name));
      const { price: _, specifications, ...before } = await product(name);
      expect(before).toMatchObject({ description: "Doux.", kind: "sabots", gender: "femme", isNew: true });
      expect(before).toMatchObject({ isBestseller: true, collectionId: expect.stringContaining("ete") });
      expect(before.tags).toContain("liège");
      for (const options of [["--essai"], []])
        expect(await imported(lean(name), ...options)).toContain("1 mis à jour, 0 inchangé, 0 refus.");
      expect(await product(name)).toMatchObject({ ...before, price: 4200 });
      expect(await imported(lean(name))).toContain("0 mis à jour, 1 inchangé");
      const other = id("modele").toLowerCase();
      await imported(lean(other));
      const made = await product(other);
      expect(made).toMatchObject({ description: "", kind: "autres", gender: "mixte", isNew: false, tags: [] });
      const trail = async (slug: string) =>
        (await shop().catalogue.categoryTrail((await product(slug)).categoryId)).map(({ name }) => name);
      expect([await trail(name), await trail(other)]).toEqual([["Sabots"], ["Divers"]]);
      expect(specifications).toEqual([{ name: "Semelle", value: "EVA" }]);

      // An empty cell says that there is none.
      await imported(emptied(full(name)));
      const after = await product(name);
      expect(after).toMatchObject({ description: "", tags: [], gender: "mixte", isNew: false, price: 4500 });
      expect([after.collectionId, await trail(name)]).toEqual([undefined, ["Divers"]]);
    });

    it("leaves a draft out of the sale, and is not said to have put it back", async () => {
      const name = id("modele").toLowerCase();
      await imported(draft(name));
      expect(await shop().catalogue.product(name)).toBeUndefined();
      const text = await imported(lean(name));
      expect(text).toContain("1 mis à jour, 0 inchangé, 0 refus.");
      expect(text).not.toContain("remis en vente");
      expect(await shop().catalogue.product(name)).toBeUndefined();
      expect(await imported(full(name)), format).toContain("remis en vente");
      await product(name);
    });
  });

  it.each([
    [
      "Shopify's",
      (name: string, price: string) => [
        "Handle;Title;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Variant SKU;Variant Barcode" +
          ";Variant Inventory Qty;Variant Price;Type",
        `${name};Modele;Couleur;Noir;Pointure;38;${name}-A;4006381333931;3;${price};Sabots`,
        `${name};;Couleur;Noir;Pointure;40,5;${name}-B;;2;${price};`,
      ],
      (name: string) => ["Handle,Title,Variant Price", `${name},Modele,4200`],
      (name: string) => [
        "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant Price",
        `${name},Modele,Couleur,Noir,Pointure,38,4200`,
        `${name},,,Noir,,"40,5",4200`,
      ],
    ],
    [
      "WooCommerce's",
      (name: string, price: string) => [
        "ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Stock;Regular price;Parent;Attribute 1 name;Attribute 1 value(s);Categories",
        `${name};variable;${name};;${name};;;;Pointure;"38, 40,5";Sabots`,
        `${name}1;variation;${name}-A;4006381333931;;3;${price};${name};Pointure;38`,
        `${name}2;variation;${name}-B;;;2;${price};${name};Pointure;40,5`,
      ],
      (name: string) => [
        "ID,Type,Name,Regular price,Parent",
        `${name},variable,${name},,`,
        `${name}1,variation,,4200,id:${name}`,
        `${name}2,variation,,4200,id:${name}`,
      ],
      (name: string) => [
        "ID,Type,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)",
        `${name},variable,${name},,,Pointure,"38, 40,5"`,
        `${name}1,variation,,4200,id:${name},Pointure,38`,
        `${name}2,variation,,4200,id:${name},Pointure,"40,5"`,
      ],
    ],
  ])("%s keeps sizes, references and barcodes where it has no columns for them", async (_, full, prices, sizes) => {
    const name = id("prix").toLowerCase();
    await imported(full(name, "4500"));
    const stored = async () => [await product(name), await shop().office.stock(`${name}-A`)] as const;
    const [{ price: _old, ...before }, first] = await stored();
    const sold = before.variants.map(({ sku, size, stock }) => [sku, size, stock]);
    expect(sold).toEqual([
      [`${name}-A`, 38, 3],
      [`${name}-B`, 40.5, 2],
    ]);
    for (const list of [prices, sizes]) {
      expect(await imported(list(name))).not.toContain("plus dans la liste");
      expect(await stored()).toEqual([{ ...before, price: 4200 }, first]);
      const { products } = await shop().catalogue.search("4006381333931", { page: 1 });
      expect(products.map(({ slug }) => slug)).toContain(name);
      expect(await imported(list(name))).toContain("0 mis à jour, 1 inchangé");
      await imported(full(name, "4500"));
    }
  });

  it("gives a part what its product has where a list of prices does not say it, and sells it again", async () => {
    const name = id("promo").toLowerCase();
    const [head = "", ...lines] = shopify(name, ["Noir", "38", 4500, 1], ["Noir", "39", 4500, 2]);
    await imported([`${head},Type,Tags,Status`, ...lines.map((line) => `${line},Sabots,"femme, liège",draft`)]);
    const prices = (price: number) => shopify(name, ["Noir", "38", 4500, 1], ["Noir", "39", price, 2]);
    await imported(prices(3000));
    for (const slug of [name, `${name}-39`]) expect(await shop().catalogue.product(slug), slug).toBeUndefined();
    await imported([
      `${head},Status`,
      ...prices(3000)
        .slice(1)
        .map((line) => `${line},active`),
    ]);
    const said = { kind: "sabots", gender: "femme", tags: ["femme", "liège"] };
    expect(await product(`${name}-39`)).toMatchObject({ ...said, price: 3000 });
    expect(await imported(prices(4500))).toContain("retiré de la vente");
    expect(await imported(prices(3000))).toContain("remis en vente");
    expect(await product(`${name}-39`)).toMatchObject({ ...said, price: 3000 });
  });

  it.each([
    [
      "Shopify",
      (name: string, column: string, picture: string) =>
        `\ufeff"Handle";"Title";"Variant Price";"${column}"\n${name};Sabot;4500;"${picture}"`,
      "Image Src",
    ],
    [
      "WooCommerce",
      (name: string, column: string, picture: string) =>
        `Type,Name,Regular price,${column}\nsimple,${name},4500,${picture}`,
      "Images",
    ],
  ])("keeps a product's pictures where it brings none that can be used (%s)", async (_, list, column) => {
    const name = id("photo").toLowerCase();
    for (const [file, background] of [[`${name}-1.png`, "#2b5f95"] as const, [`${name}-2.png`, "#952b5f"] as const])
      writeFileSync(
        join(folder, file),
        await sharp({ create: { width: 60, height: 60, channels: 3, background } })
          .png()
          .toBuffer(),
      );
    const pictures = async (bytes: string) => {
      writeFileSync(join(folder, `${name}.csv`), bytes);
      const { text } = await commandOf(fixture().testShop, folder, ["importer", `${name}.csv`, "--images", "."]);
      const { pictures, picture } = await product(name);
      expect(pictures[0]).toEqual(picture);
      return [/\d+ image(?=s?\))/.exec(text)?.[0], pictures];
    };
    const [, first] = await pictures(list(name, column, `${name}-1.png`));
    expect(first).toHaveLength(1);
    expect(await pictures(list(name, column, ""))).toEqual(["0 image", first]);
    expect(await pictures(list(name, column, "nowhere.png"))).toEqual(["0 image", first]);
    expect(await pictures(list(name, "Couverture", "x"))).toEqual(["0 image", first]);
    const [, second] = await pictures(list(name, column, `${name}-2.png`));
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });

  it("with --garder-stock gives a size that comes back the list's count, unless pairs of it came back before", async () => {
    const name = id("retour").toLowerCase();
    const list = (...rows: [size: string, stock: number][]) =>
      shopify(name, ...rows.map(([size, stock]): [string, string, number, number] => ["Noir", size, 4500, stock]));
    await imported(list(["37", 0], ["38", 3], ["39", 2], ["40", 1]));
    const { variants } = await product(name);
    const last = variants.find(({ size }) => size === 40);
    const { number } = await orderOf(shop(), [{ variantId: last?.id ?? "", quantity: 1, price: 4500 }]);
    await imported(list(["37", 9], ["38", 9]), "--garder-stock");
    expect(await stocks(name)).toEqual({ "Noir 37": 0, "Noir 38": 3 });
    await fixture().testShop.setStatus(number, "cancelled");
    await imported(list(["37", 9], ["38", 9], ["39", 5], ["40", 7]), "--garder-stock");
    expect(await stocks(name)).toEqual({ "Noir 37": 0, "Noir 38": 3, "Noir 39": 5, "Noir 40": 1 });
    await imported(list(["37", 9], ["38", 9], ["39", 8], ["40", 7]), "--garder-stock");
    expect(await stocks(name)).toEqual({ "Noir 37": 0, "Noir 38": 3, "Noir 39": 5, "Noir 40": 1 });
  });

  describe("with a wrong line", () => {
    it.each([
      ["the price", (name: string) => shopify(name, ["Noir", "39", "cher", 1], ["Rouge", "38", 4500, 5])],
      ["no price", (name: string) => shopify(name, ["Noir", "39", "", 1], ["Rouge", "38", 4500, 5])],
      ["the size", (name: string) => shopify(name, ["Rouge", "38", 4500, 5], ["Rouge", "38", 4500, 1])],
      ["a line break", (name: string) => shopify(name, ["Noir", '"3\n9"', 4500, 1], ["Rouge", "38", 4500, 5])],
      [
        "the identifier",
        (name: string) => [...shopify(name, ["Rouge", "38", 4500, 5]), `${name}x,,Couleur,Noir,Taille,39,4500,1`],
      ],
      [
        "no identifier before the rest",
        (name: string) => {
          const [head = "", ...rows] = shopify(name, ["Rouge", "38", 4500, 5]);
          return [head, ",,Couleur,Noir,Taille,39,4500,1", ...rows];
        },
      ],
    ])("sells what the shop has of it as before: %s", async (_, wrong) => {
      const name = id("sabot").toLowerCase();
      await imported(shopify(name, ["Noir", "39", 4500, 8], ["Rouge", "38", 4500, 3]));
      const black = (await product(name)).variants.find(({ size }) => size === 39);
      for (const options of [["--essai"], []]) {
        const text = await imported(wrong(name), ...options);
        expect(text).toContain("REFUSÉE");
        expect(text).not.toContain("plus dans la liste");
      }
      expect(await stocks(name)).toEqual({ "Noir 39": 8, "Rouge 38": 5 });
      const after = await product(name);
      expect(after.colors.map(({ name }) => name).sort()).toEqual(["Noir", "Rouge"]);
      expect(after.variants.find(({ size }) => size === 39)).toEqual(black);
      await orderOf(shop(), [{ variantId: black?.id ?? "", quantity: 2, price: 4500 }]);
      expect(await imported(wrong(name))).toContain("0 mis à jour, 1 inchangé");
      expect(await stocks(name)).toEqual({ "Noir 39": 6, "Rouge 38": 5 });
      // Once no line is wrong, what the list does not have is gone.
      expect(await imported(shopify(name, ["Rouge", "38", 4500, 5]))).toContain("1 variante n'est plus dans la liste");
      expect(await stocks(name)).toEqual({ "Rouge 38": 5 });
      expect(await fixture().testShop.wrongSums()).toEqual([]);
    });

    it.each([
      ["the price", (name: string) => woo(name, ["38", 4500, 5], ["39", "cher", 1])],
      ["the size", (name: string) => woo(name, ["38", 4500, 5], ["38", 4500, 1])],
      ["the parent", (name: string) => woo(name, ["38", 4500, 5], ["39", 4500, 1, "personne"])],
      [
        "the type",
        (name: string) => woo(name, ["38", 4500, 5], ["39", 4500, 1]).with(-1, `variatoin;;;4500;1;${name};Taille;39`),
      ],
    ])("of WooCommerce sells it as before: %s", async (_, wrong) => {
      const name = id("mule").toLowerCase();
      await imported(woo(name, ["38", 4500, 3], ["39", 4500, 8]));
      const text = await imported(wrong(name));
      expect(text).toContain("REFUSÉE");
      expect(text).not.toContain("plus dans la liste");
      expect(Object.values(await stocks(name))).toEqual([5, 8]);
      expect(await imported(woo(name, ["38", 4500, 5]))).toContain("1 variante n'est plus dans la liste");
    });

    it("keeps sizes in words although their places move, and a part with a price of its own", async () => {
      const name = id("gilet").toLowerCase();
      const [small, large] = [["Noir", "Small", 4500, 1] as const, ["Noir", "XLarge", 4500, 3] as const];
      const list = (price: string | number, ...other: [string, string, string | number, number][]) =>
        shopify(name, [...small], ["Noir", "Medium", price, 2], [...large], ...other);
      await imported(list(4500, ["Noir", "XXLarge", 6000, 4]));
      for (let time = 0; time < 2; time += 1) {
        const text = await imported(list("cher", ["Noir", "XXLarge", "cher", 9]));
        expect(text).not.toMatch(/plus dans la liste|retiré/);
        expect(await stocks(name)).toEqual({ "Noir Small": 1, "Noir Medium": 2, "Noir XLarge": 3 });
        expect(await stocks(`${name}-xxlarge`)).toEqual({ "Noir XXLarge": 4 });
      }
      await imported(list(4500, ["Noir", "XXLarge", 6000, 9]));
      expect((await product(name)).variants.map(({ sizeLabel, stock }) => [sizeLabel, stock])).toEqual([
        ["Small", 1],
        ["Medium", 2],
        ["XLarge", 3],
      ]);
      expect(await stocks(`${name}-xxlarge`)).toEqual({ "Noir XXLarge": 9 });
      expect(await fixture().testShop.wrongSums()).toEqual([]);
    });

    it("does so for its own product only, not beside a product that is refused as a whole", async () => {
      const [one, two] = [id("a").toLowerCase(), id("b").toLowerCase()];
      const list = (price: string | number, ...rows: [string, string, string | number, number][]) => [
        ...shopify(one, ["Noir", "38", 4500, 1], ...rows),
        `${id("carte")},Sabot,Couleur,Noir,Taille,38,gratuit,`,
        ...shopify(two, ["Noir", "38", 4500, 1], ["Noir", "39", price, 2]).slice(1),
      ];
      await imported(list(4500, ["Noir", "39", 4500, 2]));
      expect(await imported(list("cher"))).toContain("1 variante n'est plus dans la liste");
      expect([await stocks(one), await stocks(two)]).toEqual([{ "Noir 38": 1 }, { "Noir 38": 1, "Noir 39": 2 }]);
    });
  });
});
