import { beforeAll, describe, expect, it } from "vitest";
import { formWith, submit } from "../support/forms";
import { type Answer, Client } from "../support/http";
import { outboxOf, textOf } from "../support/mail-server";
import { addToCart, checkout, fillCart, landed, orderNumberOf, someone, someoneElse } from "../support/orders";
import { mainOf, words } from "../support/reading";
import { addressOf, table } from "../support/routes";
import { servedShop } from "../support/served-shop";
import { inDatabase } from "../support/shop-server";
import { mailsTo, newAddress, register } from "../support/signed-in";

/** A shop without settings: unknown facts are left out without placeholders. */

const shop = servedShop({ env: { SHOP_PHONE: "", UNCONFIRMED_ORDERS: "1" } });

const named: Record<string, Record<string, string>> = {
  "/product/:id": { id: "boston-santa-cruz" },
  "/category/:slug": { slug: "sandales" },
  "/collection/:id": { id: "premium" },
};
const pages = table.filter(({ isPage }) => isPage);

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
  /wa\.me|WhatsApp/,
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

/** The page that an address leads to, and whether it is the address's own. */
async function reached(client: Client, path: string): Promise<{ page: Answer; isItself: boolean }> {
  let page = await client.get(path);
  const isItself = page.status === 200;
  for (let hop = 0; hop < 3 && page.status >= 300 && page.status < 400 && page.location; hop += 1)
    page = await client.get(page.location);
  return { page, isItself };
}

const ordered = async (client: Client, recipient: Record<string, string>) => {
  await fillCart(client, "boston-santa-cruz");
  return orderNumberOf(await (await checkout(client, recipient)).send()) ?? "";
};

/** Words that only a visitor with an order, a cart or an account sees. */
const OWN = {
  stranger: [],
  guest: [
    "/cart",
    "/checkout",
    "/checkout/paiement",
    "/checkout/verification",
    "/commande/:number",
    "/commande/:number/annuler",
    "/commande/:number/modifier",
  ],
  "account holder": [
    "/checkout/verification",
    "/account",
    "/account/orders",
    "/account/orders/:number",
    "/account/wishlist",
    "/account/security",
  ],
};

const visitors = {} as Record<keyof typeof OWN, { client: Client; number: string }>;
const email = newAddress();

beforeAll(async () => {
  const [stranger, guest, holder] = [new Client(shop.url), new Client(shop.url), new Client(shop.url)];
  await landed(holder, await register(holder, email));
  visitors.stranger = { client: stranger, number: "K7MQ-4TXP" };
  visitors.guest = { client: guest, number: await ordered(guest, someone) };
  visitors["account holder"] = { client: holder, number: await ordered(holder, someoneElse()) };
  for (const { client } of [visitors.guest, visitors["account holder"]]) {
    // A new cart, for the next order.
    await fillCart(client, "boston-santa-cruz");
    await checkout(client);
  }
});

describe.each(Object.keys(OWN) as (keyof typeof OWN)[])("a shop without settings shows a %s no placeholder", (who) => {
  it.each(pages.map((route) => [route.pattern, route] as const))("%s", async (pattern, route) => {
    const { client, number } = visitors[who];
    const path = addressOf(route, { number, status: "404", ...named[pattern] });
    const { page, isItself } = await reached(who === "stranger" ? new Client(shop.url) : client, path);
    expect(page.text).toContain("</footer>");
    if ((OWN[who] as string[]).includes(pattern)) expect([page.status, isItself]).toEqual([200, true]);
    showsNoPlaceholder(page.text);
  });
});

describe("where other shops say whom to call", () => {
  const setStatus = (number: string, status: string) =>
    inDatabase(shop, (database) =>
      database.prepare("update orders set status = ? where number = ?").run(status, number),
    );
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
    setStatus(number, "confirmed");
    for (const what of ["annuler", "modifier"]) {
      const page = await client.get(`/commande/${number}/${what}`);
      says(page, 200, /Votre commande est déjà confirmée : écrivez-nous \./);
      expect(mainOf(page)).toMatch(link);
    }
    setStatus(number, "pending");
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
    await new Promise((go) => setTimeout(go, 3_100));
    const typed = { nom: "Samira", email, sujet: "Pointure", message: "Bonjour" };
    const answers = await Promise.all(forms.map((form) => submit(new Client(shop.url), form, typed)));
    const [limited, ...others] = answers.filter(({ status }) => status !== 303);
    expect(others).toEqual([]);
    says(limited as Answer, 429, /Réessayez dans une heure\. /);
  });

  it("every mail, as it is written to a file", async () => {
    // Mails of the registration, the order and the message.
    await mailsTo(shop, email, 3);
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
