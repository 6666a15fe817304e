import { describe, expect, it } from "vitest";
import type { Answer } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { directOrder, landed, orderNumberOf, someone } from "../support/http/orders";
import { attribute, canonicalOf, productsIn, titleOf as titleIn, wordsIn } from "../support/http/reading";
import { changed } from "../support/shop/changed";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, runIn, valueIn } from "../support/shop/stored";

/** Product lists and pages over HTTP, and their form without scripts. */

/** Two colours: "tabac" in every size, "brun-ecorce" without 36 and 37. */
const SLUG = "boston-murdjajo";

const shop = servedShop();
const client = clientOf(shop);

const words = ({ text }: Answer) => wordsIn(text);
const titleOf = ({ text }: Answer) => titleIn(text);
const headingOf = ({ text }: Answer) => wordsIn(/<h1.*?<\/h1>/s.exec(text)?.[0] ?? "").trim();
const fieldsOf = ({ text }: Answer) => Object.fromEntries(formWith(text, "nom").fields);
const productForm = async () => formWith((await client.get(`/product/${SLUG}`)).text, "nom");

describe("a product's address", () => {
  it("is its slug, whatever else is asked of it", async () => {
    for (const address of [`/product/${SLUG}`, `/product/${SLUG}?couleur=brun-ecorce`]) {
      const answer = await client.get(address);
      expect(answer.status, address).toBe(200);
      expect(canonicalOf(answer), address).toBe(`/product/${SLUG}`);
      expect(formWith(answer.text, "nom").action, address).toBe(`/product/${SLUG}?envoi=1`);
    }
  });
  it("leads there from its id, for good, with what was asked and what was posted", async () => {
    const answer = await client.get("/product/p-bos-murd?couleur=brun-ecorce");
    expect(answer.status).toBe(301);
    expect(answer.location).toBe(`/product/${SLUG}?couleur=brun-ecorce`);
    expect(answer.headers["cache-control"]).toBe("public, max-age=3600");
    const posted = await client.post("/product/p-bos-murd", { intent: "ajouter" });
    expect([posted.status, posted.location]).toEqual([308, `/product/${SLUG}`]);
  });
  it("answers 404 to a form, too, when there is none", async () => {
    expect((await client.post("/product/rien", { intent: "ajouter" })).status).toBe(404);
  });
  it("preselects the first colour and its first size in stock, or those of the address", async () => {
    expect(fieldsOf(await client.get(`/product/${SLUG}`))).toMatchObject({ couleur: "tabac", pointure: "36" });
    const other = await client.get(`/product/${SLUG}?couleur=brun-ecorce&pointure=41`);
    expect(fieldsOf(other)).toMatchObject({ couleur: "brun-ecorce", pointure: "41" });
    expect(fieldsOf(await client.get(`/product/${SLUG}?couleur=x&pointure=x`))).toMatchObject({ couleur: "tabac" });
  });
  it("says what is sold out, and offers nothing to buy then (A-4)", async () => {
    const page = await client.get(`/product/${SLUG}?couleur=brun-ecorce`);
    expect(/<input[^>]*name="pointure"[^>]*value="36"[^>]*>/.exec(page.text)?.[0]).toContain('disabled=""');
    expect(words(page)).toContain("36 Rupture de stock");
    const answer = await client.get("/product/ballerine-opera");
    expect(words(answer)).toMatch(/Rupture de stock .*Aucune pointure disponible pour le moment/);
    expect(words(answer)).not.toMatch(/Ajouter au panier|Commander maintenant/);
    const add = await client.post("/product/ballerine-opera", {
      couleur: "noir-or",
      pointure: "38",
      intent: "ajouter",
    });
    expect(add.status).toBe(400);
  });
});

