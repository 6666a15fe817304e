import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, apiOf } from "../support/http/api";
import { PRODUCT, type Wire } from "../support/http/api-orders";
import { Client } from "../support/http/client";
import { describeOnEach } from "../support/shop/databases";
import { servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop } from "../support/shop/shop-server";

/** The API's products, collections and fees (section 7), all checked by support/http/api.ts. */

const shop = servedShop();
const api = apiOf(shop);

async function products(query: string): Promise<Wire[]> {
  const answer = await api.get(`/api/products${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.products as Wire[];
}

describe("products", () => {
  it("come whole, by pages that fit together", async () => {
    const first = await products("?limit=7");
    const second = await products("?limit=5&offset=2");
    expect(second).toEqual(first.slice(2, 7));
    const { json } = await api.get("/api/products?offset=60");
    expect(json).toMatchObject({ limit: 20, offset: 60 });
    expect((json.products as Wire[]).length).toBe(Number(json.total) - 60);
    expect(await products("?offset=1000000")).toEqual([]);
    // Of a parameter that is there twice the last counts.
    expect(await products("?limit=1&limit=2")).toHaveLength(2);
  });

  it.each([
    "limit=101",
    "limit=0",
    "limit=1.5",
    "limit=x",
    "offset=-1",
    "offset=1e99",
    "isActive=oui",
    "sort=hasard",
    "material=or",
    "type=mules,bottes",
    "size=99",
    "minPrice=x",
    "minPrice=-1",
    "minPrice=99.5",
    "maxPrice=1e400",
  ])("%s is refused, with the reason", async (query) => {
    const answer = await api.get(`/api/products?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toHaveProperty([query.split("=")[0] ?? ""]);
    if (query === "limit=101") expect(answer.json.message).toBe("limit est de 100 au plus");
  });

  it("are narrowed by category with what is below it, and by collection; what is empty was not asked", async () => {
    const all = await products("?limit=100&category=&search=&collection=");
    const categories = (await api.get("/api/categories")).json.categories as { id: string; parentId: string | null }[];
    const parent = categories.find(({ id }) => categories.some(({ parentId }) => parentId === id));
    const family = categories.filter(({ id, parentId }) => id === parent?.id || parentId === parent?.id);
    const within = all.filter(({ categoryId }) => family.some(({ id }) => id === categoryId));
    expect(within.length).toBeGreaterThan(3);
    expect(await products(`?limit=100&category=${parent?.id}`)).toEqual(within);
    const premium = (await api.get("/api/collections/premium")).json as { id: string; products: Wire[] };
    const inside = all.filter(({ collectionId }) => collectionId === premium.id);
    expect(await products("?limit=100&isActive=true&collection=premium")).toEqual(inside);
    expect(premium.products).toEqual(inside.slice(0, 20));
    for (const nothing of ["category=x", "collection=x", "isActive=false", "active=false"])
      expect(await products(`?${nothing}`)).toEqual([]);
  });

  it.each(["sandales", "sabots", "tongs"])("are narrowed by the category that they name: %s", async (category) => {
    const all = (await products("?limit=100")) as (Wire & { category: string })[];
    const named = all.filter((product) => product.category === category);
    expect(named.length).toBeGreaterThan(0);
    expect(await products(`?limit=100&category=${category}`)).toEqual(named);
    const word = String(named[0]?.slug.split("-")[0]);
    const found = (await products(`?search=${word}&category=${category}`)) as typeof all;
    expect(found.length).toBeGreaterThan(0);
    for (const product of found) expect(product.category).toBe(category);
    const collections = (await api.get(`/api/collections?category=${category}`)).json.collections as { id: string }[];
    const ids = new Set(named.flatMap(({ collectionId }) => collectionId ?? []));
    expect(new Set(collections.map(({ id }) => id))).toEqual(ids);
  });

  it("carry section 3's sale price, details of colours, and the variant that is chosen first", async () => {
    const all = (await products("?limit=100")) as (Wire & {
      oldPrice: number | null;
      salePrice: number | null;
      colors: { name: string }[];
      colorDetails: unknown;
      selectedVariant: Wire["variants"][number] | null;
    })[];
    expect(all.some(({ oldPrice }) => oldPrice !== null) && all.some(({ oldPrice }) => oldPrice === null)).toBe(true);
    for (const { price, oldPrice, salePrice, colors, colorDetails, selectedVariant, variants } of all) {
      expect(salePrice).toBe(oldPrice === null ? null : price);
      expect(colorDetails).toEqual(colors);
      const inStock = variants.filter(({ stock }) => stock > 0);
      const [color] = colors.filter(({ name }) => inStock.some(({ options }) => options.color === name));
      const sizes = inStock.filter(({ options }) => options.color === color?.name);
      expect(selectedVariant).toEqual(sizes.sort((a, b) => a.options.size - b.options.size)[0] ?? null);
    }
  });

  it("are searched as the shop searches, within a category and a collection too", async () => {
    const found = await products("?search=sabots&limit=10&isActive=true");
    expect(found.length).toBe(10);
    const inside = await products("?search=sabots&limit=100&collection=premium");
    expect(inside.length).toBeGreaterThan(0);
    const ids = (await products("?collection=premium&limit=100")).map(({ id }) => id);
    for (const { id } of inside) expect(ids).toContain(id);
    expect(await products("?search=smartphone")).toEqual([]);
  });

  it("are narrowed and sorted by what lists and searches know", async () => {
    const all = (await products("?limit=100")) as (Wire & {
      price: number;
      oldPrice: number | null;
      category: string;
      gender: string;
      material: string;
      isBestseller: boolean;
    })[];
    type Listed = (typeof all)[number];
    const isReduced = ({ oldPrice }: Listed) => oldPrice !== null;
    const inBlue42 = ({ variants }: Listed) =>
      variants.some(({ stock, options }) => stock > 0 && options.size === 42 && /bleu/i.test(options.color));
    const cases: [string, (product: Listed) => boolean][] = [
      ["type=mules,sandales&gender=femme", (one) => /mules|sandales/.test(one.category) && one.gender === "femme"],
      ["material=daim,nubuck", ({ material }) => material === "daim" || material === "nubuck"],
      ["minPrice=5000&maxPrice=8000&reduced=true", (one) => one.price >= 5000 && one.price <= 8000 && isReduced(one)],
    ];
    for (const [query, isMeant] of cases) {
      const found = await products(`?limit=100&${query}`);
      expect(found, query).toEqual(all.filter(isMeant));
      expect(found.length, query).toBeGreaterThan(0);
    }
    const blue = (await products("?limit=100&color=bleu&size=42")) as Listed[];
    expect(blue.length).toBeGreaterThan(0);
    for (const { id } of all.filter(inBlue42)) expect(blue.map((one) => one.id)).toContain(id);
    const sorted = (await products("?limit=100&sort=mieux-notes")) as Listed[];
    // By the reviews that can be read: no list tells them, and `rating` is the catalogue's own.
    const averages = [];
    for (const { id } of sorted) averages.push(Number((await api.get(`/api/products/${id}/reviews`)).json.average));
    expect(averages).toEqual([...averages].sort((a, b) => b - a));
    expect(averages[0]).toBeGreaterThan(4.5);
    expect(sorted).toHaveLength(all.length);
    const best = (await products("?limit=7&offset=3&sort=meilleures-ventes")) as Listed[];
    expect(best).toEqual([...all.filter((one) => one.isBestseller), ...all].slice(3, 10));
    const found = (await products("?search=sabot&limit=100")) as Listed[];
    expect(await products("?search=sabot&limit=100&material=cuir")).toEqual(
      found.filter(({ material }) => material === "cuir"),
    );
    const cheapest = (await products("?search=sabot&limit=100&sort=prix-croissant")) as Listed[];
    expect(cheapest.map(({ price }) => price)).toEqual(found.map(({ price }) => price).sort((a, b) => a - b));
  });

  it("one comes by id or slug, with similar ones", async () => {
    const bySlug = await api.get(`/api/products/${PRODUCT}`);
    expect((await api.get(`/api/products/${bySlug.json.id}`)).text).toBe(bySlug.text);
    expect(bySlug.json.relatedProducts).toHaveLength(4);
    const none = await api.get("/api/products/rien");
    expect([none.status, none.json.message]).toEqual([404, "Produit non trouvé"]);
  });

  it("have pictures that are there", async () => {
    const { json } = await api.get(`/api/products/${PRODUCT}`);
    const { pathname, origin } = new URL(String(json.image));
    expect(origin).toBe(shop.url);
    expect((await api.http.get(pathname)).status).toBe(200);
  });
});

