import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { demo } from "~/database/seed.server";
import { sizesOf } from "~/domain/catalogue/choice";
import type { ImportedPart, ImportedProduct, ImportedVariant } from "~/domain/catalogue/imported-product";
import { noRefinement } from "~/domain/catalogue/listing";
import { inCodePage } from "../support/catalogues/code-pages";
import { commandOf } from "../support/shop/command";
import { orderOf } from "../support/shop/orders";
import { claimParcel } from "../support/shop/parcels";
import { id, setStatus } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** What an import makes of a list's products, and the command that imports it. */

const folder = mkdtempSync(join(tmpdir(), "imported-"));
afterAll(() => rmSync(folder, { recursive: true }));

const blue = { slug: "blue", name: "Blue", hex: "#2b5f95" };
const variant = (key: string, sizeLabel: string, size: number, stock?: number, sku?: string): ImportedVariant => ({
  key,
  line: 2,
  color: blue,
  size,
  sizeLabel,
  stock,
  ...(sku ? { sku } : {}),
});
const part = (name: string, variants: ImportedVariant[], more: Partial<ImportedPart> = {}): ImportedPart => ({
  part: "",
  slug: name,
  sku: name.toUpperCase(),
  name,
  description: "Doux.",
  kind: "autres",
  gender: "mixte",
  category: ["Vêtements", "Tee-shirts"],
  price: 2_000,
  isNew: false,
  isBestseller: false,
  isActive: true,
  tags: ["coton"],
  specifications: [],
  pictures: [{ src: "import/0123456789abcdef0123456789abcdef", alt: "Tee", color: "blue" }],
  variants,
  ...more,
});
const imported = (sourceId: string, ...parts: ImportedPart[]): ImportedProduct => ({
  source: "shopify",
  sourceId,
  line: 2,
  parts: parts,
});