describe("the product's form, without scripts", () => {
  it("shows another colour with its sizes, and keeps what was typed", async () => {
    const typed = { couleur: "brun-ecorce", pointure: "36", quantite: "4", nom: "Benali" };
    const answer = await submit(client, await productForm(), typed, "couleur");
    expect(answer.status).toBe(200);
    expect(titleOf(answer)).toMatch(/^Brun écorce – /);
    const fields = fieldsOf(answer);
    expect(fields).toMatchObject({ couleur: "brun-ecorce", quantite: "4", nom: "Benali" });
    // 36 is sold out in this colour, and no size is chosen instead.
    expect(fields.pointure).toBeUndefined();
  });
  it("refuses a size that the chosen colour has no more, and offers those that it has", async () => {
    const answer = await submit(client, await productForm(), { couleur: "brun-ecorce", pointure: "36" }, "ajouter");
    expect(answer.status).toBe(400);
    expect(words(answer)).toMatch(/Il y a un problème Rupture de stock/);
    expect(fieldsOf(answer).couleur).toBe("brun-ecorce");
    expect(answer.text).toContain('href="#pointure"');
    expect(answer.text).toMatch(/<input[^>]*id="pointure"[^>]*aria-invalid="true"[^>]*value="38"/);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });
  it("adds, and comes back to the colour and size that were added", async () => {
    const choice = { couleur: "brun-ecorce", pointure: "٤٠", quantite: "٢" };
    const answer = await submit(client, await productForm(), choice, "ajouter");
    expect(answer.status).toBe(303);
    const page = await landed(client, answer);
    expect(page.location).toBeUndefined();
    expect((await submit(client, await productForm(), choice, "ajouter")).location).toBe(
      `/product/${SLUG}?couleur=brun-ecorce&pointure=40`,
    );
    expect(words(page)).toMatch(
      /Aller au contenu .*\(2 articles\).*Produit ajouté au panier avec succès ! Voir le panier Passer à la commande/,
    );
    expect(page.text.indexOf("Produit ajouté", page.text.indexOf("<main"))).toBeLessThan(page.text.indexOf("<h1"));
  });
  it("takes Enter for what was being filled in", async () => {
    const form = await productForm();
    // Without scripts a browser presses the first button.
    expect(form.buttons[0]).toEqual(["intent", "defaut"]);
    expect((await submit(client, form, {}, "defaut")).status).toBe(303);
    const delivery = formWith((await client.get("/checkout")).text, "nom");
    expect(delivery.buttons[0]).toEqual(["intent", "continuer"]);
    const order = await submit(client, form, { nom: "Benali" }, "defaut");
    expect(order.status).toBe(400);
    expect(words(order)).toContain("Le prénom est requis");
    expect((await submit(client, form, {}, "autre-chose")).status).toBe(303);
  });
  it("says the total that a larger quantity makes before it orders", async () => {
    const choice = { couleur: "tabac", pointure: "40" };
    const { send } = await directOrder(client, SLUG, { ...choice, quantite: "1" });
    const answer = await send({ quantite: "3" });
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain(
      "Le total a changé avec la quantité : 3 paires. Total à payer à la livraison : 32 000 DA, livraison comprise",
    );
    const again = await submit(client, formWith(answer.text, "nom"), {}, "commander");
    expect(orderNumberOf(again)).toBeTruthy();
  });
  it("says what is wrong with the choice and the delivery at once", async () => {
    const typed = { ...someone, commune: "", prenom: "", quantite: "0" };
    const answer = await submit(client, await productForm(), typed, "commander");
    expect(answer.status).toBe(400);
    expect(words(answer)).toMatch(
      /Indiquez une quantité entière de 1 à 10\..*Le prénom est requis.*La commune est requise/,
    );
    expect(fieldsOf(answer)).toMatchObject({ quantite: "0", nom: "Benali", wilaya: "31" });
  });
});

