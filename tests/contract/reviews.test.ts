import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { checkout, directOrder, fillCart, followed, orderNumberOf, someoneElse } from "../support/http/orders";
import { mainOf, productsIn, titleOf, words, wordsIn } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { decideReviews, deliver, received, review } from "../support/shop/reviews";
import { runCommand } from "../support/shop/run-program";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, restock, rowsIn, runIn, valueIn } from "../support/shop/stored";

/** Reviews without scripts: from a delivered order to the product's page (decision 051). */

const SLUG = "boston-murdjajo";
const OTHER = "mule-tafna";

const shop = servedShop();
const client = clientOf(shop);

beforeEach(() => {
  restock(shop);
  runIn(shop, "delete from reviews");
});

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const pageOf = (number: string) => `/commande/${number}/avis`;
const stored = () => rowsIn<{ rating: number; text: string }>(shop, "select rating, text from reviews");
const productPage = () => new Client(shop.url).get(`/product/${SLUG}`);
const dataIn = ({ text }: Answer) =>
  [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    .map(([, json = ""]) => JSON.parse(json))
    .find((data) => /^Product/.test(data["@type"]));
/** What the product's page shows below 'Avis'. */
function reviewsIn(page: Answer): string {
  const [, part = ""] = mainOf(page).split('<section id="avis"');
  return wordsIn(`<section${part.split("</section>")[0]}`).trim();
}

/** An account's order that was received, and the token of its letter. */
async function invited() {
  const holder = await accountHolder(shop);
  const number = await received(shop, holder.client, SLUG);
  const token = number.replace(/\W/g, "").padEnd(43, "x");
  runIn(
    shop,
    "insert into review_letters select id, 'hash', ?, ?, null from orders where number = ?",
    hashOf(token),
    Date.now(),
    number,
  );
  return { ...holder, number, token };
}

describe("the demonstration", () => {
  const shop = servedShop();

  it("has no review beside a customer's, and none of its notes is in the customers' rating", async () => {
    const at = (path: string) => new Client(shop.url).get(`/product/basket-arzew${path}`);
    expect(words(await at(""))).toContain("Avis de démonstration");
    const lists = ["/femme?type=baskets", "/search?q=arzew"];
    for (const path of lists)
      expect(words(await new Client(shop.url).get(path)), path).toMatch(/Arzew[^★]*★ \S+ sur 5 · \d+ avis/);
    const sorted = async () => productsIn(mainOf(await new Client(shop.url).get("/shop?type=baskets&tri=mieux-notes")));
    expect((await sorted()).slice(0, 2)).toEqual(["basket-arzew", "basket-mostaganem"]);
    const buyer = new Client(shop.url);
    await review(buyer, await received(shop, buyer, "basket-arzew"), "2", "Trop dure.");
    await decideReviews(shop);
    const page = await at("");
    expect(words(page)).toMatch(/★ 2 sur 5 · 1 avis/);
    expect(words(page)).not.toContain("Avis de démonstration");
    expect(dataIn(page).aggregateRating).toEqual({ "@type": "AggregateRating", ratingValue: 2, reviewCount: 1 });
    expect(words(await at("/avis"))).toContain("Chaque avis est de quelqu'un qui a reçu ce modèle.");
    // Cards in kept lists and in the search have the same.
    for (const path of lists)
      expect(words(await new Client(shop.url).get(path)), path).toMatch(/Arzew[^★]*★ 2 sur 5 · 1 avis/);
    // So is a kept list in its new order.
    expect((await sorted()).slice(0, 2)).toEqual(["basket-mostaganem", "basket-arzew"]);
  });

  it("has reviews that pages name so, search engines are not told of, and that go with its products", async () => {
    const at = (path: string) => new Client(shop.url).get(`/product/boston-tlemcen${path}`);
    const page = await at("");
    expect(words(page)).toMatch(/★ 4,7 sur 5 · 3 avis/);
    expect(reviewsIn(page)).toMatch(/Un client · \S+ \d{4} · Avis de démonstration/);
    expect(reviewsIn(page)).not.toContain("Achat vérifié");
    expect(dataIn(page)).not.toHaveProperty("aggregateRating");
    // No customer has said so, of three who would be enough.
    expect(words(page)).not.toMatch(/clients? sur/);
    const all = await at("/avis");
    expect(words(all)).toContain("Cette boutique est une démonstration");
    expect(all.text).toContain('<meta name="robots" content="noindex"');
    expect(all.text).toContain('content="Avis de démonstration sur Boston Tlemcen – sabot : ils sont fictifs."');
    await runCommand(["retirer-demo"], { DATA_DIR: shop.dataDir });
    runIn(shop, "update products set active = 1");
    expect(words(await at(""))).not.toContain("sur 5");
  });
});

describe("an order's page", () => {
  it("leads to the reviews once the order is delivered, until every line has one", async () => {
    await fillCart(client, SLUG);
    const number = orderNumberOf(await (await checkout(client, someoneElse())).send()) ?? "";
    const isLinked = async () => (await client.get(`/commande/${number}`)).text.includes(`href="${pageOf(number)}"`);
    expect(await isLinked()).toBe(false);
    expect(words(await client.get(pageOf(number)))).toContain("cette commande n'est pas livrée.");
    deliver(shop, number);
    expect(await isLinked()).toBe(true);
    expect((await review(client, number, "5")).status).toBe(303);
    expect(await isLinked()).toBe(false);
  });

  it("in an account leads there as well, and the account's file has what was said", async () => {
    const holder = await accountHolder(shop);
    const number = await received(shop, holder.client, SLUG);
    expect((await holder.client.get(`/account/orders/${number}`)).text).toContain(`href="${pageOf(number)}"`);
    await review(holder.client, number, "4", "Bien.");
    const { avis } = JSON.parse((await holder.client.get("/account/data")).text);
    expect(avis).toEqual([{ nom: "Boston Murdjajo", note: 4, texte: "Bien.", publie: false }]);
  });

  it("in an account's list leads to the reviews once it is delivered, until every line has one", async () => {
    const holder = await accountHolder(shop);
    const [both, one] = [await received(shop, holder.client, SLUG, OTHER), await received(shop, holder.client, SLUG)];
    await fillCart(holder.client, SLUG);
    await (await checkout(holder.client, someoneElse())).send();
    const linked = async () =>
      [
        ...mainOf(await holder.client.get("/account/orders")).matchAll(/<a [^>]*href="([^"]*\/avis)"[^>]*>([^<]*)/g),
      ].map(([, href, text]) => [href, text]);
    const link = (number: string) => [pageOf(number), "Donner mon avis"];
    expect(await linked()).toEqual([link(one), link(both)]);
    await review(holder.client, both, "5");
    await review(holder.client, one, "4");
    expect(await linked()).toEqual([link(both)]);
    await review(holder.client, both, "3");
    expect(await linked()).toEqual([]);
  });

  it("without cookies leads there by the same pass", async () => {
    const refusing = new Client(shop.url);
    const ask = refusing.ask.bind(refusing);
    refusing.ask = (...request) => {
      refusing.cookies.clear();
      return ask(...request);
    };
    const typed = someoneElse();
    const { form } = await directOrder(refusing, SLUG, {}, typed);
    const placed = await submit(refusing, form, typed, "commander");
    const number = orderNumberOf(placed) ?? "";
    deliver(shop, number);
    const [path] = /\/commande\/[^"]+\/avis\?acces=[^"]+/.exec((await refusing.get(followed(placed))).text) ?? [];
    const page = await refusing.get(path ?? "");
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    const sent = await submit(refusing, formWith(page.text, "texte"), { note: "5", texte: "" });
    expect([sent.status, sent.location]).toEqual([303, path]);
    expect(words(await refusing.get(path ?? ""))).toContain("Avis reçu, nous le lisons avant de le publier");
    expect((await refusing.get(pageOf(number))).status).toBe(404);
  });
});

