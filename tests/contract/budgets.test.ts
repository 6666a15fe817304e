import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { formWith, submit } from "../support/forms";
import { Client } from "../support/http";
import { addToCart, checkout, someone } from "../support/orders";
import { servedShop } from "../support/served-shop";

/** What a page may weigh (P-1, P-2, P-3, P-7), as served. */

const HTML = 14_000;
const CSS = 12_000;
const SCRIPTS = 100 * 1024;
const FIRST_PICTURE = 30_000;

const shop = servedShop();
let shopper: Client;

beforeAll(async () => {
  shopper = new Client(shop.url);
  for (const slug of ["boston-santa-cruz", "sandale-les-andalouses", "mule-tafna"]) await addToCart(shopper, slug, {});
  const step1 = await shopper.get("/checkout");
  const communes = await submit(shopper, formWith(step1.text, "nom"), { ...someone, commune: "" }, "communes");
  await submit(shopper, formWith(communes.text, "nom"), someone, "continuer");
});

const pages = [
  "/",
  "/shop",
  "/shop?tri=prix-croissant&page=2",
  "/shop?couleur=noir&couleur=bleu&pointure=42&prix-max=12000",
  "/femme",
  "/product/boston-santa-cruz",
  "/product/sandale-les-andalouses",
  "/search?q=chaussures",
  "/cart",
  "/checkout",
  "/checkout/paiement",
  "/checkout/verification",
];

