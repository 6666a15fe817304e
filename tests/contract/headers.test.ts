import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { addToCart, directOrder, landed, orderNumberOf } from "../support/http/orders";
import { servedShop } from "../support/shop/served-shop";

/** Headers of every response: S-2, S-3, P-2, P-5, P-6, PE-5. */

const shop = servedShop();
let stranger: Client;

beforeAll(() => {
  stranger = new Client(shop.url);
});

const PUBLIC = ["/", "/shop", "/shop?tri=prix-croissant&page=2", "/product/boston-santa-cruz", "/newsletter", "/terms"];
const PRIVATE = ["/cart", "/suivi", "/contact", "/newsletter/confirmation", "/commande/ABCD-2345"];

describe("security headers are on every response (S-2)", () => {
  const asset = () => `/assets/${readdirSync(join(import.meta.dirname, "../../build/client/assets"))[0]}`;

  it.each([
    ...PUBLIC.map((path) => [path, "GET", 200] as const),
    ["/cart", "GET", 200] as const,
    ["/commande/ABCD-2345", "GET", 404] as const,
    ["/404", "GET", 404] as const,
    ["/nulle-part", "GET", 302] as const,
    ["/checkout", "GET", 303] as const,
    ["/livraison?wilaya=31&paires=1&montant=5000", "GET", 200] as const,
    ["/theme", "POST", 303] as const,
    ["/terms", "POST", 405] as const,
    ["/shop", "DELETE", 405] as const,
    ["/shop", "TRACE", 405] as const,
    ["/%E0%A4%A", "GET", 404] as const,
    // As people write links by hand, and old programs send words.
    ["/femme?utm_campaign=SOLDES-50%&utm_source=fb", "GET", 200] as const,
    ["/?fbclid=a%zz", "GET", 200] as const,
    ["/search?q=%E9t%E9", "GET", 200] as const,
    ["/api/products?search=%ff", "GET", 200] as const,
    ["/?_data=routes%2Fhome", "GET", 404] as const,
    ["/shop.data", "GET", 404] as const,
    ["/favicon.svg", "GET", 200] as const,
  ])("%s %s %i", async (path, method, status) => {
    const answer = await new Client(shop.url).ask(path, { method, ...(method === "POST" ? { form: {} } : {}) });
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.allow).toContain("GET");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(answer.headers["permissions-policy"]).toContain("camera=()");
    expect(answer.headers["cross-origin-opener-policy"]).toBe("same-origin");
    const policy = answer.headers["content-security-policy"] ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
    expect(answer.headers["x-powered-by"]).toBeUndefined();
    expect(answer.text).not.toMatch(/\bat .*\.(js|ts):\d+/);
  });

  it("are alike on a kept page, a rendered one, a 304, a redirect and a refusal, and short on files", async () => {
    const withCart = new Client(shop.url);
    await addToCart(withCart, "boston-santa-cruz", {});
    await withCart.get("/cart");
    // The redirect sets a cookie with the message.
    const nobody = new Client(shop.url);
    const { etag = "" } = (await nobody.get("/shop")).headers;
    const answers = {
      rendered: await nobody.get("/cart"),
      kept: await nobody.get("/shop"),
      "kept, of a visitor": await withCart.get("/shop"),
      unchanged: await nobody.get("/shop", { "if-none-match": etag }),
      "led on": await nobody.get("/checkout"),
      refused: await nobody.ask("/shop", { method: "TRACE" }),
    };
    const names = /^(x-|referrer-|permissions-|cross-origin-|strict-)/;
    const of = ({ headers }: (typeof answers)["kept"]) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));
    expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 200, 200, 304, 303, 405]);
    expect(Object.keys(of(answers.rendered))).toHaveLength(6);
    for (const [name, answer] of Object.entries(answers)) {
      expect(of(answer), name).toEqual(of(answers.rendered));
      expect(answer.headers["content-security-policy"], name).toBeTruthy();
    }
    // Its policy says frame-ancestors.
    const { "x-frame-options": _, ...short } = of(answers.rendered);
    for (const address of ["/favicon.svg", asset()]) {
      const file = await nobody.get(address);
      expect(of(file), address).toEqual({ ...short, "permissions-policy": "camera=()" });
      expect(file.headers["content-security-policy"], address).toContain("frame-ancestors 'none'");
    }
  });

  it("on scripts, and on what is refused before Remix", async () => {
    for (const answer of [
      await stranger.get(asset()),
      await stranger.ask("/cart", { method: "POST", form: {}, headers: { "sec-fetch-site": "cross-site" } }),
      await stranger.ask("/cart", { method: "POST", body: "x".repeat(70_000) }),
    ]) {
      for (const directive of ["default-src 'none'", "frame-ancestors 'none'"])
        expect(answer.headers["content-security-policy"]).toContain(directive);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
  });

  it("once each, also where a file is posted to and where a folder is asked for", async () => {
    for (const answer of [
      await stranger.ask("/favicon.svg", { method: "POST", form: {} }),
      await stranger.get("/pictures"),
      await stranger.get("/icons/"),
    ])
      expect(String(answer.headers["content-security-policy"]).match(/frame-ancestors/g)).toHaveLength(1);
  });

  it("names every inline script and style of a page by hash, and leaves no nonce", async () => {
    const { createHash } = await import("node:crypto");
    const { text, headers } = await stranger.get("/product/boston-santa-cruz");
    const policy = headers["content-security-policy"] ?? "";
    const inline = [...text.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g)].filter(
      ([, , attributes = "", content]) => content && !/\ssrc=|ld\+json/.test(attributes),
    );
    // The area's styles, the typefaces, the script of the theme, the first script.
    expect(inline.length).toBe(4);
    for (const [, , , content = ""] of inline)
      expect(policy).toContain(createHash("sha256").update(content).digest("base64"));
    expect(text).not.toContain("nonce=");
    expect(text).not.toMatch(/\sstyle="/);
    expect(text).not.toMatch(/\son[a-z]+="/);
  });
});