describe("collections, categories, sections", () => {
  it("collections: all, those of a category, with their category; an unknown one is a 404", async () => {
    const all = (await api.get("/api/collections")).json.collections as { id: string }[];
    expect(all.length).toBeGreaterThan(3);
    const some = (await api.get("/api/collections?category=homme&active=true&include=category")).json.collections;
    expect((some as { category: object | null }[]).length).toBeGreaterThan(0);
    expect((some as { category: object | null }[]).length).toBeLessThan(all.length);
    for (const item of some as object[]) expect(item).toHaveProperty("category");
    for (const nothing of ["category=x", "active=false"])
      expect((await api.get(`/api/collections?${nothing}`)).json.collections).toEqual([]);
    const none = await api.get("/api/collections/rien%2F..");
    expect([none.status, none.json.message]).toEqual([404, "Collection non trouvée"]);
  });

  it("the home page's sections, in their order, with pictures that anybody can open", async () => {
    const { json } = await api.get("/api/content/home-sections");
    const data = json.data as { type: string; order: number; content: { categories?: { image: string }[] } }[];
    expect(data.map(({ order }) => order)).toEqual(data.map((_, index) => index));
    const [card] = data.find(({ type }) => type === "categories")?.content.categories ?? [];
    expect(card?.image).toMatch(new RegExp(`^${shop.url}/pictures/.*\\.jpg$`));
  });
});

