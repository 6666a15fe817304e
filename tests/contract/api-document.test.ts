import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { transform } from "esbuild";
import { generateApi } from "swagger-typescript-api";
import { describe, expect, it } from "vitest";
import { apiOf } from "../support/http/api";
import { once, orderRequest } from "../support/http/api-orders";
import { Client } from "../support/http/client";
import { failingShop } from "../support/shop/served-shop";
import { storedIn } from "../support/shop/stored";
import { expectUnchanged } from "../support/shop/unchanged";

/** The API's document, and what all operations keep (section 7), checked by support/http/api.ts. */

const { shop, fail } = failingShop();
const api = apiOf(shop);

describe("the document", () => {
  it("is OpenAPI 3.1, and has every row of section 7", () => {
    expect(JSON.parse(api.contract.text)).toMatchObject({ openapi: "3.1.0", servers: [{ url: shop.url }] });
    const rows = Object.entries(api.contract.document.paths).flatMap(([path, methods]) =>
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

  it("knows addresses that are answered", async () => {
    for (const path of Object.keys(api.contract.document.paths))
      expect((await api.ask(path, { method: "OPTIONS" })).status, path).toBe(204);
  });

  it("has a page that shows it, for people, without a search engine", async () => {
    const page = await new Client(shop.url).get("/api");
    expect(page.status).toBe(200);
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    for (const path of Object.keys(api.contract.document.paths)) expect(page.text).toContain(path);
    expect(page.text).toContain('href="/api/openapi.json"');
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
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const again = await api.get(path, { "if-none-match": known });
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await api.get(path, { "if-none-match": '"x"' })).status).toBe(200);
    const packed = await api.get(path, { "accept-encoding": "br" });
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(first.text);
    expect(packed.headers.etag).toBe(etag);
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
      expectUnchanged(storedIn(shop), before);
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
});

describe("a client made from the document by a public generator", () => {
  it("places an order, and reads it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "api-client-"));
    try {
      const input = join(folder, "openapi.json");
      writeFileSync(input, api.contract.text);
      await generateApi({ input, output: folder, fileName: "client.ts", httpClientType: "fetch", silent: true });
      const { code } = await transform(readFileSync(join(folder, "client.ts"), "utf8"), { loader: "ts" });
      const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
      const generated = await import(/* @vite-ignore */ address);
      const client = new generated.Api({ baseUrl: shop.url });
      const { data: list } = await client.api.listProducts({ search: "boston", limit: 1 });
      expect(list.products).toHaveLength(1);
      const request = await orderRequest(api);
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
