import { beforeEach, describe, expect, it } from "vitest";
import { formsOf } from "../support/forms";
import { Client } from "../support/http";
import { titleOf, words } from "../support/reading";
import { servedShop } from "../support/served-shop";
import { inDatabase } from "../support/shop-server";

/** The guest's wishlist over HTTP, without scripts. */

const shop = servedShop();
let client: Client;

beforeEach(() => {
  client = new Client(shop.url);
});

const CRUZ = "p-bos-cruz";
const add = (produit: string, retour?: string) =>
  client.post("/wishlist", { intent: "ajouter", produit, ...(retour === undefined ? {} : { retour }) });
const show = () => client.get("/wishlist");

describe("the wishlist page", () => {
  it("says that it is empty, and leads to the products", async () => {
    const answer = await show();
    expect(answer.status).toBe(200);
    expect(titleOf(answer.text)).toBe("Liste de souhaits – Wahrane");
    expect(words(answer)).toContain("Votre liste de souhaits est vide");
    expect(answer.text).toMatch(/<a class="button-primary" href="\/shop">/);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  it("shows saved products with picture, name, price and the way to choose colour and size", async () => {
    await add(CRUZ);
    await add("p-fba-oper");
    const answer = await show();
    expect(titleOf(answer.text)).toBe("Liste de souhaits (2) – Wahrane");
    // The last one added comes first; what is sold out stays, and says so.
    expect(words(answer)).toMatch(
      /Opéra 8 900 DA Rupture de stock Voir le produit Retirer Boston Santa Cruz 8 900 DA Voir le produit Retirer/,
    );
    expect(answer.text).toContain('src="/pictures/boston-santa-cruz/taupe-three_quarter-');
    expect(answer.text).toMatch(/<a class="button[^"]*" href="\/product\/boston-santa-cruz"/);
  });

  it("is nobody else's, and never kept by a shared cache", async () => {
    await add(CRUZ);
    const answer = await show();
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    expect(words(await new Client(shop.url).get("/wishlist"))).toContain("Votre liste de souhaits est vide");
    expect(answer.text).toContain('<meta name="robots" content="noindex"');
  });
});

describe("adding", () => {
  it("sets the visitor's cookie, the first time only, and says what was added", async () => {
    const answer = await add(CRUZ);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe("/wishlist");
    expect(client.cookies.has("visitor")).toBe(true);
    const visitor = client.cookies.get("visitor");
    expect(words(await show())).toContain("Boston Santa Cruz ajouté à la liste de souhaits");
    // Shown once.
    expect(words(await show())).not.toContain("ajouté à la liste de souhaits");
    await add("p-fsa-cana");
    expect(client.cookies.get("visitor")).toBe(visitor);
  });

  it("refuses what is on the list already", async () => {
    await add(CRUZ);
    await show();
    await add(CRUZ);
    const answer = await show();
    expect(words(answer)).toContain("Boston Santa Cruz est déjà dans votre liste de souhaits");
    expect(titleOf(answer.text)).toContain("(1)");
  });

  it("refuses what is no product, and gives no cookie for it", async () => {
    for (const produit of ["", "nichts", "boston-santa-cruz'", "x".repeat(2_000)]) {
      const answer = await add(produit);
      expect(answer.status).toBe(303);
      expect(client.cookies.has("visitor")).toBe(false);
      expect(words(await show())).toContain("Produit non trouvé");
    }
  });

  it("goes back to where it was pressed, within this shop only", async () => {
    const back = async (retour: string) => (await add(CRUZ, retour)).location;
    expect(await back("/product/boston-santa-cruz?couleur=taupe")).toBe("/product/boston-santa-cruz?couleur=taupe");
    for (const elsewhere of ["https://mal.example/", "//mal.example", "/\\mal.example", "javascript:alert(1)", ""])
      expect(await back(elsewhere)).toBe("/wishlist");
  });

  it("shares the visitor with the cart", async () => {
    await client.post("/product/boston-murdjajo", {
      couleur: "tabac",
      pointure: "40",
      quantite: "1",
      intent: "ajouter",
    });
    const visitor = client.cookies.get("visitor");
    expect(visitor).toBeTruthy();
    await add(CRUZ);
    expect(client.cookies.get("visitor")).toBe(visitor);
  });

  it("says when the list is full", async () => {
    await add(CRUZ);
    inDatabase(shop, (database) => {
      const [{ visitor }] = database
        .prepare("select visitor from wishlist_items order by added_at desc limit 1")
        .all() as [{ visitor: string }];
      const product = database.prepare("select * from products limit 1").get() as Record<string, unknown>;
      const columns = Object.keys(product);
      const copy = database.prepare(`insert into products (${columns}) values (${columns.map((name) => `@${name}`)})`);
      const wish = database.prepare("insert into wishlist_items (visitor, product_id, added_at) values (?, ?, 0)");
      database.transaction(() => {
        for (let count = 1; count < 100; count += 1) {
          copy.run({ ...product, id: `w-${count}`, slug: `w-${count}`, sku: `W-${count}`, active: 0 });
          wish.run(visitor, `w-${count}`);
        }
      })();
    });
    await show();
    await add("p-fsa-cana");
    expect(words(await show())).toContain("Votre liste de souhaits est pleine");
  });
});

describe("removing", () => {
  it("takes one away by the button beside it", async () => {
    await add(CRUZ);
    await add("p-fsa-cana");
    const form = formsOf((await show()).text).find(({ fields }) => fields.some(([, value]) => value === CRUZ));
    expect(form).toMatchObject({ action: "/wishlist", method: "post" });
    const answer = await client.post("/wishlist", [...(form?.fields ?? []), ["intent", "retirer"]]);
    expect(answer.status).toBe(303);
    const page = await show();
    expect(words(page)).toContain("Article retiré de la liste de souhaits");
    expect(titleOf(page.text)).toContain("(1)");
    expect(page.text).not.toContain("/product/boston-santa-cruz");
  });

  it("clears the list", async () => {
    await add(CRUZ);
    await add("p-fsa-cana");
    await client.post("/wishlist", { intent: "vider" });
    const page = await show();
    expect(words(page)).toContain("Liste de souhaits vidée");
    expect(words(page)).toContain("Votre liste de souhaits est vide");
  });

  it("of what is not there, or by nobody, changes and says nothing", async () => {
    for (const form of [{ intent: "retirer", produit: CRUZ }, { intent: "vider" }] as Record<string, string>[]) {
      const answer = await client.post("/wishlist", form);
      expect(answer.status).toBe(303);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    await add("p-fsa-cana");
    await show();
    await client.post("/wishlist", { intent: "retirer", produit: CRUZ });
    const page = await show();
    expect(words(page)).not.toContain("retiré");
    expect(titleOf(page.text)).toContain("(1)");
  });
});

describe("a form that is none of the page's", () => {
  it("is refused, with nothing changed", async () => {
    await add(CRUZ);
    await show();
    const answer = await client.post("/wishlist", { intent: "autre", produit: CRUZ });
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toMatch(/^Erreur : /);
    expect(words(answer)).toContain("Il y a un problème");
    expect(words(answer)).toContain("Boston Santa Cruz");
    const foreign = await client.ask("/wishlist", {
      method: "POST",
      form: { intent: "vider" },
      headers: { "sec-fetch-site": "cross-site", origin: "https://mal.example" },
    });
    expect(foreign.status).toBe(403);
    expect(titleOf((await show()).text)).toContain("(1)");
  });
});
