import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { transform } from "esbuild";
import { generateApi } from "swagger-typescript-api";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ApiClient, type Contract, contractOf } from "../support/api";
import { Client } from "../support/http";
import { outboxOf } from "../support/mail-server";
import { decideReviews, deliver } from "../support/reviews";
import { table } from "../support/routes";
import { failingShop } from "../support/served-shop";
import { inDatabase, restock, storedIn } from "../support/shop-server";
import { accountHolder, newAddress, PASSWORD } from "../support/signed-in";

/** The shop's API (section 7); the OpenAPI document checks every answer (tests/support/api.ts). */

const { shop, fail } = failingShop();
let contract: Contract;
let api: ApiClient;

beforeAll(async () => {
  contract = await contractOf(shop.url);
  api = new ApiClient(shop.url, contract);
});

const PRODUCT = "boston-santa-cruz";
interface Wire {
  id: string;
  slug: string;
  price: number;
  categoryId: string;
  collectionId: string | null;
  variants: { id: string; stock: number; options: { size: number; color: string } }[];
}

async function products(query: string): Promise<Wire[]> {
  const answer = await api.get(`/api/products${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.products as Wire[];
}

async function bought(): Promise<{ product: Wire; variant: Wire["variants"][number] }> {
  const product = (await api.get(`/api/products/${PRODUCT}`)).json as unknown as Wire;
  const variant = product.variants.find(({ stock }) => stock > 5);
  if (!variant) throw new Error("Nothing is left.");
  return { product, variant };
}

const customer = {
  firstName: "Nassima",
  lastName: "Zerrouki",
  phone: "+213 661 98 76 54",
  email: null,
  address: "7, impasse des Oliviers",
  wilaya: "Oran",
  commune: "Oran",
};

/** Section 3's order request for one pair, with the fee that the shop charges. */
async function orderRequest(changes: Record<string, unknown> = {}) {
  const { product, variant } = await bought();
  return {
    items: [{ productId: product.id, productVariantId: variant.id, quantity: 1 }],
    toWilayaId: 31,
    toWilayaName: "Oran",
    toCommuneId: 3101,
    toCommuneName: "Oran",
    isStopDesk: false,
    stopDeskId: null,
    stopDeskName: null,
    deliveryFee: 500,
    shippingCost: 500,
    freeShipping: false,
    doInsurance: false,
    declaredValue: product.price,
    parcelWeight: 1,
    parcelLength: 30,
    parcelWidth: 20,
    parcelHeight: 10,
    paymentMethod: "COD",
    shippingMethod: "standard",
    notes: "",
    internalNotes: "",
    customer,
    ...changes,
  };
}

const once = (key: string = randomUUID()) => ({ "idempotency-key": key });
const count = (what: string) =>
  inDatabase(shop, (database) => database.prepare<[], number>(`select count(*) from ${what}`).pluck().get() ?? 0);

describe("the document", () => {
  it("is OpenAPI 3.1, and has every row of section 7", () => {
    expect(JSON.parse(contract.text)).toMatchObject({ openapi: "3.1.0", servers: [{ url: shop.url }] });
    const rows = Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    for (const row of [
      "POST /auth/login",
      "POST /auth/register",
      "POST /api/orders",
      "POST /orders",
      "GET /api/orders/user/{userId}",
      "GET /api/orders/{id}",
      "GET /api/products",
      "GET /api/products/{id}",
      "GET /api/collections",
      "GET /api/collections/{id}",
      "GET /api/categories",
      "GET /api/content/home-sections",
      "GET /api/yalidine/wilayas",
      "GET /api/yalidine/communes",
      "GET /api/yalidine/centers",
      "POST /api/yalidine/calculate-fees",
      "GET /api/yalidine/delivery-info",
    ])
      expect(rows).toContain(row);
  });

  it("knows every address that the table of routes has for programs, and no other", () => {
    const served = table
      .filter(({ handle }) => handle.api)
      .map(({ pattern }) => pattern.replace(":number", ":id").replace(/:(\w+)/g, "{$1}"))
      .filter((path) => !/\*$|^\/api\/refus\//.test(path));
    expect(Object.keys(contract.document.paths).sort()).toEqual(served.sort());
  });

  it("has a page that shows it, for people, without a search engine", async () => {
    const page = await new Client(shop.url).get("/api");
    expect(page.status).toBe(200);
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    for (const path of Object.keys(contract.document.paths)) expect(page.text).toContain(path);
    expect(page.text).toContain('href="/api/openapi.json"');
  });
});

describe("products", () => {
  it("come whole, by pages that fit together", async () => {
    const first = await products("?limit=7");
    const second = await products("?limit=5&offset=2");
    expect(second).toEqual(first.slice(2, 7));
    const { json } = await api.get("/api/products?offset=60");
    expect(json).toMatchObject({ limit: 20, offset: 60 });
    expect((json.products as Wire[]).length).toBe(Number(json.total) - 60);
    expect(await products("?offset=1000000")).toEqual([]);
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
      rating: number;
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
    expect(sorted.map(({ rating }) => rating)).toEqual(all.map(({ rating }) => rating).sort((a, b) => b - a));
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
  it("collections: all, those of a category, with their category; an unknown one is told", async () => {
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
    for (const query of ["wilaya=Nulle&commune=Oran", "wilaya=Oran&commune=Alger%20Centre"])
      expect((await api.get(`/api/yalidine/delivery-info?${query}`)).status).toBe(404);
  });
});

describe("an order", () => {
  beforeEach(() => restock(shop));

  it("is placed by a guest, and read with the token that comes with it, by nobody else", async () => {
    const placed = await api.post("/api/orders", await orderRequest(), once());
    expect(placed.status, placed.text).toBe(201);
    expect(placed.json).toMatchObject({ status: "pending", userId: null, shippingCost: 500, paymentMethod: "COD" });
    expect(placed.json.id).toBe(placed.json.orderNumber);
    expect(placed.headers["cache-control"]).toBe("no-store");
    expect(placed.headers["set-cookie"]).toBeUndefined();
    const path = String(placed.headers.location);
    const { token, ...order } = placed.json;
    expect((await api.as(String(token)).get(path)).json).toEqual(order);
    const other = (await api.post("/api/orders", await orderRequest(), once())).json.token;
    for (const stranger of [api, api.as(String(other)), api.as(`guest-${"A".repeat(43)}`)]) {
      const refused = await stranger.get(path);
      expect([refused.status, refused.json.message]).toEqual([404, "Commande non trouvée"]);
    }
  });

  it("is placed once: the same key again is the same order, however many ask at once; with another content it is none", async () => {
    const [request, before] = [await orderRequest(), count("orders")];
    const key = once();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post("/api/orders", request, key)));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    // Each client can read it, as the first answer may be lost.
    for (const { json, headers } of answers.slice(-2))
      expect((await api.as(String(json.token)).get(String(headers.location))).status).toBe(200);
    const other = await api.post("/api/orders", { ...request, customer: { ...customer, phone: "0550123456" } }, key);
    expect(other.status).toBe(409);
    expect(other.text).not.toContain(String(answers[0]?.json.id));
    expect(count("orders")).toBe(before + 1);
    // A repeated request is the same order, whatever prices and stock are now.
    inDatabase(shop, (database) => database.exec("update variants set stock = 0"));
    expect((await api.post("/api/orders", request, key)).status).toBe(200);
  });

  it("needs no key: the same phone and content within ten minutes are one order, however many ask at once", async () => {
    const request = await orderRequest({ customer: { ...customer, phone: "0661 98 76 55" } });
    const before = count("orders");
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.post("/api/orders", request)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    for (const { json, headers } of answers.slice(0, 2))
      expect((await api.as(String(json.token)).get(String(headers.location))).status).toBe(200);
    const again = await api.post("/api/orders", {
      ...request,
      customer: { ...request.customer, phone: "+213661987655" },
    });
    expect([again.status, again.json.id, again.headers["idempotent-replayed"]]).toEqual([
      200,
      answers[0]?.json.id,
      "true",
    ]);
    expect(count("orders")).toBe(before + 1);
    // Other lines, another customer or another account are another order.
    const other = { ...request, customer: { ...request.customer, firstName: "Nour" } };
    expect((await api.post("/api/orders", other)).status).toBe(201);
    expect(
      (
        await api.post("/api/orders", {
          ...request,
          items: [{ ...request.items[0], quantity: 2 }],
          declaredValue: request.declaredValue * 2,
        })
      ).status,
    ).toBe(201);
    const { email } = await accountHolder(shop);
    const { json } = await api.post("/auth/login", { email, password: PASSWORD });
    expect((await api.as(String(json.token)).post("/api/orders", request)).status).toBe(201);
    expect((await api.post("/api/orders", request, once())).status).toBe(201);
    // An expired or cancelled order may be placed again.
    const old = (minutes: number) =>
      inDatabase(shop, (database) =>
        database
          .prepare("update orders set created_at = ? where number = ?")
          .run(Date.now() - minutes * 60_000, String(again.json.id)),
      );
    old(9);
    expect((await api.post("/api/orders", request)).json.id).toBe(again.json.id);
    old(11);
    const next = await Promise.all([api.post("/api/orders", request), api.post("/api/orders", request)]);
    expect(next.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(next[0]?.json.id).toBe(next[1]?.json.id);
    expect(next[0]?.json.id).not.toBe(again.json.id);
    const cancelled = await api.as(String(next[0]?.json.token)).post(`/api/orders/${next[0]?.json.id}/cancel`, {});
    expect(cancelled.status).toBe(200);
    const third = await api.post("/api/orders", request);
    expect([third.status, third.json.status]).toEqual([201, "pending"]);
    expect(third.json.id).not.toBe(next[0]?.json.id);
  });

  it.each([
    ["short", once("court")],
    ["with spaces", once("a b c d e f g h i j")],
  ])("refuses what is no key: %s", async (_, headers) => {
    const before = storedIn(shop);
    const answer = await api.post("/api/orders", await orderRequest(), headers);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/Idempotency-Key/);
    expect(storedIn(shop)).toEqual(before);
  });

  it("a key of one account is not another's", async () => {
    const [key, request] = [once(), await orderRequest()];
    const [first, other] = [await accountHolder(shop), await accountHolder(shop)];
    const numbers: unknown[] = [];
    for (const { email } of [first, other]) {
      const { json } = await api.post("/auth/login", { email, password: PASSWORD });
      numbers.push((await api.as(String(json.token)).post("/api/orders", request, key)).json.id);
    }
    expect(new Set(numbers).size).toBe(2);
  });

  it("is at what was shown or not at all: price, stock, fee, destination", async () => {
    const request = await orderRequest();
    const [item] = request.items;
    const before = storedIn(shop);
    const refused: [Record<string, unknown>, string, RegExp][] = [
      [{ shippingCost: 400 }, "fee", /Les frais de livraison ont changé/],
      [{ items: [{ ...item, price: 1 }] }, "price", /^Rien n'a été commandé : Le prix de/],
      [{ declaredValue: 1 }, "value", /Les articles ne coûtent pas/],
      [{ items: [{ ...item, quantity: 99 }], declaredValue: request.declaredValue * 99 }, "stock", /Plus que 20/],
      [{ items: [{ ...item, productId: "x", productVariantId: "x", price: 1 }] }, "gone", /n'est plus vendu/],
      [{ toCommuneId: 1601 }, "destination", /n'est plus desservie/],
    ];
    for (const [changes, kind, sentence] of refused) {
      const answer = await api.post("/api/orders", { ...request, ...changes }, once());
      expect(answer.status, kind).toBe(409);
      expect((answer.json.changes as { kind: string }[]).map((change) => change.kind)).toContain(kind);
      expect(String(answer.json.message).replaceAll("\u00a0", " ")).toMatch(sentence);
      expect(Object.keys(answer.json.errors as object).length).toBeGreaterThan(0);
    }
    expect(storedIn(shop)).toEqual(before);
  });

  it("is complete or refused in section 5's words", async () => {
    const request = await orderRequest();
    const before = storedIn(shop);
    const [item] = request.items;
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ toWilayaId: undefined }, "Informations de livraison incomplètes", "toWilayaId"],
      [{ shippingCost: undefined, deliveryFee: undefined }, "Informations de livraison incomplètes", "shippingCost"],
      [{ customer: { ...customer, firstName: "" } }, "Informations client incomplètes", "customer.firstName"],
      [{ customer: { ...customer, firstName: "…" } }, "Informations client incomplètes", "customer.firstName"],
      [{ customer: { ...customer, phone: "" } }, "Informations client incomplètes", "customer.phone"],
      [{ customer: { ...customer, phone: "12" } }, "Numéro invalide (ex: 0550123456)", "customer.phone"],
      [{ items: [] }, "Produit manquant", "items"],
      [{ items: [{ ...item, productId: "" }] }, "Produit manquant", "items.0.productId"],
      [{ items: [{ ...item, quantity: 0 }] }, "1 au moins", "items.0.quantity"],
      [{ items: [{ ...item, quantity: 1e9 }] }, "99 au plus", "items.0.quantity"],
      [
        { items: [{ ...item, productVariantId: null }] },
        "Veuillez sélectionner une pointure",
        "items.0.productVariantId",
      ],
      [
        { items: [{ ...item, productVariantId: "fsa-anda-sable-36" }] },
        "Cette variante n'est pas de ce produit",
        "items.0.productVariantId",
      ],
      [{ isStopDesk: true }, "Choisissez un point relais", "stopDeskId"],
      [{ declaredValue: undefined }, "Le prix affiché est requis", "declaredValue"],
      [{ customer: undefined }, "customer\u00a0: ce champ est requis", "customer"],
    ];
    for (const [changes, message, field] of wrong) {
      const answer = await api.post("/api/orders", { ...request, ...changes }, once());
      expect([answer.status, answer.json.message], field).toEqual([400, message]);
      expect(answer.json.errors).toHaveProperty([field]);
    }
    expect(storedIn(shop)).toEqual(before);
  });

  it("goes to a pickup point; without last name and address it has section 5's", async () => {
    const [center] = (await api.get("/api/yalidine/centers?commune_id=3101")).json as unknown as { id: number }[];
    const asked = { toWilayaId: 31, toCommuneId: 3101, isStopDesk: true, declaredValue: 8900 };
    const fees = await api.post("/api/yalidine/calculate-fees", asked);
    const pickupPoint = { isStopDesk: true, stopDeskId: center?.id, shippingCost: fees.json.totalFee };
    const collected = await api.post("/api/orders", await orderRequest(pickupPoint), once());
    expect(collected.json).toMatchObject({ isStopDesk: true, stopDeskId: center?.id });
    const bare = { customer: { firstName: "Nassima", phone: "0661987654" } };
    const brought = await api.post("/api/orders", await orderRequest(bare), once());
    expect(brought.json.shippingAddress).toMatchObject({
      name: "Nassima",
      address: "Non fournie",
      phone: "0661987654",
    });
  });

  it("is corrected and cancelled by who may read it, until the shop confirms it", async () => {
    const placed = await api.post("/api/orders", await orderRequest(), once());
    const [own, path] = [api.as(String(placed.json.token)), String(placed.headers.location)];
    const phone = "0550 12 34 56";
    for (const stranger of [api, api.as(`guest-${"A".repeat(43)}`)])
      for (const what of ["cancel", "correct"])
        expect((await stranger.post(`${path}/${what}`, { phone, address: "Ici" })).status).toBe(404);
    // A phone opens an order only on /suivi, where attempts are counted.
    const known = (placed.json.shippingAddress as { phone: string }).phone;
    expect((await api.get(`${path}?phone=${known}&telephone=${known}`)).status).toBe(404);
    const corrected = await own.post(`${path}/correct`, { phone, address: "Cité 200", notes: "" });
    expect(corrected.json.shippingAddress).toMatchObject({ phone: "0550123456", address: "Cité 200" });
    const wrong = await own.post(`${path}/correct`, { phone: "1", address: "" });
    expect([wrong.status, Object.keys(wrong.json.errors as object)]).toEqual([400, ["phone", "address"]]);
    const status = (to: string) =>
      inDatabase(shop, (database) =>
        database.prepare("update orders set status = ? where number = ?").run(to, placed.json.id),
      );
    status("confirmed");
    for (const what of ["cancel", "correct"])
      expect((await own.post(`${path}/${what}`, { phone, address: "Ici" })).status).toBe(409);
    status("pending");
    for (const _ of [1, 2]) expect((await own.post(`${path}/cancel`, {})).json.status).toBe("cancelled");
  });

  it("is reviewed once it is delivered, a line once, and shown with its product once it is published", async () => {
    const { product, variant } = await bought();
    const { json } = await api.post("/api/orders", await orderRequest(), once());
    const guest = api.as(String(json.token));
    const [path, all] = [`/api/orders/${json.id}`, `/api/products/${PRODUCT}/reviews`];
    const review = { productVariantId: variant.id, rating: 4, text: " Taille bien. " };
    expect((await guest.post(`${path}/review`, review)).status).toBe(409);
    expect((await guest.get(`${path}/reviews`)).json).toMatchObject({ isDelivered: false, lines: [] });
    deliver(shop, String(json.id));
    for (const wrong of [{ rating: 6 }, { rating: 4.5 }, { rating: undefined }, { text: "é".repeat(1_001) }])
      expect((await guest.post(`${path}/review`, { ...review, ...wrong })).status).toBe(400);
    expect((await guest.post(`${path}/review`, { ...review, productVariantId: "x" })).status).toBe(404);
    expect((await api.post(`${path}/review`, review)).status).toBe(404);
    expect((await api.get(`${path}/reviews`)).status).toBe(404);
    const sent = await guest.post(`${path}/review`, review);
    expect([sent.status, sent.json.lines]).toEqual([
      201,
      [{ productVariantId: variant.id, state: "waiting", rating: 4, text: "Taille bien." }],
    ]);
    expect((await guest.post(`${path}/review`, review)).status).toBe(409);
    expect((await api.get(all)).json).toMatchObject({ count: 0, reviews: [] });
    expect((await api.get(`/api/products/${PRODUCT}`)).json).not.toHaveProperty("reviews");
    decideReviews(shop);
    expect((await api.get(all)).json).toMatchObject({
      ...{ count: 1, average: 4, counts: { 4: 1, 5: 0 }, limit: 20, offset: 0 },
      reviews: [{ rating: 4, text: "Taille bien.", author: "Nassima", wilaya: "Oran" }],
    });
    expect((await api.get(`${all}?limit=1&offset=1`)).json).toMatchObject({ count: 1, reviews: [] });
    expect((await api.get(`/api/products/${product.id}`)).json.reviews).toMatchObject({ count: 1, average: 4 });
    expect((await api.get("/api/products/rien/reviews")).status).toBe(404);
  });

  it("leaves what nobody types out of its texts", async () => {
    const request = await orderRequest({ notes: "Sonnez\u0000 \ud800deux\u202e fois" });
    const { json } = await api.post("/api/orders", JSON.stringify(request), once());
    expect(json.notes).toBe("Sonnez deux fois");
  });
});

describe("accounts", () => {
  it("logging in gives the user and a token; the token reads their orders, others' not, until it ends", async () => {
    const [owner, other] = [await accountHolder(shop), await accountHolder(shop)];
    const signedIn = await api.post("/auth/login", { email: ` ${owner.email.toUpperCase()} `, password: PASSWORD });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(signedIn.json.user).toMatchObject({ id: owner.id, uid: owner.id, email: owner.email });
    expect(signedIn.headers["set-cookie"]).toBeUndefined();
    expect(signedIn.headers["cache-control"]).toBe("no-store");
    const own = api.as(String(signedIn.json.token));
    const placed = await own.post("/api/orders", await orderRequest(), once());
    expect(placed.json.userId).toBe(owner.id);
    expect(placed.json.token).toBeUndefined();
    expect((await own.get(`/api/orders/user/${owner.id}`)).json).toMatchObject({
      total: 1,
      orders: [{ id: placed.json.id }],
    });
    expect((await own.get(`/api/orders/user/${owner.id}?limit=3&offset=1`)).json).toMatchObject({ orders: [] });
    // A browser's session is accepted as well.
    const asBrowser = await owner.client.get(`/api/orders/${placed.json.id}`);
    expect(JSON.parse(asBrowser.text)).toMatchObject({ id: placed.json.id });

    const { json } = await api.post("/auth/login", { email: other.email, password: PASSWORD });
    const stranger = api.as(String(json.token));
    const list = await stranger.get(`/api/orders/user/${owner.id}`);
    expect([list.status, list.json.message]).toEqual([403, "Accès non autorisé à ces commandes"]);
    const answer = await stranger.get(`/api/orders/${placed.json.id}`);
    expect([answer.status, answer.json.message]).toEqual([403, "Accès non autorisé à cette commande"]);
    expect((await stranger.get("/api/orders/ABCD-2345")).status).toBe(404);
    const nobody = await api.get(`/api/orders/user/${owner.id}`);
    expect([nobody.status, nobody.json.message]).toEqual([401, "Utilisateur non connecté"]);
    expect(nobody.headers["www-authenticate"]).toBe("Bearer");

    inDatabase(shop, (database) => database.exec("delete from sessions"));
    for (const path of [`/api/orders/${placed.json.id}`, `/api/orders/user/${owner.id}`]) {
      const ended = await own.get(path);
      expect([ended.status, ended.json.message]).toEqual([401, "Votre session a expiré. Connectez-vous de nouveau."]);
    }
    // An unknown token is not a guest's either.
    const before = count("orders");
    expect((await own.post("/api/orders", await orderRequest(), once())).status).toBe(401);
    expect(count("orders")).toBe(before);
    for (const header of ["Bearer x", "Basic eDp5", "Bearer ", `bearer guest_${"A".repeat(43)}`])
      expect((await api.get("/api/orders/ABCD-2345", { authorization: header })).status).toBe(401);
  });

  it("who ordered as a guest, and logs in with that token, has the order in the account", async () => {
    const placed = await api.post("/api/orders", await orderRequest(), once());
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const { json } = await api.as(String(placed.json.token)).post("/auth/login", { email, password: PASSWORD });
    expect((await api.as(String(json.token)).get(`/api/orders/${placed.json.id}`)).status).toBe(200);
  });

  it("known and unknown addresses are refused in the same words, and too many guesses as well", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    const wrong = await api.post("/auth/login", { email, password: "faux" });
    const unknown = await api.post("/auth/login", { email: newAddress(), password: "faux" });
    expect(wrong.status).toBe(401);
    expect(wrong.json.message).toBe("Connexion impossible. Vérifiez votre e-mail et votre mot de passe.");
    expect(unknown.text).toBe(wrong.text);
    const malformed = await api.post("/auth/login", { email: "x", password: "" });
    expect([malformed.status, malformed.json.errors]).toEqual([
      400,
      { email: "Adresse e-mail invalide (ex: nom@exemple.com)" },
    ]);
    let last = wrong;
    for (let guess = 0; guess < 11 && last.status === 401; guess += 1)
      last = await api.post("/auth/login", { email, password: "faux" });
    expect(last.status).toBe(429);
    expect(last.json.message).toMatch(/^Trop de tentatives/);
    expect((await api.post("/auth/login", { email, password: PASSWORD })).status).toBe(429);
  });

  it("registering gives the account and its token at once, mails a link, and says that an address is taken", async () => {
    const { email: taken } = await accountHolder(shop, { isSignedIn: false });
    const [fresh, names] = [newAddress(), { firstName: "Samira", lastName: "Benali" }];
    const ask = (email: string, changes: object = {}) =>
      api.post("/auth/register", { email, password: PASSWORD, ...names, terms: true, ...changes });
    const registered = await ask(fresh);
    expect(registered.status).toBe(201);
    expect(registered.json.user).toMatchObject({ email: fresh, displayName: "Samira Benali", ...names });
    expect(registered.headers["set-cookie"]).toBeUndefined();
    const own = api.as(String(registered.json.token));
    const { id } = registered.json.user as { id: string };
    expect((await own.get(`/api/orders/user/${id}`)).status).toBe(200);
    await expect.poll(() => outboxOf(shop).filter((mail) => mail.includes(fresh)).length, { timeout: 9000 }).toBe(1);
    const message = "Un compte existe déjà avec cette adresse";
    for (const email of [taken, fresh]) {
      const answer = await ask(email);
      expect([answer.status, answer.json]).toEqual([409, { message, errors: { email: message } }]);
    }
    const wrong: [object, string, string][] = [
      [{ password: "court" }, "password", "Le mot de passe doit contenir au moins 6 caractères"],
      [{ confirmPassword: "autre chose" }, "confirmPassword", "Les mots de passe ne correspondent pas"],
      [{ terms: false }, "terms", "Pour ouvrir un compte, acceptez les conditions"],
      [{ firstName: " " }, "firstName", "Le prénom est requis"],
    ];
    for (const [changes, field, message] of wrong) {
      const answer = await ask(newAddress(), changes);
      expect([answer.status, answer.json.errors]).toEqual([400, { [field]: message }]);
    }
  });

  it("POST /orders takes the generic order, of the account that asks alone", async () => {
    const owner = await accountHolder(shop);
    const { json } = await api.post("/auth/login", { email: owner.email, password: PASSWORD });
    const own = api.as(String(json.token));
    const { product, variant } = await bought();
    const { size, color } = variant.options;
    const asked = {
      userId: owner.id,
      items: [
        { id: product.id, name: "Boston", price: product.price, quantity: 2, options: { size, color }, image: null },
      ],
      shipping: {
        firstName: "Nassima",
        lastName: "Zerrouki",
        email: owner.email,
        phone: "0661987654",
        address: "7, impasse des Oliviers",
        city: "oran",
        state: "Oran",
        zipCode: "31000",
        country: "DZ",
        method: "standard",
      },
      subtotal: product.price * 2,
      tax: 0,
      shippingCost: 500,
      total: product.price * 2 + 500,
      status: "pending",
      notes: "",
      createdAt: new Date().toISOString(),
      updatedAt: new Date().toISOString(),
    };
    const key = once();
    const placed = await own.post("/orders", asked, key);
    expect(placed.status, placed.text).toBe(201);
    expect(placed.json).toMatchObject({
      userId: owner.id,
      total: asked.total,
      items: [{ id: variant.id, quantity: 2 }],
    });
    expect((await own.post("/orders", asked, key)).status).toBe(200);
    const [item] = asked.items;
    const wrong: [object, number, string][] = [
      [{ userId: "autre" }, 403, "Accès non autorisé à ce compte"],
      [{ total: 1 }, 400, "Le total est faux"],
      [{ subtotal: 1 }, 400, "Le sous-total est faux"],
      [{ items: [{ ...item, options: {} }] }, 400, "Veuillez sélectionner une pointure"],
      [{ items: [{ ...item, options: { size: 12 } }] }, 400, "Cette variante n'est pas de ce produit"],
      [{ items: [{ ...item, id: "rien" }] }, 400, "Produit non trouvé"],
      [{ shipping: { ...asked.shipping, city: "Ailleurs" } }, 400, "La commune est requise"],
      [{ shipping: { ...asked.shipping, phone: "1" } }, 400, "Numéro invalide (ex: 0550123456)"],
    ];
    const before = count("orders");
    for (const [changes, status, message] of wrong) {
      const answer = await own.post("/orders", { ...asked, ...changes }, once());
      expect([answer.status, answer.json.message]).toEqual([status, message]);
    }
    const dearer = { ...asked, items: [{ ...item, price: 1 }], subtotal: undefined, total: undefined };
    expect((await own.post("/orders", dearer, once())).status).toBe(409);
    expect((await api.post("/orders", asked, once())).status).toBe(401);
    expect(count("orders")).toBe(before);
  });
});

describe("around every operation", () => {
  const PUBLIC = ["/api/products?limit=1", "/api/collections", "/api/categories", "/api/yalidine/wilayas"];

  it.each(PUBLIC)("%s is kept, asked again by ETag, and read from any site", async (path) => {
    const first = await api.get(path, { origin: "https://ailleurs.example", "sec-fetch-site": "cross-site" });
    expect(first.status).toBe(200);
    expect(first.headers["access-control-allow-origin"]).toBe("*");
    expect(first.headers["access-control-allow-credentials"]).toBeUndefined();
    expect(first.headers["cache-control"]).toMatch(/^public, max-age=\d+$/);
    const etag = first.headers.etag ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const again = await api.get(path, { "if-none-match": known });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await api.get(path, { "if-none-match": '"x"' })).status).toBe(200);
    const packed = await api.get(path, { "accept-encoding": "br" });
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(first.text);
    expect(packed.headers.etag).not.toBe(etag);
    const head = await api.ask(path, { method: "HEAD" });
    expect([head.status, head.bytes.length, head.headers.etag]).toEqual([200, 0, etag]);
  });

  it("a preflight allows reading with section 7's headers, and no writing", async () => {
    const asked = { origin: "https://ailleurs.example", "access-control-request-method": "GET" };
    const reading = await api.ask("/api/collections", { method: "OPTIONS", headers: asked });
    expect(reading.status).toBe(204);
    expect(reading.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD",
      "access-control-allow-headers": "Accept, Content-Type, If-None-Match",
    });
    for (const path of [
      "/api/orders",
      "/orders",
      "/auth/login",
      "/api/orders/ABCD-2345",
      "/api/yalidine/calculate-fees",
    ]) {
      const { headers } = await api.ask(path, { method: "OPTIONS", headers: asked });
      expect(
        Object.keys(headers).filter((name) => name.startsWith("access-control")),
        path,
      ).toEqual([]);
      expect((await api.get(path)).headers["access-control-allow-origin"], path).toBeUndefined();
    }
  });

  it.each(["/api/orders", "/orders", "/auth/login", "/auth/register", "/api/yalidine/calculate-fees"])(
    "%s is written from no other site, in no other form, at no greater length",
    async (path) => {
      const before = storedIn(shop);
      const from = (headers: Record<string, string>) => api.post(path, {}, { ...once(), ...headers });
      expect((await from({ "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await from({ "sec-fetch-site": "same-site" })).status).toBe(403);
      expect((await from({ origin: "https://ailleurs.example" })).status).toBe(403);
      expect((await from({ origin: "null" })).status).toBe(403);
      const plain = await from({ "content-type": "text/plain" });
      if (path !== "/orders") {
        expect(plain.status).toBe(415);
        expect((await from({ "content-type": "application/x-www-form-urlencoded" })).status).toBe(415);
        for (const body of ["", "{", "\u0000", `${"[".repeat(20_000)}${"]".repeat(20_000)}`])
          expect((await api.post(path, body, once())).status).toBe(400);
      }
      expect((await api.post(path, "x".repeat(70_000), once())).status).toBe(413);
      const chunks = Array.from({ length: 5 }, () => Buffer.alloc(20_000, 32));
      const headers = { "content-type": "application/json", ...once() };
      expect((await api.ask(path, { method: "POST", body: chunks, headers })).status).toBe(413);
      expect(storedIn(shop)).toEqual(before);
    },
  );

  it("another method is 405 and says which there are; another address is 404, in JSON", async () => {
    for (const [path, method, allow] of [
      ["/api/products", "POST", "GET, HEAD, OPTIONS"],
      ["/api/orders/ABCD-2345", "DELETE", "GET, HEAD, OPTIONS"],
      ["/api/orders", "GET", "POST, OPTIONS"],
      ["/auth/login", "PUT", "POST, OPTIONS"],
      ["/orders", "PATCH", "POST, OPTIONS"],
    ] as const) {
      const answer = await api.ask(path, { method });
      expect([answer.status, answer.headers.allow], path).toEqual([405, allow]);
    }
    for (const path of ["/api/rien", "/api/products/a/b", "/auth/rien", "/health/", "/api/%E0%A4%A", "/api/refus/200"])
      for (const method of ["GET", "POST"]) expect((await api.ask(path, { method })).status, path).toBe(404);
  });

  it("when the database is away: 503 in section 8's words, and not ready though alive", async () => {
    expect((await api.get("/health/ready")).status).toBe(200);
    try {
      fail("products categories collections home_sections orders sessions cart_lines");
      for (const [path, message] of [
        ["/api/products", "Erreur de récupération des produits"],
        ["/api/products/x", "Erreur de récupération du produit"],
        ["/api/collections", "Erreur de récupération des collections"],
        ["/api/collections/x", "Erreur de récupération de la collection"],
        ["/api/content/home-sections", "Erreur inattendue lors du chargement"],
      ]) {
        const answer = await api.get(path ?? "");
        expect([answer.status, answer.json.message], path).toEqual([503, `${message}. Réessayez dans un instant.`]);
        expect(answer.headers["retry-after"]).toBe("60");
        expect(answer.headers["cache-control"]).toBe("no-store");
      }
      const ready = await api.get("/health/ready");
      expect([ready.status, ready.json.status]).toEqual([503, "unavailable"]);
      expect((await api.get("/health/live")).status).toBe(200);
    } finally {
      fail("");
    }
    expect((await api.get("/health/ready")).json.status).toBe("ok");
  });

  it("the log names paths, and nothing of anybody", () => {
    expect(shop.log()).toContain("/api/orders");
    expect(shop.log()).not.toMatch(/Zerrouki|0661|Oliviers|guest-|Bearer/);
  });
});

describe("a client made from the document by a public generator", () => {
  it("places an order, and reads it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "api-client-"));
    try {
      const input = join(folder, "openapi.json");
      writeFileSync(input, contract.text);
      await generateApi({ input, output: folder, fileName: "client.ts", httpClientType: "fetch", silent: true });
      const { code } = await transform(readFileSync(join(folder, "client.ts"), "utf8"), { loader: "ts" });
      const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
      const generated = await import(/* @vite-ignore */ address);
      const client = new generated.Api({ baseUrl: shop.url });
      const { data: list } = await client.api.listProducts({ search: "boston", limit: 1 });
      expect(list.products).toHaveLength(1);
      const request = await orderRequest();
      const headers = { "Idempotency-Key": randomUUID() };
      const { data: placed } = await client.api.placeOrder(request, { headers });
      const { data: read } = await client.api.getOrder(placed.id, {
        headers: { Authorization: `Bearer ${placed.token}` },
      });
      expect(read).toMatchObject({ id: placed.id, status: "pending", total: request.declaredValue + 500 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