const tags = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b[^>]*>`, "g"))].map(([tag]) => tag);
const partOf = ({ text }: Answer, id: string) => {
  const start = text.indexOf(` id="${id}"`);
  expect(start, id).toBeGreaterThan(0);
  return text.slice(start);
};
const galleryOf = (answer: Answer) => partOf(answer, "galerie").split("<h1")[0] ?? "";
const stripOf = (answer: Answer) => galleryOf(answer).split("</section>")[0] ?? "";
const colorsOf = (html: string) => tags(html, "li").map((tag) => attribute(tag, "data-color"));

describe("the gallery", () => {
  it("says of the demonstration's pictures that they are computed", async () => {
    const said = async () => words(await client.get("/product/mule-tafna")).includes("sont des images de synthèse");
    expect(await said()).toBe(true);
    const pictures = `replace(pictures, '"mule-tafna/', '"import/')`;
    changed(shop, "products", { pictures }, "slug = 'mule-tafna'");
    expect(await said()).toBe(false);
  });

  it("shows the chosen colour's pictures, which it counts, then one of each other colour", async () => {
    const answer = await client.get("/product/mule-tafna?couleur=camel");
    const colors = colorsOf(stripOf(answer));
    expect(colors).toEqual(["camel", "camel", "camel", "vert-sauge", "noir"]);
    const more = /data-more="([^"]*)"/.exec(galleryOf(answer))?.[1];
    expect(more?.split(" ").sort()).toEqual(["noir", "vert-sauge"]);
    expect(wordsIn(galleryOf(answer))).toContain("3 photos");
    expect(attribute(tags(stripOf(answer), "section")[0] ?? "", "aria-label")).toBe("3 photos");
    // The form chooses the colour too.
    const form = formWith(answer.text, "couleur");
    expect(colorsOf(stripOf(await submit(client, form, { couleur: "noir" }, "couleur")))[0]).toBe("noir");
  });
  it("has thumbnails that are links to its pictures", async () => {
    const answer = await client.get("/product/boston-santa-cruz");
    const ids = tags(stripOf(answer), "li").map((tag) => attribute(tag, "id"));
    const links = [...galleryOf(answer).matchAll(/<a\b[^>]*href="#(photo-\d+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(4);
    expect(links).toEqual(ids);
    const alts = tags(galleryOf(answer), "img").map((image) => attribute(image, "alt") ?? "");
    const [pictures, thumbnails] = [alts.slice(0, ids.length), alts.slice(ids.length)];
    for (const alt of pictures) expect(alt).toMatch(/^Sabot Boston.*, vue de /);
    // The product's name is not repeated.
    expect(pictures.map((alt) => alt.replace("Sabot Boston Santa Cruz, ", ""))).toEqual(thumbnails);
  });
  it("has pictures that are links to files that old browsers know too", async () => {
    const strip = stripOf(await client.get("/product/boston-santa-cruz"));
    const links = tags(strip, "a").map((tag) => attribute(tag, "href") ?? "");
    expect(links).toHaveLength(tags(strip, "li").length);
    for (const [index, image] of tags(strip, "img").entries()) expect(links[index]).toBe(attribute(image, "src"));
    for (const link of links)
      expect((await client.get(link)).headers, link).toMatchObject({ "content-type": "image/jpeg" });
  });
  it("brings its first picture at once and the others when they are looked at", async () => {
    const [first = "", ...others] = tags(galleryOf(await client.get("/product/boston-santa-cruz")), "img");
    expect(first).toMatch(/fetchpriority="high"/);
    expect(first).not.toContain("lazy");
    for (const image of others) expect(image).toContain('loading="lazy"');
  });
  it("keeps the product's pictures for a colour that has none of its own", async () => {
    runIn(
      shop,
      `update products set pictures = (select json_group_array(json(value)) from json_each(pictures)
         where json_extract(value, '$.color') <> 'camel') where slug = 'mule-tafna'`,
    );
    const colors = colorsOf(stripOf(await client.get("/product/mule-tafna?couleur=camel")));
    expect(colors[0]).toBe("vert-sauge");
    expect(colors.filter((color) => color === "noir")).toHaveLength(3);
  });
  it("keeps the pictures of no colour beside those of any", async () => {
    runIn(
      shop,
      `update products set pictures = replace(pictures, '"color":"framboise"', '"color":""')
         where slug = 'boston-frenda'`,
    );
    const colors = colorsOf(stripOf(await client.get("/product/boston-frenda?couleur=prune")));
    expect(colors).toEqual(["prune", "", "", "", "", "", ""]);
  });
  it("holds three drawings 'Image non disponible' when there is no picture, said once", async () => {
    runIn(shop, "update products set pictures = '[]' where slug = 'tong-terga'");
    const gallery = galleryOf(await client.get("/product/tong-terga"));
    expect(gallery.match(/Image non disponible/g)).toHaveLength(3);
    expect(tags(gallery, "li").filter((tag) => !tag.includes('aria-hidden="true"'))).toHaveLength(1);
    expect(wordsIn(gallery)).not.toMatch(/\d+ photo/);
  });
  it("has 'Partager' as a link that writes a letter, with the page's address in it", async () => {
    const gallery = galleryOf(await client.get(`/product/${SLUG}`));
    const link = tags(gallery, "a").find((tag) => tag.includes("mailto:")) ?? "";
    const letter = new URL(attribute(link, "href") ?? "");
    expect(letter.searchParams.get("body")).toMatch(new RegExp(`^http://.*/product/${SLUG}$`));
    expect(gallery).toMatch(/Partager<\/a>/);
    expect(gallery).toContain('role="status"');
  });
  it("has 'Favoris', pressed while the product is on the wishlist", async () => {
    await client.post("/wishlist", { intent: "ajouter", produit: "p-bos-murd" });
    expect((await client.get(`/product/${SLUG}`)).text).toMatch(/<button\b[^>]*aria-pressed="true"[^>]*>.*?Favoris/s);
  });
  it("comes back from 'Favoris' to the choice of the page, also where it is sold out", async () => {
    const address = `/product/${SLUG}`;
    const press = async (choice: Record<string, string>) =>
      (await client.post(address, { ajouter: "p-bos-murd", ...choice })).location;
    const soldOut = { couleur: "brun-ecorce", pointure: "36" };
    expect(await press({ ...soldOut, quantite: "٢" })).toBe(
      `${address}?couleur=brun-ecorce&pointure=36&quantite=2&garde=liste`,
    );
    expect(await press({ ...soldOut, quantite: "0", retour: "//mal.example" })).toBe(
      `${address}?couleur=brun-ecorce&pointure=36`,
    );
    expect((await client.post(address, { retirer: "p-bos-murd", ...soldOut })).location).toBe(
      `${address}?couleur=brun-ecorce&pointure=36`,
    );
    for (const [typed, shown] of [
      ["2", "2"],
      ["٣", "3"],
      ["11", "1"],
      ["'", "1"],
    ] as const)
      expect(fieldsOf(await client.get(`${address}?quantite=${encodeURIComponent(typed)}`)).quantite).toBe(shown);
  });
});

