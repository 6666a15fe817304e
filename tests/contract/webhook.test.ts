import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { tableCourier } from "~/courier/table.server";
import { openDatabase } from "~/database/connection.server";
import { openLocalShop } from "~/shop/local/index.server";
import type { OperatedShop } from "~/shop/shop";
import { FakeCourier, KEYS } from "../support/fakes/fake-courier";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart, directOrder, followed, landed, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { mainOf, words } from "../support/http/reading";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { inDatabase, restock, runIn, storedIn, valuesIn } from "../support/shop/stored";
import { setStatus } from "../support/shop/test-shop";

/** A shop with a courier: parcels are posted, and the courier's webhooks arrive. */

const SECRET = "a-secret-for-webhooks";
const PATH = "/webhooks/yalidine";
const fake = new FakeCourier();
let shop: RunningShop;
/** The merchant, in another process. */
let counter: OperatedShop;
let client: Client;

beforeAll(async () => {
  shop = await startShop({
    env: {
      YALIDINE_API_ID: KEYS.id,
      YALIDINE_API_TOKEN: KEYS.token,
      YALIDINE_API_URL: await fake.listen(),
      YALIDINE_WEBHOOK_SECRET: SECRET,
    },
  });
  const database = await openDatabase({ file: join(shop.dataDir, "shop.sqlite") });
  counter = openLocalShop({ database, now: () => new Date(), randomBytes, connection: {} });
});
afterAll(async () => {
  await counter.close();
  await shop.stop();
  await fake.close();
});
beforeEach(() => {
  client = new Client(shop.url);
  restock(shop);
});

const hook = (body: string, headers: Record<string, string> = {}, method = "POST") =>
  client.ask(PATH, { method, body, headers: { "content-type": "application/json", ...headers } });
const tell = (events: unknown[]) => {
  const { body, signature } = FakeCourier.webhook(SECRET, events);
  return hook(body, { X_YALIDINE_SIGNATURE: signature });
};
const event = (tracking: string, status: string, occurred_at: string, more: object = {}) => ({
  event_id: randomBytes(8).toString("hex"),
  occurred_at,
  data: { tracking, status, reason: null, ...more },
});

/** A confirmed order, whose parcel the shop has posted. */
async function parcel(): Promise<{ number: string; tracking: string }> {
  const { send } = await directOrder(client, SLUG);
  const number = orderNumberOf(await send()) ?? "";
  expect(await setStatus(counter, number, "confirmed")).toBe("moved");
  const sent = () => fake.parcels.filter(({ order_id }) => order_id === number);
  await vi.waitFor(() => expect(sent()).toHaveLength(1), 15_000);
  const [{ tracking = "" } = {}] = sent();
  await vi.waitFor(() => expect(valuesIn(shop, "select tracking from parcels")).toContain(tracking), 5_000);
  return { number, tracking };
}