describe("the courier", () => {
  it("wilayas, communes, centres", async () => {
    const wilayas = (await api.get("/api/yalidine/wilayas")).json as unknown as { id: number; name: string }[];
    expect(wilayas).toHaveLength(58);
    const communes = (await api.get("/api/yalidine/communes?wilaya_id=31")).json as unknown as { id: number }[];
    expect(communes.map(({ id }) => id)).toContain(3101);
    const centers = (await api.get("/api/yalidine/centers?commune_id=3101")).json as unknown as object[];
    expect(centers.length).toBeGreaterThan(0);
    const quotes = (await api.get("/api/yalidine/quotes?wilaya_id=31&pairs=2&declared_value=9800")).json;
    expect((quotes as unknown as { commune_id: number }[]).map((item) => item.commune_id)).toEqual(
      communes.map(({ id }) => id),
    );
    const page = JSON.parse((await api.http.get("/livraison?wilaya=31&commune=3101&paires=2&montant=9800")).text);
    const [oran] = (quotes as unknown as { commune_id: number; home: object; stop_desk: object }[]).filter(
      (item) => item.commune_id === 3101,
    );
    expect(oran).toMatchObject({ home: { totalFee: page.quote.home }, stop_desk: { totalFee: page.quote.pickup } });
    const all = (await api.get("/api/yalidine/wilaya-fees?pairs=2&declared_value=9800")).json as unknown as object[];
    expect(all).toHaveLength(58);
    const homes = (quotes as unknown as { home: { totalFee: number } }[]).map(({ home }) => home.totalFee);
    const home = { least: Math.min(...homes), most: Math.max(...homes) };
    expect(all).toContainEqual({
      wilaya_id: 31,
      home,
      stop_desk: { least: page.quote.pickup, most: page.quote.pickup },
    });
    expect((await api.get("/api/yalidine/communes?wilaya_id=99")).text).toBe("[]");
    expect((await api.get("/api/yalidine/communes")).status).toBe(400);
  });

  it("fees as an order has them, from Oran", async () => {
    const asked = {
      fromWilayaId: 31,
      toWilayaId: 16,
      toCommuneId: 1601,
      price: 8900,
      declaredValue: 8900,
      weight: 1,
      length: 30,
      width: 20,
      height: 10,
      isStopDesk: false,
      freeShipping: false,
      doInsurance: true,
    };
    const fees = await api.post("/api/yalidine/calculate-fees", asked);
    expect(fees.status).toBe(200);
    const page = JSON.parse((await api.http.get("/livraison?wilaya=16&commune=1601&paires=1&montant=8900")).text);
    expect(fees.json.totalFee).toBe(page.quote.home);
    const pickupPoint = await api.post("/api/yalidine/calculate-fees", { ...asked, isStopDesk: true });
    expect(pickupPoint.json.totalFee).toBe(page.quote.pickup);
    const heavy = await api.post("/api/yalidine/calculate-fees", { ...asked, weight: 12, height: 120 });
    expect(Number(heavy.json.totalFee)).toBeGreaterThan(Number(fees.json.totalFee));
    const from = await api.post("/api/yalidine/calculate-fees", { ...asked, fromWilayaId: 16 });
    expect([from.status, from.json.message]).toEqual([400, "Erreur de configuration Yalidine"]);
    const strange = await api.post("/api/yalidine/calculate-fees", { ...asked, toCommuneId: 3101 });
    expect([strange.status, strange.json.message]).toEqual([404, "Impossible de calculer les frais"]);
  });

  it("delivery of a commune by its name, however it is written", async () => {
    const { json } = await api.get("/api/yalidine/delivery-info?wilaya=oran&commune=AIN%20EL%20BIA");
    expect(json).toMatchObject({ wilaya: { id: 31 }, commune: { name: "Aïn El Bia" }, delay: "Entre 1 et 5 jours" });
    const old = await api.get("/api/yalidine/delivery-info?wilaya=oran&commune=A%EFn%20El%20Bia");
    expect(old.json).toEqual(json);
    for (const query of ["wilaya=Nulle&commune=Oran", "wilaya=Oran&commune=Alger%20Centre"])
      expect((await api.get(`/api/yalidine/delivery-info?${query}`)).status).toBe(404);
  });
});