describeShopHere("backOffice", "the office", (fixture) => {
  const testShop = () => fixture().testShop;
  const office = () => testShop().shop.office;
  const command = (...argv: string[]) => commandOf(testShop(), folder, argv);
  const product = async (slug: string) =>
    (await testShop().shop.catalogue.product(slug)) ?? expect.fail(`${slug} is not sold.`);

  describe("an imported product", () => {
    it("is a product to be found, chosen, put into the cart and ordered under its own words", async () => {
      const name = id("tee");
      const shirt = part(name, [variant("s", "Small", 101, 0), variant("l", "Large", 102, 2, id("SKU"))]);
      expect(await office().importProduct(imported(name, shirt))).toEqual({
        outcome: "added",
        goneVariants: 0,
        ...{ retired: [], hidden: [], shown: [] },
      });
      const made = await product(name);
      expect(made).toMatchObject({ name, kind: "autres", price: 2_000, soldOut: false, colors: [blue], isNew: false });
      const large = made.variants.find(({ sizeLabel }) => sizeLabel === "Large");
      expect(made.variants.map(({ sku, sizeLabel, stock }) => [sku, sizeLabel, stock])).toEqual([
        [`${name}-blue-small`.toUpperCase(), "Small", 0],
        [shirt.variants[1]?.sku, "Large", 2],
      ]);
      const { shop } = testShop();
      const found = await shop.catalogue.search(`${name} large bleu`, { page: 1 });
      expect(found.products.map(({ slug }) => slug)).toEqual([name]);
      // No filter of shoe sizes, and no search for shoes, meets it.
      const shoes = await shop.catalogue.list({
        sort: "nouveautes",
        page: 1,
        size: 100,
        refinement: { ...noRefinement, sizes: [40] },
      });
      expect(shoes.products.map(({ slug }) => slug)).not.toContain(name);
      const visitor = id("visitor");
      await shop.carts.add(visitor, large?.id ?? "", 2);
      await shop.wishlist.add(visitor, made.id);
      expect((await shop.carts.read(visitor)).lines[0]).toMatchObject({ size: 102, sizeLabel: "Large" });
      expect((await shop.wishlist.read(visitor))[0]?.variants).toMatchObject([{ sizeLabel: "Large" }]);
      const lines = [{ variantId: large?.id ?? "", quantity: 2, price: 2_000 }];
      const { number } = await orderOf(shop, lines, { visitor });
      const read = await shop.orders.read(number, visitor);
      expect(read?.lines[0]).toMatchObject({ size: 102, sizeLabel: "Large", color: blue });
      expect((await product(name)).soldOut).toBe(true);
      // The parcel's label names the size in the words of the shop.
      const connected = testShop().reopened({ now: () => new Date(), connection: {} });
      expect(await setStatus(connected, number, "confirmed")).toBe("moved");
      expect((await claimParcel(connected, number)).parcel).toMatchObject({ products: `${name} (Blue, Large) x2` });
      const categories = (await shop.catalogue.categories()).filter(({ id }) => id === made.categoryId);
      expect(categories).toMatchObject([{ name: "Tee-shirts", parentId: "c-vetements" }]);
    });

    it("is the same twice, and brought up to date when it comes again; sizes may change places", async () => {
      const name = id("tee");
      const first = part(name, [variant("s", "Small", 101, 1), variant("l", "Large", 102, 2)]);
      await office().importProduct(imported(name, first));
      const before = await product(name);
      const tables = ["products", "variants", "categories", "collections"] as const;
      const all = await testShop().everything([...tables]);
      expect(await office().importProduct(imported(name, first))).toMatchObject({ outcome: "unchanged" });
      expect(await testShop().everything([...tables])).toBe(all);

      const second = part(
        name,
        [variant("l", "Large", 101, 7), variant("s", "Small", 102, 1), variant("m", "Medium", 103, undefined)],
        { price: 1_500, oldPrice: 2_000, name: "Tee d'été", slug: "another" },
      );
      expect(await office().importProduct(imported(name, second))).toMatchObject({
        outcome: "updated",
        goneVariants: 0,
      });
      const after = await product(name);
      expect(after).toMatchObject({ id: before.id, slug: name, name: "Tee d'été", price: 1_500, oldPrice: 2_000 });
      const sizes = after.variants.map(({ size, sizeLabel, stock }) => [size, sizeLabel, stock]);
      expect(sizes).toEqual([
        [101, "Large", 7],
        [102, "Small", 1],
        [103, "Medium", 0],
      ]);
      const idOf = (made: typeof before, label: string) =>
        made.variants.find(({ sizeLabel }) => sizeLabel === label)?.id;
      expect(idOf(after, "Large")).toBe(idOf(before, "Large"));
      expect((await testShop().shop.catalogue.search("tee été", { page: 1 })).products.map(({ id }) => id)).toContain(
        after.id,
      );
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("keeps the stock of here when told so, and of what nobody counts", async () => {
      const name = id("tee");
      const shirt = part(name, [variant("s", "Small", 101, 3), variant("l", "Large", 102, undefined)]);
      const stocks = async () => (await product(name)).variants.map(({ stock }) => stock);
      await office().importProduct(imported(name, shirt), { uncounted: 4 });
      expect(await stocks()).toEqual([3, 4]);
      const large = (await product(name)).variants[1]?.sku ?? "";
      await office().setStock(large, 2);
      await office().importProduct(
        imported(name, part(name, [variant("s", "Small", 101, 9), ...shirt.variants.slice(1)])),
        {
          keepsStock: true,
        },
      );
      expect(await stocks()).toEqual([3, 2]);
      await office().importProduct(imported(name, shirt));
      expect(await stocks()).toEqual([3, 2]);
      await office().importProduct(imported(name, shirt), { uncounted: 6 });
      expect(await stocks()).toEqual([3, 6]);
    });

    it("has halves and thirds between whole sizes, found by these and marked", async () => {
      const name = id("derby");
      const shoe = (size: number, stock: number): ImportedVariant => {
        const { sizeLabel: _, ...rest } = variant(`${size}`, "", size, stock);
        return rest;
      };
      const variants = [shoe(39, 1), shoe(40.5, 2), shoe(40, 0), shoe(41.67, 1)];
      const shoes = imported(name, part(name, variants));
      expect(await office().importProduct(shoes)).toMatchObject({ outcome: "added" });
      expect(await office().importProduct(shoes)).toMatchObject({ outcome: "unchanged" });
      const { id: productId, price, ...stored } = await product(name);
      expect(sizesOf(stored, "blue").map(({ size }) => size)).toEqual([39, 40, 40.5, 41.67]);
      const { catalogue } = testShop().shop;
      const shown = async (size: number) => {
        const refinement = { ...noRefinement, sizes: [size] };
        const { products } = await catalogue.list({ sort: "nouveautes", page: 1, size: 100, refinement });
        return products.find((card) => card.id === productId)?.shown?.size;
      };
      expect([await shown(39), await shown(40), await shown(41), await shown(42)]).toEqual([
        39,
        40.5,
        41.67,
        undefined,
      ]);
      const variantId = stored.variants.find(({ size }) => size === 40.5)?.id ?? "";
      const { lines } = await orderOf(testShop().shop, [{ variantId, quantity: 1, price }]);
      expect(lines.map(({ size }) => size)).toEqual([40.5]);
    });

    it("sells nothing more of what the list has no more, and takes parts out of the sale and back", async () => {
      const name = id("tee");
      const small = variant("s", "Small", 101, 1);
      const large = variant("l", "Large", 102, 2);
      const split = { part: "Large", slug: `${name}-large`, sku: `${name}-LARGE`.toUpperCase(), price: 3_000 };
      await office().importProduct(imported(name, part(name, [small]), part(name, [large], split)));
      const apart = await product(`${name}-large`);
      expect(apart).toMatchObject({ price: 3_000, variants: [{ sizeLabel: "Large", stock: 2 }] });
      const { wishlist, catalogue } = testShop().shop;
      const [both, one] = [id("visitor"), id("visitor")];
      await wishlist.add(both, (await product(name)).id);
      for (const visitor of [both, one]) await wishlist.add(visitor, apart.id);
      expect(await catalogue.successor(`${name}-large`)).toBeUndefined();
      // With equal prices they are one product, and a cart's variant stays the same.
      const joined = await office().importProduct(imported(name, part(name, [small, large])));
      const parted = [apart.name];
      expect(joined).toMatchObject({ outcome: "updated", goneVariants: 0, retired: parted, shown: [] });
      expect(await testShop().shop.catalogue.product(`${name}-large`)).toBeUndefined();
      expect((await product(name)).variants[1]?.id).toBe(apart.variants[0]?.id);
      // So do wishlists, each with one of it, and what led to the other part leads there.
      for (const visitor of [both, one])
        expect((await wishlist.read(visitor)).map(({ slug }) => slug)).toEqual([(await product(name)).slug]);
      for (const gone of [apart.id, `${name}-large`])
        expect(await catalogue.successor(gone)).toBe((await product(name)).slug);
      for (const other of [name, "nulle-part", "\u0000"]) expect(await catalogue.successor(other)).toBeUndefined();
      expect(await office().importProduct(imported(name, part(name, [large])))).toMatchObject({ goneVariants: 1 });
      const left = (await product(name)).variants.map(({ sizeLabel, stock }) => [sizeLabel, stock]);
      expect(left).toEqual([["Large", 2]]);
      expect(await office().importProduct(imported(name, part(name, [large])))).toMatchObject({ outcome: "unchanged" });
      expect(await office().importProduct(imported(name, part(name, [small, large])))).toMatchObject({
        outcome: "updated",
      });
      expect((await product(name)).variants).toHaveLength(2);
      const other = part(name, [small], split);
      expect(await office().importProduct(imported(name, part(name, [large]), other))).toMatchObject({
        outcome: "updated",
      });
      expect(await product(`${name}-large`)).toMatchObject({ id: apart.id });
      expect(await testShop().wrongSums()).toEqual([]);
    });

    it("keeps a size that is gone for carts, although another variant takes its number", async () => {
      const name = id("sabot");
      const shoe = (key: string, size: number): ImportedVariant => ({ key, line: 2, color: blue, size, stock: 2 });
      const sizes = async () =>
        (await product(name)).variants.map(({ size, sizeLabel, stock }) => [size, sizeLabel, stock]);
      await office().importProduct(imported(name, part(name, [shoe("11", 40.5), shoe("12", 41)])));
      const { carts, catalogue } = testShop().shop;
      const visitor = id("visitor");
      await carts.add(visitor, (await product(name)).variants[0]?.id ?? "", 1);
      const changed = imported(name, part(name, [shoe("12", 40.5)]));
      expect(await office().importProduct(changed)).toMatchObject({ outcome: "updated", goneVariants: 1 });
      // The cart says that it is out of stock; the product still has EU sizes only.
      expect((await carts.read(visitor)).lines).toMatchObject([{ sizeLabel: "40,5", stock: 0 }]);
      const left = [[40.5, undefined, 2]];
      expect(await sizes()).toEqual(left);
      const [listed] = await catalogue.products([(await product(name)).id]);
      expect(listed?.variants.map(({ size, sizeLabel, stock }) => [size, sizeLabel, stock])).toEqual(left);
      expect(await office().importProduct(changed)).toMatchObject({ outcome: "unchanged" });
    });

    it("is found by a colour that has left its list only while pairs of that have come back", async () => {
      const name = id("sabot");
      const red = { slug: "rouge", name: "Rouge", hex: "#c1272d" };
      const shoe = (key: string, color: typeof blue, size: number) => ({ key, line: 2, color, size, stock: 1 });
      const [blues, reds] = [shoe("11", blue, 40), shoe("12", red, 41)];
      const own = { category: [name, name] };
      await office().importProduct(imported(name, part(name, [blues, reds], own)));
      const { categoryId } = await product(name);
      const families = async () => {
        const { colors } = await testShop().shop.catalogue.facets({ categoryIds: [categoryId] });
        return colors.map(({ family }) => family).sort();
      };
      const variantId = (await product(name)).variants.find(({ color }) => color.slug === "rouge")?.id ?? "";
      const { number } = await orderOf(testShop().shop, [{ variantId, quantity: 1, price: 2_000 }]);
      await office().importProduct(imported(name, part(name, [blues], own)));
      expect(await families()).toEqual(["bleu"]);
      await setStatus(testShop().shop, number, "cancelled");
      expect(await families()).toEqual(["bleu", "rouge"]);
    });

    it("is refused whole where a reference is another product's; a dry run says so and stores nothing", async () => {
      const name = id("tee");
      const { variants } = await testShop().product([1]);
      const taken = (variants[0] ?? "").toUpperCase();
      const shirt = part(name, [variant("s", "Small", 101, 1, taken), variant("l", "Large", 102, 2)]);
      const all = await testShop().everything(["products", "variants", "categories", "product_words"]);
      expect(await office().importProduct(imported(name, shirt))).toEqual({ outcome: "refused", taken: [taken] });
      const fine = part(name, [variant("s", "Small", 101, 1)], { category: [id("category")], collection: id("group") });
      const dryRun = await office().importProduct(imported(name, fine), { isDryRun: true });
      expect(dryRun).toMatchObject({ outcome: "added" });
      expect(await testShop().everything(["products", "variants", "categories", "product_words"])).toBe(all);
      expect(await office().importProduct(imported(name, fine))).toMatchObject({ outcome: "added" });
      const { collectionId = "" } = await product(name);
      expect(await testShop().shop.catalogue.collection(collectionId)).toMatchObject({
        name: fine.collection,
        productCount: 1,
      });
    });

    it("gets an address of its own where its name has one already, and stands where the category is known", async () => {
      const name = id("tee");
      await office().importProduct(imported(name, part(name, [variant("s", "Small", 101, 1)])));
      const twin = {
        ...part(name, [variant("s", "Small", 101, 1)]),
        sku: `${name}-twin`,
        category: ["VETEMENTS", "tee shirts"],
      };
      await office().importProduct({ ...imported(name, twin), source: "woocommerce" });
      expect((await product(`${name}-2`)).categoryId).toBe((await product(name)).categoryId);
      const women = part(`${name}-w`, [variant("s", "Small", 101, 1)], { category: ["Women", "Mules"] });
      await office().importProduct(imported(`${name}-w`, women));
      const trail = await testShop().shop.catalogue.categoryTrail((await product(`${name}-w`)).categoryId);
      expect(trail.map(({ slug }) => slug)).toEqual(["femmes", expect.stringContaining("mules")]);
      const hidden = part(`${name}-h`, [variant("s", "\u0000Small\ud800", 101, 1)], { isActive: false });
      await office().importProduct(imported(`${name}-h`, hidden));
      expect(await testShop().shop.catalogue.product(`${name}-h`)).toBeUndefined();
    });
  });

  it("an import says line by line what it does, goes on after a wrong line, and updates the second time", async () => {
    const [one, second] = [id("sabot"), id("tee")];
    const list = (price: string, stock: string) =>
      [
        "Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price",
        `${one},${one},Sabots,Pointure,40,${one}-40,${stock},${price}`,
        `${one},,,,41,${one}-41,1,cher`,
        `${second},${second},,Title,Default Title,,,1500`,
      ].join("\n");
    const file = `${one}.csv`;
    writeFileSync(join(folder, file), list("4500", "3"));
    const count = async () => JSON.parse(await testShop().everything(["products"]))[0].length as number;
    const before = await count();
    const dryRun = await command("importer", file, "--essai");
    expect(dryRun.ending).toBe(1);
    expect(dryRun.text).toContain("Essai, rien n'a été changé : 2 ajoutés");
    expect(await count()).toBe(before);
    const first = await command("importer", file);
    expect(first.text.split("\n").map((line) => line.replace(/ +/g, " "))).toEqual([
      "Liste de produits Shopify : 3 lignes, 2 produits.",
      "",
      `ligne 2 ajouté ${one} (1 variante, 0 image)`,
      "ligne 3 REFUSÉE prix illisible « cher » : écrivez-le en chiffres, comme",
      " « 4500 »",
      `ligne 4 ajouté ${second} (1 variante, 0 image)`,
      "",
      "La liste n'indique pas le stock de 1 variante : ce qui est nouveau est épuisé,",
      " le reste garde le sien. « --stock 5 » donne 5 à chacune.",
      "La liste ne dit pas pour qui sont 2 produits : genre « mixte » pour ce qui est",
      " nouveau, le reste garde le sien.",
      "",
      "Fait : 2 ajoutés, 0 mis à jour, 0 inchangé, 1 refus.",
    ]);
    expect(first.ending).toBe(1);
    expect(await product(one)).toMatchObject({ kind: "sabots", variants: [{ size: 40, stock: 3, sku: `${one}-40` }] });
    expect(await product(second)).toMatchObject({
      soldOut: true,
      variants: [{ sizeLabel: "Taille unique", sku: second.toUpperCase() }],
    });
    expect((await command("importer", file)).text).toContain("0 mis à jour, 2 inchangés");
    writeFileSync(join(folder, file), list("4200", "8"));
    expect((await command("importer", file, "--stock", "2")).text).toContain("2 mis à jour, 0 inchangé");
    expect(await product(one)).toMatchObject({ price: 4200, variants: [{ stock: 8 }] });
    expect(await product(second)).toMatchObject({ variants: [{ stock: 2 }] });
    expect(await count()).toBe(before + 2);
  });

  it("an import that the machine stops says once why, and names each product", async () => {
    const names = [id("sabot"), id("sabot")];
    const rows = names.map((name) => `${name};${name};Pointure;40;4500`);
    const head = "Handle;Title;Option1 Name;Option1 Value;Variant Price";
    writeFileSync(join(folder, "stopped.csv"), [head, ...rows].join("\n"));
    const { shop } = testShop();
    const importProduct = () => Promise.reject(new Error("ENOSPC: no space left on device, write"));
    const stopped = { ...shop, office: { ...shop.office, importProduct } };
    const { ending, text } = await commandOf({ shop: stopped }, folder, ["importer", "stopped.csv", "--stock", "1"]);
    expect(ending).toBe(1);
    expect(text.replace(/\s+/g, " ").match(/la boutique n'a pas pu l'enregistrer/g)).toHaveLength(2);
    expect(text.match(/^ligne 2 : ENOSPC: no space left on device, write$/gm)).toHaveLength(1);
    expect(text.match(/ENOSPC/g)).toHaveLength(1);
  });

  it("an import refuses a list in the letters of MS-DOS, and says how to save it", async () => {
    const name = id("sandale");
    const list = `Handle;Title;Option1 Name;Option1 Value;Variant Price\n${name};Sandale d'été;Pointure;38;4500`;
    writeFileSync(join(folder, `${name}.csv`), inCodePage("MS-DOS", list));
    const { ending, text } = await command("importer", `${name}.csv`);
    expect([ending, text]).toEqual([1, expect.stringContaining("enregistrez-le en « CSV UTF-8 »")]);
    expect(await testShop().shop.catalogue.product(name)).toBeUndefined();
  });

  it("the demonstration leaves the sale, and what was imported stays", async () => {
    const name = id("tee");
    const { database, shop } = testShop();
    const mule = part(name, [variant("s", "Small", 101, 1)], { category: ["Femme", "Mules"], collection: "Premium" });
    await office().importProduct(imported(name, mule));
    const own = { description: "Pour nos fils.", image: "nos-photos/fils" };
    await database.db.updateTable("categories").set(own).where("slug", "=", "homme").execute();
    await testShop().setSection("new-products", { subtitle: "Arrivés ce matin." });
    expect(await office().retireDemo()).toBeGreaterThan(10);
    expect(await office().retireDemo()).toBe(0);
    expect(await testShop().wrongSums()).toEqual([]);
    await product(name);
    expect(await shop.catalogue.product("boston-santa-cruz")).toBeUndefined();

    const [picture] = mule.pictures ?? [];
    const places = [...(await shop.catalogue.categories()), ...(await shop.catalogue.collections())];
    const demos = [...demo.categories, ...demo.collections].map(({ description }) => description);
    expect(places.filter(({ description }) => demos.includes(description)).map(({ slug }) => slug)).toEqual([]);
    const imageOf = (wanted: string) => places.find(({ slug }) => slug === wanted)?.image;
    expect(places.find(({ slug }) => slug === "homme")).toMatchObject(own);
    expect(["femmes", "femmes-mules", "premium"].map(imageOf)).toEqual(Array(3).fill(picture?.src));
    expect(["femmes-tongs", "boston", "bord-de-mer"].map(imageOf)).toEqual([undefined, undefined, undefined]);

    const sections = (await shop.content.homeSections()) ?? [];
    expect(sections.map(({ subtitle }) => subtitle).filter(Boolean)).toEqual(["Arrivés ce matin."]);
    const content = JSON.stringify(sections);
    for (const invented of [/three_quarter/, /hero-(?:premium|soldes)/, /Pleine fleur/, /Cuirs, daims/, /28 au 46/])
      expect(content).not.toMatch(invented);
    expect(content).toContain("6 paires achetées, la 7ᵉ offerte");
    expect(content).toContain("hero-loyalty");
    // A shop that began with 0.1.0 has that version's hero, which does not say what it shows.
    await testShop().setSection("hero", { content: "{}" });
    await office().retireDemo();
    expect(await shop.content.homeSections()).toEqual(sections);

    // What comes later brings its picture along.
    const later = id("tong");
    const tong = { category: ["Femme", "Tongs"], collection: "Bord de mer" };
    await office().importProduct(imported(later, part(later, [variant("s", "Small", 101, 1)], tong)));
    const now = [...(await shop.catalogue.categories()), ...(await shop.catalogue.collections())];
    for (const wanted of ["femmes-tongs", "bord-de-mer"])
      expect(now.find(({ slug }) => slug === wanted)?.image).toBe(picture?.src);
  });
});
