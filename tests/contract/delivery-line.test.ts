import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { deliveryDays } from "~/domain/delivery/delivery-days";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart, checkout, directOrder, fillCart, landed, orderNumberOf, someone } from "../support/http/orders";
import { titleOf, words, wordsIn } from "../support/http/reading";
import { servedShop } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** Fees and days of delivery are shown before the checkout, for a wilaya that is remembered. */

const SLUG = "boston-santa-cruz";
const PATH = `/product/${SLUG}`;
const ORAN = `Livraison à Oran : dès 500 DA à domicile, 300 DA en point relais, ${deliveryDays(new Date())}`;
const ADRAR = `Livraison à Adrar : dès 1 400 DA à domicile, 850 DA en point relais, ${deliveryDays(new Date())}`;
const LOWEST = "Livraison dès 300 DA";
const LATER = "Les frais de livraison seront calculés à l'étape suivante";

const shop = servedShop();
beforeAll(() => restock(shop));

/** Chooses as the form on the product page does. */
async function choosing(wilaya: string, client = new Client(shop.url)): Promise<Client> {
  const form = formWith((await client.get(PATH)).text, "vers");
  await landed(client, await submit(client, form, { vers: wilaya }, "livraison"));
  return client;
}

const product = async (client: Client) => words(await client.get(PATH));
const written = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));
const drawer = async (client: Client): Promise<{ cart: { delivery?: string } }> =>
  JSON.parse((await client.get("/cart/contents")).text);
const plain = (text = "") => text.replace(/[\u00a0\u202f]/g, " ");
const wilayaIn = ({ text }: Answer) => Object.fromEntries(formWith(text, "nom").fields).wilaya;

describe("the product page", () => {
  it("names the lowest fee of the table after the form", async () => {
    const text = await product(new Client(shop.url));
    expect(text).toContain(LOWEST);
    expect(text.indexOf(LOWEST)).toBeGreaterThan(text.indexOf("Commander maintenant"));
    expect(text.indexOf(LOWEST)).toBeLessThan(text.indexOf("Description Spécifications"));
  });

  it("says nothing of fees where nothing can be bought", async () => {
    const { text } = await new Client(shop.url).get("/product/sandale-les-andalouses");
    expect(text.includes('name="vers"')).toBe(text.includes("Ajouter au panier"));
  });

  it("remembers the wilaya by a form, and comes back with the chosen pair", async () => {
    const client = new Client(shop.url);
    const page = await client.get(PATH);
    const { fields } = formWith(page.text, "vers");
    const { couleur, pointure } = Object.fromEntries(fields);
    const answer = await submit(client, formWith(page.text, "vers"), { vers: "31" }, "livraison");
    expect(answer.status).toBe(303);
    expect(answer.headers["set-cookie"]?.join()).toMatch(
      /wilaya=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const next = await landed(client, answer);
    // Once as a message, and below the order form.
    expect(words(next)).toContain(ORAN);
    expect(words(next).split(ORAN)).toHaveLength(3);
    expect(Object.fromEntries(formWith(next.text, "vers").fields)).toMatchObject({ couleur, pointure, vers: "31" });
    expect(words(await client.get(PATH)).split(ORAN)).toHaveLength(2);
    expect(await product(client)).not.toContain(LOWEST);
  });

  it("keeps what was typed into the order form, which follows", async () => {
    const client = new Client(shop.url);
    const form = formWith((await client.get(PATH)).text, "vers");
    const answer = await submit(client, form, { nom: "Benali", quantite: "2", vers: "1" }, "livraison");
    expect(answer.status).toBe(200);
    expect(words(answer)).toContain(ADRAR);
    expect(Object.fromEntries(formWith(answer.text, "vers").fields)).toMatchObject({
      ...{ nom: "Benali", quantite: "2", vers: "1", wilaya: "1" },
    });
    expect(answer.text).toContain(" – 1\u202f700\u00a0DA</option>");
    expect(await product(client)).toContain(ADRAR);
  });

  it("says so where a browser keeps no cookie", async () => {
    const form = formWith((await new Client(shop.url).get(PATH)).text, "vers");
    const answer = await submit(new Client(shop.url), form, { vers: "31" }, "livraison");
    const page = await new Client(shop.url).get(answer.location ?? "");
    expect(wordsIn(page.text)).toContain("refuse les cookies : votre wilaya ne peut pas être gardée");
  });

  it("begins its order form with the wilaya, and Enter still adds to the cart", async () => {
    const client = await choosing("31");
    const page = await client.get(PATH);
    expect(wilayaIn(page)).toBe("31");
    const added = await submit(client, formWith(page.text, "vers"), {}, "defaut");
    expect([added.status, added.location]).toEqual([303, expect.stringContaining(PATH)]);
    const ordered = await submit(client, formWith(page.text, "vers"), { wilaya: "16" }, "defaut");
    expect([ordered.status, titleOf(ordered.text).slice(0, 8)]).toEqual([400, "Erreur :"]);
  });

  it("shows the older wilaya as chosen, and not the one that the law has made of it", async () => {
    const client = new Client(shop.url);
    const form = formWith((await client.get(PATH)).text, "vers");
    const drawn = await landed(client, await submit(client, form, { vers: "3" }, "livraison"));
    for (const page of [drawn, await client.get(PATH)])
      expect(page.text.match(/<option[^>]* selected=""[^>]*>/g)?.filter((tag) => tag.includes('"3'))).toEqual([
        '<option value="3" selected="">',
        '<option value="3" selected="">',
      ]);
  });

  it("leads nowhere else, whatever is posted", async () => {
    for (const retour of ["https://example.com/", "//example.com"]) {
      const answer = await new Client(shop.url).post(PATH, { intent: "livraison", vers: "31", quantite: "1", retour });
      expect([answer.status, answer.location?.startsWith(`${PATH}?`)]).toEqual([303, true]);
    }
  });
});

describe("cart, drawer and checkout", () => {
  it("name fees and days of the whole cart, and the checkout begins with the wilaya", async () => {
    const client = await choosing("31");
    await fillCart(client, SLUG, 5);
    const heavy = `Livraison à Oran : dès 550 DA à domicile, 350 DA en point relais, ${deliveryDays(new Date())}`;
    expect(words(await client.get("/cart"))).toContain(heavy);
    expect(words(await client.get("/cart"))).not.toContain(LATER);
    expect(plain((await drawer(client)).cart.delivery)).toBe(heavy);
    const step1 = await client.get("/checkout");
    expect(words(step1)).toContain(heavy);
    expect(wilayaIn(step1)).toBe("31");
    // Its communes are there without another press.
    expect(step1.text).toMatch(/<option value="3101">Oran – 550/);
  });

  it("say as before that fees come later, while no wilaya is known; the cart has the choice as well", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    const cart = await client.get("/cart");
    expect(words(cart)).toContain(LATER);
    expect((await drawer(client)).cart.delivery).toBeUndefined();
    expect(wilayaIn(await client.get("/checkout"))).toBe("");
    const answer = await submit(client, formWith(cart.text, "vers"), { vers: "1" }, "livraison");
    expect([answer.status, answer.location]).toEqual([303, "/cart"]);
    expect(words(await client.get("/cart"))).toContain(ADRAR);
    expect(await product(client)).toContain(ADRAR);
  });

  it("leave a delivery that was typed before as it is", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    await checkout(client);
    await choosing("16", client);
    const step1 = await client.get("/checkout");
    expect(wilayaIn(step1)).toBe("31");
    expect(words(step1)).not.toContain("Livraison à Alger");
  });

  it("the first step and an order remember their wilaya", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    await checkout(client);
    expect(await product(client)).toContain(ORAN);
    const other = new Client(shop.url);
    const { send } = await directOrder(other, SLUG, {}, { ...someone, telephone: "0770112233" });
    expect(await product(other)).toContain(LOWEST);
    expect(orderNumberOf(await send())).toBeTruthy();
    expect(await product(other)).toContain(ORAN);
  });
});

