import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/http/client";
import { formsOf } from "../support/http/forms";
import { attribute, mainOf, productsIn, titleOf as titleIn, words, wordsIn } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, runIn } from "../support/shop/stored";

/** The search over HTTP: the page, and the overlay's requests. */

const shop = servedShop();
const client = clientOf(shop, beforeAll);

const titleOf = ({ text }: Answer) => titleIn(text);
const headingOf = ({ text }: Answer) => wordsIn(/<h1.*?<\/h1>/s.exec(text)?.[0] ?? "").trim();
const slugs = ({ text }: Answer) => productsIn(text);
const field = (answer: Answer) => /<input\b[^>]*name="q"[^>]*>/.exec(mainOf(answer))?.[0] ?? "";
const search = (q: string, more = "") => client.get(`/search?q=${encodeURIComponent(q)}${more}`);
const isHidden = ({ text }: Answer) => /<meta name="robots" content="noindex"/.test(text);
const POPULAR = ["Chaussures", "Sandales", "Sabots", "Boston", "Enfant"];

describe("the search page", () => {
  it("begins empty: a field with its label, what to do, and five popular terms as links", async () => {
    const answer = await client.get("/search");
    expect(answer.status).toBe(200);
    expect(titleOf(answer)).toBe("Recherche – Wahrane");
    expect(words(answer)).toContain("Commencez à taper pour rechercher des produits");
    expect(attribute(field(answer), "placeholder")).toBe("Rechercher des produits...");
    expect(answer.text).toContain(`<label class="label" for="${attribute(field(answer), "id")}"`);
    const form = formsOf(answer.text).find(({ action }) => action === "/search");
    expect(form).toMatchObject({ method: "get", fields: [["q", ""]] });
    expect(words(answer)).toContain(`Recherches populaires ${POPULAR.join(" ")}`);
    for (const term of POPULAR) expect(answer.text).toContain(`href="/search?q=${term}"`);
    expect(isHidden(answer)).toBe(false);
    expect(slugs(answer)).toEqual([]);
  });

  it("says how many it found in title and heading, and keeps what was typed", async () => {
    const answer = await search("  SABOTS ");
    const count = slugs(answer).length;
    expect(count).toBeGreaterThan(10);
    expect(titleOf(answer)).toBe(`${count} résultats pour «\u00a0SABOTS\u00a0» – Wahrane`);
    expect(headingOf(answer)).toBe(`${count} résultats pour « SABOTS »`);
    expect(attribute(field(answer), "value")).toBe("SABOTS");
    expect(isHidden(answer)).toBe(true);
    expect(words(answer)).not.toContain("Recherches populaires");
  });

  it("counts one in the singular", async () => {
    const answer = await search("boscruz");
    expect(headingOf(answer)).toBe("1 résultat pour « boscruz »");
    expect(slugs(answer)).toEqual(["boston-santa-cruz"]);
  });

  it("says when nothing was found, and offers popular terms", async () => {
    const answer = await search("smartphone");
    expect(answer.status).toBe(200);
    expect(headingOf(answer)).toBe("Aucun résultat pour « smartphone »");
    expect(titleOf(answer)).toBe("Aucun résultat pour «\u00a0smartphone\u00a0» – Wahrane");
    expect(words(answer)).toContain("Recherches populaires");
    expect(isHidden(answer)).toBe(true);
  });

  it.each(POPULAR)("finds something by its popular term %s", async (term) => {
    expect(slugs(await search(term)).length).toBeGreaterThan(0);
  });

  it("pages by links, twenty on each, and has no page behind the last", async () => {
    const seen: (string | undefined)[] = [];
    let next: string | undefined = "/search?q=chaussures";
    while (next) {
      const answer: Answer = await client.get(next);
      seen.push(...slugs(answer));
      const link = /<a\b[^>]*rel="next"[^>]*>/.exec(answer.text)?.[0];
      next = link && attribute(link, "href");
      if (next) {
        expect(slugs(answer)).toHaveLength(20);
        expect(next).toMatch(/^\/search\?q=chaussures&page=\d+$/);
      }
    }
    expect(seen.length).toBeGreaterThan(40);
    expect(new Set(seen).size).toBe(seen.length);
    const second = await search("chaussures", "&page=2");
    expect(titleOf(second)).toMatch(/^\d+ résultats pour «\schaussures\s» – page 2 – /);
    const behind = await search("chaussures", "&page=99");
    expect(behind.status).toBe(404);
    expect(behind.text).toContain('href="/search?q=chaussures"');
  });

  it("is public: no cookie, kept by shared caches", async () => {
    const answer = await search("boston");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toContain("s-maxage");
    expect(answer.headers.etag).toBeDefined();
  });

  it("keeps a long search whole, and says how much of it counts", async () => {
    const typed = `sabot ${"x".repeat(94)} sandale`;
    const answer = await search(typed);
    expect(attribute(field(answer), "value")).toBe(typed);
    expect(words(answer)).toContain("Votre recherche est longue : seuls ses 100 premiers caractères comptent.");
    expect(headingOf(answer)).toMatch(/pour «\ssabot x{94}\s»$/);
    expect(words(await search("x".repeat(100)))).not.toContain("Votre recherche est longue");
    expect(attribute(field(await search("x".repeat(5_000))), "value")).toHaveLength(5_000);
  });

  it("keeps the letters of a link in Windows-1252, and of one in UTF-8 beside it", async () => {
    expect(attribute(field(await client.get("/search?q=d%92%E9t%E9")), "value")).toBe("d’été");
    expect(attribute(field(await client.get("/search?x=%E9&q=%C3%A9t%C3%A9")), "value")).toBe("été");
  });

  it("shows what was typed as text, whatever it is, and never fails", async () => {
    for (const typed of [
      "<script>alert(1)</script>",
      '"><img src=x>',
      "a&b",
      "' or 1=1 --",
      "NEAR(",
      "*",
      "%",
      "&#x27;",
    ]) {
      const answer = await search(typed);
      expect(answer.status, typed).toBe(200);
      expect(answer.text, typed).not.toMatch(/<script>alert|<img src=x>/);
      expect(attribute(field(answer), "value"), typed).toBe(typed);
    }
    for (const raw of ["%00", "%E2%80%AEtac", "%EF%BF%BF", "x".repeat(5_000), "&q=a&q=b", "%F0%9F%A5%BF"])
      expect((await client.get(`/search?q=${raw}`)).status, raw.slice(0, 20)).toBe(200);
    expect(headingOf(await search("\u0000bos\u202eton\n cruz"))).toMatch(/pour «\sboston cruz\s»$/);
    expect((await search("sabot", "&page=-1")).status).toBe(200);
  });
});