describe.each(pages)("%s", (path) => {
  it.each(["br", "gzip"])(`is at most ${HTML} bytes of %s, style sheet included`, async (encoding) => {
    const { bytes, status } = await shopper.get(path, { "accept-encoding": encoding });
    expect(status).toBe(200);
    expect(bytes.byteLength).toBeLessThanOrEqual(HTML);
    const html = (encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
    expect(html).toContain("</html>");
    // Nothing else is needed to paint.
    expect(html).not.toMatch(/<link[^>]+rel="stylesheet"/);
  });

  it("has at most 100 KB of scripts, none of which blocks", async () => {
    const { text } = await shopper.get(path);
    const scripts = scriptsOf(text);
    expect(scripts.length).toBeGreaterThan(2);
    for (const encoding of ["gzip", "gzip, deflate, br"]) {
      const sizes = await Promise.all(scripts.map((script) => sentFor(script, encoding)));
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        encoding,
      ).toBeLessThanOrEqual(SCRIPTS);
    }
    for (const [tag] of text.matchAll(/<script\b[^>]*\ssrc=[^>]*>/g))
      expect(tag).toMatch(/\s(async|defer|type="module")/);
  });

  it("takes nothing from a third party", async () => {
    const { text } = await shopper.get(path);
    const served = text.replace(/<link[^>]+rel="canonical"[^>]*>/g, "");
    expect(served.match(/(?:src|href|srcset|action)="(?:https?:)?\/\/[^"]*"/gi) ?? []).toEqual([]);
  });
});

const sent = new Map<string, Promise<number>>();

/** Bytes of a script on the wire: the server leaves small files as they are. */
function sentFor(script: string, encoding: string): Promise<number> {
  const key = `${encoding} ${script}`;
  const asked =
    sent.get(key) ??
    new Client(shop.url).get(script, { "accept-encoding": encoding }).then(({ status, bytes }) => {
      expect(status, script).toBe(200);
      return bytes.byteLength;
    });
  sent.set(key, asked);
  return asked;
}

/** Every script that a page asks for, with those that these import, as the browser finds them. */
function scriptsOf(html: string): string[] {
  const found = new Set<string>();
  const follow = (address: string) => {
    if (found.has(address)) return;
    found.add(address);
    const source = readFileSync(join("build/client", address), "utf8");
    for (const [, file] of source.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) follow(`/assets/${file}`);
  };
  // The manifest names every route's script; only those that the page preloads or imports are asked for.
  for (const [address] of html.matchAll(/\/assets\/[\w.-]+\.js/g))
    if (new RegExp(`(?:href="|from "|import "|import\\(")${address.replace(/[.]/g, "\\.")}"`).test(html))
      follow(address);
  return [...found];
}

describe("the style sheet", () => {
  const inside = (text: string) => /<style[^>]*>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";

  it(`is at most ${CSS} bytes compressed, in the page and as a whole`, async () => {
    const { text } = await shopper.get("/product/boston-santa-cruz");
    const whole = (await shopper.get(/data-styles="([^"]+)"/.exec(text)?.[1] ?? "")).text;
    for (const css of [inside(text), whole]) {
      expect(css.length).toBeGreaterThan(1000);
      expect(gzipSync(css).byteLength).toBeLessThanOrEqual(CSS);
      expect(css).not.toMatch(/@font-face|@import|url\(/);
    }
  });

  it("is in each page as far as the page uses it, and no further", async () => {
    const { text } = await shopper.get("/product/boston-santa-cruz");
    const whole = (await shopper.get(/data-styles="([^"]+)"/.exec(text)?.[1] ?? "")).text;
    for (const path of ["/product/boston-santa-cruz", "/cart"]) {
      const css = inside((await shopper.get(path)).text);
      expect(css.length, path).toBeLessThan(whole.length * 0.75);
      expect(css, path).toContain(".button-primary");
    }
    expect(whole).toContain(".drawer");
    expect(inside(text)).toContain(".beside");
    expect(inside(text)).not.toContain(".drawer");
  });
});

describe("scripts", () => {
  it("do not carry zod, nor the server's own rules", () => {
    const files = readdirSync("build/client/assets").filter((file) => file.endsWith(".js"));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const source = readFileSync(join("build/client/assets", file), "utf8");
      expect(source, file).not.toMatch(/ZodError|invalid_type|better-sqlite3|kysely/);
    }
  });
});

describe("pictures (P-3)", () => {
  it("the first of a product is at most 30 KB at 412 px, urgent, sized, and never lazy", async () => {
    const { text } = await shopper.get("/product/boston-santa-cruz");
    const main = text.slice(text.indexOf("<main"));
    const picture = /<picture>[\s\S]*?<\/picture>/.exec(main)?.[0] ?? "";
    const image = /<img\b[^>]*>/.exec(picture)?.[0] ?? "";
    expect(image).toMatch(/fetchpriority="high"/i);
    expect(image).not.toMatch(/loading="lazy"/);
    expect(picture).toMatch(/type="image\/avif"/);
    expect(picture).toMatch(/\ssizes="/i);
    const sources = [...picture.matchAll(/(\/pictures\/[^\s",]+-800\.(?:avif|webp))/g)].map(
      ([, address]) => address ?? "",
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const address of sources) {
      const { bytes, status } = await shopper.get(address);
      expect(status, address).toBe(200);
      expect(bytes.byteLength, address).toBeLessThanOrEqual(FIRST_PICTURE);
    }
  });

  it.each(["/", "/shop", "/product/boston-santa-cruz", "/cart"])(
    "those of %s are sized, there, and only the first row is eager",
    async (path) => {
      const { text } = await shopper.get(path);
      const images = [...text.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
      expect(images.length).toBeGreaterThan(0);
      for (const image of images) {
        expect(image).toMatch(/\swidth="\d+"/);
        expect(image).toMatch(/\sheight="\d+"/);
        expect(image).toMatch(/\salt="/);
      }
      expect(images.filter((image) => !/loading="lazy"/.test(image)).length).toBeLessThanOrEqual(4);
      const addresses = new Set(
        [...text.matchAll(/\/pictures\/[^\s",]+\.(?:avif|webp|jpg)/g)].map(([address]) => address),
      );
      for (const address of addresses)
        expect((await shopper.ask(address, { method: "HEAD" })).status, address).toBe(200);
    },
  );
});

describe("the checkout's last step", () => {
  it("is reached by the cart of this test", async () => {
    const { review } = await checkout(shopper);
    expect(review.status).toBe(200);
  });
});
