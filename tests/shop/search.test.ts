import { expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import type { ProductTable } from "~/database/schema/catalogue";
import { fillSearchIndex } from "~/database/search-index.server";
import { demo, seedCatalogueOnce } from "~/database/seed.server";
import { noRefinement, type Refinement, sorts } from "~/domain/catalogue/listing";
import { openLocalShop } from "~/shop/local/index.server";
import type { ProductFilter } from "~/shop/services/catalogue";
import { seedSynthetic } from "../support/catalogues/synthetic";
import { someTests } from "../support/setup/sweeps";
import { describeShopInPart } from "./describe-shop-in-part";

type Demo = (typeof demo.products)[number];

/** The results of each engine: both have to find the same in the same order. */
const found = new Map<string, string[]>();

const overAnApi = someTests("finds everything that is said about a product", "forgets what is no longer sold");

describeShopInPart("search", overAnApi, (fixture, hereOnly) => {
  const catalogue = () => fixture().testShop.shop.catalogue;
  const search = async (words: string) => {
    const { products, total } = await catalogue().search(words, { page: 1, size: 100 });
    expect(products).toHaveLength(total);
    const slugs = products.map(({ slug }) => slug);
    expect(slugs, `"${words}" on both engines`).toEqual(found.get(words) ?? slugs);
    found.set(words, slugs);
    return slugs;
  };
  const slugsOf = (wanted: (product: Demo) => boolean) => demo.products.filter(wanted).map(({ slug }) => slug);
  const inBlack = (product: Demo) => product.colors.some(({ name }) => /^Noir/.test(name));

  /** Results that have to be first. */
  const table: [words: string, wanted: (product: Demo) => boolean][] = [
    ["Sandales", ({ kind }) => kind === "sandales"],
    ["ballerne", ({ kind }) => kind === "ballerines"],
    ["sandlaes", ({ kind }) => kind === "sandales"],
    ["Boston", ({ name }) => name.includes("Boston")],
    ["sandale noire", (product) => product.kind === "sandales" && inBlack(product)],
    ["chaussures", ({ kind }) => kind === "ballerines" || kind === "baskets"],
    ["enfant", ({ gender }) => gender === "enfant"],
    ["homme", ({ gender }) => gender === "homme" || gender === "mixte"],
    ["tennis", ({ kind }) => kind === "baskets"],
    ["santa cruz", ({ slug }) => slug === "boston-santa-cruz"],
    ["ain el turck", ({ name }) => name === "Nuit d'Aïn El Turck"],
    ["BOS-CRUZ", ({ sku }) => sku === "BOS-CRUZ"],
    ["BOS-CRUZ-TAUPE-42", ({ sku }) => sku === "BOS-CRUZ"],
    ["tong femm", ({ kind, gender }) => kind === "tongs" && (gender === "femme" || gender === "mixte")],
    ["rosalc", ({ name }) => name === "Boston Rosalcazar"],
  ];

  it.each(table)("finds by '%s' what is meant first", async (words, wanted) => {
    const slugs = slugsOf(wanted);
    expect(slugs.length).toBeGreaterThan(0);
    expect((await search(words)).slice(0, slugs.length).sort()).toEqual(slugs.sort());
  });

  it("finds everything that is said about a product, after what it is", async () => {
    const all = await search("chaussures");
    expect(all).toHaveLength(demo.products.length);
    const suede = await search("boston daim");
    expect(suede).toEqual(expect.arrayContaining(slugsOf(({ category }) => category === "boston-daim")));
    for (const slug of slugsOf(({ tags }) => tags.includes("plage"))) expect(await search("plage")).toContain(slug);
  });

  it("finds sizes, by any digits", async () => {
    const slugs = slugsOf(({ sizes }) => sizes.includes(42));
    for (const typed of ["42", "٤٢", "۴۲"]) expect(await search(typed)).toEqual(expect.arrayContaining(slugs));
    expect((await search("sandale enfant ٣٠")).length).toBeGreaterThan(0);
  });

  it("finds a size also where its noun is typed with it", async () => {
    const sized = await search("basket homme 43");
    expect(sized.length).toBeGreaterThan(3);
    for (const words of ["basket homme pointure 43", "baskets homme taille 43"])
      expect(await search(words)).toEqual(sized);
  });

  /** Says in few words what a product is, and counts it in a search. */
  const withProduct = async (
    columns: Partial<ProductTable>,
    work: (finds: (words: string) => Promise<number>) => Promise<void>,
  ) => {
    const { testShop } = fixture();
    const plain = { description: "", features: "[]", specifications: "[]", tags: "[]", collection_id: null };
    const made = await testShop.product([2], 5_000, { ...plain, ...columns });
    await testShop.indexProducts();
    await work(async (words) => {
      const { products } = await catalogue().search(words, { page: 1, size: 100 });
      return products.filter(({ id }) => id === made.id).length;
    });
    await testShop.remove(made.id);
  };

  it("finds shoes of no kind by 'chaussures'", () =>
    withProduct({ kind: "autres", name: "Derby Canastel" }, async (finds) => {
      expect(await finds("chaussures")).toBe(1);
      expect(await finds("sandales")).toBe(0);
    }));

  it("finds brands that are called as words that tell nothing, as they are written only", () =>
    withProduct({ name: "Cloud", brand: "On" }, async (finds) => {
      expect([await finds("On"), await finds("cloud on"), await finds("de la")]).toEqual([1, 1, 0]);
      // Other words begin so.
      expect((await catalogue().search("on", { page: 1 })).total).toBe(1);
    }));

  it("finds products by their material, though no text says it", () =>
    withProduct({ name: "Derby Canastel", material: "feutre" }, async (finds) => {
      expect([await finds("canastel feutre"), await finds("canastel toile")]).toEqual([1, 0]);
    }));

  it("finds nothing by what the shop does not sell, or by nothing", async () => {
    for (const words of ["", "   ", "de la", "smartphone", "xyzzy", "basquet", "sandale smartphone", "99"])
      expect(await search(words), words).toEqual([]);
  });

  it("takes a word as it is written before it takes it for another", async () => {
    // "rose" is a colour; that "Rosalcazar" begins with it, or "robe" is near it, is chance.
    expect(await search("boston rose")).not.toContain("boston-rosalcazar");
    // "mari" is in a description ("mariée") of no basket, and begins the colour of some.
    expect(await search("basket mari")).toContain("basket-arzew");
  });

  it("never fails, whatever is typed", async () => {
    const hostile = [
      ...['"', "'", '"boston"', "boston*", "*", "%", "_", "\\", "boston \\", "NEAR(boston sabot)", "name : boston"],
      ...["boston AND", "OR", "NOT boston", "(boston", "boston)", "^boston", "boston + sabot", "-boston", "a:b:c"],
      ...["&", "|", "!", "<->", "boston & sabot", "'boston':*", "''", "$1", "?", ";drop table products", "--"],
      ...["\u0000", "bos\u0000ton", "\u001f", "\ud800", "boston\udfff", "\u202eboston", ":*A"],
      ...["🥿", "صندل", "اللغة", "靴", "ﷺ", "ß"],
      ...["x".repeat(100_000), "boston ".repeat(50_000), "é".repeat(500), "a".repeat(41), "𞤀𞤁", "ⅣⅥ", "½"],
    ];
    for (const words of hostile) {
      const answer = await catalogue().search(words, { page: 1 });
      expect(answer.products.length, words.slice(0, 40)).toBeLessThanOrEqual(20);
    }
    expect(await search("boston*")).toEqual(await search("boston"));
    expect(await search('"boston')).toEqual(await search("boston"));
  });

  it("narrows what it found by a list's filters, and keeps the order", async () => {
    const whole = await search("sabot");
    const narrowed = async (refinement: Partial<Refinement>, filter: ProductFilter = {}) => {
      const query = { ...filter, refinement: { ...noRefinement, ...refinement } };
      const { products, total } = await catalogue().search("sabot", { ...query, page: 1, size: 100 });
      const slugs = products.map(({ slug }) => slug);
      const listed = await catalogue().list({ ...query, sort: "nouveautes", page: 1, size: 100 });
      const wanted = new Set(listed.products.map(({ slug }) => slug));
      expect(slugs).toEqual(whole.filter((slug) => wanted.has(slug)));
      expect(total).toBe(slugs.length);
      return slugs;
    };
    const some: Partial<Refinement>[] = [
      { colors: ["noir"], sizes: [42] },
      { maxPrice: 9_000, genders: ["femme", "mixte"] },
      { kinds: ["sabots"], materials: ["daim", "nubuck"] },
      { isReduced: true },
    ];
    for (const refinement of some) {
      const slugs = await narrowed(refinement);
      expect(slugs.length).toBeGreaterThan(0);
      expect(slugs.length).toBeLessThan(whole.length);
    }
    expect(await narrowed({}, { kinds: ["sabots"], gender: "homme" })).not.toEqual([]);
    expect(await narrowed({ minPrice: 1_000_000 })).toEqual([]);
    // A card shows the colour of the filter before that of the words.
    const { products } = await catalogue().search("basket bleue", {
      refinement: { ...noRefinement, colors: ["noir"] },
      page: 1,
    });
    for (const { shown } of products) expect(shown?.color?.name).toMatch(/noir/i);
    expect(products.length).toBeGreaterThan(0);
  });

  it("counts beside each choice what it would leave of what was found", async () => {
    const refinement = { ...noRefinement, materials: ["cuir"] as const };
    const facets = await catalogue().searchFacets("sabot", { refinement });
    const totalWith = async (more: Partial<Refinement>) =>
      (await catalogue().search("sabot", { refinement: { ...refinement, ...more }, page: 1 })).total;
    for (const { kind, count } of facets.kinds) expect(await totalWith({ kinds: [kind] }), kind).toBe(count);
    for (const { size, count } of facets.sizes) expect(await totalWith({ sizes: [size] }), `${size}`).toBe(count);
    for (const { family, count } of facets.colors) expect(await totalWith({ colors: [family] }), family).toBe(count);
    for (const { material, count } of facets.materials)
      expect(await totalWith({ materials: [material] }), material).toBe(count);
    expect(facets.materials.length).toBeGreaterThan(2);
    expect(await totalWith({ isReduced: true })).toBe(facets.reduced);
    expect(await catalogue().searchFacets("smartphone", {})).toMatchObject({ price: undefined, kinds: [] });
  });

  it.each(sorts)("sorts what it found as lists are sorted: %s", async (sort) => {
    const { products } = await catalogue().search("chaussures", { sort, page: 1, size: 100 });
    const found = new Set(await search("chaussures"));
    const listed = await catalogue().list({ sort, page: 1, size: 100 });
    const slugs = products.map(({ slug }) => slug);
    expect(slugs).toEqual(listed.products.map(({ slug }) => slug).filter((slug) => found.has(slug)));
    expect(slugs).not.toEqual([...found]);
  });

  it("pages through what it found once, in one order", async () => {
    const whole = await search("sabot");
    const seen: string[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await catalogue().search("sabot", { page, size: 5 });
      expect(answer).toMatchObject({ total: whole.length, page, pages: Math.ceil(whole.length / 5) });
      seen.push(...answer.products.map(({ slug }) => slug));
      if (page >= answer.pages) break;
    }
    expect(seen).toEqual(whole);
    const first = await catalogue().search("sabot", { page: 1 });
    for (const page of [0, -5, Number.NaN]) expect(await catalogue().search("sabot", { page })).toEqual(first);
    for (const page of [99, 1e9, 1e300])
      expect(await catalogue().search("sabot", { page })).toMatchObject({ products: [], total: whole.length });
    for (const size of [0, -1, Number.NaN, 1_000])
      expect((await catalogue().search("sabot", { page: 1, size })).products.length).toBeGreaterThan(0);
  });

  it("shows the cards that lists show", async () => {
    const [found] = (await catalogue().search("BOS-CRUZ", { page: 1 })).products;
    // Only cards have stars: a product's page reads its reviews.
    const { stars: _, ...card } = found ?? {};
    expect(await catalogue().product("boston-santa-cruz")).toMatchObject(card);
  });

  it("forgets what is no longer sold or there, and learns what is new", async () => {
    const { testShop, where } = fixture();
    const product = await testShop.product([2]);
    const { id, name } = (await catalogue().product(product.slug)) ?? { id: "", name: "" };
    const finds = async () => (await catalogue().search(name, { page: 1 })).products.some((card) => card.id === id);
    // Over an API a new product is found once it is synced.
    if (where === "here") expect(await finds()).toBe(false);
    await testShop.indexProducts();
    expect(await finds()).toBe(true);
    await testShop.retire(id);
    expect(await finds()).toBe(false);
    expect((await catalogue().search(name, { page: 1 })).total).toBe(0);
    await testShop.remove(id);
    expect(await finds()).toBe(false);
  });

  it("has popular terms, each of which finds something (decision 010)", async () => {
    const terms = await catalogue().popularSearches();
    expect(terms).toEqual(["Chaussures", "Sandales", "Sabots", "Boston", "Enfant"]);
    for (const term of terms) expect((await search(term)).length, term).toBeGreaterThan(0);
  });

  hereOnly(
    "database",
    "is filled in a shop that was there before it, once, whichever process starts first",
    async ({ engine }) => {
      const database = await openDatabase(await engine.fresh());
      await migrate(database);
      await seedCatalogueOnce(database);
      const { search: find } = openLocalShop({
        database,
        now: () => new Date(),
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      }).catalogue;
      const total = async (words: string) => (await find(words, { page: 1 })).total;
      expect(await total("boston")).toBe(0);
      await Promise.all([fillSearchIndex(database), fillSearchIndex(database)]);
      const bostons = (await search("boston")).length;
      expect(await total("boston")).toBe(bostons);
      // An index of another version is rebuilt, and this one by that version once it runs again.
      const tasks = () => database.db.selectFrom("one_time_tasks").select("name").where("name", "like", "search%");
      const [own] = await tasks().execute();
      const renamed = database.db.updateTable("one_time_tasks").set({ name: "search index 999" });
      await renamed.where("name", "=", own?.name ?? "").execute();
      await fillSearchIndex(database);
      expect(await total("boston")).toBe(bostons);
      expect(await tasks().execute()).toEqual([own]);
      await seedSynthetic(database, demo.products.length);
      expect(await total("boston")).toBe(2 * bostons);
      expect(await total("santa cruz 0")).toBe(1);
      await database.close();
    },
  );
});