describe("the address that the courier calls", () => {
  it("says the courier's word back, and no other", async () => {
    const answer = await client.get(`${PATH}?subscribe=1&crc_token=XYZ_12-3.~`);
    expect(answer).toMatchObject({ status: 200, text: "XYZ_12-3.~" });
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.headers["cache-control"]).toBe("no-store");
    for (const query of ["", "?crc_token=", "?crc_token=%3Cscript%3E", `?crc_token=${"x".repeat(201)}`])
      expect((await client.get(`${PATH}${query}`)).status, query).toBe(404);
  });

  it("hears what is signed over the very bytes, however they are written", async () => {
    const { createHmac } = await import("node:crypto");
    const written = `{ "type":"parcel_status_updated",\r\n"events":[${JSON.stringify(event("yal-1", "Livré", "2026-11-20 09:12:00")).replace("é", "\\u00e9")} ] }`;
    const sign = (body: string) => createHmac("sha256", SECRET).update(body).digest("hex");
    const before = storedIn(shop).parcel_events?.length ?? 0;
    for (const [body, signature] of [
      [written, sign(JSON.stringify(JSON.parse(written)))],
      [written, sign(written).toUpperCase()],
      [written, ""],
      [`${written} `, sign(written)],
    ] as const)
      expect((await hook(body, { "x-yalidine-signature": signature })).status).toBe(403);
    expect(storedIn(shop).parcel_events).toHaveLength(before);
    expect((await hook(written, { "x-yalidine-signature": sign(written) })).status).toBe(200);
    expect((await hook(written, { "x-yalidine-signature": sign(written) })).status).toBe(200);
    expect(storedIn(shop).parcel_events).toHaveLength(before + 1);
    expect((await hook("[]", { "x-yalidine-signature": sign("[]") })).status).toBe(400);
  });

  it("takes many events at once, and nothing without end", async () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      event(`yal-many${index % 50}`, "Centre", `2026-11-20 09:${String(index % 60).padStart(2, "0")}:00`, {
        address: "x".repeat(300),
      }),
    );
    const begun = Date.now();
    expect((await tell(many)).status).toBe(200);
    expect(Date.now() - begun).toBeLessThan(9_000);
    const announced = { "content-length": String(1024 * 1024 + 1) };
    expect((await client.ask(PATH, { method: "POST", headers: announced, body: [Buffer.alloc(1)] })).status).toBe(413);
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(64 * 1024, "x"));
    expect((await client.ask(PATH, { method: "POST", body: chunks })).status).toBe(413);
  });

  it("is for no browser, and for no other method", async () => {
    const { body, signature } = FakeCourier.webhook(SECRET, []);
    const headers = { "x-yalidine-signature": signature };
    expect((await hook(body, { ...headers, "sec-fetch-site": "cross-site" })).status).toBe(403);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await hook(body, headers, method)).status, method).toBe(405);
  });

  it("is not there in a shop without the courier's keys", async () => {
    // It would need another shop; tests/shop/parcels-followed.test.ts tests the service's answer.
    const source = await import("~/routes/courier/webhook");
    const request = new Request(`http://localhost${PATH}?crc_token=XYZ`);
    expect((await source.loader({ request, params: {}, context: {} })).status).toBe(404);
  });
});

/** The order's steps on its page: "now" for today, "le" for a day. */
const path = ({ text }: Answer) =>
  [...text.matchAll(/<li( aria-current="step")?[^>]*border-t-4[^>]*>(.*?)<\/li>/g)].map(
    ([, now, inner]) =>
      `${now ? "now " : ""}${words({ text: `<main>${inner}</main>` } as Answer)
        .trim()
        .replace(/ \d{1,2}(?:er)? \S+$/, " le")}`,
  );

describe("the page of an order whose parcel is on its way", () => {
  it("tells the way in plain French, at Algeria's time, with its number and never its label", async () => {
    const { number, tracking } = await parcel();
    const first = await client.get(`/commande/${number}`);
    expect(words(first)).toContain(`Suivi du colis Numéro de suivi : ${tracking}`);
    expect(words(first)).toContain("Statut Confirmée");
    expect(path(first)).toEqual(["Reçue le", "now Confirmée le", "Expédiée : à venir", "Livrée : à venir"]);
    expect(
      (
        await tell([
          event(tracking, "Tentative échouée", "2026-11-21 16:40:00", { reason: "Client ne répond pas" }),
          event(tracking, "Ramassé", "2026-11-20 09:12:00"),
          event(tracking, "Téléporté", "2026-11-20 10:00:00"),
        ])
      ).status,
    ).toBe(200);
    const page = await client.get(`/commande/${number}`);
    expect(words(page)).toContain(
      "Tentative de livraison échouée : pas de réponse au téléphone 21 novembre 2026 à 16:40 Expédié 20 novembre 2026 à 09:12",
    );
    expect(words(page)).toContain("Statut Expédiée");
    expect(path(page)).toEqual(["Reçue le", "Confirmée le", "now Expédiée le", "Livrée : à venir"]);
    expect(page.text).not.toMatch(/bordereau|Téléporté/);
    expect((await new Client(shop.url).get(`/commande/${number}`)).text).not.toContain(tracking);
    expect((await tell([event(tracking, "Livré", "2026-11-22 11:00:00")])).status).toBe(200);
    const delivered = await client.get(`/commande/${number}`);
    expect(words(delivered)).toContain("Votre commande est livrée");
    expect(path(delivered)).toEqual(["Reçue le", "Confirmée le", "Expédiée le", "now Livrée le"]);
    expect(shop.log()).toContain(`The courier says "Téléporté" of order ${number}`);
    // The log has neither keys nor personal data.
    expect(shop.log()).not.toMatch(new RegExp(`${KEYS.token}|${KEYS.id}|${SECRET}|Benali|0550|${tracking}`));
  });

  it("promises no delivery of a parcel that waits at the pickup point, comes back or is given up", async () => {
    const { number, tracking } = await parcel();
    const next = async (status: string, hour: number) => {
      await tell([event(tracking, status, `2026-11-20 ${hour}:12:00`)]);
      return words(await client.get(`/commande/${number}`));
    };
    const [brings, pays] = ["Le livreur vous apporte le colis", /Préparez [\d ]+DA en espèces.+À payer à la livraison/];
    const [waits, comes] = ["Votre colis vous attend au point relais", "Votre colis nous revient"];
    const underWay = await next("Sorti en livraison", 10);
    expect(underWay).toContain(brings);
    expect(underWay).toMatch(pays);
    const waiting = await next("En attente du client", 11);
    expect(waiting).toContain(waits);
    expect(waiting).toMatch(pays);
    expect(waiting).not.toContain(brings);
    for (const [index, status] of ["Retour vers centre", "Colis abandonné", "Annulé"].entries()) {
      const back = await next(status, 12 + index);
      expect(back, status).toContain(comes);
      expect(back, status).not.toMatch(/Préparez|À payer|vous apporte|vous attend/);
    }
    expect(await next("Sorti en livraison", 15)).toContain(brings);
  });

  it("says that the shop looks into it where the courier delivered what ended otherwise", async () => {
    const { number, tracking } = await parcel();
    const said = "Le livreur dit pourtant que le colis est livré : nous vérifions.";
    await tell([event(tracking, "Ramassé", "2026-11-20 09:12:00")]);
    inDatabase(shop, (database) => {
      const { id } =
        database.prepare<[string], { id: string }>("select id from orders where number = ?").get(number) ?? {};
      database.prepare("update orders set status = 'returned' where id = ?").run(id);
      database.prepare("insert into order_steps values (?, 'returned', ?)").run(id, Date.now());
    });
    expect(words(await client.get(`/commande/${number}`))).not.toContain(said);
    await tell([event(tracking, "Livré", "2026-11-22 11:00:00")]);
    expect(words(await client.get(`/commande/${number}`))).toContain(said);
  });
});