describe("what a search found", () => {
  const main = (answer: Answer) => mainOf(answer);
  const countOf = (answer: Answer) => Number(/(\d+) produits?\b/.exec(words(answer))?.[1]);

  it("is narrowed in the panel of lists, whose counts are those of the search", async () => {
    const whole = await search("sabot");
    expect(main(whole)).toMatch(/<form method="get" action="\/search" id="affiner"/);
    expect(main(whole)).toContain('<input type="hidden" name="q" value="sabot"/>');
    for (const [name, value] of [
      ["couleur", "noir"],
      ["pointure", "42"],
      ["matiere", "daim"],
      ["solde", "oui"],
    ]) {
      const label = new RegExp(`<label[^>]*><input[^>]*name="${name}" value="${value}".*?</label>`, "s");
      const count = Number(/\((\d+)\)/.exec(wordsIn(label.exec(main(whole))?.[0] ?? ""))?.[1]);
      const narrowed = await search("sabot", `&${name}=${value}`);
      expect(count, name).toBeGreaterThan(0);
      expect(countOf(narrowed), name).toBe(count);
      expect(count, name).toBeLessThan(slugs(whole).length);
      expect(headingOf(narrowed)).toMatch(new RegExp(`^${count} résultats? pour « sabot »$`));
      expect(isHidden(narrowed)).toBe(true);
      expect(narrowed.headers["cache-control"]).toContain("s-maxage");
      const narrow = new Set(slugs(narrowed));
      expect(slugs(narrowed)).toEqual(slugs(whole).filter((slug) => narrow.has(slug)));
    }
  });

  it("is sorted like a list, by 'Pertinence' to begin with", async () => {
    const whole = await search("sabot");
    const options = wordsIn(/<select[^>]*id="tri".*?<\/select>/s.exec(main(whole))?.[0] ?? "").trim();
    expect(options).toMatch(
      /^Pertinence +Nouveautés +Meilleures ventes +Mieux notés +Prix croissant +Prix décroissant$/,
    );
    const cheapest = await search("sabot", "&tri=prix-croissant");
    expect(slugs(cheapest)).not.toEqual(slugs(whole));
    expect([...slugs(cheapest)].sort()).toEqual([...slugs(whole)].sort());
    expect(titleOf(cheapest)).toMatch(/résultats pour «\u00a0sabot\u00a0» – prix croissant – Wahrane$/);
  });

  it("keeps filters and sort on its next pages, and has links that take them back", async () => {
    const answer = await search("chaussures", "&genre=femme&genre=mixte&tri=mieux-notes");
    const next = attribute(/<a\b[^>]*rel="next"[^>]*>/.exec(answer.text)?.[0] ?? "", "href");
    expect(next).toBe("/search?q=chaussures&genre=femme&genre=mixte&tri=mieux-notes&page=2");
    const second = slugs(await client.get(next ?? ""));
    expect(second.length).toBeGreaterThan(0);
    for (const slug of second) expect(slugs(answer)).not.toContain(slug);
    expect(answer.text).toContain('href="/search?q=chaussures&amp;genre=femme&amp;tri=mieux-notes"');
    expect(answer.text).toContain('href="/search?q=chaussures&amp;tri=mieux-notes"');
  });

  it("may be nothing with these filters: the panel stays, and leads back to all results", async () => {
    const answer = await search("sabot", "&prix-min=900000");
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain("Aucun produit trouvé");
    expect(words(answer)).toContain("Affiner la recherche");
    expect(words(answer)).not.toContain("Recherches populaires");
    expect(answer.text).toMatch(/<a[^>]*href="\/search\?q=sabot"[^>]*>Voir tous les résultats<\/a>/);
  });
});

