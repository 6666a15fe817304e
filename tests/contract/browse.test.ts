import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/http/client";
import { attribute, canonicalOf, mainOf, titleOf, words, wordsIn } from "../support/http/reading";
import { changed } from "../support/shop/changed";
import { clientOf, failingShop } from "../support/shop/served-shop";
import { inDatabase, rowsIn, runIn, valuesIn } from "../support/shop/stored";

/** Lists over HTTP: audiences, new arrivals, categories, collections, the sale. */

const { shop, fail } = failingShop();
const client = clientOf(shop, beforeAll);

beforeAll(() => {
  // A category and a collection of several pages, made before the shop counts.
  inDatabase(shop, (database) => {
    const columns = database.prepare<[], string>("select name from pragma_table_info('products')").pluck().all();
    const other: Record<string, string> = {
      id: "'grande-' || id",
      slug: "'grande-' || slug",
      sku: "'GRANDE-' || sku",
      category_id: "'c-grande'",
      collection_id: "'g-grande'",
      old_price: "null",
      is_new: "0",
      is_bestseller: "0",
    };
    database.exec(`
      insert into categories values ('c-grande', 'grande', 'Grande', '', null, null, 90);
      insert into collections values ('g-grande', 'grande', 'Grande', 'Tout.', null, null, 90);
      insert into products (${columns.join()})
      select ${columns.map((name) => other[name] ?? name).join()} from products limit 25;
    `);
  });
});

const headings = (answer: Answer, level: number) =>
  [...mainOf(answer).matchAll(new RegExp(`<h${level}\\b.*?</h${level}>`, "gs"))].map(([heading]) =>
    wordsIn(heading).trim(),
  );
