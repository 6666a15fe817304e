import { beforeAll, describe, expect, it } from "vitest";
import { formatDinars } from "~/domain/values/money";
import { Client } from "../support/http/client";
import { type Form, formWith, submit } from "../support/http/forms";
import {
  addToCart,
  checkout,
  directOrder,
  fillCart,
  orderNumberOf,
  SLUG,
  someone,
  someoneElse,
} from "../support/http/orders";
import { mainOf, titleOf, words } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { runIn, valueIn } from "../support/shop/stored";

/** The delivery fee is known before ordering, also with scripts (PE-7). */

/** A commune of Oran's wilaya. */
const ONE_POINT = "3106";

const shop = servedShop();
const client = clientOf(shop, beforeAll);

beforeAll(async () => {
  runIn(shop, "update variants set stock = 50");
});

const orders = () => valueIn(shop, "select count(*) from orders");
const dinars = (amount: number) => formatDinars(amount).replace(/[\u00a0\u202f]/g, " ");

describe("fees that are not those that were shown", () => {
  it("are shown with both amounts, nothing is ordered, and the next press orders", async () => {
    const { send } = await directOrder(client, SLUG);
    for (const tarifs of ["", "those-of-yesterday"]) {
      const answer = await send({ tarifs, frais: "3101-domicile-450" });
      expect(answer.status).toBe(400);
      expect(titleOf(answer.text)).toMatch(/^Erreur : /);
      expect(words(answer)).toContain("Les frais de livraison ont changé : 500 DA au lieu de 450 DA.");
      if (tarifs)
        expect(orderNumberOf(await submit(client, formWith(answer.text, "couleur"), {}, "commander"))).toBeTruthy();
    }
    const asShown = await (await directOrder(client, SLUG)).send({
      tarifs: "of-yesterday",
      frais: "3101-domicile-500",
    });
    expect(orderNumberOf(asShown)).toBeTruthy();
  });

  it.each(["", "1601-domicile-450", "3101-relais-450", "1", "3101-domicile-1e9"])(
    "are news where the form never showed any: the total is shown, has the focus, and the next press orders (%j)",
    async (frais) => {
      const { form, send } = await directOrder(client, SLUG);
      const price = Number(Object.fromEntries(form.fields).prix);
      const before = orders();
      // The same order once more would be asked about.
      const remarque = `Sonnez ${frais}`.trim();
      const answer = await send({ tarifs: "", frais, quantite: "2", remarque });
      expect([answer.status, orders()]).toEqual([200, before]);
      expect(titleOf(answer.text)).toMatch(/^Confirmez votre commande – /);
      expect(answer.text).not.toContain("Il y a un problème");
      expect(words(answer)).toContain(
        `Total à payer à la livraison : ${dinars(2 * price + 500)}, livraison comprise (500 DA). Rien n'est encore commandé.`,
      );
      const [note = ""] = /<div[^>]*role="status"[^>]*autofocus[^>]*>/i.exec(mainOf(answer)) ?? [];
      expect(note).toContain('tabindex="-1"');
      expect(answer.text.match(/ autofocus/gi)).toHaveLength(1);
      const shown = formWith(answer.text, "couleur");
      expect(Object.fromEntries(shown.fields)).toMatchObject({
        ...someone,
        telephone: expect.stringContaining("0550"),
        quantite: "2",
        remarque,
      });
      const number = orderNumberOf(await submit(client, shown, {}, "commander"));
      expect(words(await client.get(`/commande/${number}`))).toContain(dinars(2 * price + 500));
    },
  );

  it("are no news beside a price that changed, or a pair that is gone: that is said first", async () => {
    const { send } = await directOrder(client, SLUG);
    const before = orders();
    const dearer = await send({ tarifs: "", frais: "", prix: "1" });
    expect([dearer.status, orders()]).toEqual([400, before]);
    expect(words(dearer)).toMatch(/Boston Santa Cruz : le prix a changé, .* au lieu de 1 DA/);
    expect(words(dearer)).toContain("Les frais de livraison pour votre commune sont de 500 DA.");
    const gone = await send({ tarifs: "", frais: "", pointure: "47" });
    expect([gone.status, orders()]).toEqual([400, before]);
  });

  it("do not depend on the commune that was chosen after the list was shown", async () => {
    const { send } = await directOrder(client, SLUG);
    expect(orderNumberOf(await send({ commune: "3103" }))).toBeTruthy();
  });

  it("are shown in the last step of the checkout", async () => {
    await addToCart(client, SLUG, {});
    const { form, send } = await checkout(client);
    const { total } = Object.fromEntries(form.fields);
    const answer = await send({ frais: "450", total: String(Number(total) - 50) });
    expect(answer.status).toBe(400);
    expect(words(answer)).toContain("Les frais de livraison ont changé : 500 DA au lieu de 450 DA.");
    expect(orderNumberOf(await submit(client, formWith(answer.text, "cle"), {}))).toBeTruthy();
  });
});

