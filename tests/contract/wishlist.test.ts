import { describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { formsOf } from "../support/http/forms";
import { mainOf, titleOf, words } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, runIn } from "../support/shop/stored";

/** The guest's wishlist over HTTP, without scripts. */

const shop = servedShop();
const client = clientOf(shop);

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
    // The latest comes first; sold out pairs stay, and are marked.
    expect(words(answer)).toMatch(
      /Opéra – ballerine femme 8 900 DA Rupture de stock Voir le produit Retirer Boston Santa Cruz – sabot 8 900 DA Couleur et pointure Choisir Taupe, 36 .* Terre cuite, 46 Ajouter au panier Retirer/,
    );
    expect(answer.text).toContain('src="/pictures/boston-santa-cruz/taupe-three_quarter-');
    expect(answer.text).toMatch(
      /<h2[^>]*><a class="[^"]*" href="\/product\/boston-santa-cruz">Boston Santa Cruz <span[^>]*><span[^>]*>– <\/span>sabot<\/span><\/a>/,
    );
    expect(answer.text).toMatch(/<a class="button[^"]*" href="\/product\/ballerine-opera"/);
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
    expect(answer.location).toBe("/wishlist?garde=liste");
    expect(client.cookies.has("visitor")).toBe(true);
    const visitor = client.cookies.get("visitor");
    expect(words(await show())).toContain("Boston Santa Cruz ajouté à la liste de souhaits");
    // The message is shown once.
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
    expect(await back("/shop?garde=panier")).toBe("/shop?garde=liste");
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
          copy.run({ ...product, id: `w-${count}`, slug: `w-${count}`, sku: `W-${count}`, active: 1 });
          wish.run(visitor, `w-${count}`);
        }
      })();
    });
    await show();
    await add("p-fsa-cana");
    expect(words(await show())).toContain("Votre liste de souhaits est pleine");
    // A product that is no longer sold is hidden, and takes no place.
    runIn(shop, "update products set active = 0 where id like 'w-%'");
    await add("p-fsa-cana");
    expect(words(await show())).toContain("ajouté à la liste de souhaits");
  });
});

