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
