import { describe, expect, it, onTestFinished } from "vitest";
import { outboxOf, textOf } from "../support/fakes/mail-server";
import { type Answer, Client } from "../support/http/client";
import { describeEveryPage, visitorsOf } from "../support/http/every-page";
import { formWith, submit } from "../support/http/forms";
import { addToCart, checkout, someone } from "../support/http/orders";
import { mainOf, words } from "../support/http/reading";
import { mailsTo } from "../support/http/signed-in";
import { servedShop } from "../support/shop/served-shop";
import { runIn } from "../support/shop/stored";

/** A shop without settings: unknown facts are left out without placeholders. */

const shop = servedShop({ env: { SHOP_PHONE: "", UNCONFIRMED_ORDERS: "1" } });

const named = { "/product/:id": {}, "/category/:slug": {}, "/collection/:id": {} };
/** Text, attributes that are read out or followed, and structured data. */
const read = (html: string) => html.replace(/<style[^>]*>.*?<\/style>/gs, "").replace(/<(?:br|wbr)\b[^>]*>/g, " ");

const PLACEHOLDERS = [
  /à compléter/i,
  /\.example\b/,
  /mailto:"/,
  /\bundefined\b/,
  // A phone, or sentences that need one.
  /tel:|\+213|"telephone":/,
  /041\D{0,6}00\D{0,6}00/,
  /(?:appelez|joignez)-nous/i,
  /Par téléphone/,
  /personne au téléphone/,
  /wa\.me|WhatsApp/,
  // Shops, and their hours.
  /boutiques|en boutique|à la caisse|(?:notre|la) boutique (?:d(?:'|&#x27;)|à )Oran/i,
  /heure d(?:'|&#x27;)Alger|9(?:\s|&nbsp;)h à 18/,
  /openstreetmap/i,
  /boutique@/,
  // A label without a value.
  /(?:Adresse|Registre du commerce|NIF\)|Vendeur|E-mail)(?:<[^>]*>|\s|&nbsp;)*:(?:<[^>]*>|\s)*(?:Registre|Identification|Téléphone|$)/,
  /Wahrane, *[.,<]/,
  /<dd[^>]*><\/dd>/,
  / au ?[.,]/,
];

function showsNoPlaceholder(html: string): void {
  const shown = read(html);
  for (const placeholder of PLACEHOLDERS) expect(shown.match(placeholder)?.[0], String(placeholder)).toBeUndefined();
}

const visitors = visitorsOf(shop, "boston-santa-cruz");

describeEveryPage("a shop without settings shows a %s no placeholder", shop, visitors, named, showsNoPlaceholder);

describe("where other shops say whom to call", () => {
  const setStatus = (number: string, status: string) =>
    runIn(shop, "update orders set status = ? where number = ?", status, number);
  const says = (answer: Answer, status: number, sentence: string | RegExp) => {
    expect(answer.status).toBe(status);
    expect(words(answer)).toMatch(sentence);
    showsNoPlaceholder(answer.text);
  };

  it("a guest's order leads to the page Contact, by a link in its sentence", async () => {
    const { client, number } = visitors.guest;
    const link = /href="\/contact"[^>]*>[Éé]crivez-nous</;
    for (const [path, sentence] of [
      ["", /Une question \? Écrivez-nous \./],
      ["/modifier", /Pour une autre commune ou d'autres articles, écrivez-nous \./],
    ] as const) {
      const page = await client.get(`/commande/${number}${path}`);
      says(page, 200, sentence);
      expect(mainOf(page)).toMatch(link);
    }
    onTestFinished(() => {
      runIn(shop, "delete from parcels");
      setStatus(number, "pending");
    });
    setStatus(number, "confirmed");
    for (const what of ["annuler", "modifier"]) {
      const page = await client.get(`/commande/${number}/${what}`);
      says(page, 200, /Votre commande est déjà confirmée : écrivez-nous \./);
      expect(mainOf(page)).toMatch(link);
    }
    runIn(
      shop,
      `insert into parcels (order_id, state, attempts, tracking, created_at)
       select id, 'posted', 1, 'retour', 1 from orders where number = ?`,
      number,
    );
    const event = "parcel_events (tracking, kind, occurred_at, status, heard_at)";
    runIn(shop, `insert into ${event} values ('retour', 'status', 1, 'Retour vers centre', 1)`);
    says(await client.get(`/commande/${number}`), 200, /Vous le voulez toujours \? Écrivez-nous \./);
  });

  it("one who keeps no cookies reads it of the cart, and of the order", async () => {
    const sentence = /Commandez directement depuis la page de la paire, ou écrivez-nous par la page Contact\./;
    const cart = await new Client(shop.url).get("/cart?garde=panier");
    expect(cart.text.replace(/<[^>]*>/g, "")).toMatch(sentence);
    showsNoPlaceholder(cart.text);
    const { number } = visitors.guest;
    const found = await new Client(shop.url).post("/suivi", { numero: number, telephone: someone.telephone });
    says(
      await new Client(shop.url).get(found.location ?? ""),
      200,
      /Pour modifier ou annuler la commande, contactez-nous/,
    );
  });

  it("one who guesses, and one who may order no more", async () => {
    const wrong = { numero: visitors["account holder"].number, telephone: "0661999999" };
    for (let guess = 0; guess < 5; guess += 1)
      says(await new Client(shop.url).post("/suivi", wrong), 400, /Si vous ne les avez plus, contactez-nous\./);
    const limited = await new Client(shop.url).post("/suivi", wrong);
    says(limited, 429, /Trop d'essais\. .* Sinon, écrivez-nous par la page Contact\./);

    const again = new Client(shop.url);
    await addToCart(again, "mule-tafna", {});
    const refused = await (await checkout(again)).send();
    says(refused, 409, /Pour commander tout de suite, écrivez-nous par la page Contact\./);
  });

  it("one who has written too much, whose mails say it neither", async () => {
    const forms = await Promise.all(
      Array.from({ length: 31 }, async () => formWith((await new Client(shop.url).get("/contact")).text, "sujet")),
    );
    const { email } = visitors["account holder"];
    const typed = { nom: "Samira", email, sujet: "Pointure", message: "Bonjour" };
    const answers = await Promise.all(forms.map((form) => submit(new Client(shop.url), form, typed)));
    const [limited, ...others] = answers.filter(({ status }) => status !== 303);
    expect(others).toEqual([]);
    says(limited as Answer, 429, /Réessayez dans une heure\. /);
  });

  it("every mail, as it is written to a file", async () => {
    // Mails of the registration, the order and the message.
    await mailsTo(shop, visitors["account holder"].email, 3);
    const texts = outboxOf(shop).map(textOf);
    for (const subject of [/Un compte a été ouvert/, /Merci pour votre commande/, /Votre message est bien arrivé/])
      expect(texts.some((text) => subject.test(text))).toBe(true);
    for (const text of texts) {
      showsNoPlaceholder(text);
      expect(text).toMatch(/\n-- \nWahrane, chaussures à Oran\nhttp:\/\/localhost:\d+\n$/);
    }
  });
});

describe("a shop that has told its phone alone", () => {
  const called = servedShop({ env: { SHOP_PHONE: "0550123456" } });

  it("says who sells by its name and its phone", async () => {
    const { text } = await new Client(called.url).get("/terms");
    const words = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(words).toMatch(/Vendeur : Wahrane Téléphone : 0550 12 34 56 \./);
    expect(words).not.toMatch(/Registre du commerce|NIF|E-mail :/);
    // Its shops are not set: no page mentions one.
    for (const path of ["/about", "/loyalty-program", "/faq", "/terms", "/contact"]) {
      const { text: page } = await new Client(called.url).get(path);
      expect(page, path).not.toMatch(/boutiques|en boutique|à la caisse/i);
    }
    expect((await new Client(called.url).get("/about")).text).toContain("Une personne au téléphone, à Oran.");
    const contact = (await new Client(called.url).get("/contact")).text;
    expect(contact).not.toMatch(/Nos boutiques à Oran|openstreetmap\.org\/search/);
    expect((await new Client(called.url).get("/privacy")).text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ")).toContain(
      "Wahrane. Pour toute question sur vos données : 0550 12 34 56. Ces règles",
    );
  });

  it.each(["/", "/faq", "/contact", "/about", "/terms", "/privacy", "/loyalty-program", "/404"])(
    "%s has it in its footer",
    async (path) => {
      const { text } = await new Client(called.url).get(path);
      expect(text.slice(text.indexOf("<footer"))).toContain('href="tel:+213550123456"');
    },
  );
});
