import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOT_TAKEN } from "~/domain/order/order-refusal";
import { normalisePhone } from "~/domain/values/phone";
import { type FakeApi, type Fault, fakeApi } from "../support/fakes/fake-api";
import { sectionSevenApi } from "../support/fakes/section-seven-api";
import { Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import {
  checkout,
  directOrder,
  fillCart,
  followed,
  landed,
  orderNumberOf,
  someone,
  someoneElse,
} from "../support/http/orders";
import { mainOf, titleOf, words, wordsIn } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { runCommand } from "../support/shop/run-program";
import { type RunningShop, startShop, untilOpen } from "../support/shop/shop-server";

/** A shop on the API of a shop that is not like this one (section 7, decisions 034 and 035). */

const SECRET = "what the tokens of orders at the API are made with";

describe("a shop on an API that knows section 7 only", () => {
  it("tells the fee of the commune that is chosen, of each commune when it is chosen, and orders with it", async () => {
    const fake = await fakeApi({ isLikeThisShop: false });
    const shop = await startShop({ env: { SHOP_API_URL: fake.url } });
    try {
      await untilOpen(shop);
      const client = new Client(shop.url);
      const page = formWith((await client.get("/product/modele-p1")).text, "couleur");
      const early = new Client(shop.url);
      expect(words(await early.get("/product/modele-p1"))).not.toContain("Livraison dès");
      await early.post("/livraison", { vers: "31" });
      expect(words(await early.get("/product/modele-p1"))).toContain("Livraison à Oran : frais selon la commune");
      const { commune: _, ...elsewhere } = someone;
      const listed = await submit(client, page, elsewhere, "communes");
      expect(listed.status).toBe(200);
      // Communes without fees: sixty are not requested, and none is invented.
      const [list = ""] = /<select[^>]*name="commune"[\s\S]*?<\/select>/.exec(listed.text) ?? [];
      expect(wordsIn(list).trim()).toBe("Choisissez une commune Oran Gdyel");
      // No order for a commune whose fee was never shown.
      const form = formWith(listed.text, "couleur");
      const answer = await submit(client, form, { commune: "3101" }, "commander");
      expect([answer.status, fake.orders.size]).toEqual([200, 0]);
      expect(titleOf(answer.text)).toMatch(/^Confirmez votre commande/);
      expect(words(answer)).toMatch(/Total à payer à la livraison : [\d ]+ DA, livraison comprise \(500 DA\)/);
      expect(wordsIn(answer.text)).toContain("Relais");
      const refused = await submit(client, formWith(answer.text, "couleur"), { commune: "3102" }, "commander");
      expect([refused.status, fake.orders.size]).toEqual([400, 0]);
      expect(wordsIn(refused.text)).toContain("Pas de livraison à Gdyel pour le moment");
      expect(orderNumberOf(await submit(client, formWith(answer.text, "couleur"), {}, "commander"))).toBeTruthy();
      const [order] = fake.orders.values();
      expect(order).toMatchObject({ toCommuneId: 3101, shippingCost: 500, isStopDesk: false });
    } finally {
      await shop.stop();
      await fake.stop();
    }
  });
});

describe("a shop on an API whose orders have identifiers and numbers of their own", () => {
  it("shows an order under its own number, finds it at /suivi and in the account, corrects and cancels it", async () => {
    const numbers = ["2026/78 a&b#é"];
    const fake = await fakeApi({ numbers: (index) => ({ id: 500 + index, orderNumber: numbers[index] }) });
    const shop = await startShop({ env: { SHOP_API_URL: fake.url } });
    try {
      await untilOpen(shop);
      for (const [index, number] of numbers.entries()) {
        const client = new Client(shop.url);
        const recipient = someoneElse();
        const { send } = await directOrder(client, "modele-p1", { couleur: "noir", pointure: "38" }, recipient);
        const placed = await send();
        const page = `/commande/${encodeURIComponent(number)}`;
        // Without a cookie, the address itself opens the page.
        expect(followed(placed).split("?")[0]).toBe(page);
        const answer = await new Client(shop.url).get(followed(placed));
        expect([answer.status, words(answer)]).toEqual([
          200,
          expect.stringContaining(`Commande n° ${number} bien reçue`),
        ]);
        expect(words(await landed(client, placed))).toContain(`Commande n° ${number} bien reçue`);
        expect(fake.calls.at(-1)?.path).toBe(`/api/orders/${500 + index}`);

        const { telephone } = recipient;
        const stranger = new Client(shop.url);
        expect((await stranger.get(page)).status).toBe(404);
        const form = formWith((await stranger.get("/suivi")).text, "numero");
        const wrong = await submit(stranger, form, { numero: number, telephone: "0770 12 34 56" });
        expect([wrong.status, words(wrong)]).toEqual([400, expect.stringContaining("Commande non trouvée")]);
        const right = await submit(stranger, form, { numero: ` ${number.toLowerCase()} `, telephone });
        expect((await landed(stranger, right)).status).toBe(200);

        const { client: owner } = await accountHolder(shop, { phone: normalisePhone(telephone) ?? "" });
        const list = formWith(mainOf(await owner.get("/account/orders")), "numero");
        expect(followed(await submit(owner, list, { numero: number }))).toBe("/account/orders");
        const orders = mainOf(await owner.get("/account/orders"));
        expect(wordsIn(orders)).toContain(`Commande n° ${number}`);
        const link = `/account/orders/${encodeURIComponent(number)}`;
        expect(orders).toContain(`href="${link}"`);
        const inAccount = await owner.get(link);
        expect([inAccount.status, inAccount.text]).toEqual([200, expect.stringContaining(`href="${page}/modifier"`)]);

        const correction = formWith((await owner.get(`${page}/modifier`)).text, "adresse");
        const corrected = await submit(owner, correction, { adresse: "Cité 1200, Bt 9" });
        expect(words(await landed(owner, corrected))).toContain("Cité 1200, Bt 9");
        expect((await stranger.get(`${page}/annuler`)).status).toBe(200);
        const cancelled = await client.post(`${page}/annuler`, {});
        expect(followed(cancelled)).toBe(page);
        expect(words(await client.get(page))).toContain("Annulée");
        expect((await client.get(page)).text).toContain('href="/product/modele-p1">Modèle');
        expect([...fake.orders.values()].find(({ id }) => id === 500 + index)?.status).toBe("cancelled");
      }
    } finally {
      await shop.stop();
      await fake.stop();
    }
  });
});

describe("a shop on an API that keeps to section 7", () => {
  const choice = { couleur: "noir", pointure: "38" };
  const BUILT_IN = "API non disponible, utilisation des données par défaut Réessayer";
  let fake: FakeApi;
  let shop: RunningShop;
  beforeAll(async () => {
    fake = await sectionSevenApi();
    fake.catalogue.sections = undefined;
    shop = await startShop({ env: { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET } });
    await untilOpen(shop);
  });
  afterAll(async () => {
    await shop.stop();
    await fake.stop();
  });
  const losing = (fault: Fault = "lost answer") =>
    fake.failBy(({ method, path }) => (method === "POST" && path === "/api/orders" ? fault : undefined));
  /** Chooses the commune, is shown its fee, and has the form that orders. */
  async function readyToOrder(client: Client, recipient: Record<string, string>) {
    const { send } = await directOrder(client, "modele-p1", choice, recipient);
    const form = formWith((await send()).text, "couleur");
    return () => submit(client, form, {}, "commander");
  }
  const posts = () => fake.calls.filter(({ method, path }) => method === "POST" && path === "/api/orders").length;

  it("leads to 'Nous vérifions votre commande' when an answer is lost, and never posts that form again", async () => {
    const client = new Client(shop.url);
    await fillCart(client, "modele-p1");
    const recipient = someoneElse();
    const { form, send } = await checkout(client, recipient);
    losing();
    const before = posts();
    const sent = await send();
    fake.heal();
    const page = followed(sent);
    expect(page).toMatch(/^\/verification\/[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    const reference = page.slice("/verification/".length);
    const answer = await client.get(page);
    expect([answer.status, titleOf(answer.text)]).toEqual([
      200,
      expect.stringMatching(/^Nous vérifions votre commande/),
    ]);
    expect(answer.headers["cache-control"]).toContain("private");
    const shownWords = words(answer);
    for (const sentence of [
      `Référence ${reference}`,
      "Ne commandez pas de nouveau",
      "elle est peut-être déjà enregistrée",
      "Appelez-nous au 041 00 00 00",
      "et donnez la référence.",
      "Modèle p1",
      "5 500 DA",
      `•• •• •• •• ${recipient.telephone.slice(-2)}`,
    ])
      expect(shownWords).toContain(sentence);
    expect(shownWords).not.toContain(recipient.telephone);
    // The same form, the last step opened again, and the form of a stranger.
    expect(followed(await send())).toBe(page);
    const fresh = formWith((await client.get("/checkout/verification")).text, "cle");
    expect(fresh.fields).not.toEqual(form.fields);
    expect(followed(await submit(client, fresh, {}))).toBe(page);
    expect(posts()).toBe(before + 1);
    expect((await new Client(shop.url).get(page)).status).toBe(404);
    expect(words(await client.get("/suivi"))).toContain(
      `Nous vérifions cette commande Référence ${reference}, 5 500 DA`,
    );
    // The log names the order once, and not its person.
    const lines = shop.log().split("\n");
    expect(lines.filter((line) => line.includes(reference) && line.includes("a-verifier"))).toHaveLength(1);
    expect(shop.log()).not.toContain(recipient.telephone);

    const told = await operator(shop, { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET }, "a-verifier");
    expect(told).toContain(reference);
    const there = [...fake.orders.values()].at(-1) as { id: string; orderNumber: string };
    await operator(
      shop,
      { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET },
      "a-verifier",
      "--prise",
      reference,
      "--numero",
      there.orderNumber,
      "--id",
      there.id,
    );
    const order = `/commande/${encodeURIComponent(there.orderNumber)}`;
    expect((await client.get(page)).location).toBe(order);
    expect(words(await client.get(order))).toContain(`Commande n° ${there.orderNumber} bien reçue`);
    expect(words(await client.get("/cart"))).toContain("Votre panier est vide");
    expect(orderNumberOf(await send())).toBe(encodeURIComponent(there.orderNumber));
    expect(posts()).toBe(before + 1);
  });

  it("opens that page without cookies, in the account, and tells there when nothing was taken", async () => {
    losing("500");
    const stranger = new Client(shop.url);
    const press = await readyToOrder(stranger, someoneElse());
    const page = followed(await press());
    expect(page).toMatch(/^\/verification\/\S+\?acces=/);
    expect((await new Client(shop.url).get(page)).status).toBe(200);
    // The same form once more, again without cookies.
    stranger.cookies.clear();
    const second = followed(await press());
    expect(second.split("?")[0]).toBe(page.split("?")[0]);
    expect((await new Client(shop.url).get(second)).status).toBe(200);
    const { client: owner } = await accountHolder(shop);
    const own = await readyToOrder(owner, someoneElse());
    const ours = followed(await own());
    fake.heal();
    const reference = ours.slice("/verification/".length);
    expect(words(await owner.get("/account/orders"))).toContain(`Référence ${reference}`);
    await operator(shop, { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET }, "a-verifier", "--libre", reference);
    const told = words(await owner.get(ours));
    expect(told).toContain("Votre commande n'a pas été prise");
    expect(told).toContain("Vous pouvez commander de nouveau");
    const again = await own();
    expect([again.status, words(again)]).toEqual([
      409,
      expect.stringContaining("Votre commande n'a pas été prise : aucun colis ne part, et vous ne devez rien."),
    ]);
    // The form of that page has a key of its own.
    expect(orderNumberOf(await submit(owner, formWith(again.text, "couleur"), {}, "commander"))).toBeTruthy();
  });

  it("tells the API's reason, harmless and short, and never to try the same again; the log has it once", async () => {
    const client = new Client(shop.url);
    const press = await readyToOrder(client, someoneElse());
    expect(words(await client.get("/"))).toContain(BUILT_IN);
    fake.refuse(400, { message: `<b>Commune</b>\u0000 non servie ${"x".repeat(300)}` });
    const from = shop.log().length;
    const refused = await press();
    expect(refused.status).toBe(400);
    expect(words(refused)).toMatch(
      /Rien n'a été commandé\. La raison : « <b>Commune<\/b> non servie x{150,180}… ». Corrigez/,
    );
    expect(refused.text).not.toContain("<b>Commune");
    expect(words(refused)).not.toMatch(/réessayez|réessayer/i);
    const said = () =>
      shop
        .log()
        .slice(from)
        .split("\n")
        .filter((line) => /Erreur|HTTP/.test(line));
    expect(said()).toEqual([expect.stringMatching(/^Erreur 400: \{"message":"<b>Commune/)]);
    // A failure that the shopper may try again is also one line.
    const elsewhere = shop.log().length;
    await fake.close();
    const away = await submit(client, formWith(refused.text, "couleur"), {}, "commander");
    expect([away.status, words(away)]).toEqual([503, expect.stringContaining("Veuillez réessayer.")]);
    // The API has no home sections; open or not, the built-in ones say so themselves.
    expect(words(await client.get("/"))).toContain(BUILT_IN);
    const lines = shop.log().slice(elsewhere).split("\n");
    expect(lines.filter((line) => line.includes("Erreur lors de la création"))).toHaveLength(1);
    await fake.open();
    await untilOpen(shop);
    expect(orderNumberOf(await submit(client, formWith(away.text, "couleur"), {}, "commander"))).toBeTruthy();
  });

  it("offers neither to cancel nor to correct once the API was seen not to, and says whom to call", async () => {
    const client = new Client(shop.url);
    await client.get("/");
    await fillCart(client, "modele-p1");
    const { send } = await checkout(client, someoneElse());
    const page = followed(await send());
    expect((await client.get(page)).text).toContain(`href="${page}/annuler"`);
    const promised = async () =>
      Promise.all(["/terms", "/faq", "/contact", "/privacy"].map(async (path) => words(await client.get(path))));
    const promise = /l'annuler vous-même|vous l'annulez|La corriger ou l'annuler|corrigez vous-même|qui le corrige/;
    for (const text of await promised()) expect(text).toMatch(promise);
    expect((await promised()).join()).toContain("La boutique qui prépare nos commandes : chacune en entier");
    const refused = await client.post(`${page}/annuler`, {});
    expect(refused.status).toBe(409);
    expect(words(refused)).toContain("La commande n'a pas été annulée : appelez-nous au 041 00 00 00.");
    expect(words(refused)).not.toMatch(/réessayez/i);
    const correction = formWith((await client.get(`${page}/modifier`)).text, "adresse");
    const kept = await submit(client, correction, { adresse: "Cité 1200, Bt 9" });
    expect([kept.status, words(kept)]).toEqual([409, expect.stringContaining("Cité 1200, Bt 9")]);
    const order = await client.get(page);
    for (const below of ["annuler", "modifier"]) {
      expect(order.text).not.toContain(`href="${page}/${below}"`);
      const told = await client.get(`${page}/${below}`);
      expect(words(told)).toContain(`Pour ${below} la commande n° ${decodeURIComponent(page.split("/").at(-1) ?? "")}`);
      expect(words(told)).toContain("appelez-nous au 041 00 00 00");
    }
    expect(words(order)).toContain("Pour modifier ou annuler la commande, appelez-nous au 041 00 00 00");
    for (const text of await promised()) expect(text).not.toMatch(promise);
  });

  it("answers a program 202 with the reference, also when it sends its key again", async () => {
    losing();
    const product = { productId: "p1", productVariantId: "p1-38", quantity: 1, price: 5_000 };
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "the-key-of-a-program-1" };
    const body = JSON.stringify({
      items: [product],
      toWilayaId: 31,
      toCommuneId: 3101,
      shippingCost: 500,
      declaredValue: 5_000,
      customer: { firstName: "Samira", phone: "0770123499" },
    });
    const send = async () => {
      const response = await fetch(`${shop.url}/api/orders`, { method: "POST", headers, body });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const first = await send();
    expect(first).toEqual([
      202,
      expect.stringMatching(/^Nous vérifions cette commande, référence \S+\u00a0: ne l'envoyez pas de nouveau$/),
    ]);
    expect(await send()).toEqual(first);
    fake.heal();
    const [reference = ""] = /\w{4}-\w{4}/.exec(String(first[1])) ?? [];
    await operator(shop, { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET }, "a-verifier", "--libre", reference);
    // Its message is for people, also those of a shop on this one's API.
    expect(await send()).toEqual([409, NOT_TAKEN]);
  });

  it("reads the home page's sections again for who presses 'Réessayer', and for nobody else", async () => {
    const client = new Client(shop.url);
    const home = async (path = "/") => words(await client.get(path));
    expect(await home()).toContain(BUILT_IN);
    fake.catalogue.sections = [{ id: "s1", type: "trust_features", title: "Nos garanties", content: {}, order: 0 }];
    expect(await home()).toContain(BUILT_IN);
    expect(await home("/?essai=2")).not.toContain("API non disponible");
    expect(await home()).not.toContain("API non disponible");
  });
});

/** The merchant's command. */
const operator = (shop: RunningShop, env: Record<string, string>, ...args: string[]) =>
  runCommand(args, { DATA_DIR: shop.dataDir, ...env });