const links = (answer: Answer, pattern: RegExp) => {
  const tags = [...mainOf(answer).matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, "href") ?? "");
  return [...new Set(tags)].filter((href) => pattern.test(href));
};
const products = (answer: Answer) => links(answer, /^\/product\//).map((href) => href.slice("/product/".length));
const collections = (answer: Answer) =>
  links(answer, /^\/collection\//).map((href) => href.slice("/collection/".length));
/** Counts may be seconds old, lists are not. */
function slugsWhere(condition: string): string[] {
  const slugs = valuesIn<string>(shop, `select slug from products where active = 1 and (${condition})`);
  expect(slugs, condition).not.toEqual([]);
  return slugs;
}
/** Kept pages are valid until something changes, and are shown whatever fails. */
const change = () => runIn(shop, "update published set version = version + 1");
async function whileFailing<Result>(tables: string, work: () => Promise<Result>): Promise<Result> {
  fail(tables);
  try {
    return await work();
  } finally {
    fail("");
  }
}

describe("addresses that were moved", () => {
  it.each([
    ["/men", "/homme"],
    ["/women", "/femme"],
    ["/kids", "/enfant"],
    ["/new", "/nouveaute"],
    ["/products", "/shop"],
    ["/Men", "/homme"],
    ["/PRODUCTS", "/shop"],
    ["/NEW//", "/nouveaute"],
    ["/%6Den", "/homme"],
    ["/Collections/premium/", "/collection/premium"],
    ["/collections/premium", "/collection/premium"],
    ["/category/homme", "/homme"],
    ["/category/femmes", "/femme"],
    ["/category/enfant", "/enfant"],
    ["/collection/g-premium", "/collection/premium"],
  ])("%s is %s for good, with what was asked of it", async (path, target) => {
    const answer = await client.get(`${path}?tri=prix-croissant`);
    expect(answer.status).toBe(301);
    expect(answer.location).toBe(`${target}?tri=prix-croissant`);
    expect((await client.get(target)).status).toBe(200);
  });

  it.each(["/men", "/collections/premium", "/collection/g-premium", "/category/homme"])(
    "%s may lead elsewhere after an hour",
    async (path) => expect((await client.get(path)).headers["cache-control"]).toBe("public, max-age=3600"),
  );

  it("keeps to this shop whatever the slug says", async () => {
    const { location } = await client.get("/collections/%2F%2Fevil.example");
    expect(location).toBe("/collection/%2F%2Fevil.example");
    expect((await client.get(location ?? "")).status).toBe(404);
  });
});

const audiences = [
  { path: "/femme", name: "Femme", word: "femme", slug: "femmes", count: 4 },
  { path: "/homme", name: "Homme", word: "homme", slug: "homme", count: 3 },
  { path: "/enfant", name: "Enfant", word: "enfant", slug: "enfant", count: 2 },
];

describe.each(audiences)("$path", ({ path, name, word, slug, count }) => {
  const family = `gender = '${word}' or category_id = 'c-${slug}' or category_id like 'c-${slug}-%'`;

  it("has its banner, its chips, its sub-categories as cards and its products", async () => {
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(titleOf(answer.text)).toBe(`Collection ${name} – Wahrane`);
    expect(headings(answer, 1)).toEqual([`Collection ${name}`]);
    expect(headings(answer, 2)).toEqual(
      expect.arrayContaining([`Nos modèles pour ${word}`, "Nos catégories", "Tous les modèles"]),
    );
    expect(words(answer)).toContain(" Tous Meilleures ventes Nouveautés Sandales ");
    expect(words(answer)).not.toContain("Collections ");
    const parts = valuesIn<string>(shop, `select slug from categories where parent_id = 'c-${slug}'`);
    const offered = links(answer, /subcategory=/).map((href) =>
      new URLSearchParams(href.split("?")[1]).get("subcategory"),
    );
    expect(new Set(offered)).toEqual(new Set(["bestsellers", "new", ...parts]));
    expect(answer.text).toMatch(/<img[^>]*fetchpriority="high"/i);
  });
  it("shows every product of its gender or its categories, and no other", async () => {
    const pages = await Promise.all(["", "?page=2", "?page=3"].map((query) => client.get(path + query)));
    const seen = pages.flatMap(products);
    expect(new Set(seen)).toEqual(new Set(slugsWhere(family)));
  });
  it.each([
    ["bestsellers", "Meilleures ventes", "is_bestseller = 1"],
    ["new", "Nouveautés", "is_new = 1"],
  ])("chip %s: collections of the audience, products that are marked so", async (chip, label, condition) => {
    const answer = await client.get(`${path}?subcategory=${chip}`);
    expect(titleOf(answer.text)).toBe(`${label} – Collection ${name} – Wahrane`);
    expect(headings(answer, 2)).toEqual(expect.arrayContaining([`Collections ${name} (${count})`, label]));
    expect(collections(answer)).toHaveLength(count);
    expect(words(answer)).not.toContain("Nos catégories");
    expect(new Set(products(answer))).toEqual(new Set(slugsWhere(`(${family}) and ${condition}`)));
  });
  it("a sub-category preselects its chip: its collections and its products only", async () => {
    const part = `${slug}-sandales`;
    const answer = await client.get(`${path}?subcategory=${part}`);
    expect(titleOf(answer.text)).toBe(`Sandales – Collection ${name} – Wahrane`);
    expect(/<a\b[^>]*aria-current="true"[^>]*>/.exec(answer.text)?.[0]).toContain(`subcategory=${part}`);
    expect(new Set(products(answer))).toEqual(new Set(slugsWhere(`category_id = 'c-${part}'`)));
    const held = valuesIn<string>(
      shop,
      `select distinct c.slug from collections c join products p on p.collection_id = c.id
           where p.category_id = 'c-${part}'`,
    );
    expect(held.length).toBeGreaterThan(0);
    expect(new Set(collections(answer))).toEqual(new Set(held));
    expect(headings(answer, 2)).toContain(`Collections ${name} (${held.length})`);
  });
  it("takes a chip that it does not know for none", async () => {
    for (const query of [
      "subcategory=rien",
      "subcategory=boston-daim",
      `subcategory=${slug}-sandales&subcategory=new`,
    ]) {
      const answer = await client.get(`${path}?${query}`);
      expect(answer.status, query).toBe(200);
      expect(headings(answer, 2), query).toContain("Nos catégories");
      expect(canonicalOf(answer), query).toBe(path);
    }
  });
  it("has the refine panel behind 'Filtres', which keeps the chip", async () => {
    const answer = await client.get(`${path}?subcategory=${slug}-sandales`);
    expect(words(answer)).toMatch(
      / Filtres Affiner la recherche Entre parenthèses, le nombre de produits\. Pointure .* Prix .* Couleur /,
    );
    expect(answer.text).toMatch(new RegExp(`<form[^>]*method="get"[^>]*action="${path}"`));
    expect(answer.text).toContain(`<input type="hidden" name="subcategory" value="${slug}-sandales"/>`);
  });
  it("narrows its products, and its chips keep that", async () => {
    const answer = await client.get(`${path}?subcategory=${slug}-sandales&prix-max=4000&tri=prix-croissant`);
    expect(new Set(products(answer))).toEqual(
      new Set(slugsWhere(`category_id = 'c-${slug}-sandales' and price <= 4000`)),
    );
    expect(links(answer, /subcategory=new/)[0]).toBe(`${path}?subcategory=new&prix-max=4000&tri=prix-croissant`);
    // Filters do not apply to collections.
    expect(collections(answer).length).toBeGreaterThan(0);
  });
  it("says so when there is no collection", async () => {
    runIn(
      shop,
      "insert into categories values (?, ?, 'Bottes', '', ?, null, 99)",
      `c-${slug}-bottes`,
      `${slug}-bottes`,
      `c-${slug}`,
    );
    const answer = await client.get(`${path}?subcategory=${slug}-bottes`);
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain(`Collections ${name} Aucune collection ${word} trouvée.`);
    expect(words(answer)).toContain("Aucun produit trouvé");
  });
  it("comes without its collections when only these cannot be loaded", async () => {
    const answer = await whileFailing("collections", () => client.get(`${path}?subcategory=${slug}-sandales`));
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain(`Collections ${name} Une erreur est survenue lors du chargement des collections.`);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    expect(products(answer).length).toBeGreaterThan(0);
    expect((await client.get(`${path}?subcategory=${slug}-sandales`)).text).not.toContain("Une erreur est survenue");
  });
});

describe("/nouveaute", () => {
  it("has its hero, its two buttons and its chips in their order", async () => {
    const answer = await client.get("/nouveaute");
    expect(titleOf(answer.text)).toBe("Nouveautés – Wahrane");
    expect(headings(answer, 1)).toEqual(["Découvrez nos nouveautés"]);
    expect(words(answer)).toContain(
      "Nouvelle collection Découvrez nos nouveautés Explorer la collection Filtrer par genre",
    );
    expect(words(answer)).toContain(" Tous Femme Homme Mixte Sandales Sabots Chaussures Meilleures ventes ");
    expect(words(answer)).toMatch(
      / Filtres Affiner la recherche Entre parenthèses, le nombre de produits\. Pointure .* Prix /,
    );
  });
  it("its buttons lead to the grid, and to the gender filter, which is open", async () => {
    const answer = await client.get("/nouveaute?filtre=femme");
    const target = (label: string) =>
      new RegExp(`href="([^"]*)#([^"]+)"[^>]*>${label}`).exec(answer.text)?.slice(1) ?? [];
    const [here, grid] = target("Explorer la collection");
    expect(here).toBe("");
    expect(answer.text.indexOf(`id="${grid}"`)).toBeGreaterThan(0);
    const [path = "", filter] = target("Filtrer par genre");
    const panel = /<details\b[^>]*\bopen\b.*?<\/details>/s.exec((await client.get(path)).text)?.[0] ?? "";
    expect(panel).toMatch(new RegExp(`<fieldset id="${filter}".*?>Genre</legend>.*?Femme.*?Homme.*?Mixte`, "s"));
    expect(answer.text).not.toMatch(/<details class="filters" open/);
    // The sheet of a list of one gender has no such filter: the link is followed.
    expect(answer.text).not.toMatch(/data-panel="refine"[^>]*>Filtrer par genre/);
    expect((await client.get("/nouveaute")).text).toMatch(/data-panel="refine"[^>]*>Filtrer par genre/);
  });
  it("keeps the way to the grid where all are of one gender, and shows no filter of genders then", async () => {
    changed(shop, "products", { gender: "'femme'" }, "true");
    const answer = words(await client.get("/nouveaute"));
    expect(answer).toContain("Explorer la collection");
    expect(answer).not.toContain("Filtrer par genre");
  });
  it.each([
    ["", ""],
    ["?filtre=femme", "gender = 'femme'"],
    ["?filtre=homme", "gender = 'homme'"],
    ["?filtre=mixte", "gender = 'mixte'"],
    ["?filtre=sandales", "kind = 'sandales'"],
    ["?filtre=sabots", "kind = 'sabots'"],
    ["?filtre=chaussures", "kind in ('mules', 'ballerines', 'baskets')"],
    ["?filtre=bestsellers", "is_bestseller = 1"],
    ["?filtre=rien", ""],
  ])("%s shows what is new of it", async (query, condition) => {
    const wanted = slugsWhere(`is_new = 1 ${condition && `and ${condition}`}`);
    expect(wanted.length).toBeGreaterThan(0);
    expect(new Set(products(await client.get(`/nouveaute${query}`)))).toEqual(new Set(wanted));
  });
  it("has the columns of other lists, whose cards come 0.2 s one after the other", async () => {
    expect((await client.get("/nouveaute")).text).toContain('<ul data-reveal="fade 600 0 200" class="products">');
  });
  it("a card says that it is new, whether it sells best, for whom, name, price, colours", async () => {
    const answer = await client.get("/nouveaute?filtre=bestsellers");
    const card = /<a\b[^>]*href="\/product\/mule-tafna".*?<\/a>/s.exec(answer.text)?.[0] ?? "";
    const said = words({ text: `<main>${card}</main>` } as Answer).replaceAll(" , ", " ");
    expect(said.trim()).toBe(
      "Nouveau Best-seller Femme Tafna – mule 7 600 DA ★ 4,7 sur 5 · 3 avis Vert sauge Camel Noir Voir",
    );
    const plain = await client.get("/nouveaute?filtre=sandales");
    expect(words(plain)).not.toContain("Best-seller ,");
  });
});

describe("/categories", () => {
  it("shows the top-level ones with what is in them, and how much", async () => {
    const answer = await client.get("/categories");
    expect(titleOf(answer.text)).toBe("Nos Catégories – Wahrane");
    expect(headings(answer, 1)).toEqual(["Nos Catégories"]);
    expect(headings(answer, 2)).toEqual(["Femmes", "Homme", "Enfant", "Boston", "Grande"]);
    const count = slugsWhere("category_id = 'c-femmes-sandales'").length;
    expect(words(answer)).toContain(` Sandales ${count} produits , Femmes `);
    expect(words(answer)).toMatch(/ Tongs 1 produit , \w+ /);
    expect(links(answer, /^\/(homme|femme|enfant|category\/[\w-]+)$/)).toEqual([
      "/femme",
      "/homme",
      "/enfant",
      "/category/boston",
      "/category/grande",
    ]);
    expect(links(answer, /\?/)).toEqual(
      expect.arrayContaining(["/femme?subcategory=femmes-sandales", "/category/boston?subcategory=boston-daim"]),
    );
  });
});

describe("/category/{slug}", () => {
  it("shows sub-categories as cards, its collections and its products", async () => {
    const answer = await client.get("/category/boston");
    expect(titleOf(answer.text)).toBe("Boston – Wahrane");
    expect(headings(answer, 1)).toEqual(["Boston"]);
    expect(headings(answer, 2)).toEqual(expect.arrayContaining(["Nos catégories", "Collections Boston (1)"]));
    expect(links(answer, /^\/category\/boston\?/)).toHaveLength(4);
    expect(words(answer)).toContain("Accueil / Catégories / Boston");
    expect(new Set(products(answer))).toEqual(new Set(slugsWhere("category_id like 'c-boston-%'")));
  });
  it("a card filters to that part: its collections and its products", async () => {
    const answer = await client.get("/category/boston?subcategory=boston-cuir-huile");
    expect(titleOf(answer.text)).toBe("Cuir huilé – Boston – Wahrane");
    expect(collections(answer)).toEqual(["cuirs-patines"]);
    expect(new Set(products(answer))).toEqual(new Set(slugsWhere("category_id = 'c-boston-cuir-huile'")));
    expect(/<a\b[^>]*aria-current="true"[^>]*>/.exec(answer.text)?.[0]).toContain("boston-cuir-huile");
    const unknown = await client.get("/category/boston?subcategory=rien");
    expect(products(unknown)).toEqual(products(await client.get("/category/boston")));
  });
  it("is there for any top-level category, also when nothing is in it", async () => {
    runIn(shop, "insert into categories values ('c-vide', 'vide', 'Vide', '', null, null, 98)");
    const answer = await client.get("/category/vide");
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain("Aucune catégorie ou collection disponible");
    expect((await client.get("/categories")).text).not.toContain('href="/category/vide"');
    changed(shop, "products", { category_id: "'c-vide'" }, "id = 'p-bos-cruz'");
    const held = await client.get("/category/vide");
    expect(products(held)).toEqual(["boston-santa-cruz"]);
    expect(words(held)).not.toContain("Aucune catégorie ou collection disponible");
    // Nor is it empty when its filters find nothing.
    expect(words(await client.get("/category/vide?prix-max=1"))).not.toContain("Aucune catégorie");
  });
  it("answers 404 with its own words at the address of a lower one", async () => {
    const answer = await client.get("/category/boston-daim");
    expect(answer.status).toBe(404);
    expect(headings(answer, 1)).toEqual(["Catégorie non trouvée"]);
    expect(titleOf(answer.text)).toContain("Catégorie non trouvée");
    expect(answer.text).toContain('href="/categories"');
  });
});

describe("/collections", () => {
  it("shows each with picture, name, description and 'Voir Collection'", async () => {
    const answer = await client.get("/collections");
    expect(titleOf(answer.text)).toBe("Collections – Wahrane");
    const rows = rowsIn<{ slug: string; name: string; description: string; image: string | null }>(
      shop,
      "select * from collections",
    );
    expect(new Set(collections(answer))).toEqual(new Set(rows.map(({ slug }) => slug)));
    for (const { name, description, image } of rows) {
      expect(words(answer)).toContain(`${name} ${description} Voir Collection`.replace(/[\s\u00a0\u202f]+/g, " "));
      if (image) expect(answer.text).toContain(`/pictures/${image}-400.avif`);
    }
  });
  it("says that they cannot be loaded, and offers to try again", async () => {
    change();
    const answer = await whileFailing("collections", () => client.get("/collections"));
    expect(answer.status).toBe(503);
    expect(words(answer)).toContain("Impossible de charger les collections");
    expect(answer.text).toMatch(/<a\b[^>]*href="\/collections"[^>]*>Réessayer/);
    expect(answer.text).toMatch(/<header[\s\S]*<footer/);
  });
});

describe("/collection/{id or slug}", () => {
  it("has its hero, its breadcrumb, its count and its products", async () => {
    const answer = await client.get("/collection/cuirs-patines");
    const wanted = slugsWhere("collection_id = 'g-cuirs-patines'");
    expect(titleOf(answer.text)).toBe("Cuirs patinés – Collection – Wahrane");
    expect(canonicalOf(answer)).toBe("/collection/cuirs-patines");
    expect(headings(answer, 1)).toEqual(["Cuirs patinés"]);
    expect(words(answer)).toContain("Accueil / Collections / Cuirs patinés");
    expect(links(answer, /^\/$|^\/collections$/)).toEqual(["/", "/collections"]);
    expect(words(answer)).toContain("Des cuirs qui vieillissent bien.");
    expect(words(answer)).toContain(` ${wanted.length} produits `);
    expect(new Set(products(answer))).toEqual(new Set(wanted));
    expect(answer.text).toContain('"@type":"BreadcrumbList"');
    expect(answer.text).toMatch(/<meta property="og:image" content="[^"]*\/pictures\/[^"]+-800\.\w+"/);
  });
  it("says 'Voir plus' where there is more, and leads to it", async () => {
    const first = await client.get("/collection/grande");
    expect(words(first)).toContain(" 25 produits ");
    expect(products(first)).toHaveLength(20);
    expect(first.text).toMatch(/<a\b[^>]*href="\/collection\/grande\?page=2"[^>]*>Voir plus/);
    const second = await client.get("/collection/grande?page=2");
    expect(products(second)).toHaveLength(5);
    expect(second.text).not.toContain("Voir plus");
    expect(canonicalOf(second)).toBe("/collection/grande?page=2");
    expect((await client.get("/collection/grande?page=3")).status).toBe(404);
  });
  it("says that it is empty", async () => {
    runIn(shop, "insert into collections values ('g-vide', 'vide', 'Vide', 'Bientôt.', null, null, 99)");
    const answer = await client.get("/collection/vide");
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain("Aucun produit trouvé");
  });
  it.each([
    ["collections", "Impossible de charger la collection"],
    ["products", "Impossible de charger les produits"],
  ])("says what cannot be loaded while the shop does not answer (%s)", async (table, text) => {
    const answer = await whileFailing(table, () => client.get("/collection/fin-de-semaine"));
    expect(answer.status).toBe(503);
    expect(words(answer)).toContain(text);
    expect(links(answer, /^\/collections$/)).toHaveLength(1);
    expect(answer.text).toMatch(/<header[\s\S]*<footer/);
  });
});

describe.each([
  ["new", "New", "Nouveautés", "is_new"],
  ["bestsellers", "Bestsellers", "Meilleures ventes", "is_bestseller"],
])("a sub-category that is called as the chip %s", (slug, name, label, column) => {
  it("is listed under its address, and the chip is left out", async () => {
    runIn(
      shop,
      `
        insert into categories values ('c-homme-${slug}', '${slug}', '${name}', '', 'c-homme', null, 97);
        update products set category_id = 'c-homme-${slug}' where id =
          (select id from products where category_id = 'c-homme-sandales' and active = 1 and ${column} = 0 limit 1);
      `,
    );
    const page = await client.get(`/homme?subcategory=${slug}`);
    expect(titleOf(page.text)).toBe(`${name} – Collection Homme – Wahrane`);
    expect(products(page)).toEqual(slugsWhere(`category_id = 'c-homme-${slug}'`));
    expect(mainOf(page)).not.toMatch(new RegExp(`<a [^>]*>${label}</a>`));
    expect(links(page, new RegExp(`subcategory=${slug}$`))).toHaveLength(1);
  });
});

describe("the hearts of a list", () => {
  it("are empty while the shop cannot tell which are full, and the list is there", async () => {
    await client.post("/wishlist", { ajouter: "p-bos-cruz" });
    await client.get("/wishlist");
    const full = / name="retirer" value="p-bos-cruz"/;
    expect((await client.get("/category/boston")).text).toMatch(full);
    change();
    const answer = await whileFailing("wishlist_items", () => client.get("/category/boston"));
    expect(answer.status).toBe(200);
    expect(products(answer).length).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(full);
  });
});

describe("/sales/summer", () => {
  it("lists what is reduced, all of it and nothing else", async () => {
    const answer = await client.get("/sales/summer");
    expect(new Set(products(answer))).toEqual(new Set(slugsWhere("old_price > price")));
  });
});

describe("without any collection", () => {
  it("/collections says so", async () => {
    runIn(shop, "update products set collection_id = null; delete from collections");
    const answer = await client.get("/collections");
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain("Aucune collection disponible pour le moment.");
  });
});
