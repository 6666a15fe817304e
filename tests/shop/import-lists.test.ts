import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { noRefinement } from "~/domain/catalogue/listing";
import type { ProductFilter } from "~/shop/services/catalogue";
import { shopifyLists, wooLists } from "../support/catalogues/random-lists";
import { sixLists } from "../support/catalogues/six-lists";
import { importList } from "../support/shop/import-list";
import { orderOf } from "../support/shop/orders";
import { id } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** Lists of other shops fill this one: each with its own words for sizes, colours and people. */

const folder = mkdtempSync(join(tmpdir(), "lists-"));
afterAll(() => rmSync(folder, { recursive: true }));

describeShopHere("backOffice", "a list from elsewhere", (fixture) => {
  const shop = () => fixture().testShop.shop;
  const imported = (bytes: string | Uint8Array, ...options: string[]) =>
    importList(fixture().testShop, folder, bytes, ...options);
  const slugsIn = async (filter: ProductFilter) => {
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const { products, pages } = await shop().catalogue.list({ ...filter, sort: "nouveautes", page, size: 100 });
      found.push(...products.map(({ slug }) => slug));
      if (page >= pages) return found;
    }
  };
  const retireAll = async () => {
    const all = await shop().catalogue.addresses({ page: 1, size: 10_000 });
    const products = await Promise.all(all.map(({ slug }) => shop().catalogue.product(slug)));
    for (const product of products) if (product) await fixture().testShop.retire(product.id);
  };

  it.each(sixLists)("$name fills the shop: sizes, colours, people, brands, references", async ({ bytes, expected }) => {
    await retireAll();
    const { ending, text } = await imported(bytes);
    expect([text, ending]).toEqual([text, 0]);
    expect((await shop().catalogue.addresses({ page: 1, size: 100 })).map(({ slug }) => slug).sort()).toEqual(
      expected.map(({ slug }) => slug).sort(),
    );
    for (const { slug, sizes, colors, gender, brand, codes } of expected) {
      const product = await shop().catalogue.product(slug);
      expect(product).toMatchObject({ gender, brand });
      for (const size of sizes)
        expect(await slugsIn({ refinement: { ...noRefinement, sizes: [size] } }), `${slug} in ${size}`).toContain(slug);
      for (const color of colors)
        expect(await slugsIn({ refinement: { ...noRefinement, colors: [color] } }), `${slug} in ${color}`).toContain(
          slug,
        );
      expect(await slugsIn({ refinement: { ...noRefinement, genders: [gender] } })).toContain(slug);
      if (brand) expect(await slugsIn({ refinement: { ...noRefinement, brands: [brand] } })).toContain(slug);
      for (const code of codes) {
        const { products } = await shop().catalogue.search(code, { page: 1 });
        expect(
          products.map((card) => card.slug),
          code,
        ).toEqual([slug]);
      }
    }
    // No page of the menu is empty.
    const { departments, hasCollections, hasBoston, hasNew, hasReduced } = await shop().catalogue.navigation();
    const genders = new Set(expected.map(({ gender }) => gender));
    expect(new Set(departments)).toEqual(new Set([...genders].filter((gender) => gender !== "mixte")));
    expect({ hasCollections, hasBoston, hasNew, hasReduced }).toEqual({
      hasCollections: false,
      hasBoston: false,
      hasNew: false,
      hasReduced: false,
    });
    // The second time nothing changes.
    expect((await imported(bytes)).text).toContain("0 ajouté, 0 mis à jour");
  });

  /** Lines of one model: colour, size, pairs, and a reference where it has another than usual. */
  const model = (name: string, ...rows: [color: string, size: number, stock: number, sku?: string][]) => [
    "Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Price,Variant Inventory Qty",
    ...rows.map(([color, size, stock, sku = `${name}-${color}-${size}`]) =>
      [name, `Sandale ${name}`, "Couleur", color, "Pointure", size, sku, 5_000, stock].join(","),
    ),
  ];

  it("sells the pairs that come back to what left the list, and counts none of it as running low before", async () => {
    const name = id("sandale").toLowerCase();
    const low = async () => (await shop().office.waitingToday()).lowStock;
    const before = await low();
    const product = async () => (await shop().catalogue.product(name)) ?? expect.fail(`${name} is not sold.`);
    const shown = async () => {
      const { colors, variants } = await product();
      return [
        colors.map(({ slug }) => slug),
        variants.map(({ color, size, stock }) => [color.slug, size, stock]).filter(([, , stock]) => stock !== 0),
      ];
    };
    const order = async (quantity: number) => {
      const red = (await product()).variants.find(({ color, size }) => color.slug === "rouge" && size === 38);
      return (await orderOf(shop(), [{ variantId: red?.id ?? "", quantity, price: 5_000 }])).number;
    };
    await imported(model(name, ["Noir", 38, 10], ["Rouge", 38, 2], ["Rouge", 39, 8]).join("\n"));
    const number = await order(2);
    const without = model(name, ["Noir", 38, 10]).join("\n");
    expect((await imported(without)).text).toContain("1 variante n'est plus dans la liste : épuisée");
    expect(await shown()).toEqual([["noir"], [["noir", 38, 10]]]);
    expect(await low()).toBe(before);

    await fixture().testShop.setStatus(number, "cancelled");
    const back = [
      ["noir", "rouge"],
      [
        ["noir", 38, 10],
        ["rouge", 38, 2],
      ],
    ];
    expect(await shown()).toEqual(back);
    expect(await low()).toBe(before + 1);
    expect((await shop().catalogue.products([(await product()).id]))[0]?.colors).toHaveLength(2);
    const refinement = { ...noRefinement, colors: ["rouge" as const] };
    const { products } = await shop().catalogue.list({ sort: "nouveautes", page: 1, size: 100, refinement });
    expect(products.find(({ slug }) => slug === name)).toMatchObject({
      soldOut: false,
      shown: { color: { slug: "rouge" } },
    });
    expect(await shop().office.stock(`${name}-Rouge-38`)).toMatchObject({ stock: 2, color: { name: "Rouge" } });
    // No list counts them, so none takes them away.
    const again = (await imported(without)).text;
    expect(again).toContain("0 mis à jour, 1 inchangé");
    expect(again).not.toContain("plus dans la liste");
    expect(await shown()).toEqual(back);
    await order(1);
    await order(1);
    expect(await shown()).toEqual([["noir"], [["noir", 38, 10]]]);
    await imported(model(name, ["Rouge", 38, 5], ["Noir", 38, 10]).join("\n"));
    expect((await shown())[0]).toEqual(["rouge", "noir"]);
    expect(await shop().office.stock(`${name}-Rouge-38`)).toMatchObject({ stock: 5 });
    expect(await low()).toBe(before);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });

  it.each([
    [
      "Shopify's",
      (name: string, isOn: boolean) =>
        `Handle,Title,Variant Price,Status\n${name},Sandale ${name},5000,${isOn ? "active" : "draft"}\n` +
        `${name}-b,Mule ${name},5000,active`,
    ],
    [
      "WooCommerce's",
      (name: string, isOn: boolean) =>
        `ID,Type,Name,Published,Regular price\n1${name},simple,Sandale ${name},${isOn ? 1 : 0},5000\n` +
        `2${name},simple,Mule ${name},1,5000`,
    ],
  ])("%s names and counts what it takes out of the sale and puts back, also when it is rehearsed", async (_, list) => {
    const name = id("retrait").toLowerCase();
    const said = async (isOn: boolean, ...options: string[]) =>
      (await imported(list(name, isOn), ...options)).text.replace(/\s+/g, " ");
    const out = `ligne 2 à savoir « Sandale ${name} » est retiré de la vente : la liste ne le publie plus`;
    const back = `ligne 2 à savoir « Sandale ${name} » est remis en vente`;
    expect(await said(true)).not.toMatch(/la vente|en vente/);
    for (const options of [["--essai"], []]) {
      const text = await said(false, ...options);
      expect(text).toContain(out);
      expect(text).toMatch(/: 0 ajouté, 1 mis à jour, 1 inchangé, 0 refus, 1 retiré de la vente\.$/);
    }
    expect(await said(false), "the second time").not.toMatch(/la vente|en vente/);
    for (const options of [["--essai"], []]) {
      const text = await said(true, ...options);
      expect(text).toContain(back);
      expect(text).toMatch(/: 0 ajouté, 1 mis à jour, 1 inchangé, 0 refus, 1 remis en vente\.$/);
    }
  });

  it("gives the reference of what left the list to another variant, of this product or another, that has it", async () => {
    const [name, other] = [id("sandale").toLowerCase(), id("mule").toLowerCase()];
    const [first, second] = [`${name}-A`, `${name}-B`];
    const whose = async (reference: string) => {
      const { name: title, color } = (await shop().office.stock(reference)) ?? {};
      return [title, color?.slug];
    };
    await imported(model(name, ["Noir", 38, 1], ["Rouge", 38, 2, first], ["Vert", 38, 3, second]).join("\n"));
    await imported(model(name, ["Noir", 38, 1], ["Bleu", 38, 4, first]).join("\n"));
    expect(await whose(first)).toEqual([`Sandale ${name}`, "bleu"]);
    expect(await whose(second)).toEqual([`Sandale ${name}`, "vert"]);
    const { ending, text } = await imported(model(other, ["Noir", 40, 1, second]).join("\n"));
    expect([text, ending]).toEqual([text, 0]);
    expect(await whose(second)).toEqual([`Sandale ${other}`, "noir"]);
    const { products } = await shop().catalogue.search(second, { page: 1 });
    expect(products.map(({ slug }) => slug)).toEqual([other]);
    expect((await shop().catalogue.search("retiree", { page: 1 })).total).toBe(0);
    // Of what the list has it stays refused.
    expect((await imported(model(id("mule"), ["Noir", 40, 1, first]).join("\n"))).ending).toBe(1);
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });

  it.each([
    ["Shopify's", shopifyLists(() => id("a"))],
    ["WooCommerce's", wooLists(() => id("b"))],
  ])("%s is rehearsed to the word, and changes nothing the second time, whatever is in it", async (_, lists) => {
    const linesOf = ({ text }: { text: string }) => text.split("\n").slice(0, -1);
    await fc.assert(
      fc.asyncProperty(lists, async ({ text, rows }) => {
        const rehearsal = await imported(text, "--essai");
        const done = await imported(text);
        expect(linesOf(rehearsal)).toEqual(linesOf(done));
        expect(rehearsal.ending).toBe(done.ending);
        const said = done.text.replace(/\s+/g, " ");
        expect(said).not.toContain("la boutique n'a pas pu");
        // Each line is refused, or its reference is somebody's here.
        for (const [index, { "Variant SKU": reference }] of rows.entries())
          if (reference && !said.includes(`ligne ${index + 2} REFUSÉE`))
            expect([reference, (await shop().office.stock(reference))?.sku]).toEqual([reference, reference]);
        expect((await imported(text)).text).toMatch(/: 0 ajouté, 0 mis à jour, \d+ inchangés?/);
      }),
      { numRuns: 12 },
    );
    expect(await fixture().testShop.wrongSums()).toEqual([]);
  });
});