describe("caches (P-6)", () => {
  it.each(PUBLIC)("%s may be kept for a visitor without a session, and answers 304", async (path) => {
    const first = await stranger.get(path, { "accept-encoding": "br" });
    expect(first.headers["cache-control"]).toMatch(/^public, .*s-maxage=\d+/);
    expect(first.headers.vary).toMatch(/Cookie/);
    expect(first.headers.vary).toMatch(/Save-Data/i);
    expect(first.headers["set-cookie"]).toBeUndefined();
    const etag = first.headers.etag ?? "";
    expect(etag).not.toBe("");
    expect((await stranger.get(path)).headers.etag).toBe(etag);
    for (const known of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
      const again = await stranger.get(path, { "if-none-match": known });
      expect(again.status, known).toBe(304);
      expect(again.bytes).toHaveLength(0);
    }
    for (const other of ['"x"', `"x${etag}"`])
      expect((await stranger.get(path, { "if-none-match": other })).status, other).toBe(200);
  });

  it("no page of a visitor with a cart, a theme or a flash is shared", async () => {
    const client = new Client(shop.url);
    await addToCart(client, "boston-santa-cruz", {});
    for (const path of [...PUBLIC, ...PRIVATE, "/checkout"])
      expect((await client.get(path)).headers["cache-control"], path).toMatch(/^private/);
    const dark = new Client(shop.url);
    await dark.post("/theme", { theme: "dark", retour: "/shop" });
    const page = await dark.get("/shop");
    expect(page.text).toMatch(/<html[^>]*class="dark"/);
    expect(page.headers["cache-control"]).toMatch(/^private/);
  });

  it.each(PUBLIC)("%s is one page, whatever stands behind its address", async (path) => {
    const first = await stranger.get(path);
    for (const more of ["z=1", "utm_source=x&fbclid=%C3%A9&gclid", "&&=&", "Page=2", "page%20=2"]) {
      const [before, after] = [
        path.replace(/\?|$/, (sign) => `?${more}${sign && "&"}`),
        `${path}${path.includes("?") ? "&" : "?"}${more}`,
      ];
      for (const address of [before, after]) {
        const other = await stranger.get(address);
        expect([other.status, other.headers.etag, other.text], address).toEqual([200, first.headers.etag, first.text]);
      }
    }
  });

  it("an ETag changes with the page", async () => {
    const [first, second] = await Promise.all([stranger.get("/shop"), stranger.get("/shop?page=2")]);
    expect(first.headers.etag).not.toBe(second.headers.etag);
  });
});

describe("one piece, compressed once (P-5)", () => {
  it.each(["br", "gzip"])("%s", async (encoding) => {
    const { headers, bytes } = await stranger.get("/shop", { "accept-encoding": encoding });
    expect(headers["content-encoding"]).toBe(encoding);
    expect(Number(headers["content-length"])).toBe(bytes.byteLength);
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  it.each([
    ["/shop", "kept"],
    ["/cart", "rendered for one visitor"],
  ])("brotli's window has 16 bits: %s, %s (T-10)", async (path) => {
    const { bytes } = await stranger.get(path, { "accept-encoding": "br" });
    // RFC 7932, 9.1: a stream that begins with the bit 0 has a window of 16 bits.
    expect((bytes[0] ?? 1) & 1).toBe(0);
  });

  it("scripts, as small as they get: the build did it (T-9)", async () => {
    const folder = join(import.meta.dirname, "../../build/client/assets");
    const name = readdirSync(folder).find((file) => /^react-.*\.js$/.test(file)) ?? "";
    const plain = readFileSync(join(folder, name));
    const best = { br: brotliCompressSync(plain).byteLength, gzip: gzipSync(plain, { level: 9 }).byteLength };
    for (const encoding of ["br", "gzip"] as const)
      for (const method of ["GET", "HEAD"]) {
        const answer = await stranger.ask(`/assets/${name}`, { method, headers: { "accept-encoding": encoding } });
        expect(answer.headers["content-encoding"]).toBe(encoding);
        expect(answer.headers.vary).toContain("Accept-Encoding");
        expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
        expect(Number(answer.headers["content-length"])).toBeLessThanOrEqual(best[encoding]);
        const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
        const content = method === "HEAD" ? Buffer.alloc(0) : plain;
        const got = method === "HEAD" ? answer.bytes : unpack(answer.bytes);
        expect(got.equals(content)).toBe(true);
      }
    const untouched = await stranger.get(`/assets/${name}`, { "accept-encoding": "br;q=0" });
    expect(untouched.headers["content-encoding"]).toBeUndefined();
    expect(untouched.bytes.equals(plain)).toBe(true);
  });

  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*", "br"],
    ["identity", undefined],
    ["br;q=0, gzip;q=0", undefined],
  ])("of %s it takes %s", async (accepted, encoding) => {
    expect((await stranger.get("/shop", { "accept-encoding": accepted })).headers["content-encoding"]).toBe(encoding);
  });
});

