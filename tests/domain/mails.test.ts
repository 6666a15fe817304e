import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accountExists,
  emailConfirmation,
  emailWasChanged,
  passwordReset,
  passwordWasChanged,
  unconfirmedAccountExists,
  welcome,
} from "~/domain/mails/accounts";
import type { Letterhead, Mail } from "~/domain/mails/compose";
import { messageForShop, messageReceived } from "~/domain/mails/contact";
import { newsletterConfirmation, newsletterConfirmed } from "~/domain/mails/newsletter";
import { type DaySummary, daySummary, orderForShop } from "~/domain/mails/office";
import { orderLapsed, orderLapsedForShop, orderReceived } from "~/domain/mails/orders";
import { stockAwaited, stockBack, stockBackByPhone } from "~/domain/mails/stock";
import type { Order } from "~/domain/order/order";
import { decoded } from "../support/http/reading";

const letterhead: Letterhead = {
  siteUrl: "https://boutique.example",
  inbox: "bonjour@boutique.example",
  email: "bonjour@boutique.example",
  phone: "0550123456",
  address: "1, rue de l'Exemple & Fils, Oran",
  seller: "Exemple & Fils EURL · RC 31/00-0000000 B 00 · NIF 000031000000000",
};
const typed = { name: "Samira", email: "samira@example.com", subject: "Pointure", message: "Bonjour,\nun 38 ?" };
const token = "a-Token_43";

/** What the mail about an order looks at. */
const order = {
  number: "K7MQ-4TXP",
  recipient: { firstName: "Samira", lastName: "Benali", phone: "0661234567" },
  reserved: true,
  lines: [{ name: "Boston & Cie", color: { name: "Taupe" }, size: "38", quantity: 2, price: 7_400 }],
  reward: 7_400,
  fees: { totalFee: 500 },
  total: 7_900,
} as unknown as Order;

/** The size that somebody waited for. */
const awaited = {
  name: "Boston & Cie",
  slug: "boston-cie",
  color: { slug: "taupe", name: "Taupe", hex: "#483c32" },
  size: 38,
  ...{ byEmail: 2, byPhone: 1 },
};

const mailsOf = (letterhead: Letterhead): [string, Mail][] => [
  ["the message, for the shop", messageForShop(letterhead, typed)],
  ["message received", messageReceived(letterhead)],
  ["newsletter confirmation", newsletterConfirmation(letterhead, token)],
  ["an address of the newsletter, for the shop", newsletterConfirmed(letterhead, "nadia@example.com")],
  ["welcome", welcome(letterhead, token)],
  ["account exists", accountExists(letterhead)],
  ["unconfirmed account exists", unconfirmedAccountExists(letterhead, token)],
  ["password reset", passwordReset(letterhead, token)],
  ["password reset that empties", passwordReset(letterhead, token, { empties: true })],
  ["password was changed", passwordWasChanged(letterhead)],
  ["e-mail confirmation", emailConfirmation(letterhead, token)],
  ["e-mail was changed", emailWasChanged(letterhead)],
  ["order received", orderReceived(letterhead, order)],
  ["large order received", orderReceived(letterhead, { ...order, reserved: false })],
  ["order not confirmed", orderLapsed(letterhead, { ...order, lapsedDays: 3 })],
  ["order not confirmed, for the shop", orderLapsedForShop(letterhead, { ...order, lapsedDays: 3 })],
  ["back in stock", stockBack(letterhead, awaited, token)],
  ["back in stock, whom to call", stockBackByPhone(letterhead, awaited, ["0661234567"])],
  ["what is waited for", stockAwaited(letterhead, [awaited])],
];
const mails = mailsOf(letterhead);

/** The words without markup, so that text and HTML can be compared. */
const saidInText = ({ text }: Mail) =>
  text
    .replace(/^(> |-- )/gm, "")
    .replace(/\s+/g, " ")
    .trim();
const saidInHtml = ({ html }: Mail) =>
  entities(
    (/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "")
      // The text contains the addresses of links.
      .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, "$2 $1")
      .replace(/<br>/g, " ")
      .replace(/<\/(p|blockquote|div)>/g, " ")
      .replace(/<[^>]*>/g, ""),
  )
    .replace(/\s+/g, " ")
    .trim();
