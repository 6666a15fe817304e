import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { saleTitle } from "~/domain/content/sale";
import { algerianDay } from "~/domain/values/dates";
import { attribute, mainOf, wordsIn } from "../support/http/reading";
import { changed } from "../support/shop/changed";
import { homeSections, setHomeSections } from "../support/shop/home-sections";
import { clientOf, failingShop } from "../support/shop/served-shop";
import { rowsIn, runIn, valueIn } from "../support/shop/stored";

/** Today's title of its slide. */
const SALE = saleTitle("Les soldes d'été", algerianDay(new Date())).replace("'", "&#x27;");

/** The home page as served, for any sections (sections 2, 3 and 8). */

const { shop, fail } = failingShop();
const client = clientOf(shop, beforeAll);
let own: ReturnType<typeof homeSections>;
const setSections = (sections: Parameters<typeof setHomeSections>[1]) => setHomeSections(shop, sections);

beforeAll(() => {
  own = homeSections(shop);
});

afterEach(() => {
  fail("");
  setSections(own);
});

async function home(path = "/") {
  const answer = await client.get(path);
  const { text, status } = answer;
  const main = mainOf(answer);
  return { text, status, main, words: wordsIn(main) };
}

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text);
const links = (html: string) => [...html.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, "href") ?? "");
const sectionsOf = (main: string) => main.slice(main.indexOf("<section"));
const heroOf = (main: string) => sectionsOf(main).split("Pourquoi Nous Choisir")[0] ?? "";
const notice = "API non disponible, utilisation des données par défaut";

