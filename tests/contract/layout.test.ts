import { beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { formsOf, formWith, submit } from "../support/http/forms";
import { addToCart, checkout, choiceInStock, directOrder } from "../support/http/orders";
import { decoded } from "../support/http/reading";
import { servedShop } from "../support/shop/served-shop";

/** Header, footer and cart as served, and the cart's JSON (section 2; decisions 008 and 021). */

const SLUG = "sandale-les-andalouses";
const shop = servedShop({
  env: {
    SHOP_EMAIL: "bonjour@boutique.example",
    SHOP_ADDRESS: "1, rue de l'Exemple, Oran",
    SHOP_INSTAGRAM: "https://www.instagram.com/wahrane",
  },
});
let stranger: Client;

beforeAll(() => {
  stranger = new Client(shop.url);
});

const part = (html: string, tag: string) => new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, "s").exec(html)?.[0] ?? "";
const plain = (html: string) =>
  html
    .replace(/<!--.*?-->/gs, "")
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, "|")
    .replace(/\|+/g, "|");
const hrefs = (html: string) => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = ""]) => href);

async function withPairs(quantity: number): Promise<Client> {
  const client = new Client(shop.url);
  const added = await addToCart(client, SLUG, { quantite: String(quantity) });
  expect(added.status).toBe(303);
  return client;
}

describe("the header", () => {
  it("leads straight to the sections, and says where one is", async () => {
    const header = part((await stranger.get("/shop?page=2")).text, "header");
    for (const [href, label] of [
      ["/", "Wahrane"],
      ["/", "Accueil"],
      ["/homme", "Hommes"],
      ["/femme", "Femmes"],
      ["/enfant", "Enfant"],
      ["/nouveaute", "Nouveautés"],
      ["/shop", "Boutique"],
      ["/collections", "Collections"],
      ["/about", "À propos"],
      ["/suivi", "Suivre ma commande"],
      ["/wishlist", "Liste de souhaits"],
    ] as const)
      expect(header).toMatch(new RegExp(`<a [^>]*href="${href}"[^>]*>${label}`));
    expect(header).not.toMatch(/href="\/(men|women|kids|new)"/);
    expect(header.match(/<a [^>]*aria-current="page"[^>]*>[^<]*/g)?.map((tag) => tag.replace(/.*>/, ""))).toEqual([
      "Boutique",
      "Boutique",
    ]);
    for (const name of [
      "Menu",
      "Rechercher",
      "Liste de souhaits",
      "Mon espace",
      "Panier",
      "Thème sombre",
      "Thème clair",
    ])
      expect(plain(header)).toContain(`|${name}|`);
  });

  it("works by links, forms and details alone (PE-2)", async () => {
    const header = part((await stranger.get("/shop")).text, "header");
    expect(header).toMatch(/<a [^>]*href="\/search"/);
    expect(header).toMatch(/<a [^>]*href="\/cart"/);
    expect(header.match(/<details\b/g)).toHaveLength(2);
    expect(header.match(/<summary\b/g)).toHaveLength(2);
    // Every button posts a form.
    const buttons = header.match(/<button\b[^>]*>/g) ?? [];
    expect(buttons).not.toEqual([]);
    for (const tag of buttons) expect(tag).toMatch(/type="submit"/);
    expect(header).not.toMatch(/href="#"/);
  });

  it("has no link, and the footer none, that leads nowhere", async () => {
    const { text } = await stranger.get("/terms");
    const links = new Set([...hrefs(part(text, "header")), ...hrefs(part(text, "footer"))]);
    expect(links.size).toBeGreaterThan(15);
    for (const href of links) expect((await stranger.get(href)).status, href).toBe(200);
  });

  it("counts the pairs in the cart, in figures and in words; 0 is not shown", async () => {
    const none = part((await stranger.get("/shop")).text, "header");
    expect(none).toMatch(/<span class="badge" aria-hidden="true"><\/span>/);
    expect(plain(none)).not.toContain("article");
    const header = part((await (await withPairs(3)).get("/shop")).text, "header");
    expect(header).toMatch(/<span class="badge" aria-hidden="true">3</);
    expect(plain(header)).toContain("(3 articles)");
  });

  it("opens the cart as a page from the cart itself and from the checkout", async () => {
    const client = await withPairs(1);
    expect(part((await client.get("/shop")).text, "header")).toContain('data-panel="cart"');
    await checkout(client);
    for (const path of ["/cart", "/checkout", "/checkout/paiement", "/checkout/verification"]) {
      const { status, text } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(part(text, "header"), path).not.toContain('data-panel="cart"');
      // Nor does another form stand below the order's.
      expect(part(text, "footer").includes('action="/newsletter"'), path).toBe(path === "/cart");
    }
  });
});