describe("without the framework's scripts (P-2)", () => {
  const scripts = (text: string) => /id="entry"|\/assets\/[^"]*\.js"/.test(text);

  it("for those who asked to save data", async () => {
    expect(scripts((await stranger.get("/shop")).text)).toBe(true);
    expect(scripts((await stranger.get("/shop", { "save-data": "on" })).text)).toBe(false);
    expect(scripts((await stranger.get("/shop")).text)).toBe(true);
  });
});

describe("cookies (S-3)", () => {
  it("none before the first addition, then an opaque one, HttpOnly and Lax", async () => {
    const client = new Client(shop.url);
    for (const path of [...PUBLIC, ...PRIVATE])
      expect((await client.get(path)).headers["set-cookie"], path).toBeUndefined();
    const added = await addToCart(client, "boston-santa-cruz", {});
    const visitor = (added.headers["set-cookie"] ?? []).find((line) => line.startsWith("visitor="));
    expect(visitor).toMatch(/HttpOnly/);
    expect(visitor).toMatch(/SameSite=Lax/);
    expect(visitor).toMatch(/Path=\//);
    expect(client.cookies.get("visitor")?.length).toBeGreaterThan(40);
    const again = await addToCart(client, "boston-santa-cruz", {});
    expect((again.headers["set-cookie"] ?? []).some((line) => line.startsWith("visitor="))).toBe(false);
  });

  it("a token that the shop did not make is not adopted", async () => {
    const client = new Client(shop.url);
    client.cookies.set("visitor", "eyJpIjoxfQ==");
    const added = await addToCart(client, "boston-santa-cruz", {});
    expect((added.headers["set-cookie"] ?? []).some((line) => line.startsWith("visitor="))).toBe(true);
  });

  it("a flash that was tampered with is none (T-4)", async () => {
    const client = new Client(shop.url);
    client.cookies.set("flash", "eyJ0b2FzdCI6eyJtZXNzYWdlIjoiaGFjayIsInR5cGUiOiJzdWNjZXNzIn19.AAAA");
    expect((await client.get("/")).text).not.toContain("hack");
  });
});

describe("the flash (PE-5)", () => {
  it("is shown once, before h1, and not taken by what does not show it", async () => {
    const client = new Client(shop.url);
    const added = await addToCart(client, "boston-santa-cruz", {});
    expect(added.status).toBe(303);
    const message = "Produit ajouté au panier avec succès !";
    const asides: Record<string, string>[] = [
      { "sec-fetch-dest": "image" },
      { "sec-purpose": "prefetch" },
      { "sec-fetch-dest": "empty" },
    ];
    for (const headers of asides) {
      const aside = await client.get("/nulle-part.png", headers);
      expect(aside.headers["set-cookie"]).toBeUndefined();
      const other = await client.get("/shop", headers);
      expect(other.headers["set-cookie"]).toBeUndefined();
    }
    const page = await landed(client, added);
    expect(page.text.indexOf(message)).toBeGreaterThan(0);
    expect(page.text.indexOf(message)).toBeLessThan(page.text.indexOf("<h1"));
    expect((await client.get(added.location ?? "")).text).not.toContain(message);
  });
});

describe("logs (S-7)", () => {
  it("hold no name, no phone, no address, no token", async () => {
    const client = new Client(shop.url);
    const { send } = await directOrder(client, "boston-santa-cruz");
    const number = orderNumberOf(await send());
    expect(number).toBeTruthy();
    await client.get(`/commande/${number}`);
    await client.post("/suivi", { numero: number ?? "", telephone: "0550123456" });
    await client.get("/search?q=Samira");
    await client.get("/newsletter/confirmation?jeton=Benali");
    const log = shop.log();
    for (const path of ["/suivi", "/search", "/newsletter/confirmation"]) expect(log).toContain(path);
    expect(log).not.toMatch(/Benali|Samira|0550 ?12|Larbi/);
    expect(log).not.toContain(client.cookies.get("visitor"));
  });

  it("name what was refused before Remix", async () => {
    const headers = { "sec-fetch-site": "cross-site" };
    await stranger.ask("/cart?nom=Benali", { method: "POST", form: { nom: "Benali" }, headers });
    await expect.poll(() => shop.log()).toContain("Refused with 403: POST /cart\n");
  });
});