const entities = (html: string) => decoded(html.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))));

describe.each(mails)("%s", (_, mail) => {
  it("says the same in text and in HTML, after the shop's name", () => {
    expect(saidInHtml(mail)).toBe(`Wahrane ${saidInText(mail)}`);
  });

  it("says who writes: name, phone, e-mail, address, who sells, site", () => {
    for (const words of [
      "Wahrane",
      "0550\u00a012\u00a034\u00a056",
      letterhead.email,
      letterhead.address,
      letterhead.seller,
      letterhead.siteUrl,
    ])
      expect(mail.text).toContain(words);
  });

  it("is French, has a title, and takes nothing from anywhere", () => {
    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="fr">/);
    expect(entities(/<title>(.*)<\/title>/.exec(mail.html)?.[1] ?? "")).toBe(mail.subject);
    expect(mail.html).not.toMatch(/<img|<link|<script|src=|url\(/);
  });

  it("is marked as written by a machine, so that no machine answers", () => {
    expect(mail.headers["Auto-Submitted"]).toMatch(/^auto-/);
  });
});

describe("the message, for the shop", () => {
  it("has all that was typed, and is answered to who wrote", () => {
    const mail = messageForShop(letterhead, typed);
    expect(mail.subject).toBe("Message de Samira\u00a0: Pointure");
    expect(messageForShop(letterhead, { ...typed, name: "Amina" }).subject).toBe("Message d'Amina\u00a0: Pointure");
    expect(mail.headers["Reply-To"]).toBe(typed.email);
    for (const line of ["Nom\u00a0: Samira", "Sujet\u00a0: Pointure", "> Bonjour,", "> un 38 ?"])
      expect(mail.text).toContain(line);
  });

  it("keeps its line ends in mail programs that know no style sheet", () => {
    expect(messageForShop(letterhead, typed).html).toMatch(/<blockquote[^>]*>Bonjour,<br>\nun 38 \?<\/blockquote>/);
  });

  it("shows the words in the direction of their own language", () => {
    const { html } = messageForShop(letterhead, { ...typed, message: "السلام عليكم" });
    expect(html).toMatch(/<blockquote dir="auto"[^>]*>السلام عليكم</);
  });

  it("has a subject of 150 characters at most, none of them in half", () => {
    for (const most of [120, 121]) {
      const { subject } = messageForShop(letterhead, {
        ...typed,
        subject: `${"a".repeat(most)}${"\u{1f45f}".repeat(20)}`,
      });
      expect(subject).toMatch(/\u{1f45f}…$/u);
      expect(subject.length).toBeLessThanOrEqual(150);
    }
  });

  it("cannot be broken out of: no markup, no header, no second line in the subject", () => {
    const evil = fc.oneof(
      fc.constantFrom(
        '"><script>alert(1)</script>',
        "</title></head><body>",
        "&lt;b&gt;",
        "\r\nBcc: all@example.com",
        "\u2028Bcc: x",
        "' onmouseover='x",
      ),
      fc.string({ unit: "binary", maxLength: 200 }),
    );
    const tags = (html: string) => html.match(/<[^>]*>/g);
    fc.assert(
      fc.property(evil, evil, evil, evil, (name, subject, message, email) => {
        const mail = messageForShop(letterhead, { name, subject, message, email });
        // The markup is the same whatever is in its lines.
        const lines = message.replace(/[^\n]/g, "x");
        expect(tags(mail.html)).toEqual(tags(messageForShop(letterhead, { ...typed, message: lines }).html));
        for (const value of [mail.subject, ...Object.values(mail.headers)]) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
          expect(value).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        }
        expect(mail.subject.length).toBeLessThanOrEqual(150);
        expect(mail.subject.isWellFormed() || !(name + subject).isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("message received", () => {
  it("promises an answer within 24 h, and repeats nothing that a stranger could have typed", () => {
    const mail = messageReceived(letterhead);
    expect(mail.subject).toBe("Nous avons bien reçu votre message");
    expect(mail.text).toContain("dans les 24\u00a0h");
    expect(messageReceived.length).toBe(1);
  });

  it("is signed with what the shop has set, and with nothing in place of the rest", () => {
    const signature = (of: Letterhead) => messageReceived(of).text.split("\n-- \n")[1];
    const { siteUrl, inbox, phone, email, address, seller } = letterhead;
    const [house, number] = ["Wahrane, chaussures à Oran", "0550\u00a012\u00a034\u00a056"];
    expect(signature(letterhead)).toBe(`${house}\n${number} · ${email}\n${address}\n${seller}\n${siteUrl}\n`);
    expect(signature({ siteUrl, inbox, phone })).toBe(`${house}\n${number}\n${siteUrl}\n`);
    expect(messageReceived({ siteUrl, inbox, phone }).html).not.toMatch(/undefined|<br>\n<br>/);
    expect(signature({ siteUrl, inbox, phone: undefined, email })).toBe(`${house}\n${email}\n${siteUrl}\n`);
  });

  it.each(mailsOf({ siteUrl: letterhead.siteUrl, inbox: letterhead.inbox, phone: undefined }))(
    "nor does a shop without a phone ask to be called: %s",
    (_, { text, html }) => {
      expect(`${text} ${html}`.replace(/\s+/g, " ")).not.toMatch(
        /appelez-nous|undefined|null| au ?[.,]| · ?[<\n]|<br> <br>/i,
      );
      expect(text.split("\n-- \n")[1]).toBe(`Wahrane, chaussures à Oran\n${letterhead.siteUrl}\n`);
    },
  );
});

describe("newsletter confirmation", () => {
  const mail = newsletterConfirmation(letterhead, token);

  it("leads to the pages that confirm and unsubscribe, whose addresses hold the token and nothing personal", () => {
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => entities(href));
    expect(links).toEqual([
      `https://boutique.example/newsletter/confirmation?jeton=${token}`,
      `https://boutique.example/newsletter/desinscription?jeton=${token}`,
    ]);
    for (const link of links) expect(mail.text).toContain(`\n${link}\n`);
  });

  it("has the mail program's own button (RFC 8058)", () => {
    expect(mail.headers).toMatchObject({
      "List-Unsubscribe": `<https://boutique.example/newsletter/desinscription?jeton=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});

describe("mails about stock", () => {
  it("lead to the choice that is back, and to where one's requests are deleted", () => {
    const { subject, text, headers } = stockBack(letterhead, awaited, token);
    expect(subject).toBe("De nouveau en stock\u00a0: Boston & Cie, Taupe, pointure 38");
    expect(text).toContain("\nhttps://boutique.example/product/boston-cie?couleur=taupe&pointure=38\n");
    expect(text).toContain(`\nhttps://boutique.example/prevenez-moi/oublier?jeton=${token}\n`);
    expect(text).toContain("C'est le seul e-mail pour cette demande");
    expect(headers).toMatchObject({
      "List-Unsubscribe": `<https://boutique.example/prevenez-moi/oublier?jeton=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("tell the shop whom to call, and how many wait for what, fifty at most", () => {
    const { subject, text } = stockBackByPhone(letterhead, awaited, ["0661234567", "041123456"]);
    expect(subject).toBe("À appeler (2)\u00a0: Boston & Cie, Taupe, pointure 38 est de nouveau en stock");
    expect(text).toContain("Téléphone 1\u00a0: 0661\u00a023\u00a045\u00a067\nTéléphone 2\u00a0: 041\u00a012");
    expect(text).toContain("npm run shop -- alertes --appele NUMÉRO");
    const many = stockAwaited(letterhead, [awaited, ...Array.from({ length: 51 }, () => ({ ...awaited, byPhone: 0 }))]);
    expect(many.subject).toBe("Vos clients attendent (105)\u00a0: Boston & Cie, Taupe, pointure 38");
    expect(many.text).toContain("pointure 38\u00a0: 3, dont 1 par téléphone\n");
    expect(many.text.match(/pointure 38\u00a0: /g)).toHaveLength(50);
    expect(many.text).toContain("Et 2 autres\u00a0: npm run shop -- alertes");
    // With a back office they lead there.
    const withOffice = { ...letterhead, office: "https://gestion.example" };
    for (const { text } of [
      stockBackByPhone(withOffice, awaited, ["0661234567"]),
      orderLapsedForShop(withOffice, order),
    ])
      expect(text).not.toContain("npm run");
    expect(stockBackByPhone(withOffice, awaited, []).text).toContain("\nhttps://gestion.example/gestion/attentes\n");
    expect(orderLapsedForShop(withOffice, order).text).toContain(
      "\nhttps://gestion.example/gestion/commandes/K7MQ-4TXP\n",
    );
  });
});

describe("mails of accounts", () => {
  it.each([
    ["/reset-password", "30 minutes", passwordReset(letterhead, token)],
    ["/email-confirmation", "24 heures", emailConfirmation(letterhead, token)],
  ])("lead to %s, say for how long (%s) and that nothing happens by itself", (path, time, { text }) => {
    expect(text).toContain(`${letterhead.siteUrl}${path}?jeton=${token}`);
    expect(text).toContain(time);
    expect(text.replace(/\s+/g, " ")).toMatch(/ne faites rien/);
    expect(text).not.toContain("vide le compte");
  });

  it("say before it happens that a reset empties an account of an unconfirmed address", () => {
    expect(saidInText(passwordReset(letterhead, token, { empties: true }))).toContain("la confirme et vide le compte");
  });

  it("about a registration promise a loyalty card where accounts have one", () => {
    const said = (hasCard: boolean) => saidInText(welcome({ ...letterhead, hasCard }, token));
    expect(said(true)).toContain("liste de souhaits, et vos paires remplissent votre carte de fidélité");
    expect(said(false)).toContain("liste de souhaits. Si vous");
  });

  it("about a registration lead to where it is confirmed and to where it is ended, say for how long, and repeat no name", () => {
    const { text } = welcome(letterhead, token);
    for (const path of ["/register/confirmation", "/register/pas-moi"])
      expect(text).toContain(`${letterhead.siteUrl}${path}?jeton=${token}`);
    expect(text).toContain("7 jours");
    expect(text).toMatch(/^Bonjour,$/m);
  });

  it("about an unconfirmed account of a wanted address lead to its end, and not to its confirmation", () => {
    const { text } = unconfirmedAccountExists(letterhead, token);
    expect(text).toContain(`${letterhead.siteUrl}/register/pas-moi?jeton=${token}`);
    expect(text).not.toContain("/register/confirmation");
  });

  it("about what was done have no link that does anything, and say whom to call", () => {
    for (const { text } of [passwordWasChanged(letterhead), emailWasChanged(letterhead), accountExists(letterhead)])
      expect(text).not.toContain("jeton=");
    expect(saidInText(passwordWasChanged(letterhead))).toContain("puis contactez-nous.");
    expect(saidInText(emailWasChanged(letterhead))).toContain("appelez-nous au 0550 12 34 56 tout de suite.");
    expect(saidInText(emailWasChanged({ ...letterhead, phone: undefined }))).toContain(
      "écrivez-nous par la page Contact tout de suite.",
    );
  });

  it("about an order have its lines, what is given, the fee and what is to be paid", () => {
    const text = saidInText(orderReceived(letterhead, order));
    expect(text).toContain("Conditions générales de vente https://boutique.example/terms");
    for (const words of [
      "2 × Boston & Cie, Taupe, pointure 38 14 800 DA",
      "7ᵉ paire offerte −7 400 DA",
      "Livraison 500 DA",
      "À payer à la livraison, en espèces 7 900 DA",
      `${letterhead.siteUrl}/account/orders/K7MQ-4TXP`,
    ])
      expect(text.replace(/ ?: /g, " ")).toContain(words);
  });

  it("about an order lead to its changes where the shop itself takes it", () => {
    const said = (hasCard: boolean) => saidInText(orderReceived({ ...letterhead, hasCard }, order));
    expect(said(true)).toContain("Tant qu'elle est en attente, vous pouvez l'annuler");
    expect(said(false)).not.toMatch(/annuler|corriger/);
  });

  it("about an order say to the shop what is given too, so that the rows add up", () => {
    const said = (changes: Partial<Order>) => saidInText(orderForShop(letterhead, { ...order, ...changes }, null));
    expect(said({})).toMatch(/14 800 DA Fidélité : −7 400 DA Livraison : 500 DA À encaisser : 7 900 DA/);
    expect(said({ reward: 0 })).not.toContain("Fidélité");
  });

  it("about an order count its pairs, and articles where not all of them are shoes", () => {
    const [line] = order.lines as [Order["lines"][number]];
    const counted = (...lines: Order["lines"]) =>
      orderForShop(letterhead, { ...order, lines }, null).subject.replace(/[\u00a0\u202f]/g, " ");
    expect(counted(line)).toMatch(/: 2 paires, 7 900 DA$/);
    expect(counted({ ...line, quantity: 1 })).toMatch(/: 1 paire, /);
    expect(counted(line, { ...line, quantity: 1, sizeLabel: "Large" })).toMatch(/: 3 articles, /);
  });

  it("about a large order say that the call comes before its pairs are put aside", () => {
    const text = saidInText(orderReceived(letterhead, { ...order, reserved: false }));
    expect(text).toContain("Nous vous appelons dans les 24 h avant de réserver vos paires");
    expect(text).not.toContain("pour la confirmer");
  });

  it("about an order at a pickup point say that it is paid there", () => {
    const text = saidInText(orderReceived(letterhead, { ...order, recipient: { ...order.recipient, mode: "pickup" } }));
    expect(text).toContain("À payer au retrait, en espèces : 7 900 DA");
  });

  it("about an order that nobody confirmed say so, to its owner and to the shop", () => {
    const lapsed = { ...order, lapsedDays: 3 };
    for (const mail of [orderLapsed(letterhead, lapsed), orderLapsedForShop(letterhead, lapsed)])
      for (const words of ["Annulée automatiquement : non confirmée après 3 jours", "2 × Boston & Cie"])
        expect(saidInText(mail)).toContain(words);
    expect(saidInText(orderLapsed(letterhead, lapsed))).toMatch(/Vous ne payez rien.*appelez-nous au 0550 12 34 56/);
    const forShop = (changes: Partial<Order>) => saidInText(orderLapsedForShop(letterhead, { ...lapsed, ...changes }));
    expect(forShop({})).toMatch(/Ses paires sont de retour en rayon.*Samira Benali.*0661 23 45 67/);
    expect(forShop({ reserved: false })).toContain("Ses paires n'étaient pas réservées.");
    expect(forShop({ lapsedDays: 1 })).toContain("après 1 jour");
    expect(forShop({ lapsedDays: 1 })).not.toContain("1 jours");
  });
});

it("a day's summary sums up in its subject what was neither cancelled nor returned, and counts both below", () => {
  const ended = { cancelled: { count: 2, total: 9_000 }, returned: { count: 1, total: 5_000 } };
  const summary = (orders: DaySummary["orders"]) =>
    daySummary({ ...letterhead }, { day: "25 novembre 2026", orders, waiting: [] });
  const { subject, text } = summary({
    ...ended,
    pending: { count: 1, total: 900 },
    delivered: { count: 1, total: 50 },
  });
  expect(subject).toBe("25 novembre 2026\u00a0: 2 commandes, 950\u00a0DA");
  expect(text).toMatch(/Annulée\u00a0: 2 .*\n/);
  expect(summary(ended).subject).toBe("25 novembre 2026\u00a0: 0 commande, 0\u00a0DA");
  expect(summary(ended).text).toContain("par statut actuel");
  expect(summary({}).subject).toBe("25 novembre 2026\u00a0: aucune commande");
});

it("a day's summary says of what was counted no further that there may be more", () => {
  const waiting = [
    { label: "À appeler", count: 12 },
    { label: "Avis à lire", count: 1_000 },
  ];
  const { text } = daySummary({ ...letterhead }, { day: "25 novembre 2026", orders: {}, waiting });
  expect(text).toMatch(/À appeler\u00a0: 12\n/);
  expect(text).toMatch(/Avis à lire\u00a0: 1.000 ou plus/);
});