describe("a cart that changed elsewhere while its delivery was typed", () => {
  it("is no error where it has other fees: the next steps show them", async () => {
    const shopper = new Client(shop.url);
    await fillCart(shopper, SLUG, 4);
    const first = formWith((await shopper.get("/checkout")).text, "nom");
    const shown = await submit(shopper, first, someone, "communes");
    await fillCart(shopper, SLUG, 4);
    const answer = await submit(shopper, formWith(shown.text, "nom"), {}, "continuer");
    expect([answer.status, answer.location]).toEqual([303, "/checkout/paiement"]);
    expect(words(await shopper.get("/checkout/paiement"))).toMatch(/Livraison (?!500)\d+ DA/);
  });
});

describe("the total that was shown (R-3)", () => {
  /** The form of a page that shows the total. */
  const shown = async () => {
    const { form } = await directOrder(client, SLUG);
    const answer = await submit(client, form, someoneElse(), "communes");
    const page = formWith(answer.text, "couleur");
    const { total = "" } = Object.fromEntries(page.fields);
    expect(words(answer)).toContain(
      `À payer à la livraison ${Number(total).toLocaleString("fr")} DA`.replace(/\s/g, " "),
    );
    return { page, total };
  };

  const toPay = (total: string, fee = "500") =>
    `Total à payer à la livraison : ${total} DA, livraison comprise (${fee} DA). Rien n'est encore commandé.`;

  it.each([
    ["another total", { total: "9000" }, `Le total affiché était de 9 000 DA. ${toPay("9 400")}`],
    ["no number", { total: "-" }, `Confirmez votre commande ${toPay("9 400")}`],
    ["another quantity", { quantite: "3" }, `Le total a changé avec la quantité : 3 paires. ${toPay("27 200")}`],
    ["a quantity that is not said", { paires: "" }, `Le total a changé avec la quantité : 1 paire. ${toPay("9 400")}`],
    [
      "another way",
      { mode: "relais-310101" },
      `Le total affiché était de 9 400 DA. ${toPay("9 200", "300").replace("à la livraison", "au retrait")}`,
    ],
    ["another commune", { commune: "3108" }, `Le total affiché était de 9 400 DA. ${toPay("9 600", "700")}`],
  ])("is what is ordered: with %s nothing is, that is news, and the next press orders", async (_, typed, sentence) => {
    const { page } = await shown();
    const before = orders();
    const answer = await submit(client, page, typed, "commander");
    expect(answer.status).toBe(200);
    expect(titleOf(answer.text)).toMatch(/^Confirmez votre commande – /);
    expect(answer.text).not.toContain("Il y a un problème");
    expect(words(answer)).toContain(sentence);
    expect(orders()).toEqual(before);
    expect(orderNumberOf(await submit(client, formWith(answer.text, "couleur"), {}, "commander"))).toBeTruthy();
  });

  it("is compared by the last step of the checkout as well", async () => {
    await addToCart(client, SLUG, {});
    const { send } = await checkout(client);
    const before = orders();
    for (const total of ["", "9399", "9401"]) expect((await send({ total })).status).toBe(200);
    const answer = await send({ total: "1" });
    expect(orders()).toBe(before);
    expect(titleOf(answer.text)).toMatch(/^Confirmez votre commande – Vérification/);
    expect(words(answer)).toContain(`Confirmez votre commande ${toPay("9 400")}`);
    expect(answer.text).not.toContain("Il y a un problème");
    expect(orderNumberOf(await submit(client, formWith(answer.text, "cle"), {}))).toBeTruthy();
  });

  it("is not to be confirmed once the cart cannot be ordered: the last step leads back to the cart", async () => {
    await addToCart(client, SLUG, {});
    const { send } = await checkout(client);
    const before = orders();
    runIn(shop, "update variants set stock = 0");
    const answer = await send({ total: "1" });
    runIn(shop, "update variants set stock = 50");
    expect([answer.status, answer.location, orders()]).toEqual([303, "/cart", before]);
  });
});

