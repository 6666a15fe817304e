import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/http/client";
import { formWith } from "../support/http/forms";
import { canonicalOf, mainOf, productsIn, titleOf, wordsIn } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, rowsIn, runIn } from "../support/shop/stored";
import { openTestShop } from "../support/shop/test-shop";

/** Product lists and filters over HTTP, without scripts. */

const shop = servedShop();
const client = clientOf(shop, beforeAll);

const at = async (path: string): Promise<Answer> => {
  const answer = await client.get(path);
  expect(answer.status, path).toBe(200);
  return answer;
};
const listOf = (answer: Answer) => /data-products="[^"]*"><ul[\s\S]*?<\/ul><\/div>/.exec(mainOf(answer))?.[0] ?? "";
const slugsOf = (answer: Answer) => productsIn(listOf(answer));
const totalOf = (answer: Answer) => Number(/(\d+) produits?\b/.exec(wordsIn(mainOf(answer)))?.[1] ?? Number.NaN);
const panelOf = (answer: Answer) => /<details class="filters">[\s\S]*?<\/details>/.exec(mainOf(answer))?.[0] ?? "";
const controls = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<(?:input|select)\\b[^>]*\\sname="${name}"[^>]*>`, "g"))].map(([tag]) => tag);
const inField = (tag: string) => /\svalue="([^"]*)"/.exec(tag)?.[1] ?? "";
const linkTo = (html: string, text: RegExp) =>
  [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
    .filter(([, , inside = ""]) => text.test(wordsIn(inside).trim()))
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"));

describe("the list alone, which scripts ask for", () => {
  it.each(["/shop?page=2", "/femme?subcategory=sandales", "/shop?couleur=noir", "/search?q=sabot", "/nouveaute"])(
    "has of %s what the page has between header and footer",
    async (path) => {
      const [whole, part] = await Promise.all([at(path), at(`${path}${path.includes("?") ? "&" : "?"}partie=liste`)]);
      expect(part.text).toContain(listOf(whole));
      expect(slugsOf(part)).toEqual(slugsOf(whole));
      expect([titleOf(part.text), canonicalOf(part)]).toEqual([titleOf(whole.text), canonicalOf(whole)]);
      expect(part.text).not.toMatch(/<(?:style|script|header|footer)\b/);
      expect(part.text.length).toBeLessThan(whole.text.length * 0.8);
    },
  );

  it("is no other page's: they are whole, whatever the parameter", async () => {
    for (const path of ["/product/boston-santa-cruz", "/faq", "/cart", "/contact"])
      expect((await client.get(`${path}?partie=liste`)).text, path).toContain("<footer");
  });
});

describe("the refine panel", () => {
  it("is one GET form behind 'Filtres', with a heading, one copy of each control and its button", async () => {
    const page = await at("/shop");
    const main = mainOf(page);
    const panel = panelOf(page);
    expect(panel).toMatch(/<summary[^>]*>Filtres<\/summary>/);
    expect(panel).toMatch(/<form method="get" action="\/shop"[^>]*><h2[^>]*>Affiner la recherche<\/h2>/);
    expect(main.match(/<form[^>]*method="get"/g)).toHaveLength(1);
    // Shoes are chosen by their size before all else.
    expect(wordsIn(panel)).toMatch(/ Pointure .* Prix .* Type .* Couleur .* Genre .* Matière /);
    expect(wordsIn(panel)).toContain(`Voir ${totalOf(page)} paires`);
    for (const name of ["prix-min", "prix-max", "tri"]) expect(controls(main, name), name).toHaveLength(1);
    for (const name of ["couleur", "pointure", "genre", "type", "matiere"]) {
      const values = controls(main, name).map(inField);
      expect(new Set(values).size, name).toBe(values.length);
      expect(values.length).toBeGreaterThan(2);
    }
    // Another choice returns to the first page.
    expect(controls(main, "page")).toEqual([]);
  });

  it("names the price range of the catalogue in dinars, and the fields by words", async () => {
    const panel = panelOf(await at("/shop"));
    expect(wordsIn(panel)).toMatch(/De 2 500 DA à 14 900 DA/);
    expect(panel).not.toMatch(/€/);
    for (const [name, label] of [
      ["prix-min", "Prix de"],
      ["prix-max", "Prix à"],
    ] as const) {
      expect(wordsIn(new RegExp(`<label for="${name}">.*?</label>`).exec(panel)?.[0] ?? "").trim()).toMatch(
        new RegExp(label.replace(" ", " +")),
      );
      expect(controls(panel, name)[0]).toMatch(/inputmode="numeric"/i);
      expect(controls(panel, name)[0]).toMatch(/aria-describedby="prix-etendue"/);
    }
  });

  it("says on its button how many pairs the list has, and that it may have other goods", async () => {
    const button = async (path: string) =>
      wordsIn(/<button[^>]*>Voir[^<]*<\/button>/.exec(panelOf(await at(path)))?.[0] ?? "").trim();
    const page = await at("/shop?pointure=42&couleur=noir");
    expect(await button("/shop?pointure=42&couleur=noir")).toBe(`Voir ${totalOf(page)} paires`);
    expect(await button("/shop?couleur=violet&pointure=28&genre=homme")).toBe("Voir 0 paire");
    const kind = (value: string) => runIn(shop, "update products set kind = ? where slug = 'mule-tafna'", value);
    try {
      kind("autres");
      expect(await button("/shop?pointure=42")).toMatch(/^Voir \d+ produits$/);
    } finally {
      kind("mules");
    }
  });

  it("has cards that name the sizes still there, where it was asked for one", async () => {
    const card = async (path: string) =>
      wordsIn(
        listOf(await at(path))
          .match(/<li>.*?<\/li>/gs)
          ?.find((item) => /mule-tafna/.test(item)) ?? "",
      );
    expect(await card("/femme?type=mules")).not.toContain("Pointure");
    expect(await card("/femme?type=mules&pointure=37&pointure=40")).toContain("Pointures 36 à 41");
    const sold = rowsIn<{ id: string; stock: number }>(
      shop,
      "select v.id, v.stock from variants v join products p on p.id = product_id where slug = 'mule-tafna' and size in (38, 39, 41)",
    );
    const stock = (id: string, count: number) => runIn(shop, "update variants set stock = ? where id = ?", count, id);
    try {
      for (const { id } of sold) stock(id, 0);
      expect(await card("/femme?type=mules&pointure=37&pointure=40")).toContain("Pointures 36, 37, 40");
      expect(await card("/search?q=tafna&pointure=37")).toContain("Pointures 36, 37, 40");
    } finally {
      for (const { id, stock: before } of sold) stock(id, before);
    }
  });

  it("says beside each choice how many products it gives, and means it", async () => {
    const panel = panelOf(await at("/shop"));
    for (const [name, value] of [
      ["couleur", "noir"],
      ["pointure", "42"],
      ["genre", "enfant"],
      ["type", "sandales"],
      ["matiere", "daim"],
      ["solde", "oui"],
    ]) {
      const label =
        new RegExp(`<label[^>]*><input[^>]*value="${value}"[^>]*/>[\\s\\S]*?</label>`).exec(panel)?.[0] ?? "";
      const count = Number(/\((\d+)\)/.exec(wordsIn(label))?.[1]);
      expect(count, name).toBeGreaterThan(0);
      expect(totalOf(await at(`/shop?${name}=${value}`)), name).toBe(count);
    }
  });

  it("shows a colour as a drawn dot beside its name", async () => {
    expect(panelOf(await at("/shop"))).toMatch(
      /value="bleu"[^>]*\/><svg[^>]*aria-hidden="true"><circle[^>]*fill="#2b5f95"[^>]*><\/circle><\/svg>Bleu/,
    );
  });

  it("shows a choice that would give nothing, with its count", async () => {
    const page = await at("/shop?genre=enfant&pointure=30");
    expect(wordsIn(panelOf(page))).toMatch(/Homme \(0\)|46 \(0\)/);
    expect(panelOf(page)).not.toMatch(/disabled/);
  });

  it("keeps what was chosen", async () => {
    const page = await at("/shop?couleur=noir&couleur=bleu&pointure=42&prix-max=9+000&tri=prix-croissant");
    const checked = (name: string) =>
      controls(mainOf(page), name)
        .filter((tag) => /\schecked/.test(tag))
        .map(inField);
    expect(checked("couleur")).toEqual(["noir", "bleu"]);
    expect(checked("pointure")).toEqual(["42"]);
    expect(inField(controls(mainOf(page), "prix-max")[0] ?? "")).toBe("9000");
    expect(mainOf(page)).toMatch(/<option value="prix-croissant" selected/);
    expect(wordsIn(panelOf(page))).toContain("Filtres (4)");
  });

  it("offers what the list has to choose, and nothing else", async () => {
    const offered = async (path: string) => {
      const panel = panelOf(await at(path));
      return ["type", "solde", "matiere"].filter((name) => controls(panel, name).length > 0);
    };
    expect(await offered("/shop")).toEqual(["type", "solde", "matiere"]);
    // All of one type; all reduced.
    expect(await offered("/nouveaute?filtre=sandales")).not.toContain("type");
    expect(await offered("/sales/summer")).not.toContain("solde");
    // The choice is shown and can be removed.
    expect(await offered("/nouveaute?filtre=sandales&type=sandales")).toContain("type");
    expect(await offered("/sales/summer?solde=oui")).toContain("solde");
    const before = rowsIn<object>(shop, "select id, material from products");
    try {
      runIn(shop, "update products set material = ''");
      expect(await offered("/shop")).toEqual(["type", "solde"]);
    } finally {
      inDatabase(shop, (db) => {
        const put = db.prepare("update products set material = @material where id = @id");
        for (const row of before) put.run(row);
      });
    }
  });

  it("carries the chip of its page", async () => {
    const form = formWith((await at("/nouveaute?filtre=sandales&couleur=noir")).text, "couleur");
    expect(form.fields.filter(([name]) => name === "filtre")).toEqual([["filtre", "sandales"]]);
  });

  it("sorts with a button of its own that keeps what is chosen", async () => {
    const main = mainOf(await at("/shop?couleur=noir"));
    expect(main).toMatch(/<label[^>]*for="tri">Trier par<\/label><select[^>]*id="tri"[^>]*form="affiner"/);
    expect(main).toMatch(/<button[^>]*type="submit"[^>]*form="affiner">Trier<\/button>/);
  });
});

describe("a refined list", () => {
  it("is sorted as one of these", async () => {
    const options = wordsIn(/<select[^>]*id="tri".*?<\/select>/s.exec(mainOf(await at("/shop")))?.[0] ?? "");
    expect(options.trim()).toMatch(/^Nouveautés +Meilleures ventes +Mieux notés +Prix croissant +Prix décroissant$/);
  });

  it("names its filters above the grid, each a link that takes it back, and one that takes all", async () => {
    const main = mainOf(await at("/shop?couleur=noir&pointure=42&prix-max=9000&genre=mixte&tri=prix-croissant&page=1"));
    expect(main).toMatch(/<div role="group" aria-label="Filtres actifs"><ul/);
    expect(linkTo(main, /^Retirer le filtre Couleur : Noir/)).toEqual([
      "/shop?pointure=42&genre=mixte&prix-max=9000&tri=prix-croissant",
    ]);
    expect(linkTo(main, /^Retirer le filtre Prix : jusqu'à 9 000 DA/)).toEqual([
      "/shop?couleur=noir&pointure=42&genre=mixte&tri=prix-croissant",
    ]);
    expect(linkTo(main, /^Retirer le filtre Pointure : 42/)).toHaveLength(1);
    expect(linkTo(main, /^Retirer le filtre Genre : Mixte/)).toHaveLength(1);
    expect(new Set(linkTo(main, /^Tout effacer$/))).toEqual(new Set(["/shop?tri=prix-croissant"]));
    const others = mainOf(await at("/shop?type=mules&type=sandales&matiere=cuir&solde=oui"));
    expect(linkTo(others, /^Retirer le filtre Type : Mules/)).toEqual(["/shop?type=sandales&matiere=cuir&solde=oui"]);
    expect(linkTo(others, /^Retirer le filtre Matière : Cuir/)).toEqual(["/shop?type=sandales&type=mules&solde=oui"]);
    expect(linkTo(others, /^Retirer le filtre Prix : En solde/)).toEqual([
      "/shop?type=sandales&type=mules&matiere=cuir",
    ]);
  });

  it("passes over values that it does not know", async () => {
    const plain = await at("/shop");
    for (const search of [
      "couleur=fuchsia",
      "pointure=99&pointure=x",
      "genre=tous",
      "prix-min=abc&prix-max=",
      "type=bottes&matiere=or&solde=1",
      "tri=pertinence",
      "a=b",
    ]) {
      const page = await at(`/shop?${search}`);
      expect(slugsOf(page), search).toEqual(slugsOf(plain));
      expect(mainOf(page)).not.toContain("Filtres actifs");
    }
  });

  it("says when nothing is found, and leads out", async () => {
    const page = await at("/shop?couleur=violet&pointure=28&genre=homme&tri=prix-croissant");
    const main = mainOf(page);
    expect(wordsIn(main)).toContain("Aucun produit trouvé");
    expect(linkTo(main, /^Voir toute la boutique$/)).toEqual(["/shop"]);
    expect(linkTo(main, /^Tout effacer$/)).toContain("/shop?tri=prix-croissant");
    // The panel keeps what was chosen.
    expect(controls(panelOf(page), "couleur").filter((tag) => /\schecked/.test(tag))).toHaveLength(1);
    expect(controls(panelOf(page), "tri").map(inField)).toEqual(["prix-croissant"]);
    expect(main).not.toContain("Voir plus");
  });
});

describe("Voir plus", () => {
  it("is a link to the next page of 20, and says how far the list is shown", async () => {
    const page = await at("/shop?couleur=bleu");
    expect(slugsOf(page)).toHaveLength(20);
    expect(mainOf(page)).toMatch(/<a[^>]*rel="next"[^>]*href="\/shop\?couleur=bleu&amp;page=2"[^>]*>Voir plus<\/a>/);
    expect(wordsIn(mainOf(page))).toContain(`20 produits affichés sur ${totalOf(page)}`);
    expect(mainOf(page)).toMatch(/<p role="status"[^>]*>20/);
    const second = await at("/shop?couleur=bleu&page=2");
    expect(wordsIn(mainOf(second))).toMatch(/Produits 21 à \d+ sur \d+/);
    expect(mainOf(second)).not.toContain("Voir plus");
    expect(mainOf(second)).toMatch(/rel="prev" href="\/shop\?couleur=bleu"/);
  });

  it("is not there when all is shown", async () => {
    const main = mainOf(await at("/shop?couleur=violet"));
    expect(main).not.toContain("Voir plus");
    expect(main).not.toContain("affichés sur");
  });

  it("never leads to a page behind the last one, which is none", async () => {
    const behind = await client.get("/shop?tri=prix-croissant&page=99");
    expect(behind.status).toBe(404);
    expect(wordsIn(mainOf(behind))).toContain("Cette page n'existe pas : la liste est plus courte.");
    expect(linkTo(mainOf(behind), /^Aller à la première page$/)).toEqual(["/shop?tri=prix-croissant"]);
  });
});

describe("addresses of a list, for search engines", () => {
  const isHidden = ({ text }: Answer) => /<meta name="robots" content="noindex"/.test(text);

  it.each([
    ["/shop", "/shop", false],
    ["/shop?page=2", "/shop?page=2", false],
    ["/shop?utm_source=x&tri=nouveautes", "/shop", false],
    ["/shop?tri=prix-croissant", "/shop", true],
    ["/shop?tri=prix-croissant&page=2", "/shop", true],
    ["/shop?tri=mieux-notes", "/shop", true],
    ["/shop?type=sandales", "/shop", true],
    ["/shop?matiere=daim&page=1", "/shop", true],
    ["/shop?solde=oui", "/shop", true],
    ["/shop?couleur=noir", "/shop", true],
    ["/shop?couleur=noir&page=1", "/shop", true],
    ["/nouveaute?filtre=sandales", "/nouveaute?filtre=sandales", false],
    ["/nouveaute?filtre=sandales&pointure=38", "/nouveaute?filtre=sandales", true],
  ])("%s stands for %s", async (path, address, hidden) => {
    const page = await at(path);
    expect(canonicalOf(page)).toBe(address);
    expect(isHidden(page)).toBe(hidden);
  });

  it("have titles of their own", async () => {
    expect(titleOf((await at("/femme?prix-min=100&prix-max=9000")).text)).toMatch(/ – de 100\sDA à 9\s000\sDA /);
    expect(titleOf((await at("/shop?couleur=noir&pointure=42&tri=prix-croissant")).text)).toBe(
      "Boutique – noir, 42 – prix croissant – Wahrane",
    );
    expect(titleOf((await at("/shop?type=mules&matiere=daim&solde=oui&tri=mieux-notes")).text)).toBe(
      "Boutique – en solde, mules, daim – mieux notés – Wahrane",
    );
    expect(titleOf((await at("/shop?page=2")).text)).toBe("Boutique – page 2 – Wahrane");
  });
});

/** Link, picture and text of each card. */
const cardsOf = (answer: Answer) =>
  [...listOf(answer).matchAll(/<a [^>]*href="(\/product\/[^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, href = "", inside = ""]) => ({
      href: href.replaceAll("&amp;", "&"),
      picture: /\/pictures\/([^"\s]+)-\d+\.avif/.exec(inside)?.[1],
      words: wordsIn(inside),
    }),
  );
const cardOf = async (list: string, slug: string) => {
  for (let next: string | undefined = list; next; ) {
    const answer = await at(next);
    const card = cardsOf(answer).find(({ href }) => href.split("?")[0] === `/product/${slug}`);
    if (card) return card;
    [next] = linkTo(mainOf(answer), /^Voir plus$/);
  }
  return undefined;
};

describe("cards of a list narrowed by a colour or a size", () => {
  it.each(["/shop", "/femme", "/collection/corniche-oranaise"])(
    "show the colour that was asked for, with its picture, and lead to it: %s",
    async (list) => {
      const card = await cardOf(`${list}?couleur=bleu`, "sandale-les-andalouses");
      expect(card).toMatchObject({
        href: "/product/sandale-les-andalouses?couleur=bleu-mediterranee",
        picture: "sandale-les-andalouses/bleu-mediterranee-three_quarter",
      });
      expect(card?.words).toContain("Bleu Méditerranée, 3 couleurs");
    },
  );

  it("do so among what is new, with the colour marked among the others", async () => {
    const card = await cardOf("/nouveaute?couleur=bleu", "sandale-les-andalouses");
    expect(card).toMatchObject({
      href: "/product/sandale-les-andalouses?couleur=bleu-mediterranee",
      picture: "sandale-les-andalouses/bleu-mediterranee-three_quarter",
    });
  });

  it("are all of the colour that was asked for", async () => {
    const cards = cardsOf(await at("/shop?couleur=marron"));
    expect(cards.length).toBeGreaterThan(10);
    for (const { href, picture } of cards)
      expect(picture).toBe(href.replace(/^\/product\/(.+)\?couleur=(.+)$/, "$1/$2-three_quarter"));
  });

  it("show with a size the first colour that has it in stock, and lead to both", async () => {
    // Or pâle is sold out in 41, Blanc in 38.
    expect((await cardOf("/femme?pointure=41", "sandale-nuit-d-ain-el-turck"))?.href).toBe(
      "/product/sandale-nuit-d-ain-el-turck?couleur=argent&pointure=41",
    );
    expect((await cardOf("/femme?couleur=blanc&couleur=marron&pointure=38", "sandale-canastel"))?.href).toBe(
      "/product/sandale-canastel?couleur=cognac&pointure=38",
    );
  });

  it("are as they were where nothing was asked for", async () => {
    for (const { href } of cardsOf(await at("/shop?prix-max=9000&genre=femme"))) expect(href).not.toContain("?");
  });

  it("show what is in stock before what is sold out, and say of a colour that it is sold out", async () => {
    const slug = "sandale-canastel";
    const behind = await openTestShop({ file: join(shop.dataDir, "shop.sqlite") });
    const blacks = (await behind.shop.catalogue.product(slug))?.variants.filter(({ color }) => color.slug === "noir");
    for (const { id } of blacks ?? []) await behind.setStock(id, 0);
    const both = await cardOf("/shop?couleur=noir&couleur=marron", slug);
    expect(both?.href).toBe(`/product/${slug}?couleur=cognac`);
    expect(both?.words).not.toContain("Rupture de stock");
    const black = await cardOf("/shop?couleur=noir", slug);
    expect(black).toMatchObject({ href: `/product/${slug}?couleur=noir`, picture: `${slug}/noir-three_quarter` });
    expect(black?.words).toContain("Rupture de stock");
    await behind.close();
  });
});