describe("what a product is", () => {
  const steps = ({ text }: Answer) => {
    const trail = /<nav aria-label="Fil d(?:'|&#x27;)Ariane".*?<\/nav>/s.exec(text)?.[0] ?? "";
    const links = [...trail.matchAll(/<a\b[^>]*>/g)].map(([tag]) => attribute(tag, "href") ?? "");
    return { words: wordsIn(trail).trim(), links };
  };

  it("is said by title and heading, with the colour of the address", async () => {
    const mule = await client.get("/product/mule-tafna");
    expect(headingOf(mule)).toBe("Tafna – mule femme");
    expect(titleOf(mule)).toBe("Tafna – mule femme – Wahrane");
    expect(titleOf(await client.get(`/product/${SLUG}?couleur=tabac`))).toBe(
      "Boston Murdjajo – sabot, Tabac – Wahrane",
    );
  });
  it.each([
    "/femme?subcategory=femmes-mules",
    "/collection/ville-en-douceur",
    "/search?q=tafna",
    "/shop?genre=femme&tri=prix-croissant",
  ])("is part of its name on the cards of %s", async (path) => {
    const cards = [...(await client.get(path)).text.matchAll(/<a [^>]*href="\/product\/([^"?]+).*?<\/a>/gs)];
    const names = Object.fromEntries(cards.map(([card, slug = ""]) => [slug, wordsIn(card)]));
    expect(names).not.toEqual({});
    if ("mule-tafna" in names) expect(names["mule-tafna"]).toContain("Tafna – mule femme");
    for (const [slug, name] of Object.entries(names))
      expect(name, slug).toMatch(/ – (?:sandale|sabot|tong|mule|ballerine|basket) femme | – [a-z]+ [\dP]/);
  });
  it("is shown by a card's second picture as well, of the colour that the card shows", async () => {
    const seconds = async (path: string, slug: string) => {
      const [card = ""] =
        new RegExp(`<a [^>]*href="/product/${slug}[?"].*?</a>`, "s").exec((await client.get(path)).text) ?? [];
      return attribute(/<span[^>]* data-second[^>]*>/.exec(card)?.[0] ?? "", "data-second");
    };
    const cruz = "boston-santa-cruz";
    expect(await seconds("/search?q=santa+cruz", cruz)).toBe(`${cruz}/taupe-side`);
    expect(await seconds("/search?q=santa+cruz+bleu+nuit", cruz)).toBe(`${cruz}/bleu-nuit-side`);
    // This colour has one picture.
    expect(await seconds("/search?q=misserghin+miel", "boston-misserghin")).toBeUndefined();
    expect((await client.get(`/pictures/${cruz}/taupe-side-400.avif`)).status).toBe(200);
    runIn(shop, "update products set pictures = '[]', picture = null where slug = 'tong-rachgoun'");
    expect(await seconds("/search?q=rachgoun", "tong-rachgoun")).toBeUndefined();
  });
  it("is part of its name on new arrivals, below for whom it is", async () => {
    const text = words(await client.get("/nouveaute"));
    expect(text).toMatch(/Femme , [^–,]+ – (?:sandale|sabot|tong|mule|ballerine|basket) \D*\d/);
  });
  it("is part of its name on the wishlist and among what the search suggests", async () => {
    await client.post("/wishlist", { intent: "ajouter", produit: "p-fmu-tafn" });
    expect(words(await client.get("/wishlist"))).toContain("Tafna – mule femme");
    const { products } = JSON.parse((await client.get("/search/suggestions?q=tafna")).text);
    expect(products[0].name).toBe("Tafna – mule femme");
  });
  it("is where its breadcrumb leads: to pages that list it, as the data for search engines have it", async () => {
    const trail = "Accueil / Boston / Cuir huilé / Boston Murdjajo";
    const links = ["/", "/category/boston", "/category/boston?subcategory=boston-cuir-huile"];
    const page = await client.get(`/product/${SLUG}`);
    expect(steps(page)).toEqual({ words: trail, links });
    const names = [...page.text.matchAll(/"position":\d+,"name":"([^"]*)","item":"https?:\/\/[^/"]+([^"]*)"/g)];
    expect(names.map(([, name]) => name).join(" / ")).toBe(trail);
    expect(names.map(([, , path]) => path)).toEqual([...links, `/product/${SLUG}`]);
    for (const link of links.slice(1)) {
      let found = false;
      for (let path: string | undefined = link; path && !found; ) {
        const list: Answer = await client.get(path);
        expect(list.status, path).toBe(200);
        found = productsIn(list.text).includes(SLUG);
        const next = [...list.text.matchAll(/<a\b[^>]*>/g)].find(([tag]) => attribute(tag, "rel") === "next");
        path = next && attribute(next[0], "href");
      }
      expect(found, link).toBe(true);
    }
  });
  it("leads through the shop when its category is none that a page shows", async () => {
    // Pages of categories list what is in them and one level below.
    inDatabase(shop, (database) => {
      database.exec(
        `insert into categories (id, slug, name, description, parent_id, position)
         values ('c-fond', 'fond', 'Fond', '', 'c-homme-tongs', 99)`,
      );
      database.exec("update products set category_id = 'c-fond' where slug = 'tong-sbiaat'");
    });
    const page = await client.get("/product/tong-sbiaat");
    expect(steps(page)).toEqual({ words: "Accueil / Boutique / Sbiaat", links: ["/", "/shop"] });
  });
});

