import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formWith, submit } from "../support/forms";
import { type Answer, Client, titleOf as titleIn } from "../support/http";
import { directOrder, orderNumberOf, someone } from "../support/orders";
import { type RunningShop, startShop } from "../support/shop-server";

/** The listing and the product page over HTTP: what an address shows, and what the product's form answers without scripts. */

/** Two colours: "tabac" in every size, "brun-ecorce" without 36 and 37. */
const SLUG = "boston-murdjajo";

let shop: RunningShop;
let client: Client;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop?.stop());

beforeEach(() => {
  client = new Client(shop.url);
});

const words = (answer: Answer) =>
  answer.text
    .replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0\u202f]+/g, " ");
const titleOf = ({ text }: Answer) => titleIn(text);
const canonicalOf = ({ text }: Answer) => /<link rel="canonical" href="[^"]*?:\d+(\/[^"]*)"/.exec(text)?.[1];
const fieldsOf = ({ text }: Answer) => Object.fromEntries(formWith(text, "nom").fields);
const productForm = async () => formWith((await client.get(`/product/${SLUG}`)).text, "nom");

describe("the listing", () => {
  const slugs = ({ text }: Answer) => [...text.matchAll(/<a [^>]*href="\/product\/([^"]+)"/g)].map(([, slug]) => slug);

  it("shows every product on one page and one only", async () => {
    const seen: (string | undefined)[] = [];
    for (let page = 1; ; page++) {
      const answer = await client.get(page === 1 ? "/shop" : `/shop?page=${page}`);
      seen.push(...slugs(answer));
      if (!answer.text.includes('rel="next"')) break;
      expect(slugs(answer)).toHaveLength(20);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(words(await client.get("/shop"))).toContain(`${seen.length} produits`);
  });
  it("passes over what it does not know, and has one address for that", async () => {
    const answer = await client.get("/shop?tri=hasard&page=-1&collection=nulle-part&utm_source=x");
    expect(answer.status).toBe(200);
    expect(canonicalOf(answer)).toBe("/shop");
    expect(slugs(answer)).toEqual(slugs(await client.get("/shop")));
  });
  it("answers 404 behind its last page, and leads back", async () => {
    const answer = await client.get("/shop?tri=prix-croissant&page=99");
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('href="/shop?tri=prix-croissant"');
  });
  it("shows a collection by its name", async () => {
    const answer = await client.get("/shop?collection=cuirs-patines");
    expect(titleOf(answer)).toBe("Cuirs patinés – Wahrane");
    expect(slugs(answer).length).toBeLessThan(20);
    expect(slugs(answer)).toContain(SLUG);
  });
});

describe("a product's address", () => {
  it("may be its id, and is its slug", async () => {
    for (const address of [`/product/${SLUG}`, "/product/p-bos-murd", `/product/${SLUG}?couleur=brun-ecorce`]) {
      const answer = await client.get(address);
      expect(answer.status, address).toBe(200);
      expect(canonicalOf(answer), address).toBe(`/product/${SLUG}`);
      expect(formWith(answer.text, "nom").action, address).toBe(`/product/${SLUG}`);
    }
  });
  it("answers 404 with its own words when there is none", async () => {
    const answer = await client.get("/product/rien");
    expect(answer.status).toBe(404);
    expect(titleOf(answer)).toContain("Produit non trouvé");
    expect((await client.post("/product/rien", { intent: "ajouter" })).status).toBe(404);
  });
  it("is a public page: no cookie, no key, kept by shared caches", async () => {
    const answer = await client.get(`/product/${SLUG}`);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.headers["cache-control"]).toContain("public");
    expect((await new Client(shop.url).get(`/product/${SLUG}`)).text).toBe(answer.text);
  });
  it("preselects the first colour and its first size on the shelf, or those of the address", async () => {
    expect(fieldsOf(await client.get(`/product/${SLUG}`))).toMatchObject({ couleur: "tabac", pointure: "36" });
    const other = await client.get(`/product/${SLUG}?couleur=brun-ecorce&pointure=41`);
    expect(fieldsOf(other)).toMatchObject({ couleur: "brun-ecorce", pointure: "41" });
    expect(fieldsOf(await client.get(`/product/${SLUG}?couleur=x&pointure=x`))).toMatchObject({ couleur: "tabac" });
  });
  it("says what is sold out, and offers nothing to buy then", async () => {
    const page = await client.get(`/product/${SLUG}?couleur=brun-ecorce`);
    expect(/<input[^>]*id="pointure-36"[^>]*>/.exec(page.text)?.[0]).toContain('disabled=""');
    expect(words(page)).toContain("36 Rupture de stock");
    const answer = await client.get("/product/ballerine-opera");
    expect(words(answer)).toContain("Aucune pointure disponible pour le moment");
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
    // 36 is sold out in this colour, and nothing is chosen in its place.
    expect(fields.pointure).toBeUndefined();
  });
  it("refuses a size that the chosen colour has no more, and offers those that it has", async () => {
    const answer = await submit(client, await productForm(), { couleur: "brun-ecorce", pointure: "36" }, "ajouter");
    expect(answer.status).toBe(400);
    expect(words(answer)).toMatch(/Il y a un problème Rupture de stock/);
    expect(fieldsOf(answer).couleur).toBe("brun-ecorce");
    expect(answer.text).toContain('href="#pointure-38"');
    expect(answer.text).toMatch(/<input[^>]*id="pointure-38"[^>]*aria-invalid="true"/);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });
  it("adds, and comes back to the colour and size that were added", async () => {
    const choice = { couleur: "brun-ecorce", pointure: "٤٠", quantite: "٢" };
    const answer = await submit(client, await productForm(), choice, "ajouter");
    expect(answer.status).toBe(303);
    expect(answer.location).toBe(`/product/${SLUG}?couleur=brun-ecorce&pointure=40`);
    const page = await client.get(answer.location ?? "");
    expect(words(page)).toMatch(
      /Aller au contenu .*\(2 articles\).*Produit ajouté au panier avec succès ! Voir le panier/,
    );
    expect(page.text.indexOf("Produit ajouté", page.text.indexOf("<main"))).toBeLessThan(page.text.indexOf("<h1"));
  });
  it("takes Enter for what was being filled in", async () => {
    const form = await productForm();
    expect((await submit(client, form, {}, "defaut")).status).toBe(303);
    const order = await submit(client, form, { nom: "Benali" }, "defaut");
    expect(order.status).toBe(400);
    expect(words(order)).toContain("Le prénom est requis");
    expect((await submit(client, form, {}, "autre-chose")).status).toBe(303);
  });
  it("says the total that a larger quantity makes before it orders", async () => {
    const choice = { couleur: "tabac", pointure: "40" };
    const { send } = await directOrder(client, SLUG, { ...choice, quantite: "1" });
    const answer = await send({ quantite: "3" });
    expect(answer.status).toBe(400);
    expect(words(answer)).toContain("Le total a changé avec la quantité : 3 paires, 32 000 DA livraison comprise.");
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