/** Links and texts of cards, as in listing.test.ts. */
const cardsIn = ({ text }: Answer) =>
  [...text.matchAll(/<a [^>]*href="(\/product\/[^"]+)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = "", inside = ""]) => ({
    href: href.replaceAll("&amp;", "&"),
    picture: /\/pictures\/([^"\s]+)-\d+\.avif/.exec(inside)?.[1],
    words: wordsIn(inside),
  }));

describe("a search that names a colour or a size", () => {
  it("shows the variant that is meant: its picture, its name, and the way to it", async () => {
    const found = cardsIn(await search("sabot bleu nuit"));
    const card = found.find(({ href }) => href.startsWith("/product/boston-santa-cruz"));
    expect(card).toMatchObject({
      href: "/product/boston-santa-cruz?couleur=bleu-nuit",
      picture: "boston-santa-cruz/bleu-nuit-three_quarter",
    });
    expect(card?.words).toContain("Bleu nuit, 4 couleurs");
  });

  it("takes the shade that is called so before another of its family", async () => {
    const [first] = cardsIn(await search("sabot choupot bleu"));
    expect(first?.href).toBe("/product/sabot-choupot?couleur=bleu-ciel");
    expect(cardsIn(await search("sabot choupot marine"))[0]?.href).toBe("/product/sabot-choupot?couleur=marine");
  });

  it("shows the first colour that has the size in stock, or the colour that was named with it", async () => {
    // Vert cyprès never had this size; the first colour has it.
    expect(cardsIn(await search("santa cruz 46"))[0]).toMatchObject({
      href: "/product/boston-santa-cruz?couleur=taupe&pointure=46",
      picture: "boston-santa-cruz/taupe-three_quarter",
    });
    expect(cardsIn(await search("boston frenda 40"))[0]?.href).toMatch(/\?couleur=framboise&pointure=40$/);
    // A colour in the search is kept, even where the size is sold out.
    expect(cardsIn(await search("santa cruz vert 46"))[0]?.href).toBe("/product/boston-santa-cruz?couleur=vert-cypres");
    expect(cardsIn(await search("letang 39"))[0]?.href).toBe("/product/boston-letang?couleur=moutarde&pointure=39");
  });

  it("leaves cards as they are where neither is named", async () => {
    for (const { href } of cardsIn(await search("sandales"))) expect(href).not.toContain("?");
  });
});

describe("what the overlay asks for", () => {
  const ask = async (q: string) => {
    const answer = await client.get(`/search/suggestions?q=${encodeURIComponent(q)}`);
    return { answer, body: JSON.parse(answer.text) as { total: number; products: object[]; popular: string[] } };
  };

  it("is ten results at most with what they show, the best first, as on the page", async () => {
    const { answer, body } = await ask("sabot");
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(answer.headers["cache-control"]).toBe("public, max-age=60");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const page = await search("sabot");
    expect(body.products).toHaveLength(10);
    expect(body.products.map((product) => (product as { href: string }).href)).toEqual(
      slugs(page)
        .slice(0, 10)
        .map((slug) => `/product/${slug}`),
    );
    expect(body.total).toBe(slugs(page).length);
    expect(body.products[0]).toEqual({
      href: "/product/boston-misserghin",
      name: "Boston Misserghin – sabot femme",
      price: "9\u202f200\u00a0DA",
      picture: "boston-misserghin/clementine-three_quarter",
    });
  });

  it("shows the colour and the size that were asked for, also while they are typed", async () => {
    const santaCruz = { name: "Boston Santa Cruz – sabot", price: "8\u202f900\u00a0DA", color: "Bleu nuit" };
    const picture = "boston-santa-cruz/bleu-nuit-three_quarter";
    for (const words of ["sabot bleu nuit", "Sabots bleue nui"])
      expect((await ask(words)).body.products).toContainEqual({
        ...santaCruz,
        picture,
        href: "/product/boston-santa-cruz?couleur=bleu-nuit",
      });
    const { body } = await ask("santa cruz bleu nuit 41");
    expect(body.products[0]).toEqual({
      ...santaCruz,
      picture,
      href: "/product/boston-santa-cruz?couleur=bleu-nuit&pointure=41",
    });
  });

  it("is the popular terms where nothing was typed, and nothing for what is not found", async () => {
    expect((await ask("")).body).toEqual({ total: 0, products: [], popular: POPULAR });
    expect((await ask("smartphone")).body).toEqual({ total: 0, products: [], popular: [] });
  });

  it("is only asked, never told", async () => {
    expect((await client.post("/search/suggestions", { q: "sabot" })).status).toBe(405);
  });
});

/** Adds copies of a product, with a name that no other has. */
function addZelliges(count: number): void {
  inDatabase(shop, (database) => {
    const own: Record<string, string> = {
      id: "'z' || n",
      slug: "'zellige-' || n",
      sku: "'ZEL-' || n",
      name: "'Zellige'",
    };
    const columns = database.pragma("table_info(products)") as { name: string }[];
    const names = columns.map(({ name }) => name);
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
    database.exec(`
      insert into products (${names.join()}) ${numbers}
        select ${names.map((name) => own[name] ?? name).join()} from products, numbers where id = 'p-bos-cruz';
      insert into product_words (number, product_id, created_at, name, kind)
        ${numbers} select n, 'z' || n, 0, ' zellig ', ' sabot ' from numbers;
      insert into product_index (rowid, name, kind, rest) ${numbers} select n, 'zellig', 'sabot', '' from numbers;
      insert into search_words (word, length) values ('zellig', 6)`);
  });
}

describe("a search that finds more than 1,000 products", () => {
  it("says so everywhere, and ends behind the 1,000th", async () => {
    addZelliges(1_001);
    const first = await search("zellige");
    expect(titleOf(first)).toBe("Plus de 1\u202f000 résultats pour «\u00a0zellige\u00a0» – Wahrane");
    expect(headingOf(first)).toBe("Plus de 1 000 résultats pour « zellige »");
    expect(words(first)).toContain("20 produits affichés sur plus de 1 000");
    const last = await search("zellige", "&page=50");
    expect(words(last)).toContain("Produits 981 à 1 000 sur plus de 1 000");
    expect(slugs(last)).toHaveLength(20);
    expect(last.text).not.toContain('rel="next"');
    expect((await search("zellige", "&page=51")).status).toBe(404);
    const suggestions = await client.get("/search/suggestions?q=zellige");
    expect(JSON.parse(suggestions.text)).toMatchObject({ total: 1_000, isCut: true });
    const listed = await client.get("/api/products?search=zellige&limit=10&offset=990");
    expect(JSON.parse(listed.text)).toMatchObject({ total: 1_000 });
    expect(JSON.parse(listed.text).products).toHaveLength(10);
  });
});

/** Last, since the shop has no search afterwards. */
describe("a search that the shop cannot answer", () => {
  it("says so with 503, on the page and to the overlay, and keeps what was typed", async () => {
    runIn(shop, "drop trigger product_words_removed; drop table product_index");
    const answer = await search("ballerines rouges");
    expect(answer.status).toBe(503);
    expect(words(answer)).toContain("Impossible d'effectuer la recherche. Veuillez réessayer.");
    expect(attribute(field(answer), "value")).toBe("ballerines rouges");
    expect(answer.headers["cache-control"]).toContain("private");
    expect(isHidden(answer)).toBe(true);
    const json = await client.get("/search/suggestions?q=ballerines");
    expect(json.status).toBe(503);
    expect(json.headers["cache-control"]).toBe("no-store");
  });
});