describe("removing", () => {
  it("takes one away by the button beside it", async () => {
    await add(CRUZ);
    await add("p-fsa-cana");
    const form = formsOf((await show()).text).find(({ fields }) => fields.some(([, value]) => value === CRUZ));
    expect(form).toMatchObject({ action: "/wishlist?envoi=1", method: "post" });
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

describe("'Ajouter au panier' in the list", () => {
  const cartTitle = async () => titleOf((await client.get("/cart")).text);
  /** The list's form for this product, from a fresh page. */
  const formFor = async (productId: string) =>
    formsOf((await show()).text).find(
      ({ fields }) => fields.some(([name]) => name === "variante") && fields.some(([, value]) => value === productId),
    );
  const press = async (productId: string, variante?: string) => {
    const form = await formFor(productId);
    const fields = (form?.fields ?? []).filter(([name]) => variante === undefined || name !== "variante");
    if (variante !== undefined) fields.push(["variante", variante]);
    return client.post(form?.action ?? "", [...fields, ["intent", "panier"]]);
  };
  const setStock = (stock: number, where: string) =>
    inDatabase(shop, (database) => {
      database.exec(`update variants set stock = ${stock} where ${where}`);
      database.exec(
        `update products set stock = (select sum(stock) from variants where product_id = products.id)
         where id = 'p-fsa-cana'`,
      );
    });

  it("asks for colour and size, and says so beside that very list when nothing is chosen", async () => {
    await add("p-fsa-cana");
    await add(CRUZ);
    const answer = await press(CRUZ);
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toBe("Erreur : Liste de souhaits (2) – Wahrane");
    expect(answer.text).toMatch(/<a [^>]*href="#choix-p-bos-cruz">Veuillez sélectionner une pointure<\/a>/);
    const select = /<select[^>]* id="choix-p-bos-cruz"[^>]*>/.exec(answer.text)?.[0];
    expect(select).toMatch(/aria-invalid="true"/);
    expect(select).toMatch(/aria-describedby="choix-p-bos-cruz-error produit-p-bos-cruz"/);
    expect(answer.text).toMatch(/<p [^>]*id="choix-p-bos-cruz-error">Veuillez sélectionner une pointure/);
    expect(answer.text).not.toContain("choix-p-fsa-cana-error");
    for (const variante of ["nichts", "p-fsa-cana", "'"]) expect((await press(CRUZ, variante)).status).toBe(400);
    expect(await cartTitle()).toBe("Panier – Wahrane");
  });

  it("adds one pair of what is chosen, says so and comes back", async () => {
    await add(CRUZ);
    const [, chosen = ""] = /<option value="([^"]+)">Taupe, 38</.exec((await show()).text) ?? [];
    const answer = await press(CRUZ, chosen);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe("/wishlist");
    const page = await show();
    expect(words(page)).toContain("Boston Santa Cruz ajouté au panier Voir le panier");
    expect(titleOf(page.text)).toContain("(1)");
    expect(await cartTitle()).toBe("Panier (1) – Wahrane");
    expect(words(await client.get("/cart"))).toMatch(/Boston Santa Cruz .*Taupe, pointure 38/);
  });

  it("has chosen already what is the only one left", async () => {
    await add("p-fsa-cana");
    setStock(0, "product_id = 'p-fsa-cana'");
    setStock(1, "id = (select id from variants where product_id = 'p-fsa-cana' order by size limit 1)");
    expect((await show()).text).toMatch(
      /<select[^>]* id="choix-p-fsa-cana"[^>]*><option value="[^"]+">[^<]+, \d\d<\/option><\/select>/,
    );
    expect((await press("p-fsa-cana")).status).toBe(303);
    await show();
    const again = await press("p-fsa-cana");
    expect(again.status).toBe(400);
    expect(words(again)).toContain("Avec ce que contient déjà votre panier, il n'y en a pas assez.");
    expect(words(again)).toContain("Plus que 1 en stock !");
  });

  it("says that it is sold out when it was meanwhile: one size, or all", async () => {
    await add("p-fsa-cana");
    setStock(5, "product_id = 'p-fsa-cana'");
    const [, chosen = ""] = /<option value="([^"]+)">[^<]+, 38</.exec((await show()).text) ?? [];
    const form = await formFor("p-fsa-cana");
    const press = (variante = chosen) =>
      client.post("/wishlist", [...(form?.fields.slice(0, 1) ?? []), ["variante", variante], ["intent", "panier"]]);
    setStock(0, `id = '${chosen}'`);
    const answer = await press();
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/href="#choix-p-fsa-cana">Rupture de stock/);
    expect(answer.text).not.toContain(`value="${chosen}"`);
    setStock(0, "product_id = 'p-fsa-cana'");
    const all = await press();
    expect(all.status).toBe(400);
    expect(all.text).not.toContain("choix-p-fsa-cana");
    expect(words(all)).toMatch(/Il y a un problème Rupture de stock .*Rupture de stock Voir le produit/);
    // Without a choice left, the page asks for none.
    expect(words(await press(""))).not.toContain("Veuillez sélectionner");
    setStock(5, "product_id = 'p-fsa-cana'");
  });
});

describe("the list of who is signed in", () => {
  const OWN = "/account/wishlist";

  it("stands among the pages of the account; /wishlist leads there, and everything comes back there", async () => {
    const { client: owner } = await accountHolder(shop);
    expect((await owner.post("/wishlist", { ajouter: CRUZ })).status).toBe(303);
    const led = await owner.get("/wishlist");
    expect([led.status, led.location]).toEqual([303, OWN]);
    const page = await owner.get(OWN);
    expect(titleOf(page.text)).toBe("Liste de souhaits (1) – Wahrane");
    expect(words(page)).toContain("Boston Santa Cruz ajouté à la liste de souhaits");
    expect(mainOf(page)).toMatch(/<a [^>]*href="\/account\/wishlist" aria-current="page">/);
    expect(new Set(formsOf(mainOf(page)).map(({ action }) => action))).toEqual(new Set(["/logout", `${OWN}?envoi=1`]));

    const press = (fields: Record<string, string>) => owner.post(OWN, { produit: CRUZ, ...fields });
    const refused = await press({ intent: "panier" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="choix-p-bos-cruz-error"');
    // From a page opened before signing in.
    const elsewhere = await owner.post("/wishlist", { produit: CRUZ, intent: "panier" });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.text).toContain('id="choix-p-bos-cruz-error"');
    const [, variante = ""] = /<option value="([^"]+)">Taupe, 38</.exec(page.text) ?? [];
    for (const [fields, message] of [
      [{ intent: "panier", variante }, "Boston Santa Cruz ajouté au panier"],
      [{ intent: "retirer" }, "Article retiré de la liste de souhaits"],
      [{ intent: "vider" }, "Liste de souhaits vidée"],
    ] as const) {
      const answer = await press(fields);
      expect([answer.status, answer.location]).toEqual([303, OWN]);
      expect(words(await owner.get(OWN))).toContain(message);
    }
    expect(words(await owner.get(OWN))).toContain("Votre liste de souhaits est vide");
  });

  it("is nobody's who is not", async () => {
    await add(CRUZ);
    for (const answer of [await client.get(OWN), await client.post(OWN, { intent: "vider" })]) {
      expect(answer.status).toBe(303);
      expect(answer.location).toBe("/login?retour=%2Faccount%2Fwishlist");
    }
    expect(titleOf((await show()).text)).toContain("(1)");
  });
});