describe("the shop's own home page", () => {
  it("has its sections in their order, one h1, and every link leads somewhere", async () => {
    const { main, status } = await home();
    expect(status).toBe(200);
    expect(main.match(/<h1/g)).toHaveLength(1);
    expect(headings(main).slice(4)).toEqual([
      "Pourquoi Nous Choisir",
      "Meilleures ventes",
      "Pour toute la famille",
      "Nouveautés",
      "Nos collections",
    ]);
    expect(main).not.toContain(notice);
    const ids = new Set([...main.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    for (const link of new Set(links(main))) {
      if (link.startsWith("#")) expect(ids, link).toContain(link.slice(1));
      else expect((await client.get(link)).status, link).toBe(200);
    }
  });

  it("begins with the built-in slides, all readable one after the other, the loyalty card last", async () => {
    const { main, words: text } = await home();
    const hero = heroOf(main);
    expect(links(hero).filter((link) => !link.startsWith("#"))).toEqual([
      "/product/mule-tafna",
      "/sales/summer",
      "/collection/premium",
      "/loyalty-program",
    ]);
    expect(text).toMatch(/6 paires achetées, la 7ᵉ offerte.*Valable pour toute la famille, sans date d'expiration\./);
    // Six stamps and the free pair.
    expect(hero.match(/<circle/g)).toHaveLength(7);
    expect(hero).toContain('aria-label="Carte de fidélité\u00a0: 6 paires tamponnées, la suivante est offerte."');
    // Links to slides, as buttons would need a script.
    expect(links(hero).filter((link) => link.startsWith("#"))).toHaveLength(4);
    expect(main.replace(/<form [^>]*class="heart">.*?<\/form>/g, "")).not.toContain("<button");
    expect(main).not.toMatch(/\shidden|\sinert|style="/);
    expect(hero).toContain('data-delays="4000 4000 4000 12000"');
  });

  it("shows a best-seller first, at the catalogue's price of now, as long as it can be bought", async () => {
    const first = async () => wordsIn(heroOf((await home()).main)).replace(/^.*?(?=Meilleure vente|Dernière)/s, "");
    const change = (values: Record<string, string>) => changed(shop, "products", values, "slug = 'mule-tafna'");
    expect(await first()).toMatch(/^Meilleure vente Tafna – mule femme 7.600.DA Voir le modèle/);
    // In two lines, of which none ends with the dash.
    expect((await home()).main).toMatch(
      /<h2[^>]*>Tafna <span class="[^"]*flex"><span class="sr-only">– <\/span>mule femme<\/span><\/h2>/,
    );
    change({ price: "6900", old_price: "7600" });
    expect(await first()).toMatch(/^Meilleure vente Tafna – mule femme Prix 6.900.DA Ancien prix 7.600.DA/);
    change({ stock: "0" });
    expect(await first()).toMatch(/^Meilleure vente (?!Tafna)\D+ \d+.\d+.DA Voir le modèle/);
  });

  it("shows the newest product where none sells best, and no section of best-sellers", async () => {
    changed(shop, "products", { is_bestseller: "0" }, "is_bestseller = 1");
    const { main, words } = await home();
    expect(wordsIn(heroOf(main))).toMatch(/Dernière arrivée [^:]+ \d+.\d+.DA Voir le modèle/);
    expect(words).not.toMatch(/Meilleures? ventes?/);
    expect(headings(main)).toContain("Nouveautés");
  });

  it("has no slide of soldes where nothing is reduced, and none that leads to a collection that is not there", async () => {
    const restore = changed(shop, "products", { old_price: "null" }, "old_price is not null");
    changed(shop, "collections", { slug: "'autre'" }, "slug = 'premium'");
    const { main } = await home();
    expect(main).not.toContain("/sales/summer");
    expect(main).not.toContain("/collection/premium");
    expect(heroOf(main)).toContain("/loyalty-program");
    restore();
    expect(heroOf((await home()).main)).toContain("/sales/summer");
  });

  it("loads its first picture at once and the others when they come near", async () => {
    const { main } = await home();
    const images = [...main.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
    expect(images[0]).toMatch(/fetchpriority="high"/i);
    expect(images[0]).not.toContain("loading=");
    for (const image of images.slice(1)) expect(image).toContain('loading="lazy"');
    const [picture = ""] = /<picture[\s\S]*?<\/picture>/.exec(main) ?? [];
    const first = picture.match(/\/pictures\/[^\s",]+-800\.\w+/g) ?? [];
    expect(first).not.toEqual([]);
    for (const file of first) expect((await client.get(file)).bytes.byteLength, file).toBeLessThanOrEqual(30_000);
  });

  it("shows best-sellers, collections and the newest products of the catalogue", async () => {
    const { main } = await home();
    const [, best = "", arrivals = "", collections = ""] = main.split(/(?=<section class="page carousel )/);
    expect(links(best).filter((link) => link.startsWith("/product/"))).toHaveLength(7);
    expect(wordsIn(best)).toMatch(/Meilleures ventes Tous nos modèles Les paires que l'on nous redemande\./);
    expect(links(arrivals).filter((link) => link.startsWith("/product/"))).toHaveLength(8);
    expect(links(arrivals)).toContain("/nouveaute");
    expect(links(collections).filter((link) => link.startsWith("/collection/"))).toHaveLength(6);
    expect(wordsIn(collections)).toContain("Découvrir : Premium");
    expect(main.match(/data-delays="4000"/g)).toHaveLength(3);
  });

  it("shows no pair twice, whichever of its sections would have it", async () => {
    const shown = async () => {
      const { main } = await home();
      return links(main).filter((link) => link.startsWith("/product/"));
    };
    const pairs = await shown();
    expect(pairs.length).toBeGreaterThan(12);
    expect(new Set(pairs).size).toBe(pairs.length);
    // A picture of a card counts as well.
    expect(pairs.join()).not.toContain("sandale-petite-canastel");
    setSections(own.filter(({ type }) => type !== "categories"));
    expect((await shown()).join()).toContain("sandale-petite-canastel");
  });

  it("gives its four reasons", async () => {
    const { words: text } = await home();
    expect(text).toMatch(
      /Pourquoi Nous Choisir .*Livraison dans les 58 wilayas .*Paiement à la livraison .*Retours acceptés sous 30 jours, gratuits les 7 premiers jours\. .*Contact sous 24 h/,
    );
  });

  it("is not sent a second time as data", async () => {
    const { text } = await home();
    expect(text.match(/Valable pour toute la famille/g)).toHaveLength(1);
  });
});

describe("sections as the content has them", () => {
  it("a type that is unknown says so, with type, id and title", async () => {
    setSections([...own, { id: "film", type: "video", title: "Notre <atelier>", position: 99 }]);
    const { words: text, main } = await home();
    expect(headings(main).at(-1)).toBe("Type de section non supporté");
    expect(text).toMatch(/Type de section non supporté Type video Identifiant film Titre Notre <atelier>/);
    expect(main).toContain("Notre &lt;atelier&gt;");
  });

  it("slides show price, sale, card, shops and links of their own", async () => {
    const slide = {
      title: "Tafna en solde",
      price: 7600,
      oldPrice: 9500,
      image: "mule-tafna/vert-sauge-pair",
      accent: "#336699",
      textColor: "#fff",
      link: "/product/mule-tafna",
      isSale: true,
      saleTag: "Dernières pointures",
      isLoyaltyCard: true,
      stampCount: 4,
      showPhysicalCard: true,
      locations: [{ name: "Wahrane Centre", address: "12, rue Larbi Ben M'hidi", phone: "0550123456" }],
      facebook: "https://www.facebook.com/wahrane",
    };
    setSections([{ type: "hero", content: { slides: [slide] } }]);
    const { words: text, main } = await home();
    expect(text).toMatch(
      /Dernières pointures Tafna en solde Prix 7.600.DA Ancien prix 9.500.DA Carte de fidélité Wahrane Wahrane Centre, 12, rue Larbi Ben M'hidi, 0550123456 Notre page Facebook Découvrir : Tafna en solde/,
    );
    expect(main.match(/<circle/g)).toHaveLength(5);
    expect(main).toContain('fill="#336699"');
    expect(links(sectionsOf(main))).toEqual(["https://www.facebook.com/wahrane", "/product/mule-tafna"]);
  });

  it("categories are laid out as asked", async () => {
    const cards = [
      { name: "Deux", order: 2, link: "/homme", style: { backgroundColor: "#000", borderRadius: 23 } },
      { name: "Un", order: 1, link: "/femme", image: "mule-tafna/vert-sauge-pair" },
      { name: "Caché", isActive: false },
    ];
    const layout = { columns: 5, gap: 30, mobileColumns: 1 };
    const animation = { type: "zoom", duration: 300, delay: 50, stagger: 100 };
    const content = { categories: cards, layout, animation, style: { paddingTop: 0, paddingBottom: 60 } };
    setSections([{ type: "categories", content }]);
    const { main, words: text } = await home();
    expect(headings(main)).toEqual(["Nos catégories"]);
    expect(main).toContain('data-reveal="zoom 300 50 100"');
    expect(text).toMatch(/Un .*Deux/);
    expect(text).not.toContain("Caché");
  });

  it("cards and slides without a picture show one of what they lead to", async () => {
    const slides = [
      { title: "Soldes", shows: "reduced", link: "/sales/summer" },
      { title: "Premium", shows: "premium", link: "/collection/premium" },
    ];
    const categories = ["/femme", "/category/boston"].map((link, index) => ({ name: `Carte ${index}`, link }));
    setSections([
      { type: "hero", content: { slides } },
      { type: "categories", content: { categories } },
    ]);
    const pictures = [...(await home()).main.matchAll(/<img src="\/pictures\/(.+?)-800\.jpg"/g)].map(([, src]) => src);
    const [reduced, ...others] = pictures;
    const isReduced = "old_price is not null and instr(picture, ?) > 0";
    expect(rowsIn(shop, `select id from products where ${isReduced}`, reduced)).toHaveLength(1);
    const imageIn = (table: string, slug: string) => valueIn(shop, `select image from ${table} where slug = ?`, slug);
    expect(others).toEqual([
      imageIn("collections", "premium"),
      imageIn("categories", "femmes"),
      imageIn("categories", "boston"),
    ]);
  });

  it("slides of the sale and of the premium collection stay where neither has a picture", async () => {
    const slides = [
      { title: "Petits prix", shows: "reduced", link: "/sales/summer" },
      { title: "Premium", shows: "premium", link: "/collection/premium" },
    ];
    setSections([{ type: "hero", content: { slides } }]);
    changed(shop, "products", { picture: "null" }, "old_price is not null");
    changed(shop, "collections", { image: "null" }, "slug = 'premium'");
    const { main, words: text } = await home();
    expect(text).toMatch(/Petits prix.*Premium/);
    expect(main).not.toContain("<img");
  });

  it("collections show items of their own, faded as asked and by half unless told", async () => {
    const items = [
      { title: "Un", subtitle: "Sous-titre", image: "mule-tafna/vert-sauge-pair", link: "/collection/premium" },
      { title: "Deux", imageOpacity: 100, image: "mule-tafna/vert-sauge-pair", ctaText: "Y aller", link: "/femme" },
    ];
    setSections([{ type: "collection", title: "À voir", content: { items } }]);
    const { main, words: text } = await home();
    expect(headings(main)).toEqual(["À voir"]);
    expect(text).toMatch(/Sous-titre Un Découvrir : Un Deux Y aller/);
    expect(links(main)).toContain("/collection/premium");
  });

  it.each(["new-products", "nouveau-produit", "featured_products"])(
    "%s shows products of the catalogue",
    async (type) => {
      setSections([{ type }]);
      const { main } = await home();
      expect(links(main).filter((link) => link.startsWith("/product/")).length).toBeGreaterThan(3);
    },
  );

  it.each(["trust_features", "advantages", "trust-features"])("%s is the fixed block", async (type) => {
    setSections([{ type, title: "Autre titre", content: { features: [] } }]);
    const { main } = await home();
    expect(headings(main)).toEqual(["Pourquoi Nous Choisir"]);
    expect(main.match(/<h3/g)).toHaveLength(4);
  });

  it("malformed content is no reason to lose the page", async () => {
    setSections([
      { type: "hero", content: "{" },
      { type: "categories", content: "[1]" },
      { type: "collection", content: { items: [null, { title: 3, link: "javascript:alert(1)" }] } },
      { type: "trust_features", enabled: 0 },
    ]);
    const { main, status } = await home();
    expect(status).toBe(200);
    expect(main).not.toContain("javascript:");
    expect(headings(main)).toContain(SALE);
    expect(headings(main)).not.toContain("Pourquoi Nous Choisir");
  });
});

/** The content's style sheet, and whether the page's policy allows it. */
async function ownSheet() {
  const { text, headers } = await client.get("/");
  const sheets = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, sheet = ""]) => sheet);
  const policy = String(headers["content-security-policy"]);
  const allowed = (sheet: string) => policy.includes(createHash("sha256").update(sheet).digest("base64"));
  return { text, sheets, own: sheets[2] ?? "", policy, allowed };
}

const picture = "mule-tafna/vert-sauge-pair";

describe("what the merchant's content says of looks", () => {
  const every = (value: unknown) => [
    { type: "hero", content: { slides: [{ title: "Un", textColor: value, buttonColor: value, accent: value }] } },
    {
      type: "categories",
      content: {
        categories: [{ name: "A", style: { backgroundColor: value, borderRadius: value, imagePosition: value } }],
        layout: { type: value, columns: value, gap: value, mobileColumns: value },
        style: { backgroundColor: value, paddingTop: value, paddingBottom: value },
        animation: { type: value, duration: value, delay: value, stagger: value },
      },
    },
    {
      type: "collection",
      content: { items: [{ title: "Un", image: picture, imageOpacity: value, textColor: value, buttonColor: value }] },
    },
  ];

  it("holds to the letter, by a style sheet of the page's own that its policy names", async () => {
    const cards = [
      { name: "Un", style: { borderRadius: 23 } },
      { name: "Deux", style: { borderRadius: "7px", imagePosition: "left", backgroundColor: "#336699" } },
    ];
    const style = { backgroundColor: "#fde", paddingTop: 0, paddingBottom: 60 };
    const items = [
      { title: "Un", imageOpacity: 40, image: picture },
      { title: "Deux", image: picture, textColor: "white", buttonColor: "#ffcc00" },
    ];
    setSections([
      { type: "hero", content: { slides: [{ title: "Un" }, { title: "Deux", buttonColor: "#0a5" }] } },
      { type: "categories", content: { categories: cards, layout: { columns: 5, gap: 30, mobileColumns: 1 }, style } },
      { type: "collection", content: { items } },
    ]);
    const { own, sheets, allowed, policy } = await ownSheet();
    expect(sheets).toHaveLength(4);
    expect(sheets.every(allowed)).toBe(true);
    expect(policy).not.toContain("unsafe");
    for (const rule of [
      "#section-1-2 .cta{border-color:#00aa55;background:#00aa55;color:#1f1b16}",
      ".section-2{padding-top:0px;padding-bottom:60px;background:#ffddee;color:#1f1b16}",
      ".section-2 .cards{--columns:1;--gap:30px}",
      ".section-2 .cards{--columns:5}",
      ".section-2 li:nth-child(1) .card{border-radius:23px}",
      ".section-2 li:nth-child(2) .card{border-radius:7px;background:#336699;color:#f5f0ea}",
      ".section-2 li:nth-child(2) img{object-position:left}",
      "#section-3-vue-1 .shot img{opacity:0.4}",
      "#section-3-vue-2 .shot img{opacity:0.5}",
      "#section-3-vue-2 .item{background:#1f1b16;color:#ffffff}",
      "#section-3-vue-2 .cta{border-color:#ffcc00;background:#ffcc00;color:#1f1b16}",
    ])
      expect(own).toContain(rule);
  });

  it.each([
    ["carousel", "overflow-x:auto"],
    ["masonry", "columns:var(--columns)"],
    ["list", "grid-template-columns:1fr 2fr"],
    ["grid", "padding-top"],
  ])("lays categories out as %s", async (type, looks) => {
    setSections([
      { type: "categories", content: { categories: [{ name: "Un" }, { name: "Deux" }], layout: { type } } },
    ]);
    const { own, allowed } = await ownSheet();
    expect(own).toContain(looks);
    expect(own.includes("overflow-x")).toBe(type === "carousel");
    expect(allowed(own)).toBe(true);
  });

  it("never leads out of the style sheet, whatever it is", async () => {
    const hostile = [
      "red;}body{display:none}",
      "#fff;background:url(//ailleurs.example)",
      "#fff}</style><script>alert(1)</script>",
      "</style><img src=x onerror=alert(1)>",
      "16px;}*{color:red",
      "expression(alert(1))",
      "url(javascript:alert(1))",
      "rgb(1,2,3);}",
      "\\7d body\\7b display:none",
      "1e999",
      "-5",
      "NaN",
      -1e9,
      1e308,
      { toString: "x" },
      ["#fff", "}"],
      null,
      true,
    ];
    for (const value of hostile) {
      setSections(every(value));
      const { text, own, sheets, allowed } = await ownSheet();
      expect(sheets, JSON.stringify(value)).toHaveLength(4);
      expect(allowed(own)).toBe(true);
      expect(text).not.toMatch(/<script>alert|<img src=x|ailleurs\.example/);
      // Only rules for parts of sections, with numbers and colours.
      const selector = /(?:[.#]section-\d+(?:-(?:vue-)?\d+)?(?: [.>\w-]+| li:nth-child\(\d+\) \.card| \.shot img)*)/
        .source;
      const looks =
        /(?:(?:--columns:\d|--gap:[\d.]+px|padding-(?:top|bottom):[\d.]+px|border-radius:[\d.]+px|opacity:[\d.]+|(?:border-)?(?:color|background):#[\da-f]{6});?)+/
          .source;
      const rule = `${selector}(?:,${selector})*\\{${looks}\\}`;
      expect(own, JSON.stringify(value)).toMatch(
        new RegExp(`^(?:${rule})+@media \\(min-width:43\\.75em\\)\\{(?:${rule})+\\}$`),
      );
    }
  });

  it("is nothing on other pages, and nothing where the content says nothing of it", async () => {
    setSections([{ type: "trust_features" }]);
    expect((await ownSheet()).sheets).toHaveLength(3);
    const { text } = await client.get("/shop");
    expect(text.match(/<style>/g)).toHaveLength(2);
  });
});

describe("without sections of its own", () => {
  const slides = ["6 paires achetées, la 7ᵉ offerte", SALE, "Des cuirs que l&#x27;on garde"];
  const builtIn = ["Pourquoi Nous Choisir", "Meilleures ventes", "Nouveautés", "Nos collections"];

  it("the shop shows the built-in ones and says nothing", async () => {
    setSections([]);
    const { main, status } = await home();
    expect(status).toBe(200);
    expect(headings(main)).toEqual([...slides, ...builtIn]);
    expect(main).not.toContain(notice);
  });

  it("when the shop cannot say, built-in ones with the notice and another try, until it can", async () => {
    setSections([{ type: "trust_features" }]);
    fail("home_sections");
    const { main, words: text, status } = await home();
    expect(status).toBe(200);
    expect(text).toContain(`${notice} Réessayer`);
    expect(headings(main)).toEqual([...slides, ...builtIn]);
    const retry = links(main).find((link) => link.startsWith("/?")) ?? "";
    expect((await home(retry)).words).toContain(notice);
    fail("");
    expect(headings((await home(retry)).main)).toEqual(["Pourquoi Nous Choisir"]);
  });

  it("leaves out what the catalogue cannot fill, and says so when nothing is left", async () => {
    fail("home_sections collections products");
    const without = await home();
    expect(without.status).toBe(200);
    expect(without.words).toContain(notice);
    expect(headings(without.main)).toEqual(["6 paires achetées, la 7ᵉ offerte", "Pourquoi Nous Choisir"]);
    fail("collections");
    setSections([{ type: "collection" }]);
    const nothing = await home();
    expect(nothing.status).toBe(500);
    expect(nothing.words).toContain("Erreur de Chargement Erreur inattendue lors du chargement Réessayer");
  });

  it("when they cannot be read, it says that the page failed and offers to try again", async () => {
    runIn(shop, "alter table home_sections rename to elsewhere");
    try {
      const first = await home();
      expect(first.status).toBe(500);
      expect(first.words).toMatch(/Erreur de Chargement Erreur inattendue lors du chargement Réessayer/);
      const retry = links(first.main).find((link) => link.startsWith("/?")) ?? "";
      const second = await home(retry);
      expect(second.status).toBe(500);
      expect(second.words).toMatch(/Erreur de Chargement Erreur lors du rechargement Réessayer/);
    } finally {
      runIn(shop, "alter table elsewhere rename to home_sections");
    }
    expect((await home("/?essai=2")).status).toBe(200);
  });
});