describe("the form", () => {
  it("takes a rating, with words or without, once for each line, and says so", async () => {
    const number = await received(shop, client, SLUG, OTHER);
    const page = await client.get(pageOf(number));
    expect(titleOf(page.text)).toBe(`Votre avis – commande n°\u00a0${number} – Wahrane`);
    expect(words(page)).toContain("Publié avec votre prénom et votre wilaya : Samira, Oran.");
    expect(mainOf(page).match(/type="radio" name="article"/g)).toHaveLength(2);
    expect(page.headers["cache-control"]).toMatch(/^private/);
    const form = formWith(page.text, "texte");
    const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
    const typed = { article, note: "5", texte: "Très confortables." };
    const sent = await submit(client, form, typed);
    expect([sent.status, sent.location]).toEqual([303, pageOf(number)]);
    const after = await client.get(pageOf(number));
    expect(words(after)).toContain("Merci ! Nous lisons votre avis avant de le publier.");
    expect(words(after)).toContain("Avis reçu, nous le lisons avant de le publier");
    // The other line is the only one left.
    expect(mainOf(after)).not.toContain('type="radio" name="article"');
    const again = await submit(client, form, { ...typed, note: "1" });
    expect(again.status).toBe(409);
    expect(words(again)).toContain("Il y a un problème Vous avez déjà donné votre avis sur cet article.");
    expect(stored()).toEqual([{ rating: 5, text: "Très confortables." }]);
    expect((await review(client, number, "2")).status).toBe(303);
    expect(words(await client.get(pageOf(number)))).toMatch(/Merci pour votre avis/);
    expect(stored()).toHaveLength(2);
  });

  it.each([
    [{ note: "" }, "Choisissez une note", "avis-note"],
    [{ note: "6" }, "La note va de 1 à 5", "avis-note"],
    [{ note: "4.5" }, "La note va de 1 à 5", "avis-note"],
    [{ texte: "é".repeat(1_001) }, "L'avis est trop long : 1 001 caractères, 1 000 au plus", "avis-texte"],
    [{ article: "" }, "Choisissez un article", "avis-article"],
    [{ article: "x" }, "Choisissez un article de cette commande", "avis-article"],
  ] as [Record<string, string>, string, string][])("refuses %o beside the field", async (wrong, message, id) => {
    const number = await received(shop, client, SLUG, OTHER);
    const page = await client.get(pageOf(number));
    const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
    const typed = { article, note: "4", texte: "Bien.", ...wrong };
    const answer = await submit(client, formWith(page.text, "texte"), typed);
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toMatch(/^Erreur : Votre avis/);
    expect(words(answer)).toContain(`Il y a un problème ${message}`);
    expect(mainOf(answer)).toContain(`href="#${id}"`);
    expect(mainOf(answer)).toContain(`id="${id}"`);
    expect(mainOf(answer)).toContain(`id="${id}-error"`);
    const kept = Object.fromEntries(formWith(answer.text, "texte").fields);
    expect(kept.texte).toBe(typed.texte);
    if (!("note" in wrong)) expect(kept.note).toBe("4");
    if (!("article" in wrong)) expect(kept.article).toBe(article);
    expect(stored()).toEqual([]);
  });

  it("is for nobody else, nor for an order that came back", async () => {
    const number = await received(shop, client, SLUG);
    const page = await client.get(pageOf(number));
    const form = formWith(page.text, "texte");
    for (const stranger of [new Client(shop.url), (await accountHolder(shop)).client]) {
      expect((await stranger.get(pageOf(number))).status).toBe(404);
      for (const proof of ["", "?acces=x", `?jeton=${"x".repeat(43)}`])
        expect((await stranger.post(`${pageOf(number)}${proof}`, { article: "x", note: "5" })).status).toBe(404);
    }
    runIn(shop, "update orders set status = 'returned' where number = ?", number);
    const late = await submit(client, form, { note: "1", texte: "Rendue." });
    expect(late.status).toBe(409);
    expect(words(late)).toContain("Cette commande n'est pas livrée : rien n'a été envoyé.");
    expect(stored()).toEqual([]);
  });

  it("knows the order's number however it is written", async () => {
    const number = await received(shop, client, SLUG);
    const answer = await client.get(pageOf(number.toLowerCase()));
    expect([answer.status, answer.location]).toEqual([302, pageOf(number)]);
  });
});

