import { execFileSync } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalisePhone } from "~/domain/phone";
import { convertPicture } from "~/pictures/convert.server";
import { nameOf, sourceOf } from "~/pictures/image-store.server";
import { root } from "../../tools/build.mjs";
import { type FakeApi, type Fault, fakeApi } from "../support/fake-api";
import { formWith, submit } from "../support/forms";
import { Client } from "../support/http";
import {
  checkout,
  directOrder,
  fillCart,
  followed,
  landed,
  orderNumberOf,
  someone,
  someoneElse,
} from "../support/orders";
import { freePort } from "../support/ports";
import { decoded, mainOf, titleOf, words, wordsIn } from "../support/reading";
import { sectionSevenApi } from "../support/section-seven-api";
import { inDatabase, type RunningShop, restock, startShop, untilOpen } from "../support/shop-server";
import { accountHolder } from "../support/signed-in";

/** A shop on another running shop's API (SHOP_API_URL, decision 034). */

const SECRET = "what the tokens of orders at the API are made with";
const SLUG = "boston-santa-cruz";
let api: RunningShop | undefined;
let shop: RunningShop;
let port: number;
const env = () => ({ SHOP_API_URL: `http://localhost:${port}`, SESSION_SECRET: SECRET });
/** The API's folder; its image store has a picture of an import that this shop lacks. */
const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
const PICTURE = nameOf("what its merchant imported");
const fromApi = () => startShop({ port, dataDir: dataDir });

beforeAll(async () => {
  port = await freePort();
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2b5f95" } })
    .png()
    .toBuffer();
  await convertPicture(png, dataDir, PICTURE);
  shop = await startShop({ env: env() });
});
afterAll(async () => {
  await shop.stop();
  await api?.stop();
});

const shown = async (path: string) => wordsIn((await new Client(shop.url).get(path)).text);