describe("the theme (section 4, T-4)", () => {
  it("is the system's until one is chosen, then stored, and comes back to the page", async () => {
    const client = new Client(shop.url);
    const first = (await client.get("/shop?page=2")).text;
    expect(first).not.toMatch(/<html[^>]*class=/);
    // Browsers that darken pages by themselves go by this.
    expect(first).toContain('<meta name="color-scheme" content="light dark"/>');
    const form = formsOf(first).find(({ action }) => action === "/theme");
    expect(form?.method).toBe("post");
    const answer = await client.post("/theme", [...(form?.fields ?? []), ["theme", "dark"]]);
    expect(answer.status).toBe(303);
    expect(answer.location).toBe("/shop?page=2");
    const chosen = (await client.get("/")).text;
    expect(chosen).toMatch(/<html[^>]*class="dark"/);
    expect(chosen).toContain('<meta name="color-scheme" content="dark"/>');
    await client.post("/theme", { theme: "light", retour: "/" });
    expect((await client.get("/")).text).toMatch(/<html[^>]*class="light"/);
  });

  it("that nobody knows changes nothing, and nobody is led away", async () => {
    const client = new Client(shop.url);
    const answer = await client.post("/theme", { theme: "rose", retour: "//evil.example" });
    expect(answer.location).toBe("/");
    expect(client.cookies.size).toBe(0);
  });
});

describe("the footer", () => {
  it("says who the shop is, where it is and how to reach it", async () => {
    const footer = part((await stranger.get("/")).text, "footer");
    for (const [href, label] of [
      ["/shop", "Boutique"],
      ["/collections", "Collections"],
      ["/about", "À propos"],
      ["/contact", "Contact"],
      ["/faq", "FAQ"],
      ["/loyalty-program", "Programme de fidélité"],
      ["/terms", "Conditions générales de vente"],
      ["/privacy", "Confidentialité"],
    ] as const)
      expect(footer).toContain(`href="${href}">${label}`);
    expect(footer).toMatch(/href="tel:\+213\d+"/);
    expect(footer).toContain('href="mailto:bonjour@boutique.example"');
    expect(decoded(footer)).toContain("1, rue de l'Exemple, Oran");
    expect(footer).toContain("Du dimanche au jeudi, de\u00a09\u00a0h à\u00a018\u00a0h");
    expect(footer.replace(/<!-- -->/g, "")).toContain(`© ${new Date().getUTCFullYear()} Wahrane`);
  });

  it("links the profiles that the shop has, and no other", async () => {
    const footer = part((await stranger.get("/")).text, "footer");
    expect(footer).toMatch(/href="https:\/\/www.instagram.com\/wahrane"[^>]*>Instagram/);
    expect(footer).not.toMatch(/Facebook|Twitter/);
  });
});