describe("where the courier does not deliver", () => {
  /** Stores courier data without Es Senia and the wilaya of Tamanrasset. */
  beforeAll(async () => {
    const table = tableCourier();
    inDatabase(shop, (database) => {
      const insert = database.prepare("insert into courier_wilayas values (7, ?, ?, 1, ?)");
      for (const { id, name } of table.wilayas()) {
        const communes = table.communes(id).map((commune) => ({
          id: commune.id,
          name: commune.name,
          ...(id === 11 || commune.id === 3103 ? {} : { rate: table.rate(id, commune.id) }),
        }));
        const pickupPoints = table.communes(id).flatMap((commune) => table.pickupPoints(commune.id));
        insert.run(
          id,
          name,
          JSON.stringify({
            id,
            name,
            communes,
            pickupPoints: pickupPoints.filter((pickupPoint) => pickupPoint.communeId !== 3101),
          }),
        );
      }
      database.exec(`update courier_state set generation = 7, reader = null, due_at = ${Date.now() + 1e9}`);
    });
    // Pages look for new data once a second.
    const told = async () => (await new Client(shop.url).get("/livraison?wilaya=31&commune=&paires=1&montant=1")).text;
    await vi.waitFor(async () => expect(await told()).toContain("unserved"), { timeout: 10_000, interval: 100 });
  });
  const name = () =>
    tableCourier()
      .communes(31)
      .find(({ id }) => id === 3103)?.name;

  it("the lists say so, and it cannot be chosen", async () => {
    const page = await client.get(`/product/${SLUG}`);
    const answer = await submit(client, formWith(page.text, "couleur"), { ...someone, commune: "" }, "communes");
    const main = mainOf(answer).replace(/<!-- -->/g, "");
    expect(main).toMatch(/<option[^>]* value="11"[^>]* disabled=""[^>]*>11 – Tamanrasset \(sans livraison\)</);
    expect(main).toContain(
      `<optgroup label="Sans livraison pour le moment"><option value="3103" disabled="">${name()}</option>`,
    );
    expect(JSON.parse((await client.get("/livraison?wilaya=31&commune=&paires=1&montant=1")).text)).toMatchObject({
      unserved: [{ id: 3103, name: name() }],
    });
  });

  it("the product page says so before, for the wilaya that was chosen", async () => {
    const early = new Client(shop.url);
    await early.post("/livraison", { vers: "11" });
    const page = await early.get(`/product/${SLUG}`);
    expect(words(page)).toContain("Pas de livraison à Tamanrasset pour le moment");
    expect(Object.fromEntries(formWith(page.text, "nom").fields)).toMatchObject({ vers: "11", wilaya: "" });
  });

  it("a shopper who asks for it all the same reads why next to the field, and keeps what was typed", async () => {
    const before = storedIn(shop).orders;
    const { send } = await directOrder(client, SLUG);
    const commune = await send({ commune: "3103", remarque: "Sonnez" });
    expect(commune.status).toBe(400);
    expect(words(commune)).toContain(
      `Pas de livraison à ${name()} pour le moment : choisissez une commune voisine, ou contactez-nous`,
    );
    expect(words(commune)).not.toContain("La commune est requise");
    for (const kept of [someone.nom, someone.prenom, "Sonnez"]) expect(commune.text).toContain(kept);
    const wilaya = await send({ wilaya: "11", commune: "1101" });
    expect(wilaya.status).toBe(400);
    expect(words(wilaya)).toContain("Pas de livraison dans cette wilaya (Tamanrasset) pour le moment : contactez-nous");
    expect(words(wilaya)).not.toContain("La commune est requise");
    expect(storedIn(shop).orders).toEqual(before);
  });

  it.each<[string, object, string]>([
    ["a commune that is no longer served", { communeId: 3103 }, "Pas de livraison à "],
    [
      "a commune that the courier no longer knows",
      { communeId: 3199 },
      "Choisissez de nouveau votre commune : la liste du transporteur a changé",
    ],
    [
      "a wilaya that is no longer served",
      { wilayaId: 11, communeId: 1101 },
      "Pas de livraison dans cette wilaya (Tamanrasset)",
    ],
    [
      "a pickup point that is closed",
      { mode: "pickup", pickupPointId: 310102 },
      "Pas de point relais dans cette commune",
    ],
  ])("a delivery that was typed before, to %s, is asked for again", async (_, change, sentence) => {
    await landed(client, await addToCart(client, SLUG, {}));
    const step1 = await client.get("/checkout");
    const communes = await submit(client, formWith(step1.text, "nom"), { ...someone, commune: "" }, "communes");
    await submit(client, formWith(communes.text, "nom"), someone, "continuer");
    const last = formWith((await client.get("/checkout/verification")).text, "total");
    inDatabase(shop, (database) => {
      const newest = database
        .prepare<[], { visitor: string; draft: string }>(
          "select * from carts where draft is not null order by updated_at desc limit 1",
        )
        .get();
      const draft = { ...JSON.parse(newest?.draft ?? "{}"), ...change };
      database.prepare("update carts set draft = ? where visitor = ?").run(JSON.stringify(draft), newest?.visitor);
    });
    expect(followed(await client.get("/checkout/verification"))).toBe("/checkout");
    const again = await client.get("/checkout");
    expect(again.status).toBe(200);
    expect(words(again)).toContain(sentence);
    expect(words(again)).toContain("Il y a un problème");
    expect(again.text).toContain(someone.adresse.replace("'", "&#x27;"));
    // So it is where the last step was open meanwhile.
    const before = storedIn(shop).orders;
    const fields = { communeId: "commune", wilayaId: "wilaya", pickupPointId: "relais" };
    const posted = Object.entries({ ...change }).map(([name, value]) =>
      name === "mode" ? ["mode", "relais"] : [fields[name as keyof typeof fields], String(value)],
    );
    expect(followed(await submit(client, last, Object.fromEntries(posted)))).toBe("/checkout");
    expect(storedIn(shop).orders).toEqual(before);
  });
});

it("no page waits for the courier", async () => {
  fake.fail(/./, { kind: "silence" }, 100);
  runIn(shop, "update courier_state set due_at = 0, reader = null");
  const { send } = await directOrder(client, SLUG);
  const number = orderNumberOf(await send()) ?? "";
  await setStatus(counter, number, "confirmed");
  await vi.waitFor(() => expect(fake.calls.at(-1)?.what).toBeTruthy(), 5_000);
  for (const path of ["/checkout", `/commande/${number}`, "/livraison?wilaya=16&commune=1601&paires=1&montant=1"]) {
    const begun = Date.now();
    expect((await client.get(path)).status).toBeLessThan(400);
    expect(Date.now() - begun, path).toBeLessThan(3_000);
  }
});