describe("a heart on a card", () => {
  const heartOf = (html: string, productId: string) =>
    new RegExp(
      `</a><form method="post" action="/wishlist" class="heart"><button type="submit" name="(\\w+)" value="${productId}"[^>]*>.*?<span class="sr-only">([^<]*)</span></button></form>`,
    )
      .exec(html)
      ?.slice(1);
  const NEW = ["ajouter", "Ajouter Boston Santa Cruz à la liste de souhaits"];
  const KEPT = ["retirer", "Retirer Boston Santa Cruz de la liste de souhaits"];
  /** Lists of each kind that show it; the product page has it as a neighbour. */
  const lists = ["/search?q=santa+cruz", "/category/boston", "/product/boston-murdjajo"];

  it("is a form beside the card's link, named after the product, the same for every stranger", async () => {
    for (const path of lists) {
      const answer = await client.get(path);
      expect(heartOf(answer.text, CRUZ), path).toEqual(NEW);
      expect(answer.headers["cache-control"]).toMatch(/^public/);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    for (const path of ["/", "/nouveaute"]) {
      const { text } = await client.get(path);
      expect(text.match(/ class="heart"/g)?.length, path).toBeGreaterThan(3);
    }
  });

  it("puts the product on the list and takes it off, and comes back to the page that it is on", async () => {
    const referer = `${shop.url}/category/boston?tri=prix-croissant`;
    const back = "/category/boston?tri=prix-croissant";
    const added = await client.post("/wishlist", { ajouter: CRUZ }, { referer });
    expect([added.status, added.location]).toEqual([303, `${back}&garde=liste`]);
    expect((await client.get(`${back}&garde=liste`)).location).toBe(back);
    const page = await client.get(back);
    expect(words(page)).toContain("Boston Santa Cruz ajouté à la liste de souhaits");
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    for (const path of lists) expect(heartOf((await client.get(path)).text, CRUZ), path).toEqual(KEPT);
    expect(heartOf((await new Client(shop.url).get(back)).text, CRUZ)).toEqual(NEW);

    const removed = await client.post("/wishlist", { retirer: CRUZ }, { referer });
    expect([removed.status, removed.location]).toEqual([303, back]);
    const after = await client.get(back);
    expect(words(after)).toContain("Article retiré de la liste de souhaits");
    expect(heartOf(after.text, CRUZ)).toEqual(NEW);
  });

  it("is answered to scripts as JSON, with nothing left to say on the next page", async () => {
    const press = async (form: Record<string, string>) => {
      const answer = await client.post("/wishlist/favoris", form);
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      return [answer.status, JSON.parse(answer.text)];
    };
    const name = "Boston Santa Cruz";
    expect(await press({ ajouter: CRUZ })).toEqual([
      200,
      { wished: true, type: "success", message: `${name} ajouté à la liste de souhaits`, isFirst: true },
    ]);
    expect(JSON.parse((await client.get("/wishlist/favoris?garde=liste")).text)).toMatchObject({ wished: true });
    expect(client.cookies.has("flash")).toBe(false);
    expect(await press({ ajouter: CRUZ })).toEqual([
      200,
      { wished: true, type: "info", message: `${name} est déjà dans votre liste de souhaits` },
    ]);
    expect(titleOf((await show()).text)).toContain("(1)");
    expect(await press({ retirer: CRUZ })).toEqual([
      200,
      { wished: false, type: "success", message: "Article retiré de la liste de souhaits" },
    ]);
    expect(await press({ retirer: CRUZ })).toMatchObject([200, { wished: false, type: "info", message: "" }]);
    expect(await press({ ajouter: "nichts" })).toMatchObject([200, { wished: false, message: "Produit non trouvé" }]);
    expect(await press({})).toMatchObject([400, { wished: false }]);
    expect((await client.get("/wishlist/favoris")).location).toBe("/wishlist");
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
