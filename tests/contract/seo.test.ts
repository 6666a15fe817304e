import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { dark, light } from "~/components/ui/tokens";
import { table } from "../support/documents/routes";
import { type Answer, Client } from "../support/http/client";
import { readFeed } from "../support/http/product-feed";
import { attribute, titleOf } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { startShop } from "../support/shop/shop-server";
import { inDatabase, runIn, valuesIn } from "../support/shop/stored";

/** For search engines and shared links: titles, descriptions, addresses, cards, data, maps. */

const SITE = "https://boutique.example";

const shop = servedShop({ env: { SITE_URL: SITE } });
const client = clientOf(shop, beforeAll);

/** Every page that may be found, and of those with a parameter one each. */
const pages = [
  ...table.filter(({ handle }) => handle.search === "listed").map(({ pattern }) => pattern),
  "/shop?page=2",
  "/category/boston",
  "/collection/premium",
  "/product/boston-santa-cruz",
];

/** The content of the only meta of this name. */
function metaOf({ text }: Answer, name: string): string | undefined {
  const tags = [...text.matchAll(/<meta\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => attribute(tag, "name") === name || attribute(tag, "property") === name);
  expect(tags.length, name).toBeLessThanOrEqual(1);
  return tags[0] && attribute(tags[0], "content");
}

function linkOf({ text }: Answer, rel: string): string | undefined {
  const tag = [...text.matchAll(/<link\b[^>]*>/g)]
    .map(([found]) => found)
    .find((found) => attribute(found, "rel") === rel);
  return tag && attribute(tag, "href");
}

/** What the letter of 'Partager' says. */
function letterIn({ text }: Answer): string | null {
  const [letter = ""] = [...text.matchAll(/<a\b[^>]*>/g)].flatMap(([tag]) => {
    const href = attribute(tag, "href");
    return href?.startsWith("mailto:?body=") ? [href] : [];
  });
  return new URL(letter).searchParams.get("body");
}

const SCHEMA = "https://schema.org";

/** A page's JSON-LD, by type. */
function dataOf({ text }: Answer): Record<string, Record<string, unknown>> {
  const found = [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
  return Object.fromEntries(found.map(([, json = ""]) => [JSON.parse(json)["@type"], JSON.parse(json)]));
}

describe.each(pages)("%s", (path) => {
  it("has title, description, canonical and Open Graph, of which all agree (T-6, T-14)", async () => {
    const page = await client.get(path);
    expect(page.status).toBe(200);
    const description = metaOf(page, "description") ?? "";
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(linkOf(page, "canonical")).toBe(`${SITE}${path}`);
    expect(metaOf(page, "robots")).toBeUndefined();
    expect(metaOf(page, "og:url")).toBe(`${SITE}${path}`);
    expect(`${metaOf(page, "og:title")} – Wahrane`).toBe(titleOf(page.text));
    expect(metaOf(page, "og:description")).toBe(description);
    expect(metaOf(page, "og:type")).toBe("website");
    expect(metaOf(page, "og:locale")).toBe("fr_DZ");
    expect(metaOf(page, "og:site_name")).toBe("Wahrane");
    expect(metaOf(page, "og:image:alt")?.length).toBeGreaterThan(5);
    expect(metaOf(page, "twitter:card")).toMatch(/^summary(_large_image)?$/);
  });

  it("shares a picture that is there, in the size that it says", async () => {
    const page = await client.get(path);
    const address = metaOf(page, "og:image") ?? "";
    expect(address.startsWith(`${SITE}/`)).toBe(true);
    const picture = await client.get(address.slice(SITE.length));
    expect(picture.status).toBe(200);
    expect(picture.headers["content-type"]).toBe("image/jpeg");
    const { default: sharp } = await import("sharp");
    const { width, height } = await sharp(picture.bytes).metadata();
    expect([String(width), String(height)]).toEqual([metaOf(page, "og:image:width"), metaOf(page, "og:image:height")]);
  });
});

it("titles and descriptions are of one page each", async () => {
  const answers = await Promise.all(pages.map((path) => client.get(path)));
  expect(new Set(answers.map(({ text }) => titleOf(text))).size).toBe(pages.length);
  const plain = answers.filter((_, index) => !pages[index]?.includes("page="));
  expect(new Set(plain.map((page) => metaOf(page, "description"))).size).toBe(plain.length);
});

describe("addresses that are not to be found", () => {
  it("a product has one address whatever is chosen on it", async () => {
    const page = await client.get("/product/boston-santa-cruz?couleur=taupe&pointure=40");
    expect(linkOf(page, "canonical")).toBe(`${SITE}/product/boston-santa-cruz`);
  });

  it("a link to a colour is shared with its name and its picture", async () => {
    const page = await client.get("/product/basket-arzew?couleur=blanc-et-corail");
    expect(metaOf(page, "og:title")).toMatch(/, Blanc et corail$/);
    expect(metaOf(page, "og:image")).toContain("/pictures/basket-arzew/blanc-et-corail-");
    expect(metaOf(page, "og:image:alt")).toContain("blanc et corail");
    // Facebook reads the page at that address, and 'Partager' passes it on.
    const address = `${SITE}/product/basket-arzew?couleur=blanc-et-corail`;
    expect(metaOf(page, "og:url")).toBe(address);
    expect(linkOf(page, "canonical")).toBe(`${SITE}/product/basket-arzew`);
    expect(letterIn(page)).toBe(address);
    expect(letterIn(await client.get("/product/basket-arzew"))).toBe(`${SITE}/product/basket-arzew`);
  });

  it("a colour that a form showed is the one that is shared", async () => {
    const form = { couleur: "blanc-et-corail", intent: "couleur" };
    const page = await client.post("/product/basket-arzew", form, { origin: SITE });
    expect(page.status).toBe(200);
    expect(letterIn(page)).toBe(`${SITE}/product/basket-arzew?couleur=blanc-et-corail`);
  });

  it.each([
    ["/femme?couleur=noir&tri=prix-croissant", /^Collection Femme – noir – prix croissant$/],
    ["/shop?pointure=42&page=2", /^Boutique – 42 – page 2$/],
    ["/search?q=sabot&couleur=noir", /sabot.* – noir$/],
  ])("%s is shared as a card of its own", async (path, title) => {
    const page = await client.get(path);
    expect(metaOf(page, "robots")).toBe("noindex");
    expect(metaOf(page, "og:title")).toMatch(title);
    expect(metaOf(page, "og:description")).toBe(metaOf(page, "description"));
    expect(metaOf(page, "og:url")).toBe(SITE + path);
    expect(metaOf(page, "og:image")).toMatch(/^https:.*\.jpg$/);
  });

  it.each(["/cart", "/404", "/contact/merci", "/newsletter/merci"])("%s is not shared as a card", async (path) => {
    const page = await client.get(path);
    expect(metaOf(page, "robots")).toBe("noindex");
    expect(metaOf(page, "og:image")).toBeUndefined();
  });
});

describe("JSON-LD", () => {
  it("a product: the way to it, its colours as variants, pictures that are there", async () => {
    const { ProductGroup, BreadcrumbList } = dataOf(await client.get("/product/boston-santa-cruz"));
    expect(ProductGroup).toMatchObject({
      "@context": "https://schema.org",
      url: `${SITE}/product/boston-santa-cruz`,
      productGroupID: "p-bos-cruz",
      variesBy: ["https://schema.org/color"],
    });
    const variants = ProductGroup?.hasVariant as Record<string, unknown>[];
    expect(variants.map(({ color }) => color)).toEqual(["Taupe", "Vert cyprès", "Bleu nuit", "Terre cuite"]);
    expect(variants[1]).toMatchObject({ size: ["36", "37", "38", "39", "40", "41", "42", "43", "44"] });
    for (const { image, offers } of variants) {
      for (const address of image as string[])
        expect((await client.get(address.slice(SITE.length))).status, address).toBe(200);
      const { url } = offers as { url: string };
      expect((await client.get(url.slice(SITE.length))).status, url).toBe(200);
    }
    expect(BreadcrumbList?.itemListElement).toMatchObject([
      { position: 1, item: `${SITE}/` },
      { position: 2, item: `${SITE}/category/boston` },
      { position: 3, item: `${SITE}/category/boston?subcategory=boston-daim` },
      { position: 4, item: `${SITE}/product/boston-santa-cruz` },
    ]);
  });

  it("every product has what Google asks of a merchant's listing, in every colour", async () => {
    const slugs = valuesIn<string>(shop, "select slug from products where active = 1");
    expect(slugs.length).toBeGreaterThan(50);
    for (const slug of slugs) {
      const { Product, ProductGroup } = dataOf(await client.get(`/product/${slug}`));
      const variants = (ProductGroup?.hasVariant ?? [Product]) as Record<string, unknown>[];
      expect(variants.length, slug).toBeGreaterThan(0);
      expect(new Set(variants.map(({ sku }) => sku)).size, slug).toBe(variants.length);
      if (ProductGroup) {
        expect(ProductGroup.name, slug).toBeTruthy();
        expect(ProductGroup.productGroupID, slug).toBeTruthy();
        expect(ProductGroup.brand, slug).toMatchObject({ "@type": "Brand" });
      }
      for (const variant of variants) {
        expect(variant, slug).toMatchObject({
          "@type": "Product",
          sku: expect.stringMatching(/^[\w.-]+$/),
          name: expect.stringMatching(/./),
          image: expect.arrayContaining([expect.stringMatching(/^https:.*\.jpg$/)]),
          offers: {
            "@type": "Offer",
            price: expect.any(Number),
            priceCurrency: "DZD",
            itemCondition: "https://schema.org/NewCondition",
            availability: expect.stringMatching(/^https:\/\/schema\.org\/(?:InStock|OutOfStock)$/),
            url: expect.stringMatching(new RegExp(`^${SITE}/product/${slug}`)),
          },
        });
        const { availability } = variant.offers as { availability: string };
        expect(availability.endsWith("/InStock"), slug).toBe(variant.size !== undefined);
      }
    }
  });

  it("says of the size that a feed's link names what the feed says", async () => {
    const { items } = readFeed((await client.get("/flux/produits.xml")).text);
    const offered = async (size: number, availability: string) => {
      const path = `/product/boston-santa-cruz?couleur=vert-cypres&pointure=${size}`;
      const item = items.find(({ link }) => link?.[0] === SITE + path);
      const { ProductGroup } = dataOf(await client.get(path));
      expect(item?.item_group_id).toEqual([ProductGroup?.productGroupID]);
      const variants = ProductGroup?.hasVariant as { size?: string[]; sku: string }[];
      expect(variants[1]).toMatchObject({
        sku: item?.id?.[0],
        offers: { availability: `${SCHEMA}/${availability}` },
      });
      return variants;
    };
    expect((await offered(44, "InStock"))[1]?.size).toEqual(["44"]);
    const ids = (await offered(45, "OutOfStock")).map(({ sku }) => sku);
    expect(ids).toEqual(["p-bos-cruz-taupe", "bos-cruz-vert-cypres-45", "p-bos-cruz-bleu-nuit", expect.any(String)]);
  });

  it("a sold-out product says so", async () => {
    const { Product, ProductGroup } = dataOf(await client.get("/product/ballerine-opera"));
    const variants = (ProductGroup?.hasVariant ?? [Product]) as Record<string, unknown>[];
    for (const { offers } of variants) expect(offers).toMatchObject({ availability: "https://schema.org/OutOfStock" });
  });

  it.each(["/collection/premium", "/category/boston"])("%s tells the way to it", async (path) => {
    const { BreadcrumbList } = dataOf(await client.get(path));
    const items = BreadcrumbList?.itemListElement as { position: number; item: string }[];
    expect(items[0]).toMatchObject({ position: 1, item: `${SITE}/` });
    expect(items.at(-1)?.item).toBe(`${SITE}${path}`);
  });

  it("the home page says who sells", async () => {
    const { Organization } = dataOf(await client.get("/"));
    expect(Organization).toMatchObject({
      name: "Wahrane",
      url: `${SITE}/`,
      telephone: "+21341000000",
      hasMerchantReturnPolicy: {
        merchantReturnDays: 30,
        applicableCountry: "DZ",
        returnPolicyCountry: "DZ",
        returnPolicyCategory: `${SCHEMA}/MerchantReturnFiniteReturnWindow`,
        returnFees: `${SCHEMA}/ReturnFeesCustomerResponsibility`,
        itemDefectReturnFees: `${SCHEMA}/FreeReturn`,
      },
      hasShippingService: { shippingConditions: { shippingDestination: { addressCountry: "DZ" } } },
    });
    expect(Organization).not.toHaveProperty("taxID");
    const logo = await client.get(String(Organization?.logo).slice(SITE.length));
    expect([logo.status, logo.headers["cross-origin-resource-policy"]]).toEqual([200, "cross-origin"]);
  });

  it("and what the settings say of the seller", async () => {
    const other = await startShop({
      env: {
        SITE_URL: SITE,
        SHOP_EMAIL: "contact@boutique.example",
        SHOP_LEGAL_NAME: "SARL Wahrane",
        SHOP_ADDRESS: "12, rue Larbi Ben M'hidi, Oran",
        SHOP_TAX_ID: "001234567890123",
        SHOP_FACEBOOK: "https://www.facebook.com/wahrane",
      },
    });
    onTestFinished(other.stop);
    expect(dataOf(await new Client(other.url).get("/")).Organization).toMatchObject({
      email: "contact@boutique.example",
      legalName: "SARL Wahrane",
      taxID: "001234567890123",
      address: { streetAddress: "12, rue Larbi Ben M'hidi, Oran", addressLocality: "Oran", addressCountry: "DZ" },
      sameAs: ["https://www.facebook.com/wahrane"],
    });
  });

  it("names a variant without a colour, and one whose colour is no ASCII", async () => {
    const other = await startShop({ env: { SITE_URL: SITE } });
    onTestFinished(other.stop);
    const colors = [
      { slug: "unique", name: "Coloris unique", hex: "" },
      { slug: "أزرق", name: "أزرق", hex: "#2b5f95" },
    ];
    inDatabase(other, (database) => {
      database.prepare("update products set colors = ? where slug = 'tong-terga'").run(JSON.stringify(colors));
      const ofTong = "product_id = (select id from products where slug = 'tong-terga')";
      database.exec(`delete from variants where ${ofTong} and position > 1`);
      for (const [position, { slug, name }] of colors.entries())
        database
          .prepare(`update variants set color_slug = ?, color_name = ?, stock = 2 where ${ofTong} and position = ?`)
          .run(slug, name, position);
    });
    const page = await new Client(other.url).get("/product/tong-terga");
    const { ProductGroup } = dataOf(page);
    const [plain, blue] = (ProductGroup?.hasVariant ?? []) as { name: string; sku: string; offers: object }[];
    expect(plain).toMatchObject({ name: "Terga" });
    expect(blue?.name).toBe("Terga, أزرق");
    expect(blue?.sku).toMatch(/^[\w.-]+$/);
    const address = `${SITE}/product/tong-terga?couleur=${encodeURIComponent("أزرق")}`;
    expect(blue?.offers).toMatchObject({ url: address });
    expect(metaOf(await new Client(other.url).get(address.slice(SITE.length)), "og:url")).toBe(address);
  });

  it("cannot be broken out of, and needs no leave from the policy", async () => {
    const evil = "</script><script>alert(1)</script>";
    runIn(shop, "update products set name = ?, description = ? where slug = 'tong-terga'", evil, evil);
    const page = await client.get("/product/tong-terga");
    expect(page.status).toBe(200);
    expect(page.text).not.toContain("<script>alert");
    const { Product, ProductGroup } = dataOf(page);
    expect((ProductGroup ?? Product)?.name).toBe(evil);
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
  });
});

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);

describe("the sitemap", () => {
  it("is an index of files, which name every page that may be found, and each of them is there", async () => {
    const index = await client.get("/sitemap.xml");
    expect(index.status).toBe(200);
    expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(index.headers["cache-control"]).toBe("public, max-age=3600");
    expect(index.text).toContain("<sitemapindex");
    const files = locations(index.text);
    expect(files).toEqual([`${SITE}/sitemap.xml?fichier=pages`, `${SITE}/sitemap.xml?fichier=produits-1`]);
    const named: string[] = [];
    for (const file of files) {
      const { text, status } = await client.get(file.slice(SITE.length));
      expect(status).toBe(200);
      expect(text).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
      named.push(...locations(text));
    }
    expect(new Set(named).size).toBe(named.length);
    for (const path of pages.filter((page) => !page.includes("?"))) expect(named).toContain(SITE + path);
    // All pages, and some products.
    const looked = named.filter((address, index) => !address.includes("/product/") || index % 10 === 0);
    for (const address of looked) {
      const page = await client.get(address.slice(SITE.length));
      expect(page.status, address).toBe(200);
      expect(linkOf(page, "canonical")).toBe(address);
      expect(metaOf(page, "robots"), address).toBeUndefined();
    }
  });

  it("names no list without products, which asks not to be found", async () => {
    const other = await startShop({ env: { SITE_URL: SITE } });
    onTestFinished(other.stop);
    const retire = "update products set active = 0 where gender <> 'homme' or collection_id is not null";
    runIn(other, retire);
    const some = new Client(other.url);
    const named = locations((await some.get("/sitemap.xml?fichier=pages")).text);
    expect(named).toContain(`${SITE}/homme`);
    expect(named).not.toContain(`${SITE}/femme`);
    for (const address of named) {
      const page = await some.get(address.slice(SITE.length));
      expect(metaOf(page, "robots"), address).toBeUndefined();
    }
  });

  it.each(["produits-2", "produits-0", "produits-x", "rien"])("has no file %s", async (file) => {
    const { status, headers } = await client.get(`/sitemap.xml?fichier=${file}`);
    expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
  });
});

it.each([
  "/sitemap.xml",
  "/sitemap.xml?fichier=pages",
  "/sitemap.xml?fichier=produits-1",
  "/robots.txt",
  "/manifest.webmanifest",
])("%s is sent again only when it has changed", async (path) => {
  const { etag, vary } = (await client.get(path, { "accept-encoding": "br" })).headers;
  const again = await client.get(path, { "accept-encoding": "br", "if-none-match": String(etag) });
  expect([again.status, again.headers.etag, again.headers.vary]).toEqual([304, etag, vary]);
  expect([vary, again.headers["cache-control"]]).toEqual(["Accept-Encoding", "public, max-age=3600"]);
  expect((await client.get(path, { "if-none-match": '"x"' })).status).toBe(200);
});

describe("robots.txt", () => {
  it("closes what is one visitor's, opens the rest, and names the map", async () => {
    const { text, status, headers } = await client.get("/robots.txt");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path = ""]) => path);
    for (const path of [
      "/cart",
      "/checkout",
      "/commande/",
      "/suivi",
      "/wishlist",
      "/newsletter/",
      "/account",
      "/theme",
    ])
      expect(closed).toContain(path);
    for (const path of pages) expect(closed.filter((start) => path.startsWith(start))).toEqual([]);
    for (const path of ["/pictures/", "/assets/", "/icons/"])
      expect(closed.some((start) => path.startsWith(start))).toBe(false);
    expect(text).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`);
  });
});

describe("on a phone's home screen", () => {
  it("the manifest names the shop, its colours and icons that are there", async () => {
    const page = await client.get("/");
    const address = linkOf(page, "manifest") ?? "";
    const { text, status, headers } = await client.get(address);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/manifest+json");
    const manifest = JSON.parse(text);
    expect(manifest).toMatchObject({ short_name: "Wahrane", lang: "fr", start_url: "/", theme_color: light.ground });
    const { default: sharp } = await import("sharp");
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await client.get(src);
      expect(icon.status, src).toBe(200);
      expect(icon.headers["content-type"]).toContain(type);
      if (sizes !== "any") expect(`${(await sharp(icon.bytes).metadata()).width}`).toBe(sizes.split("x")[0]);
    }
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
      expect.arrayContaining(["192x192", "512x512"]),
    );
  });

  it("Android may crop its icons to a circle: they are one colour up to the edge, outside of the safe zone", async () => {
    const { icons } = JSON.parse((await client.get("/manifest.webmanifest")).text);
    const maskable = icons.filter(({ purpose }: { purpose?: string }) => purpose === "maskable");
    expect(maskable.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["192x192", "512x512"]);
    const { default: sharp } = await import("sharp");
    for (const { src } of maskable) {
      const { bytes } = await client.get(src);
      const { data, info } = await sharp(bytes)
        .flatten({ background: "#fff" })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const ground = data.subarray(0, 3).toString("hex");
      const outside = Array.from({ length: info.width * info.height }, (_, pixel) => pixel).filter((pixel) => {
        const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
        return Math.hypot(x - info.width / 2, y - info.height / 2) > 0.4 * info.width;
      });
      const at = (pixel: number) => data.subarray(3 * pixel, 3 * pixel + 3).toString("hex");
      expect(outside.filter((pixel) => at(pixel) !== ground).length, src).toBe(0);
    }
  });

  it("icons for the tab and for Apple's phones are there", async () => {
    const page = await client.get("/");
    for (const rel of ["icon", "apple-touch-icon"]) {
      const address = linkOf(page, rel) ?? "";
      expect((await client.get(address)).status, rel).toBe(200);
    }
  });

  it.each([
    ["/favicon.ico", "/icons/icon-192.png"],
    ["/apple-touch-icon.png", "/icons/apple-touch-icon.png"],
  ])("%s, which programs ask for without a page, leads to one", async (path, icon) => {
    const { status, location } = await client.get(path);
    expect([status, location]).toEqual([301, icon]);
    expect((await client.get(icon)).headers["content-type"]).toBe("image/png");
  });

  it("the browser's bar has the colour of the theme: the system's, or the one that is stored", async () => {
    const bars = ({ text }: Answer) =>
      [...text.matchAll(/<meta name="theme-color"[^>]*>/g)].map(([tag]) => [
        attribute(tag, "content"),
        attribute(tag, "media"),
      ]);
    expect(bars(await client.get("/about"))).toEqual([
      [light.ground, "(prefers-color-scheme:light)"],
      [dark.ground, "(prefers-color-scheme:dark)"],
    ]);
    const visitor = new Client(shop.url);
    // This client sends Secure cookies over HTTP, too.
    await visitor.post("/theme", { theme: "dark", retour: "/about" }, { origin: SITE });
    expect(bars(await visitor.get("/about"))).toEqual([[dark.ground, undefined]]);
    await visitor.post("/theme", { theme: "light", retour: "/about" }, { origin: SITE });
    expect(bars(await visitor.get("/about"))).toEqual([[light.ground, undefined]]);
  });
});

describe("security headers are on these as on pages", () => {
  it.each(["/sitemap.xml", "/flux/produits.xml", "/robots.txt", "/manifest.webmanifest"])("%s", async (path) => {
    const { headers } = await client.get(path);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["strict-transport-security"]).toBeDefined();
  });
});