describe("a shop on another shop's API", () => {
  it("shows samples with the notice until the API has answered, and takes no order", async () => {
    await expect.poll(() => shop.log(), { timeout: 15_000 }).toContain("ECONNREFUSED");
    // Once, also on the home page, whose sections are built in.
    for (const path of ["/", "/shop", `/product/${SLUG}`])
      expect((await shown(path)).split("API non disponible, utilisation des données par défaut")).toHaveLength(2);
    expect(await shown(`/product/${SLUG}`)).toContain("Les commandes sont fermées");
    const page = await new Client(shop.url).get(`/product/${SLUG}`);
    const { fields } = formWith(page.text, "couleur");
    const form = [...fields.filter(([name]) => name !== "wilaya"), ["wilaya", "31"], ["intent", "communes"]];
    const answer = await new Client(shop.url).post(`/product/${SLUG}`, form as [string, string][]);
    expect([503, 400]).toContain(answer.status);
  });

  it("opens by itself, has the API's catalogue, and orders there", async () => {
    api = await fromApi();
    restock(api);
    const pictures = JSON.stringify([{ src: sourceOf(PICTURE), alt: "Photo du marchand", color: "" }]);
    inDatabase(api, (database) =>
      database
        .prepare("update products set name = 'Le sabot de l''API', price = 7777, pictures = ? where slug = ?")
        .run(pictures, SLUG),
    );
    await expect
      .poll(() => shown(`/product/${SLUG}`), { timeout: 40_000, interval: 500 })
      .toContain("Le sabot de l'API");
    expect(await shown("/")).not.toContain("API non disponible");
    const client = new Client(shop.url);
    const variant = inDatabase(api, (database) =>
      database
        .prepare<[string], { couleur: string; pointure: string; stock: number; id: string }>(
          `select color_slug as couleur, cast(size as text) as pointure, stock, id from variants
           where product_id = (select id from products where slug = ?) and stock > 3 limit 1`,
        )
        .get(SLUG),
    );
    if (!variant) throw new Error("Nothing is left.");
    const choice = { couleur: variant.couleur, pointure: variant.pointure };
    const { send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send());
    expect(number).toBeTruthy();
    const there = inDatabase(api, (database) =>
      database.prepare<[], { number: string; subtotal: number }>("select number, subtotal from orders").all(),
    );
    expect(there).toEqual([{ number, subtotal: 7_777 }]);
    expect(
      inDatabase(api, (database) =>
        database.prepare("select stock from variants where id = ?").pluck().get(variant.id),
      ),
    ).toBe(variant.stock - 1);
    inDatabase(api, (database) => database.exec("update orders set status = 'confirmed'"));
    expect(await wordsIn((await client.get(`/commande/${number}`)).text)).toContain("Confirmée");
    // The same form again is the same order.
    expect(orderNumberOf(await send())).toBe(number);
  });

  it("shows the API's pictures from its own address: browsers ask nobody else", async () => {
    const page = async () => (await new Client(shop.url).get(`/product/${SLUG}`)).text;
    await expect.poll(page, { timeout: 20_000, interval: 200 }).toContain("Photo du marchand");
    const text = await page();
    const [, path = ""] = /<img src="(\/pictures\/import\/[0-9a-f]{32}-800\.jpg)"/.exec(text) ?? [];
    expect(path).not.toContain(PICTURE);
    const picture = await new Client(shop.url).get(path);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    for (const [, address = ""] of text.matchAll(/(?:src|srcset)="([^"]*)"/gi)) expect(address).toMatch(/^\/(?!\/)/);
    expect(text).not.toContain(`:${port}/`);
  });

  it("names the API's fees before an order, the lowest and those of the wilaya that was chosen", async () => {
    const client = new Client(shop.url);
    expect(words(await client.get(`/product/${SLUG}`))).toContain("Livraison dès 300 DA");
    const form = formWith((await client.get(`/product/${SLUG}`)).text, "vers");
    await landed(client, await submit(client, form, { vers: "31" }, "livraison"));
    await fillCart(client, SLUG);
    const line = "Livraison à Oran : dès 500 DA à domicile, 300 DA en point relais, sous 1 à 5 jours";
    for (const path of [`/product/${SLUG}`, "/cart", "/checkout"])
      expect(words(await client.get(path)), path).toContain(line);
    expect(words(await new Client(shop.url).get(`/product/${SLUG}`))).not.toContain("Livraison à Oran");
  });

  it("keeps itself who waits for a sold-out size, and its merchant's command lists them", async () => {
    const path = "/product/ballerine-opera/prevenez-moi";
    const page = await new Client(shop.url).get(path);
    const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
    const form = formWith(page.text, "telephone");
    expect((await submit(new Client(shop.url), form, { article, telephone: "0550123456" })).status).toBe(303);
    const said = operator(shop, env(), "alertes");
    const line = said.replace(/\s+/g, " ");
    expect(line).toMatch(/^Opéra : 1 Noir et or, pointure \d+ \(FBA-OPER-\S+\) : 1 par téléphone $/);
  });

  it("tells of an order whose answer was lost, when its form comes with another content", async () => {
    const client = new Client(shop.url);
    const fields = Object.fromEntries(formWith((await client.get(`/product/${SLUG}`)).text, "couleur").fields);
    const choice = { couleur: fields.couleur ?? "", pointure: fields.pointure ?? "" };
    const { form, send } = await directOrder(client, SLUG, choice, { ...someone, adresse: "Cité 200\nBt 4" });
    const key = Object.fromEntries(form.fields).cle ?? "";
    // Orders as this shop does, for a guest whose token is derived from the key.
    const product = (await (await fetch(`${api?.url}/api/products/${SLUG}`)).json()) as {
      id: string;
      price: number;
      variants: { id: string; options: { colorSlug: string; size: number } }[];
    };
    const variant = product.variants.find(
      ({ options }) => options.colorSlug === choice.couleur && String(options.size) === choice.pointure,
    );
    const quotes = await fetch(`${api?.url}/api/yalidine/quotes?wilaya_id=31&pairs=1&declared_value=${product.price}`);
    const quoted = (await quotes.json()) as { commune_id: number; home: { totalFee: number } }[];
    const fee = quoted.find(({ commune_id }) => commune_id === 3101)?.home.totalFee;
    const hash = createHash("sha256").update(key).digest("base64url");
    const token = createHmac("sha256", SECRET).update(`order of the API ${hash}`).digest("base64url");
    const taken = await fetch(`${api?.url}/api/orders`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Idempotency-Key": hash,
        Authorization: `Bearer guest-${token}`,
      },
      body: JSON.stringify({
        items: [{ productId: product.id, productVariantId: variant?.id, quantity: 1, price: product.price }],
        toWilayaId: 31,
        toCommuneId: 3101,
        isStopDesk: false,
        shippingCost: fee,
        declaredValue: product.price,
        notes: "",
        customer: {
          firstName: someone.prenom,
          lastName: someone.nom,
          phone: "0550123456",
          address: "Cité 200\nBt 4",
        },
      }),
    });
    const { orderNumber } = (await taken.json()) as { orderNumber: string };
    expect([taken.status, orderNumber]).toEqual([201, expect.stringMatching(/^\w{4}-\w{4}$/)]);
    const other = await send({ remarque: "Sonnez" });
    expect([other.status, client.cookies.size > 0]).toEqual([409, true]);
    expect(wordsIn(other.text)).toContain(`votre commande n° ${orderNumber} est enregistrée`);
    const page = decoded((await client.get(`/commande/${orderNumber}`)).text);
    expect(page).toContain("Cité 200\nBt 4");
    expect(page).not.toContain("Sonnez");
    // The first of the two is that order.
    expect(orderNumberOf(await send())).toBe(orderNumber);
  });

  it("keeps the catalogue and what was typed while the API is away, and opens by itself", async () => {
    const client = new Client(shop.url);
    const page = await client.get(`/product/${SLUG}`);
    const fields = Object.fromEntries(formWith(page.text, "couleur").fields);
    const choice = { couleur: fields.couleur ?? "", pointure: fields.pointure ?? "" };
    const { send } = await directOrder(client, SLUG, choice);
    const { client: owner } = await accountHolder(shop);
    const number = orderNumberOf(await (await directOrder(owner, SLUG, choice, someoneElse())).send());
    // Known a moment before, and not served from memory.
    const everybodys = ["/", "/shop", `/product/${SLUG}`, "/collections"];
    for (const path of everybodys) expect(await shown(path), path).not.toContain("Les commandes sont fermées");
    await api?.kill();
    const refused = await send();
    expect(refused.status).toBe(503);
    expect(words(refused)).toContain("Votre commande n'a pas pu être traitée. Veuillez réessayer.");
    expect(words(refused)).toMatch(/Les commandes sont fermées depuis moins d'une minute/);
    for (const typed of [someone.nom, someone.adresse]) expect(decoded(refused.text)).toContain(typed);
    for (const path of everybodys) {
      const answer = await new Client(shop.url).get(path);
      expect(answer.status, path).toBe(200);
      expect(wordsIn(answer.text), path).toContain("Les commandes sont fermées");
    }
    expect(await shown(`/product/${SLUG}`)).toContain("Le sabot de l'API");
    // Kept fees serve for 300 s; those of another amount are unknown, and nothing is invented.
    const early = new Client(shop.url);
    await fillCart(early, SLUG, 2);
    expect((await early.post("/cart", { intent: "livraison", vers: "16" })).status).toBe(303);
    expect(words(await early.get("/cart"))).toContain("Livraison à Alger : frais selon la commune, sous 1 à 5 jours");
    // This shop has the order and its last known status.
    for (const path of ["/account", "/account/orders"]) {
      const answer = await owner.get(path);
      expect([answer.status, words(answer)], path).toEqual([200, expect.stringContaining(`Commande n° ${number}`)]);
      expect(words(answer)).not.toContain("Erreur lors du chargement");
    }
    // Without fees, with a cart or on the product's page, all that was typed stays.
    const elsewhere = { ...someone, wilaya: "16", commune: "1601" };
    const other = new Client(shop.url);
    await fillCart(other, SLUG);
    const here = formWith((await other.get(`/product/${SLUG}`)).text, "couleur");
    const delivery = formWith((await other.get("/checkout")).text, "nom");
    let last = here;
    for (const [form, intent, sentence] of [
      [here, "communes", "Impossible de calculer les frais."],
      [here, "commander", "Votre commande n'a pas pu être traitée. Veuillez réessayer."],
      [delivery, "communes", "Impossible de calculer les frais."],
      [delivery, "continuer", "Impossible de calculer les frais."],
    ] as const) {
      const answer = await submit(other, form, elsewhere, intent);
      expect([answer.status, titleOf(answer.text).slice(0, 9)], intent).toEqual([503, "Erreur : "]);
      expect(wordsIn(answer.text)).toContain(`${sentence} Les commandes sont fermées depuis moins d'une minute`);
      const again = formWith(answer.text, "nom");
      expect(Object.fromEntries(again.fields)).toMatchObject({
        ...elsewhere,
        telephone: expect.stringContaining("0550"),
      });
      if (intent === "commander") last = again;
    }
    expect((await other.get("/checkout")).status).toBe(200);
    api = await fromApi();
    await expect.poll(() => shown("/shop"), { timeout: 40_000, interval: 500 }).not.toContain("Les commandes sont");
    // The same form that was refused.
    expect(orderNumberOf(await send())).toBeTruthy();
    // Unknown fees are shown before they are charged.
    const response = await submit(other, last, {}, "commander");
    expect([response.status, wordsIn(response.text)]).toEqual([200, expect.stringContaining("Total à payer")]);
    expect(orderNumberOf(await submit(other, formWith(response.text, "couleur"), {}, "commander"))).toBeTruthy();
    expect(inDatabase(api, (database) => database.prepare("select count(*) from orders").pluck().get())).toBe(5);
  });

  it("keeps the form of the last step when it is started anew while the API is away, and knows no fees", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    const pickupPoint = { mode: "relais", relais: "310102" };
    const { form, send } = await checkout(client, { ...someone, ...pickupPoint });
    await Promise.all([api?.kill(), shop.kill()]);
    shop = await startShop({ env: env(), dataDir: shop.dataDir, port: Number(new URL(shop.url).port) });
    const refused = await send();
    expect(refused.status).toBe(503);
    expect(words(refused)).toMatch(/n'a pas pu être traitée. Veuillez réessayer. Les commandes sont fermées/);
    expect(words(refused)).toContain("Au point relais");
    const again = formWith(refused.text, "cle");
    expect(again.fields).toEqual(form.fields);
    // The last step is not shown without a fee; the first one needs none.
    expect((await client.get("/checkout/verification")).location).toBe("/checkout");
    const first = Object.fromEntries(formWith((await client.get("/checkout")).text, "nom").fields);
    expect(first).toMatchObject({ nom: someone.nom, wilaya: "31", commune: "3101", mode: "relais-310102" });
    api = await fromApi();
    await untilOpen(shop);
    expect(orderNumberOf(await submit(client, again, {}))).toBeTruthy();
    const modes = inDatabase(api, (database) =>
      database.prepare("select stop_desk_id from orders where mode = 'relais'").pluck().all(),
    );
    expect(modes).toEqual([310_102]);
  });
});

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
    const numbers = ["N-77", "2026/78 a&b#é", "N°79"];
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
        expect(words(await landed(client, placed))).toContain(`Commande #${number} créée avec succès !`);
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
        expect([...fake.orders.values()].find(({ id }) => id === 500 + index)?.status).toBe("cancelled");
      }
    } finally {
      await shop.stop();
      await fake.stop();
    }
  });
});