describe("what the page says of a product", () => {
  it("has description, specifications with its care, and reviews under headings", async () => {
    const details = partOf(await client.get(`/product/${SLUG}`), "details");
    for (const title of ["Description", "Spécifications", "Avis"]) expect(details).toContain(`<h2>${title}</h2>`);
    expect(details).toMatch(/<h3[^>]*>Entretien<\/h3><p[^>]*>[^<]{10,}</);
  });

  it("has the discount in a badge, and both prices for screen readers", async () => {
    const answer = await client.get("/product/sandale-corales");
    expect(wordsIn(galleryOf(answer))).toContain("−24 %");
    expect(words(answer)).toContain("Prix 5 200 DA Ancien prix 6 900 DA");
    expect(answer.text).toMatch(/<s[^>]*>6\u202f900/);
    const full = await client.get(`/product/${SLUG}`);
    expect(wordsIn(galleryOf(full))).not.toMatch(/−\d+ %/);
    expect(words(full)).not.toContain("Ancien prix");
  });
  it("has name, reference, and the rating of reviews that can be read", async () => {
    const answer = await client.get(`/product/${SLUG}`);
    expect(headingOf(answer)).toBe("Boston Murdjajo – sabot");
    expect(words(answer)).toContain("Référence : BOS-MURD");
    // The catalogue counts 88 ratings, which nobody can read.
    expect(words(answer)).not.toContain("sur 5");
    const reviewed = await client.get("/product/boston-tlemcen");
    expect(words(reviewed)).toMatch(/★ 4,7 sur 5 · 3 avis/);
    expect(reviewed.text).toMatch(/<a\b[^>]*href="#avis"/);
  });
  it("says how many pairs are left from three on", async () => {
    const stock = async (pairs: number) => {
      runIn(
        shop,
        `update variants set stock = ? where size = 40 and color_slug = 'tabac'
             and product_id = (select id from products where slug = ?)`,
        pairs,
        SLUG,
      );
      return words(await client.get(`/product/${SLUG}?couleur=tabac&pointure=40`));
    };
    expect(await stock(4)).toContain("Tabac, pointure 40 : En stock");
    expect(await stock(3)).toContain("Tabac, pointure 40 : Plus que 3 en stock !");
    expect(await stock(1)).toContain("Tabac, pointure 40 : Plus que 1 en stock !");
    expect(await stock(0)).toContain("40 Rupture de stock");
    await stock(9);
  });
  it("says how many there are at most when the cart holds some already", async () => {
    const chosen = "color_slug = 'brun-ecorce' and size = 40 and product_id = 'p-bos-murd'";
    const variante = String(valueIn(shop, `select id from variants where ${chosen}`));
    const stock = (pairs: number) => runIn(shop, `update variants set stock = ${pairs} where ${chosen}`);
    const add = async (quantite: string) =>
      submit(client, await productForm(), { couleur: "brun-ecorce", pointure: "40", quantite }, "ajouter");
    stock(6);
    expect((await add("5")).status).toBe(303);
    expect(words(await add("5"))).toMatch(
      /Avec ce que contient déjà votre panier, il n'y en a pas assez\. Plus que 6 en stock !/,
    );
    stock(500);
    await client.post("/cart", { intent: "quantite", variante, quantite: "99" });
    const beyond = await add("5");
    expect(beyond.status).toBe(400);
    expect(words(beyond)).toMatch(/Votre panier contient déjà cet article\. 99 au plus de chaque article/);
    expect(words(beyond)).not.toContain("Votre panier est plein");
    stock(9);
  });
  it("offers a colour that left its list while pairs of it are there", async () => {
    const colors = `(select json_group_array(json(value)) from json_each(colors) where value ->> 'slug' <> 'brun-ecorce')`;
    changed(shop, "products", { colors }, `slug = '${SLUG}'`);
    const answer = await client.get(`/product/${SLUG}?couleur=brun-ecorce&pointure=41`);
    expect(fieldsOf(answer)).toMatchObject({ couleur: "brun-ecorce", pointure: "41" });
  });
  it("says that a colour has no size left while others have", async () => {
    runIn(
      shop,
      `update variants set stock = 0 where color_slug = 'brun-ecorce'
           and product_id = (select id from products where slug = ?)`,
      "boston-murdjajo",
    );
    const answer = await client.get(`/product/${SLUG}?couleur=brun-ecorce`);
    expect(words(answer)).toContain("Aucune pointure disponible pour le moment");
    expect(words(answer)).toContain("Ajouter au panier");
  });
  it("has a quantity from 1 to 10 that works by itself", async () => {
    const answer = await client.get(`/product/${SLUG}`);
    const field = tags(answer.text, "input").find((tag) => attribute(tag, "name") === "quantite") ?? "";
    // A field of type "number" takes no Arabic digits.
    expect(["type", "inputMode", "value"].map((name) => attribute(field, name))).toEqual(["text", "numeric", "1"]);
    // Buttons for scripts come with the scripts.
    expect(answer.text).not.toMatch(/<button\b[^>]*type="button"/);
  });
  it("has a size guide in centimetres, for adults or for children, that marks the sizes of this model", async () => {
    const guide = async (slug: string) => {
      const choice = partOf(await client.get(`/product/${slug}`), "pointures").split("</details>")[0] ?? "";
      const details = choice.slice(choice.indexOf("<details"));
      expect(wordsIn(details)).toContain("Guide des pointures");
      expect(details).toContain('<th scope="col">Ce modèle</th>');
      const rows = [...details.matchAll(/<th scope="row">(\d+)<\/th><td>([\d,]+)<\/td>(<td>oui<\/td>)?/g)];
      const marked = rows.flatMap(([, size, , isMade]) => (isMade ? [size] : []));
      return [`${rows[0]?.[1]}: ${rows[0]?.[2]}`, `${rows.at(-1)?.[1]}: ${rows.at(-1)?.[2]}`, rows.length, marked];
    };
    const adult = ["36: 23", "46: 29,5", 11];
    expect(await guide("mule-tafna")).toEqual([...adult, ["36", "37", "38", "39", "40", "41"]]);
    expect(await guide("mule-saida")).toEqual([...adult, ["40", "41", "42", "43", "44", "45", "46"]]);
    expect(await guide("sandale-petit-crabe")).toEqual(["28: 17,5", "35: 22,5", 8, expect.any(Array)]);
  });
  it.each([
    ["sandale-miramar", "Taille petit : prenez une pointure au-dessus"],
    ["boston-frenda", "Taille normalement : prenez votre pointure habituelle"],
    ["sandale-cap-falcon", "Taille grand : prenez une pointure au-dessous"],
    [SLUG, undefined],
  ])("says at the sizes of %s how it fits: %s", async (slug, fit) => {
    const answer = await client.get(`/product/${slug}`);
    const [sizes = ""] = /<fieldset(?:(?!<fieldset).)*<legend[^>]*>Pointure<.*?<\/fieldset>/s.exec(answer.text) ?? [];
    const hint = attribute(/<fieldset[^>]*>/.exec(sizes)?.[0] ?? "", "aria-describedby");
    expect(hint === undefined).toBe(fit === undefined);
    if (fit) {
      expect(wordsIn(sizes)).toContain(`Pointure ${fit} 36`);
      expect(sizes).toMatch(new RegExp(`id="${hint}">Taille `));
    } else expect(words(answer)).not.toMatch(/Taille (?:petit|normalement|grand) :/);
  });
  it("says what it is made of, unless nobody said it or a specification says it more exactly", async () => {
    const specifications = async (slug: string) => {
      const answer = await client.get(`/product/${slug}`);
      return wordsIn(/<section id="specifications".*?<\/dl>/s.exec(answer.text)?.[0] ?? "");
    };
    const dataOf = async (slug: string) => (await client.get(`/product/${slug}`)).text;
    expect(await specifications("mule-tafna")).toMatch(/^ *Spécifications +Matière +Daim /);
    expect(await dataOf("mule-tafna")).toContain('"material":"Daim"');
    const exact = await specifications("tong-ile-paloma");
    expect(exact.match(/Matière +\S+ \S+/g)).toEqual(["Matière EVA injectée"]);
    runIn(shop, "update products set material = '' where slug = 'mule-tafna'");
    expect(await specifications("mule-tafna")).not.toContain("Matière");
    expect(await dataOf("mule-tafna")).not.toContain('"material"');
  });
  it("has four similar products and the way to all", async () => {
    const neighbours = partOf(await client.get(`/product/${SLUG}`), "similaires").split("<footer")[0] ?? "";
    expect(wordsIn(neighbours)).toContain("Produits similaires");
    const links = tags(neighbours, "a").map((tag) => attribute(tag, "href"));
    expect(links).toContain("/shop");
    const similar = links.filter((link) => link?.startsWith("/product/"));
    expect(new Set(similar).size).toBe(4);
    expect(similar).not.toContain(`/product/${SLUG}`);
  });
  it("has its four notices", async () => {
    const { text } = await client.get(`/product/${SLUG}`);
    const promises = wordsIn(text.slice(text.indexOf('href="#commander"')).split("</ul>")[0] ?? "").replace(/ +/g, " ");
    for (const notice of [
      "Livraison dans les 58 wilayas Entre 1 et 5 jours",
      "Paiement à la livraison",
      "Retours acceptés sous 30 jours, gratuits les 7 premiers jours",
      "Nous vous appelons dans les 24 h",
    ])
      expect(promises).toContain(notice);
  });
  it("says what only stands there once: the browser is not handed it again as data", async () => {
    const { text } = await client.get("/product/boston-santa-cruz");
    const handedOver = [...text.matchAll(/ data-pro(?:ps|duct)="([^"]*)"/g)].map(([, data]) => data).join(" ");
    expect(handedOver.length).toBeLessThan(2000);
    expect(handedOver).toContain("terre-cuite");
    expect(handedOver).not.toMatch(/Celui par lequel|Tamanrasset|boston-sebkha|three_quarter/);
    expect(text).not.toContain("__remixContext");
    // One in each list of wilayas.
    expect(text.match(/Tamanrasset/g)).toHaveLength(2);
  });
});