describe("the fees of the listed communes, until one is chosen", () => {
  const listed = (form: Form, wilaya: string) =>
    submit(client, form, { ...someoneElse(), wilaya, commune: "" }, "communes");

  it("are the lowest and the highest, with their totals; the fee of each is ordered as its line shows it", async () => {
    const { form } = await directOrder(client, SLUG);
    const answer = await listed(form, "31");
    expect(words(answer)).toContain(
      "Livraison de 500 DA à 700 DA Délai Entre 1 et 5 jours À payer à la livraison de 9 400 DA à 9 600 DA",
    );
    const page = formWith(answer.text, "couleur");
    expect(page.fields.filter(([name]) => name === "total" || name === "frais")).toEqual([["frais", ""]]);
    const number = orderNumberOf(await submit(client, page, { commune: "3108" }, "commander"));
    expect(words(await client.get(`/commande/${number}`))).toContain("À payer à la livraison 9 600 DA");
  });

  it("stand beside both ways of delivery; which pickup point is asked once its commune is chosen", async () => {
    const { form } = await directOrder(client, SLUG);
    const page = formWith((await listed(form, "31")).text, "couleur");
    expect(page.fields.filter(([name]) => name === "mode")).toEqual([["mode", "domicile"]]);
    const forgotten = await submit(client, page, { mode: "relais", adresse: "" }, "commander");
    expect(words(forgotten)).toMatch(/Il y a un problème.* La commune est requise/);
    expect(words(forgotten)).not.toMatch(/point relais : |Choisissez un point relais|L'adresse est requise/);
    const typed = { commune: "3101", adresse: "" };
    const asked = await submit(client, formWith(forgotten.text, "couleur"), typed, "commander");
    expect([asked.status, words(asked)]).toEqual([400, expect.stringContaining("Choisissez un point relais")]);
    expect(words(asked)).not.toContain("L'adresse est requise");
    const chosen = await submit(client, formWith(asked.text, "couleur"), { mode: "relais-310101" }, "commander");
    expect(words(await client.get(`/commande/${orderNumberOf(chosen)}`))).toContain("À payer au retrait 9 200 DA");
  });

  it("need no question where the commune has a single pickup point", async () => {
    const { form } = await directOrder(client, SLUG);
    const page = formWith((await listed(form, "31")).text, "couleur");
    const typed = { mode: "relais", commune: ONE_POINT, adresse: "" };
    const number = orderNumberOf(await submit(client, page, typed, "commander"));
    expect(words(await client.get(`/commande/${number}`))).toContain("À payer au retrait 9 200 DA");
  });

  it("are one fee and one total where they are equal, which is what is ordered", async () => {
    const { form } = await directOrder(client, SLUG);
    // A pickup point of the wilaya before is none here, but the way stays as it was chosen.
    const pickup = await submit(client, form, { mode: "relais-310101" }, "communes");
    const answer = await listed(formWith(pickup.text, "couleur"), "16");
    expect(words(answer)).toMatch(/Livraison 600 DA Délai Entre 1 et 5 jours À payer à la livraison 9 500 DA/);
    const page = formWith(answer.text, "couleur");
    expect(Object.fromEntries(page.fields)).toMatchObject({ total: "9500", frais: "", mode: "relais" });
    const typed = { commune: "1601", mode: "domicile" };
    const asked = await submit(client, page, { ...typed, total: "9400" }, "commander");
    expect([asked.status, titleOf(asked.text)]).toEqual([200, expect.stringMatching(/^Confirmez votre commande/)]);
    expect(orderNumberOf(await submit(client, page, typed, "commander"))).toBeTruthy();
  });

  it("stand in the lines of the checkout as well", async () => {
    const shopper = new Client(shop.url);
    await fillCart(shopper, SLUG);
    const form = formWith((await shopper.get("/checkout")).text, "nom");
    for (const [wilaya, lines] of [
      ["31", "Livraison de 500 DA à 700 DA Délai Entre 1 et 5 jours À payer à la livraison de 9 400 DA à 9 600 DA"],
      ["16", "Livraison 600 DA Délai Entre 1 et 5 jours À payer à la livraison 9 500 DA"],
    ] as const) {
      const answer = await submit(shopper, form, { wilaya }, "communes");
      // Beside the form on a desktop, and in it on a phone.
      expect(words(answer).split(lines)).toHaveLength(3);
    }
  });
});

describe("a pickup point", () => {
  it("costs what it says, and the order carries it", async () => {
    const { form, send } = await directOrder(client, SLUG);
    // 'Afficher les communes' with a commune shows its pickup points.
    const answer = await submit(client, form, someone, "communes");
    const [pickupPoint] = [...answer.text.matchAll(/value="(relais-\d+)"/g)].map(([, value]) => value);
    expect(pickupPoint).toBeTruthy();
    const number = orderNumberOf(await send({ mode: pickupPoint ?? "", adresse: "" }));
    expect(number).toBeTruthy();
    const page = words(await client.get(`/commande/${number}`));
    expect(page).toContain("Au point relais");
    expect(page).toContain("300 DA");
    expect(page).toContain("Préparez 9 200 DA en espèces, à payer au retrait.");
    expect(page).toContain("À payer au retrait 9 200 DA");
    expect(page).not.toMatch(/payer à la livraison/);
  });

  it("is where one pays, in every step of the checkout", async () => {
    const shopper = new Client(shop.url);
    await fillCart(shopper, SLUG);
    const { review } = await checkout(shopper, { ...someone, mode: "relais", relais: "310101", adresse: "" });
    expect(words(review)).toContain("Paiement au retrait, en espèces.");
    for (const page of [review, await shopper.get("/checkout/paiement"), await shopper.get("/checkout")]) {
      expect(words(page)).toContain("À payer au retrait");
      expect(words(page)).not.toMatch(/(?:payer|Paiement) à la livraison/);
    }
    expect(words(await shopper.get("/checkout/paiement"))).toContain("Paiement au retrait");
  });

  it("is asked for until one is chosen: the way stays chosen, and nothing goes to the door", async () => {
    const { form } = await directOrder(client, SLUG);
    const before = orders();
    let page = form;
    const presses: Record<string, string>[] = [{ commune: "3101", mode: "relais", adresse: "" }, {}, {}];
    for (const typed of presses) {
      const asked = await submit(client, page, typed, "commander");
      expect([asked.status, words(asked)]).toEqual([400, expect.stringContaining("Choisissez un point relais")]);
      expect(words(asked)).not.toContain("L'adresse est requise");
      page = formWith(asked.text, "couleur");
      expect(page.fields.filter(([name]) => name === "mode")).toEqual([]);
    }
    expect(orders()).toBe(before);
    const home = await submit(client, page, { mode: "domicile" }, "commander");
    expect([home.status, words(home)]).toEqual([400, expect.stringContaining("L'adresse est requise")]);
    const order = await submit(client, page, { ...someoneElse(), mode: "relais-310101" }, "commander");
    expect(orderNumberOf(order)).toBeTruthy();
  });

  it("of the commune before gives way to the only one of the new commune, but none that is closed does", async () => {
    const { form } = await directOrder(client, SLUG, {}, someoneElse());
    const typed = { commune: ONE_POINT, mode: "relais-310101", adresse: "" };
    expect(orderNumberOf(await submit(client, form, { ...typed, total: "9200" }, "commander"))).toBeTruthy();
    const closed = await submit(client, form, { ...typed, frais: `${ONE_POINT}-relais-300` }, "commander");
    expect([closed.status, words(closed)]).toEqual([400, expect.stringContaining("Choisissez un point relais")]);
    const modes = formWith(closed.text, "couleur").fields.filter(([name]) => name === "mode");
    expect(modes).toEqual([["mode", expect.stringMatching(/^relais-\d+$/)]]);
  });

  it("of another commune is refused, and one where there is none is said", async () => {
    const { send } = await directOrder(client, SLUG);
    const foreign = await send({ mode: "relais-160101" });
    expect(foreign.status).toBe(400);
    expect(words(foreign)).toContain("Choisissez un point relais");
    const none = await send({ commune: "3112", mode: "relais", relais: "310102" });
    expect(none.status).toBe(400);
    expect(words(none)).toContain("Pas de point relais dans cette commune");
  });
});

describe("a wilaya of the new law", () => {
  it("leads to the wilaya that the courier delivers it with, scripts or not", async () => {
    const page = await client.get("/product/boston-santa-cruz");
    const [, number] =
      /<option value="(\d+) ">Aflou \(livrée avec Laghouat\)/.exec(page.text.replace(/<!-- -->/g, "")) ?? [];
    expect(number).toBe("3");
    const form = formWith(page.text, "couleur");
    const answer = await submit(client, form, { wilaya: number ?? "" }, "communes");
    expect(words(answer)).toMatch(/Aflou – [\d\s]+DA/);
  });
});

describe("GET /livraison", () => {
  const ask = async (query: string) => {
    const answer = await client.get(`/livraison?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toContain("no-store");
    return JSON.parse(answer.text);
  };

  it("brings communes with fees, pickup points, quote, fingerprint and a key of its own", async () => {
    const offer = await ask("wilaya=31&commune=3101&paires=2&montant=9800");
    expect(offer.communes).toContainEqual({ id: 3101, name: "Oran", fee: 500 });
    expect(offer.quote).toEqual({ home: 500, pickup: 300 });
    expect(offer.pickupPoints.length).toBeGreaterThan(0);
    expect(offer.tarifs).not.toBe("");
    expect((await ask("wilaya=31")).cle).not.toBe(offer.cle);
  });

  it("reckons all pairs as one parcel, and tells the fees apart by their fingerprint", async () => {
    const [first, five, eight] = await Promise.all(
      [1, 5, 8].map((pairs) => ask(`wilaya=31&commune=3101&paires=${pairs}`)),
    );
    expect(five.tarifs).not.toBe(eight.tarifs);
    expect(eight.quote.home).toBeGreaterThan(first.quote.home);
  });

  it.each(["", "wilaya=59", "wilaya=NaN", "wilaya=31&commune=1601", "wilaya=31&paires=1e9&montant=-1", "wilaya[]=31"])(
    "answers %j without failing",
    async (query) => {
      const offer = await ask(query);
      expect(offer.quote).toBeNull();
    },
  );
});