describe("a shop on an API without home sections", () => {
  it("shows the built-in ones with the notice, until trying again finds some", async () => {
    const fake = await fakeApi();
    const { sections } = fake.catalogue;
    fake.catalogue.sections = undefined;
    const shop = await startShop({ env: { SHOP_API_URL: fake.url } });
    try {
      await untilOpen(shop);
      const client = new Client(shop.url);
      const home = await client.get("/");
      const main = mainOf(home);
      expect([home.status, wordsIn(main)]).toEqual([
        200,
        expect.stringContaining("API non disponible, utilisation des données par défaut Réessayer"),
      ]);
      expect(wordsIn(main)).toContain("Pourquoi Nous Choisir");
      // Orders are open nevertheless.
      expect(words(await client.get("/product/modele-p1"))).not.toContain("Les commandes sont fermées");
      const [, retry = ""] = /href="(\/\?[^"]*)"[^>]*>\s*Réessayer/.exec(main) ?? [];
      expect(wordsIn(mainOf(await client.get(retry)))).toContain("API non disponible");
      fake.catalogue.sections = [{ ...(sections as object[])[0], type: "trust_features" }];
      const found = async () => wordsIn(mainOf(await client.get(retry)));
      await expect.poll(found, { timeout: 15_000, interval: 500 }).not.toContain("API non disponible");
      expect(wordsIn(mainOf(await client.get("/")))).not.toContain("Réessayer");
    } finally {
      await shop.stop();
      await fake.stop();
    }
  });
});

describe("a shop on an API that keeps to section 7", () => {
  const choice = { couleur: "noir", pointure: "38" };
  let fake: FakeApi;
  let shop: RunningShop;
  beforeAll(async () => {
    fake = await sectionSevenApi();
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

    const told = operator(shop, { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET }, "a-verifier");
    expect(told).toContain(reference);
    const there = [...fake.orders.values()].at(-1) as { id: string; orderNumber: string };
    operator(
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
    operator(shop, { SHOP_API_URL: fake.url, SESSION_SECRET: SECRET }, "a-verifier", "--libre", reference);
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
    // A failure that the shopper may try again is one line as well.
    const elsewhere = shop.log().length;
    await fake.close();
    const away = await submit(client, formWith(refused.text, "couleur"), {}, "commander");
    expect([away.status, words(away)]).toEqual([503, expect.stringContaining("Veuillez réessayer.")]);
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
  });
});

/** The merchant's command. */
const operator = (shop: RunningShop, env: Record<string, string>, ...args: string[]) =>
  execFileSync(process.execPath, [join(root, "tools/shop.mjs"), ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: shop.dataDir, ...env },
  });