describe("a product's page", () => {
  const LONG = `Semelle souple et cuir doux. ${"Je les porte tous les jours. ".repeat(12)}Fin.`;

  it("shows reviews once they are published, though it is kept, and no longer once they are withdrawn", async () => {
    const before = await productPage();
    expect(reviewsIn(before)).toContain("Aucun avis écrit pour le moment.");
    const number = await received(shop, client, SLUG);
    await review(client, number, "4", LONG);
    expect(reviewsIn(await productPage())).toBe(reviewsIn(before));
    await decideReviews(shop);
    const page = await productPage();
    expect(reviewsIn(page)).toMatch(/^Avis 4 sur 5 · 1 avis ★ 4 sur 5 Semelle souple/);
    expect(reviewsIn(page)).toMatch(/jours\.? ?…|…/);
    expect(reviewsIn(page)).not.toContain("Fin.");
    expect(reviewsIn(page)).toMatch(/Samira · Oran · \S+ \d{4} · Achat vérifié/);
    expect(reviewsIn(page)).not.toContain("Aucun avis");
    expect(reviewsIn(page)).toMatch(/Lire l'avis en entier/);
    expect(words(page)).toMatch(/★ 4 sur 5 · 1 avis Référence/);
    expect(words(before)).not.toMatch(/sur 5/);
    expect(page.headers["cache-control"]).toMatch(/^public/);
    const all = await new Client(shop.url).get(`/product/${SLUG}/avis`);
    expect(words(all)).toMatch(/4 sur 5 · 1 avis 5 étoiles : 0 avis 4 étoiles : 1 avis .* 1 étoile : 0 avis/);
    expect(words(all)).toContain(LONG);
    expect(all.text).not.toContain('name="robots"');
    expect(all.text).toContain("L&#x27;avis d&#x27;un client qui a reçu Boston Murdjajo");
    expect(all.headers["cache-control"]).toMatch(/^public/);
    expect(titleOf(all.text)).toBe("Avis sur Boston Murdjajo – sabot – Wahrane");
    await decideReviews(shop, "published", "refused");
    expect(reviewsIn(await productPage())).toBe(reviewsIn(before));
    const gone = await client.get(`/product/${SLUG}/avis`);
    expect([gone.status, gone.location]).toEqual([302, `/product/${SLUG}`]);
  });

  it("leads to the only review, which has no words to read", async () => {
    await review(client, await received(shop, client, SLUG), "4");
    await decideReviews(shop);
    expect(reviewsIn(await productPage())).toMatch(/^Avis 4 sur 5 · 1 avis Voir l'avis/);
  });

  it("tells search engines buyers' reviews, and no rating before there are any", async () => {
    expect(dataIn(await productPage())).not.toHaveProperty("aggregateRating");
    const evil = "</script><script>alert(1)</script>";
    await review(client, await received(shop, client, SLUG), "5", evil);
    await review(client, await received(shop, client, SLUG), "2");
    await decideReviews(shop);
    const page = await productPage();
    expect(page.text).not.toContain("<script>alert");
    expect(dataIn(page).aggregateRating).toEqual({ "@type": "AggregateRating", ratingValue: 3.5, reviewCount: 2 });
  });

  it("says how pairs fit once three buyers said it, beside the sizes", async () => {
    const fitOf = async () => /id="pointure-hint">(.*?)<\/p>/.exec((await productPage()).text)?.[1];
    for (const taille of ["small", "true", "small"]) {
      const number = await received(shop, client, SLUG);
      const path = `/commande/${number}/avis`;
      const { text } = await client.get(path);
      const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(text) ?? [];
      expect(await fitOf()).toBeUndefined();
      await submit(client, formWith(text, "texte"), { article, note: "5", taille });
      await decideReviews(shop);
    }
    expect(await fitOf()).toBe("Taille petit selon 2 clients sur 3");
    inDatabase(shop, (database) => {
      database.pragma("foreign_keys = off");
      database.exec("delete from reviews");
    });
  });

  it("leads to all of them, twenty a page, those with words first", async () => {
    await review(client, await received(shop, client, SLUG), "5", "La première.");
    inDatabase(shop, (database) => {
      database.pragma("foreign_keys = off");
      const copy = database.prepare(
        `insert into reviews (id, order_id, variant_id, product_id, rating, text, author, wilaya, state, created_at)
         select 'r' || ?, 'o' || ?, variant_id, product_id, 3, '', author, wilaya, state, created_at + ?
         from reviews where text = 'La première.'`,
      );
      for (let index = 1; index <= 24; index += 1) copy.run(index, index, index);
    });
    await decideReviews(shop);
    expect(mainOf(await productPage())).toContain(`href="/product/${SLUG}/avis"`);
    expect(words(await productPage())).toContain("Lire les 25 avis");
    const first = await client.get(`/product/${SLUG}/avis`);
    expect(words(first)).toMatch(/★ 5 sur 5 La première\. Samira/);
    expect(words(first).match(/Achat vérifié/g)).toHaveLength(20);
    expect(mainOf(first)).toContain(`href="/product/${SLUG}/avis?page=2"`);
    const second = await client.get(`/product/${SLUG}/avis?page=2`);
    expect(words(second).match(/Achat vérifié/g)).toHaveLength(5);
    expect(titleOf(second.text)).toContain("page 2");
    for (const page of ["3", "0", "x"])
      expect((await client.get(`/product/${SLUG}/avis?page=${page}`)).status).toBe(page === "3" ? 302 : 200);
    inDatabase(shop, (database) => {
      database.pragma("foreign_keys = off");
      database.exec("delete from reviews");
    });
  });
});

describe("the letter's links", () => {
  it("open the reviews of that order without signing in, and nothing else", async () => {
    const { number, token } = await invited();
    const page = await client.get(`${pageOf(number)}?jeton=${token}`);
    expect(page.status).toBe(200);
    expect(mainOf(page)).not.toContain("Retour à la commande");
    expect(page.text).not.toContain("Larbi Ben M");
    const sent = await submit(client, formWith(page.text, "texte"), { note: "5", texte: "Merci." });
    expect([sent.status, sent.location]).toEqual([303, `${pageOf(number)}?jeton=${token}`]);
    expect(stored()).toEqual([{ rating: 5, text: "Merci." }]);
    expect((await client.get(`/commande/${number}?jeton=${token}`)).status).toBe(404);
    const other = await invited();
    expect((await client.get(`${pageOf(other.number)}?jeton=${token}`)).status).toBe(404);
  });

  it("stop further letters by a button, and by the mail program's own", async () => {
    const refusedOf = (token: string) =>
      valueIn(shop, "select refused_at from review_letters where token_hash = ?", hashOf(token));
    const { token } = await invited();
    const path = `/avis/ne-plus-ecrire?jeton=${token}`;
    const page = await client.get(path);
    expect(titleOf(page.text)).toBe("Ne plus me demander d'avis – Wahrane");
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(refusedOf(token)).toBeNull();
    const sent = await client.post(path, {});
    expect([sent.status, sent.location]).toEqual([303, "/shop"]);
    expect(words(await client.get("/shop"))).toContain("C'est noté : nous ne vous demanderons plus d'avis par e-mail.");
    expect(refusedOf(token)).not.toBeNull();
    const other = await invited();
    const pressed = await new Client(shop.url).ask(`/avis/ne-plus-ecrire?jeton=${other.token}`, {
      method: "POST",
      form: { "List-Unsubscribe": "One-Click" },
    });
    expect(pressed.status).toBe(200);
    expect(refusedOf(other.token)).not.toBeNull();
    expect(words(await client.get("/avis/ne-plus-ecrire?jeton=x"))).toContain(
      "Ce lien n'est pas complet ou n'est plus valable.",
    );
  });
});
