import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { digest } from "~/shop/local/context";
import { headerOf, outboxOf, textOf } from "../support/fakes/mail-server";
import { ApiClient, type Contract, contractOf } from "../support/http/api";
import { type Answer, Client } from "../support/http/client";
import { filled, formWith, submit } from "../support/http/forms";
import { checkout, directOrder, fillCart, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { summaryIn, titleOf, words } from "../support/http/reading";
import { servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop, untilOpen, usualBounds } from "../support/shop/shop-server";
import { restock, rowsIn, runIn, valueIn } from "../support/shop/stored";

/** Limits on unconfirmed orders (decision 031), over HTTP, on a shop with the usual bounds. */

const EMAIL = "bonjour@boutique.example";
const env = { ...usualBounds, TRUSTED_PROXIES: "127.0.0.1, ::1", SHOP_PHONE: "0550123456", SHOP_EMAIL: EMAIL };
const shop = servedShop({ env });
let contract: Contract;

beforeAll(async () => {
  contract = await contractOf(shop.url);
});
/** Restores stock, removes orders and attempts. */
beforeEach(() => {
  restock(shop);
  runIn(shop, "delete from attempts; update orders set status = 'cancelled' where status = 'pending'");
});

let phones = 10_000_000;
const newPhone = () => `06${phones++}`;

interface Variant {
  id: string;
  product: string;
  price: number;
}
const variants = () =>
  rowsIn<Variant>(
    shop,
    `select variants.id, product_id as product, price from variants join products on products.id = product_id
         where active = 1 and variants.stock >= 20 limit 12`,
  );
const asked = () => valueIn(shop, "select count(*) from orders where status = 'pending'") as number;

/** Posts as a program, from an address, for a new phone by default. */
async function post(variant: Variant | undefined, quantity: number, address: string, phone = newPhone()) {
  if (!variant) throw new Error("Nothing is left.");
  const body = {
    items: [{ productId: variant.product, productVariantId: variant.id, quantity, price: variant.price }],
    toWilayaId: 31,
    toCommuneId: 3101,
    shippingCost: await feeOf(quantity, variant.price),
    customer: { firstName: "Nassima", lastName: "Zerrouki", phone, address: "7, impasse des Oliviers" },
  };
  return new ApiClient(shop.url, contract).post("/api/orders", body, {
    "idempotency-key": randomUUID(),
    "x-forwarded-for": address,
  });
}

const known = new Map<string, number>();
async function feeOf(pairs: number, price: number): Promise<number> {
  const asked = `/livraison?wilaya=31&commune=3101&paires=${pairs}&montant=${pairs * price}`;
  const fee = known.get(asked) ?? JSON.parse((await new Client(shop.url).get(asked)).text).quote.home;
  known.set(asked, fee);
  return fee;
}

async function directly(client: Client, telephone: string, quantite = "1") {
  return directOrder(client, SLUG, { quantite }, { ...someone, telephone });
}

/** As many open orders as a phone may have. */
const fiveOf = async (phone: string) => {
  const [variant] = variants();
  for (let count = 0; count < 5; count += 1) expect((await post(variant, 1, "192.0.2.77", phone)).status).toBe(201);
};

describe("a program that orders the stock empty", () => {
  it("from ever new addresses of one IPv6 network is one of them", async () => {
    const sold = variants();
    const answers = await Promise.all(
      sold.slice(0, 10).map((variant, index) => post(variant, 6, `2001:db8:1:2::${index + 1}`)),
    );
    expect(answers.filter(({ json }) => json.reserved)).toHaveLength(6);
    expect((await post(sold[11], 1, "2001:db8:1:3::1")).json.reserved).toBe(true);
  });
});

const refused = (answer: Answer) => {
  expect(answer.status).toBe(409);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  expect(summaryIn(answer).text).toMatch(/^Il y a un problème Rien n'a été commandé : trop de commandes/);
  expect(words(answer)).toContain("Pour commander tout de suite, appelez-nous au 0550 12 34 56.");
};

describe("too many open orders of a phone", () => {
  it("is said to a program, with whom to call", async () => {
    const phone = newPhone();
    await fiveOf(phone);
    const { status, json } = await post(variants()[0], 1, "192.0.2.78", phone);
    expect([status, json.limited]).toEqual([409, true]);
    expect(String(json.message)).toMatch(
      /^Rien n'a été commandé\s: trop de commandes .*appelez-nous au\s0550\s12\s34\s56\.$/,
    );
  });

  it("on the product page: nothing is ordered, the form stays, and orders once one is confirmed", async () => {
    const phone = newPhone();
    const [client, before] = [new Client(shop.url), asked()];
    await fiveOf(phone);
    const { form, send } = await directly(client, phone);
    const answer = await send();
    refused(answer);
    expect(asked()).toBe(before + 5);
    const kept = Object.fromEntries(formWith(answer.text, "couleur").fields);
    const { adresse, nom, prenom, commune } = someone;
    expect(kept).toMatchObject({ adresse, nom, prenom, commune, cle: Object.fromEntries(form.fields).cle });
    expect(kept.telephone?.replace(/\D/g, "")).toBe(phone);
    runIn(
      shop,
      "update orders set status = 'confirmed' where id = (select max(id) from orders where phone = ?)",
      phone,
    );
    expect(orderNumberOf(await submit(client, formWith(answer.text, "couleur"), {}, "commander"))).toBeTruthy();
  });

  it("in the checkout: the cart and everything typed stay", async () => {
    const phone = newPhone();
    await fiveOf(phone);
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    const { form, send } = await checkout(client, { ...someone, telephone: phone });
    const answer = await send();
    refused(answer);
    expect(Object.fromEntries(formWith(answer.text, "cle").fields)).toEqual(Object.fromEntries(form.fields));
    expect((await client.get("/cart")).text).toContain(`/product/${SLUG}`);
  });

  it("where an order is corrected to it: what was typed stays, and the order as it is", async () => {
    const phone = newPhone();
    await fiveOf(phone);
    const client = new Client(shop.url);
    const number = orderNumberOf(await (await directly(client, newPhone())).send());
    const page = await client.get(`/commande/${number}/modifier`);
    const answer = await submit(client, formWith(page.text, "telephone"), { telephone: phone, remarque: "Sonnez" });
    expect(answer.status).toBe(409);
    expect(words(answer)).toMatch(
      /La commande n'a pas été modifiée : trop de .* Pour la modifier tout de suite, appelez/,
    );
    expect(Object.fromEntries(formWith(answer.text, "telephone").fields)).toMatchObject({ remarque: "Sonnez" });
    expect((await client.get(`/commande/${number}`)).text).not.toContain("Sonnez");
    const api = new ApiClient(shop.url, contract);
    for (const [name, value] of client.cookies) api.http.cookies.set(name, value);
    const response = await api.post(
      `/api/orders/${number}/correct`,
      { phone, address: "Cité 200", notes: "" },
      { origin: shop.url, "sec-fetch-site": "same-origin" },
    );
    expect([response.status, response.json.limited]).toEqual([409, true]);
  });
});

describe("an order of unusual size", () => {
  it("says on its page that the call comes first, and once cancelled nothing of pairs that came back", async () => {
    const client = new Client(shop.url);
    const number = orderNumberOf(await (await directly(client, newPhone(), "7")).send());
    const page = await client.get(`/commande/${number}`);
    expect(words(page)).toContain(
      "Nous vous appelons dans les 24 h avant de réserver vos paires : jusque-là, elles ne sont pas mises de côté.",
    );
    expect(words(page)).not.toContain("pour confirmer");
    await client.post(`/commande/${number}/annuler`, {});
    const cancelled = words(await client.get(`/commande/${number}`));
    expect(cancelled).toContain("Vous ne payez rien");
    expect(cancelled).not.toContain("de retour en rayon");
  });

  it("of six pairs is none", async () => {
    const client = new Client(shop.url);
    const number = orderNumberOf(await (await directly(client, newPhone(), "6")).send());
    expect(words(await client.get(`/commande/${number}`))).toContain(
      "Nous vous appelons dans les 24 h pour confirmer.",
    );
  });
});

describe("a shop on this one's API", () => {
  const storefront = servedShop(() => ({ env: { ...env, SHOP_API_URL: shop.url } }));
  const counted = (address: string) =>
    valueIn(shop, "select count from attempts where key = ?", digest(`pairs from ${address}`));

  it("says the same, and tells for whom it asks: its shoppers are not one another's neighbours", async () => {
    await untilOpen(storefront);
    const phone = newPhone();
    const client = new Client(storefront.url);
    const large = await directly(client, newPhone(), "7");
    const number = orderNumberOf(await large.send());
    expect(words(await client.get(`/commande/${number}`))).toContain("avant de réserver vos paires");

    const small = await directly(client, phone, "2");
    const headers = { "x-forwarded-for": "192.0.2.200", origin: storefront.url, "sec-fetch-site": "same-origin" };
    const typed = { ...someone, telephone: phone, intent: "commander" };
    const answer = await client.post(small.form.action, filled(small.form, typed), headers);
    expect(orderNumberOf(answer)).toBeTruthy();
    expect([counted("192.0.2.200"), counted("127.0.0.1"), counted("::1")]).toEqual([2, undefined, undefined]);

    await fiveOf(newPhone());
    const full = `06${phones - 1}`;
    refused(await (await directly(client, full)).send());
    expect(await (await client.get("/shop")).text).not.toContain("Les commandes sont fermées");
    const own = await client.get(`/commande/${number}/modifier`);
    const corrected = await submit(client, formWith(own.text, "telephone"), { telephone: full });
    expect(words(corrected)).toContain("La commande n'a pas été modifiée : trop de commandes");
  });
});

describe("an order that nobody confirms", () => {
  it("is cancelled by two processes that start three days later, once; page and mail say why", async () => {
    let first: RunningShop | undefined = await startShop({ env });
    const { dataDir } = first;
    const others: RunningShop[] = [];
    try {
      const client = new Client(first.url);
      const { send } = await directOrder(client, SLUG, { quantite: "2" });
      const number = orderNumberOf(await send());
      const stock = (running: RunningShop) =>
        valueIn(running, "select stock from products where slug = ?", SLUG) as number;
      const left = stock(first);
      const earlier = "created_at = created_at - 3 * 86400000, call_at = call_at - 3 * 86400000";
      runIn(first, `update orders set ${earlier} where number = ?`, number);
      await first.kill();
      first = undefined;
      others.push(...(await Promise.all([startShop({ env, dataDir }), startShop({ env, dataDir })])));
      const [running] = others as [RunningShop];
      const again = new Client(running.url);
      for (const [name, value] of client.cookies) again.cookies.set(name, value);
      const page = async () => words(await again.get(`/commande/${number}`));
      await expect
        .poll(page, { timeout: 10_000 })
        .toContain("Annulée automatiquement : non confirmée après 3 jours. Vous ne payez rien");
      expect(stock(running)).toBe(left + 2);
      const told = () => outboxOf(running).filter((mail) => headerOf(mail, "to") === EMAIL);
      await expect.poll(() => told().length, { timeout: 15_000 }).toBe(1);
      expect(textOf(told()[0] ?? "")).toContain("Ses paires sont de retour en rayon.");
    } finally {
      await first?.stop();
      for (const running of others) await running.stop();
    }
  });
});