describe("the cart page", () => {
  it("empty: says so, and where to go", async () => {
    const { text } = await stranger.get("/cart");
    for (const words of [
      "Votre panier est vide",
      "Ajoutez des produits à votre panier pour commencer vos achats",
      'href="/shop">Découvrir nos produits',
    ])
      expect(part(text, "main")).toContain(words);
  });

  it("filled: lines with picture, name, variant, price and quantity; subtotal, note, checkout, shop", async () => {
    const { text } = await (await withPairs(2)).get("/cart");
    const main = part(text, "main");
    expect(main).toMatch(/srcSet="\/pictures\/[^"]+-400\.avif"/);
    expect(main).toMatch(new RegExp(`<a href="/product/${SLUG}" id="ligne-1"`));
    expect(main).toMatch(/pointure (<!-- -->)?\d\d/);
    expect(plain(main)).toMatch(/[\d\s]+DA\|? la paire/);
    expect(plain(main)).toMatch(/Sous-total\|[\d\s]+DA/);
    expect(main).toContain("Les frais de livraison seront calculés à l&#x27;étape suivante");
    expect(main).toMatch(/href="\/checkout"[^>]*>Passer à la commande/);
    expect(main).toMatch(/href="\/shop"[^>]*>Continuer les achats/);
  });

  it("minus is disabled at 1; plus at the stock, where 'Stock max' says why", async () => {
    const client = await withPairs(1);
    const button = (html: string, name: string) => new RegExp(`<button[^>]*aria-label="${name}[^>]*>`).exec(html)?.[0];
    const one = (await client.get("/cart")).text;
    expect(button(one, "Diminuer")).toContain('disabled=""');
    expect(button(one, "Augmenter")).not.toContain('disabled=""');
    expect(one).not.toContain("Stock max");
    const { cart } = await contents(client);
    await change(client, { variante: cart.lines[0].variantId, quantite: String(cart.lines[0].stock) });
    const all = (await client.get("/cart")).text;
    expect(button(all, "Augmenter")).toContain('disabled=""');
    expect(part(all, "main")).toContain("Stock max");
  });

  it("says what was done: 'Article retiré du panier', 'Panier vidé'", async () => {
    const client = await withPairs(1);
    const { text } = await client.get("/cart");
    await submit(client, formWith(text, "variante"), {}, "retirer");
    expect(part((await client.get("/cart")).text, "main")).toMatch(
      /data-flash="success".*Article retiré du panier.*<h1/s,
    );
    const other = await withPairs(1);
    await other.post("/cart", { intent: "vider" });
    expect(part((await other.get("/cart")).text, "main")).toMatch(/data-flash="success".*Panier vidé.*<h1/s);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: JSON, as a script reads it
const contents = async (client: Client): Promise<any> => JSON.parse((await client.get("/cart/contents")).text);
const change = (client: Client, fields: Record<string, string>) =>
  client.post("/cart/contents", { intent: "quantite", ...fields }, { accept: "application/json" });

describe("/cart/contents, for the scripts of drawer and cart", () => {
  it("is nobody else's, and empty for whom nobody knows", async () => {
    const answer = await stranger.get("/cart/contents");
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const empty = { lines: [], count: 0, subtotal: 0, isOrderable: false };
    expect(JSON.parse(answer.text)).toEqual({ cart: empty, wished: [] });
    const changed = await change(stranger, { variante: "v", quantite: "2" });
    expect(JSON.parse(changed.text).cart.count).toBe(0);
  });

  it("changes a line to an absolute quantity, and tells count and subtotal", async () => {
    const client = await withPairs(2);
    expect((await client.get("/shop")).text).toContain("data-flash");
    const { cart } = await contents(client);
    expect(cart).toMatchObject({ count: 2, subtotal: 2 * cart.lines[0].price, isOrderable: true });
    for (const times of [1, 2]) {
      const answer = await change(client, { variante: cart.lines[0].variantId, quantite: "3" });
      expect(answer.status, String(times)).toBe(200);
      expect(JSON.parse(answer.text).cart.count).toBe(3);
    }
    const removed = await change(client, { intent: "retirer", variante: cart.lines[0].variantId });
    expect(JSON.parse(removed.text).cart.lines).toEqual([]);
    // The script shows the message itself, so none waits for the next page.
    expect((await client.get("/cart")).text.includes("data-flash")).toBe(false);
  });

  it("adds what the forms of the product's page and of the wishlist name, once for a press, with a message of its own", async () => {
    const client = new Client(shop.url);
    const chosen = { produit: "boston-santa-cruz", couleur: "taupe", pointure: "42", quantite: "2" };
    const add = (fields: Record<string, string>) => client.post("/cart/contents", fields);
    const press = { intent: "ajouter", pression: "1-2-3-4" };
    const first = await add({ ...press, ...chosen });
    expect(first.headers["cache-control"]).toBe("private, no-store");
    const { cart, added } = JSON.parse(first.text);
    expect(cart.count).toBe(2);
    const { variantId, productId } = cart.lines[0];
    expect(added).toEqual({ variantId, message: "Produit ajouté au panier avec succès !", isFirst: true });
    const again = JSON.parse((await add({ ...press, ...chosen })).text);
    expect(again).toMatchObject({ cart: { count: 2 }, added: { variantId } });
    expect(again.added.isFirst).toBeUndefined();
    // The page's own form redirects as ever, and adds nothing either.
    const page = await client.post("/product/boston-santa-cruz", { ...press, ...chosen });
    expect([page.status, page.location]).toEqual([303, "/product/boston-santa-cruz?couleur=taupe&pointure=42"]);
    expect((await contents(client)).cart.count).toBe(2);
    expect((await client.get("/shop")).text).toContain("data-flash");

    const wished = await add({ intent: "panier", produit: productId, variante: variantId });
    expect(JSON.parse(wished.text)).toMatchObject({
      cart: { count: 3 },
      added: { variantId, message: "Boston Santa Cruz ajouté au panier" },
    });
    expect((await client.get("/cart")).text.includes("data-flash")).toBe(false);

    const none: Record<string, string>[] = [
      { intent: "ajouter", ...chosen, quantite: "0" },
      { intent: "ajouter", ...chosen, produit: "nulle-part" },
      { intent: "ajouter", ...chosen, produit: "" },
      { intent: "panier", produit: productId, variante: "" },
    ];
    for (const fields of none) {
      const refused = await add(fields);
      expect(refused.status).toBe(400);
      expect(JSON.parse(refused.text).added).toBeUndefined();
      expect(JSON.parse(refused.text).cart.count).toBe(3);
    }
  });

  it("refuses what the stock does not have in the words of the page, with the cart as it is", async () => {
    const client = await withPairs(1);
    const [line] = (await contents(client)).cart.lines;
    for (const [typed, message] of [
      [String(line.stock + 1), `Plus que ${line.stock} en stock !`],
      ["0", "Pour enlever cet article, utilisez le bouton Retirer"],
      ["-1", "La quantité doit être un nombre entier de 1 à 99"],
      ["1.5", "La quantité doit être un nombre entier de 1 à 99"],
      ["1e9", "La quantité doit être un nombre entier de 1 à 99"],
    ] as const) {
      const answer = await change(client, { variante: line.variantId, quantite: typed });
      expect(answer.status, typed).toBe(400);
      const body = JSON.parse(answer.text);
      expect(body.refused, typed).toEqual({ variantId: line.variantId, message });
      expect(body.cart.count).toBe(1);
    }
    expect((await change(client, { intent: "voler" })).status).toBe(400);
  });
});

describe("a page that is asked for ahead", () => {
  const ahead = { "sec-purpose": "prefetch" };

  it("may be used for a minute by the browser that asked, if it is public", async () => {
    const answer = await stranger.get(`/product/${SLUG}`, ahead);
    expect(answer.headers["cache-control"]).toBe("private, max-age=60");
    expect(answer.headers.vary).toContain("Cookie");
    expect((await stranger.get(`/product/${SLUG}`)).headers["cache-control"]).toMatch(/^public, max-age=0/);
    expect((await stranger.get("/cart", ahead)).headers["cache-control"]).toBe("private, no-cache");
    const known = await stranger.get(`/product/${SLUG}`, { ...ahead, "if-none-match": String(answer.headers.etag) });
    expect([known.status, known.headers["cache-control"]]).toEqual([304, "private, max-age=60"]);
  });

  it("is only for browsers without a cookie of the shop", async () => {
    expect((await stranger.get("/shop")).headers["server-timing"]).toBe("public");
    const client = await withPairs(1);
    const { headers } = await client.get("/shop", ahead);
    expect([headers["server-timing"], headers["cache-control"]]).toEqual(["private", "private, no-cache"]);
  });

  it("is the page that the browser has already, after an order that emptied its cart", async () => {
    const client = new Client(shop.url);
    const before = await client.get("/shop");
    const { send } = await directOrder(client, SLUG, choiceInStock(shop, SLUG));
    const { status, headers } = await send();
    expect(status).toBe(303);
    await client.get(String(headers.location));
    const again = await client.get("/shop", { "if-none-match": String(before.headers.etag) });
    expect([again.status, again.headers["server-timing"]]).toEqual([304, "private"]);
  });
});
