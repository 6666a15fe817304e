import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliveryDays } from "~/domain/delivery/delivery-days";
import { convertPicture } from "~/pictures/convert.server";
import { pictureName, sourceOf } from "~/pictures/image-store.server";
import { publicPages } from "../support/documents/routes";
import { Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { checkout, directOrder, fillCart, orderNumberOf, SLUG, someone, someoneElse } from "../support/http/orders";
import { decoded, titleOf, words, wordsIn } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { seededIn } from "../support/shop/databases";
import { freePort } from "../support/shop/ports";
import { runCommand } from "../support/shop/run-program";
import { type RunningShop, startShop, untilOpen } from "../support/shop/shop-server";
import { restock, rowsIn, runIn, valueIn, valuesIn } from "../support/shop/stored";

/** A shop on another running shop's API (SHOP_API_URL, decision 034). */

const SECRET = "what the tokens of orders at the API are made with";
let api: RunningShop | undefined;
let shop: RunningShop;
let port: number;
const env = () => ({ SHOP_API_URL: `http://localhost:${port}`, SESSION_SECRET: SECRET });
/** The API's folder; its image store has a picture of an import that this shop lacks. */
const dataDir = mkdtempSync(join(tmpdir(), "shop-"));
const PICTURE = pictureName("what its merchant imported");
const fromApi = () => startShop({ port, dataDir });

beforeAll(async () => {
  port = await freePort();
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#2b5f95" } })
    .png()
    .toBuffer();
  await convertPicture(png, dataDir, PICTURE);
  // Before the API opens: this shop asks again after minutes only.
  seededIn(dataDir);
  restock({ dataDir });
  const pictures = JSON.stringify([{ src: sourceOf(PICTURE), alt: "Photo du marchand", color: "" }]);
  runIn(
    { dataDir },
    "update products set name = 'Le sabot de l''API', price = 7777, pictures = ? where slug = ?",
    pictures,
    SLUG,
  );
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
    // Built in there as well is a slide of the loyalty card, which nobody gives here.
    expect(await shown("/")).not.toContain("la 7ᵉ offerte");
    expect(await shown(`/product/${SLUG}`)).toContain("Les commandes sont fermées");
    const page = await new Client(shop.url).get(`/product/${SLUG}`);
    const { fields } = formWith(page.text, "couleur");
    const form = [...fields.filter(([name]) => name !== "wilaya"), ["wilaya", "31"], ["intent", "communes"]];
    const answer = await new Client(shop.url).post(`/product/${SLUG}`, form as [string, string][]);
    expect([503, 400]).toContain(answer.status);
  });

  it("opens by itself, has the API's catalogue, and orders there", async () => {
    api = await fromApi();
    await expect
      .poll(() => shown(`/product/${SLUG}`), { timeout: 40_000, interval: 500 })
      .toContain("Le sabot de l'API");
    expect(await shown("/")).not.toContain("API non disponible");
    const client = new Client(shop.url);
    const variant = rowsIn<{ couleur: string; pointure: string; stock: number; id: string }>(
      api,
      `select color_slug as couleur, cast(size as text) as pointure, stock, id from variants
           where product_id = (select id from products where slug = ?) and stock > 3 limit 1`,
      SLUG,
    )[0];
    if (!variant) throw new Error("Nothing is left.");
    const choice = { couleur: variant.couleur, pointure: variant.pointure };
    const { send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send());
    expect(number).toBeTruthy();
    const there = rowsIn<{ number: string; subtotal: number }>(api, "select number, subtotal from orders");
    expect(there).toEqual([{ number, subtotal: 7_777 }]);
    expect(valueIn(api, "select stock from variants where id = ?", variant.id)).toBe(variant.stock - 1);
    runIn(api, "update orders set status = 'confirmed'");
    expect(await wordsIn((await client.get(`/commande/${number}`)).text)).toContain("Confirmée");
    // The same form again is the same order.
    expect(orderNumberOf(await send())).toBe(number);
  });

  it("promises no stamps to an account: the loyalty card is for those of the API's shop", async () => {
    const { client, email } = await accountHolder(shop, { phone: "0550123456" });
    const guest = new Client(shop.url);
    const number = orderNumberOf(await (await directOrder(guest, SLUG)).send());
    const card = /tampon|votre carte|carte de votre compte|fidélité sur le site|la 7ᵉ offerte/;
    const seen = async (visitor: Client, path: string) => {
      const page = await visitor.get(path);
      expect(page.status, path).toBe(200);
      expect(words(page), path).not.toMatch(card);
      expect(page.text, path).not.toContain('href="/loyalty-program"');
    };
    for (const path of publicPages) await seen(new Client(shop.url), path);
    for (const path of ["/login", "/register", `/commande/${number}`]) await seen(guest, path);
    for (const path of ["/account", "/account/orders", "/account/delete", "/loyalty-program"]) await seen(client, path);
    const { compte } = JSON.parse((await client.get("/account/data")).text);
    expect(compte).toMatchObject({ email });
    expect(compte).not.toHaveProperty("tampons");
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

  it("keeps itself who waits for a sold-out size, and its merchant's command lists them", async () => {
    const path = "/product/ballerine-opera/prevenez-moi";
    const page = await new Client(shop.url).get(path);
    const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
    const form = formWith(page.text, "telephone");
    expect((await submit(new Client(shop.url), form, { article, telephone: "0550123456" })).status).toBe(303);
    const said = await runCommand(["alertes"], { DATA_DIR: shop.dataDir, ...env() });
    const line = said.replace(/\s+/g, " ");
    expect(line).toMatch(/^Opéra : 1 Noir et or, pointure \d+ \(FBA-OPER-\S+\) : 1 par téléphone $/);
  });

  it("keeps the catalogue and what was typed while the API is away, and opens by itself", async () => {
    const ordersOf = (open: RunningShop | undefined) =>
      open ? Number(valueIn(open, "select count(*) from orders")) : 0;
    const before = ordersOf(api);
    const client = new Client(shop.url);
    const { send } = await directOrder(client, SLUG);
    const { client: owner } = await accountHolder(shop);
    const number = orderNumberOf(await (await directOrder(owner, SLUG, {}, someoneElse())).send());
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
    expect(words(await early.get("/cart"))).toContain(
      `Livraison à Alger : frais selon la commune, ${deliveryDays(new Date())}`,
    );
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
    expect(ordersOf(api)).toBe(before + 3);
  });

  it("keeps the form of the last step when it is started again while the API is away, and knows no fees", async () => {
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
    const modes = valuesIn(api, "select stop_desk_id from orders where mode = 'relais'");
    expect(modes).toEqual([310_102]);
  });
});