describe("the cookie", () => {
  it.each([
    ["a wilaya that is none", written(999)],
    ["a text", written("31")],
    ["a fraction", written(31.5)],
    ["a negative number", written(-31)],
    ["a list", written([31])],
    ["no JSON", "31"],
    ["a script", written("</option><script>alert(1)</script>")],
    ["nothing", ""],
  ])("that holds %s counts as none", async (_, value) => {
    const client = new Client(shop.url);
    client.cookies.set("wilaya", value);
    const page = await client.get(PATH);
    expect(words(page)).toContain(LOWEST);
    expect(wilayaIn(page)).toBe("");
    expect(page.text).not.toContain("alert(1)");
    expect(page.text.match(/<option value="" selected="">/g)?.length).toBe(3);
    client.cookies.set("wilaya", value);
    await addToCart(client, SLUG, {});
    client.cookies.set("wilaya", value);
    expect(wordsIn((await client.get("/cart")).text)).toContain(LATER);
    client.cookies.set("wilaya", value);
    expect(wilayaIn(await client.get("/checkout"))).toBe("");
  });

  it("is not set for a wilaya that the courier does not know, and goes when none is chosen", async () => {
    for (const vers of ["99", "abc", "31x", "1e1"]) {
      const client = new Client(shop.url);
      expect((await client.post("/livraison", { vers })).status).toBe(400);
      await client.post(PATH, { intent: "livraison", vers, quantite: "1" });
      expect([...client.cookies.keys()]).not.toContain("wilaya");
    }
    const client = await choosing("31");
    expect([...client.cookies.keys()]).toContain("wilaya");
    await choosing("", client);
    expect([...client.cookies.keys()]).not.toContain("wilaya");
    expect(await product(client)).toContain(LOWEST);
  });

  it("makes each visitor's own page of a kept one, for nobody else", async () => {
    const [oran, adrar, nobody] = [await choosing("31"), await choosing("1"), new Client(shop.url)];
    for (let round = 0; round < 2; round++)
      for (const [client, own] of [
        [oran, ORAN],
        [nobody, LOWEST],
        [adrar, ADRAR],
      ] as const) {
        const page = await client.get(PATH, { "accept-encoding": "br" });
        const text = wordsIn(brotliDecompressSync(page.bytes).toString());
        for (const line of [ORAN, ADRAR, LOWEST]) expect(text.includes(line), `${own}: ${line}`).toBe(line === own);
        expect(page.headers.vary).toContain("Cookie");
        expect(page.headers["cache-control"]).toMatch(client === nobody ? /^public/ : /^private, no-cache/);
      }
    const [etags] = [
      await Promise.all([oran, adrar, nobody].map(async (client) => (await client.get(PATH)).headers.etag)),
    ];
    expect(new Set(etags).size).toBe(3);
  });
});

describe("POST /livraison", () => {
  it("answers the line of a pair at this price, and sets the cookie", async () => {
    const client = new Client(shop.url);
    const answer = await client.post("/livraison", { vers: "31", montant: "8900" });
    expect(plain(JSON.parse(answer.text).line)).toBe(ORAN);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(await product(client)).toContain(ORAN);
    expect(plain(JSON.parse((await client.post("/livraison", { vers: "" })).text).line)).toBe(LOWEST);
  });
});