describeOnEach("numbers of an address, however large, are answered on %s", (engine) => {
  const NUMBERS = [
    "9999999999",
    "2147483648",
    "9".repeat(30),
    "1e400",
    "-1e400",
    "-1",
    "0",
    "0.5",
    "NaN",
    "0x7fffffff",
  ];
  let numbered: RunningShop;
  beforeAll(async () => {
    const { url = "" } = await engine.seeded();
    numbered = await startShop({ env: { DATABASE_URL: url } });
  });
  afterAll(() => numbered?.stop());

  it("by each operation of the API", async () => {
    const queries = Object.entries(api.contract.document.paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter((parameter) => parameter.in === "query" && parameter.schema.type === "integer")
        .map(({ name }) => `${path.replace("{id}", PRODUCT)}?wilaya_id=31&${name}=`),
    );
    expect(queries.length).toBeGreaterThan(10);
    const asked = new ApiClient(numbered.url, api.contract);
    for (const query of queries)
      for (const number of NUMBERS)
        expect([200, 400, 401, 404], query + number).toContain((await asked.get(query + number)).status);
  });

  it("where a price is beyond all, as that of a page is", async () => {
    const asked = new ApiClient(numbered.url, api.contract);
    const count = async (query: string) => (await asked.get(`/api/products?${query}`)).json.total;
    expect(await count("maxPrice=9999999999")).toBe(await count(""));
    expect(await count("minPrice=9999999999")).toBe(0);
  });

  it("by pages", async () => {
    const queries = [
      ...["/shop?prix-max=", "/shop?prix-min=", "/shop?page=", "/shop?pointure=", "/search?q=sabot&page="],
      ...["/search?q=sabot&prix-max=", `/product/${PRODUCT}?pointure=`, `/product/${PRODUCT}?quantite=`],
      ...[`/product/${PRODUCT}/avis?page=`, "/livraison?wilaya=31&commune=3101&montant=4900&paires="],
      ...[
        "/livraison?wilaya=31&commune=3101&paires=1&montant=",
        "/livraison?wilaya=",
        "/sitemap.xml?fichier=produits-",
      ],
    ];
    const asked = new Client(numbered.url);
    for (const query of queries)
      for (const number of NUMBERS) expect((await asked.get(query + number)).status, query + number).toBeLessThan(500);
  });
});
