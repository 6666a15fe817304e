import { createHmac, randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { headerOf, outboxOf, textOf } from "../support/fakes/mail-server";
import type { Answer } from "../support/http/client";
import { type Form, formWith, submit } from "../support/http/forms";
import { attribute, decoded, mainOf, titleOf, words } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { startShop } from "../support/shop/shop-server";
import { forgetAttempts, inDatabase, rowsIn, valueIn, valuesIn } from "../support/shop/stored";

/** Messages to the shop over HTTP, without scripts (section 2, Contact; decisions 005 and 013). */

const SECRET = "a secret for tests, with 32 characters";
const env = {
  SESSION_SECRET: SECRET,
  SHOP_PHONE: "0550123456",
  SHOP_EMAIL: "bonjour@boutique.example",
  SHOP_ADDRESS: "1, rue de l'Exemple, Oran",
  SHOP_LOCATIONS:
    "Essai centre | 2, rue de l'Essai, Oran | 0661000000 | 35.6996,-0.6421 ; Essai plage | 3, rue de l'Essai & Cie, Oran",
  SHOP_INSTAGRAM: "https://www.instagram.com/exemple",
};
const shop = servedShop({ env });
const client = clientOf(shop);

beforeEach(() => forgetAttempts(shop));

const typed = {
  nom: "Samira Benali",
  email: "samira@example.com",
  sujet: "Pointure",
  message: "Bonjour,\nle 38 taille-t-il grand ?",
};

/** A key minted `age` milliseconds ago, so that tests do not have to wait. */
function keyFrom(age: number): string {
  const content = `${randomBytes(16).toString("base64url")}.${(Date.now() - age).toString(36)}`;
  const sealed = createHmac("sha256", SECRET).update(`message form ${content}`).digest("base64url").slice(0, 22);
  return `${content}.${sealed}`;
}

const formOf = (answer: Answer): Form => formWith(answer.text, "sujet");
const fieldsOf = (answer: Answer) => Object.fromEntries(formOf(answer).fields);

/** The form, filled in by somebody who took ten seconds. */
async function write(changes: Record<string, string> = {}): Promise<Answer> {
  return submit(client, formOf(await client.get("/contact")), { ...typed, cle: keyFrom(10_000), ...changes });
}

const count = (table: string) => valueIn<number>(shop, `select count(*) from ${table}`) ?? 0;

/** The request stored nothing. */
async function storingNothing(ask: () => Promise<Answer>): Promise<Answer> {
  const before = [count("messages"), count("mails")];
  const answer = await ask();
  expect([count("messages"), count("mails")]).toEqual(before);
  return answer;
}

function isRefused(answer: Answer, ...sentences: string[]): void {
  expect(answer.status).toBe(400);
  expect(titleOf(answer.text)).toBe("Erreur : Contact – Wahrane");
  const main = mainOf(answer);
  expect(main.indexOf("Il y a un problème")).toBeGreaterThan(0);
  expect(main.indexOf("Il y a un problème")).toBeLessThan(main.indexOf("<h1"));
  expect(main).toMatch(/tabindex="-1" autofocus/i);
  for (const sentence of sentences) expect(words(answer)).toContain(sentence);
}

describe("the contact page", () => {
  it("says how to reach the shop: phone, hours, e-mail, address, social links, a reply within 24 h", async () => {
    const page = await client.get("/contact");
    expect(page.status).toBe(200);
    expect(titleOf(page.text)).toBe("Contact – Wahrane");
    for (const said of [
      "0550 12 34 56",
      "Du dimanche au jeudi, de 9 h à 18 h",
      env.SHOP_EMAIL,
      env.SHOP_ADDRESS,
      "Instagram",
      "Réponse dans les 24 h",
    ])
      expect(words(page)).toContain(said);
    for (const href of ["tel:+213550123456", `mailto:${env.SHOP_EMAIL}`, env.SHOP_INSTAGRAM])
      expect(mainOf(page)).toContain(`href="${href}"`);
    expect(words(page)).not.toContain("Facebook");
  });

  it("has a form with nom, e-mail, sujet and a message of 6 rows, all required", async () => {
    const main = mainOf(await client.get("/contact"));
    for (const [name, label] of [
      ["nom", "Nom"],
      ["email", "E-mail"],
      ["sujet", "Sujet"],
      ["message", "Message"],
    ]) {
      const control = new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(main)?.[0] ?? "";
      expect(control).toMatch(/\srequired=""/);
      expect(main).toMatch(new RegExp(`<label[^>]* for="${attribute(control, "id")}"[^>]*>${label}</label>`));
    }
    expect(main).toMatch(/<textarea[^>]* rows="6"/);
    expect(main).toMatch(/name="email"[^>]*type="email"|type="email"[^>]*name="email"/);
  });

  it("is nobody else's: it carries a key of its own, a new one each time", async () => {
    const [first, second] = [await client.get("/contact"), await client.get("/contact")];
    expect(first.headers["cache-control"]).toBe("private, no-cache");
    expect(fieldsOf(first).cle).not.toBe(fieldsOf(second).cle);
    expect(first.headers["set-cookie"]).toBeUndefined();
  });

  it("is found from the footer, the menu, the page about the shop and the page that is not there", async () => {
    const { text } = await client.get("/about");
    const part = (tag: string) => new RegExp(`<${tag}\\b.*?</${tag}>`, "s").exec(text)?.[0] ?? "";
    for (const tag of ["header", "footer"]) expect(part(tag)).toMatch(/href="\/contact"[^>]*>Contact</);
    expect(part("main")).toMatch(/href="\/contact"[^>]*>Écrivez-nous</);
    expect((await client.get("/404")).text).toMatch(/href="\/contact"[^>]*>contactez-nous</);
  });
});

describe("what needs no answer", () => {
  it("leads to the order's page and to parts of the FAQ that are there", async () => {
    const main = mainOf(await client.get("/contact"));
    const section = /<section[^>]*aria-labelledby="sans-attendre".*?<\/section>/s.exec(main)?.[0] ?? "";
    const links = [...section.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links).toEqual(["/suivi", "/suivi", "/faq#retours", "/faq#pointures", "/faq#livraison"]);
    const faq = (await client.get("/faq")).text;
    for (const href of links.slice(2)) expect(faq).toContain(`id="${href.split("#")[1]}"`);
    expect((await client.get("/suivi")).status).toBe(200);
  });
});

describe("the plan of the shops", () => {
  it("is drawn, says that it is schematic, and has a text for screen readers that names who is on it", async () => {
    const page = await client.get("/contact");
    const plan = /<svg[^>]*role="img"[\s\S]*?<\/svg>/.exec(mainOf(page))?.[0] ?? "";
    expect(decoded(attribute(plan, "aria-label") ?? "")).toMatch(
      /^Plan schématique du centre d'Oran.*\. 1, Essai centre$/,
    );
    expect(words(page)).toContain("Plan schématique, sans échelle");
    for (const said of [
      "1. Essai centre",
      "2, rue de l'Essai, Oran",
      "2. Essai plage",
      "3, rue de l'Essai & Cie, Oran",
    ])
      expect(words(page).replaceAll(" .", ".")).toContain(said);
  });

  it("links to the map: the place where it is known, else a search for the address", async () => {
    const links = [...mainOf(await client.get("/contact")).matchAll(/<a[^>]*openstreetmap[^>]*>/g)].map(([tag]) => tag);
    expect(links.map((tag) => attribute(tag, "href"))).toEqual([
      "https://www.openstreetmap.org/?mlat=35.6996&mlon=-0.6421#map=17/35.6996/-0.6421",
      `https://www.openstreetmap.org/search?query=${encodeURIComponent("3, rue de l'Essai & Cie, Oran")}`,
    ]);
    expect(attribute(links[0] ?? "", "data-map")).toMatch(
      /^https:\/\/www\.openstreetmap\.org\/export\/embed\.html\?bbox=-0\.64610%2C35\.69710%2C-0\.63810%2C35\.70210&/,
    );
    expect(attribute(links[1] ?? "", "data-map")).toBeUndefined();
  });

  it("loads nothing of another site by itself, and only here a map may be opened within the page", async () => {
    const page = await client.get("/contact");
    expect(page.text).not.toMatch(/<iframe|(?:src|srcset|action)="(?:https?:)?\/\//i);
    const frames = (answer: Answer) => /frame-src[^;]*/.exec(String(answer.headers["content-security-policy"]))?.[0];
    expect(frames(page)).toBe("frame-src https://www.openstreetmap.org");
    for (const path of ["/", "/about", "/contact/merci", "/newsletter", "/404"])
      expect(frames(await client.get(path)), path).toBeUndefined();
  });
});

describe("a message", () => {
  it("is stored, mailed to the shop, and its arrival to who wrote; the page says 'Message envoyé avec succès !'", async () => {
    const before = outboxOf(shop).length;
    const sent = await write();
    expect([sent.status, sent.location]).toEqual([303, "/contact/merci"]);
    const page = await client.get("/contact/merci");
    expect(titleOf(page.text)).toBe("Merci – Wahrane");
    expect(words(page)).toMatch(/Message envoyé avec succès !.*Merci !.*dans les 24 h/);
    // The page, the same for all, cannot promise a mail that comes hourly (decision 013).
    expect(words(page)).not.toMatch(/e-mail/i);
    expect(page.text).toMatch(/<a[^>]* href="\/contact"[^>]*>Envoyer un autre message<\/a>/);
    // The message is shown once.
    expect(words(await client.get("/contact/merci"))).not.toContain("Message envoyé");
    expect(fieldsOf(await client.get("/contact"))).toMatchObject({ nom: "", email: "", sujet: "", message: "" });

    const row = rowsIn(shop, "select * from messages")[0];
    expect(row).toMatchObject({ name: typed.nom, email: typed.email, subject: typed.sujet, message: typed.message });

    await expect.poll(() => outboxOf(shop).length, { timeout: 15_000 }).toBe(before + 2);
    const mails = outboxOf(shop);
    const toShop = mails.find((mail) => headerOf(mail, "to") === env.SHOP_EMAIL) ?? "";
    expect(headerOf(toShop, "reply-to")).toBe(typed.email);
    expect(textOf(toShop)).toContain("> le 38 taille-t-il grand ?");
    const received = mails.find((mail) => headerOf(mail, "to") === typed.email) ?? "";
    expect(textOf(received)).toContain("Votre message est bien arrivé.");
    expect(shop.log()).not.toMatch(/samira|Benali/i);
  });

  it("is one message and two mails, however often its form is sent", async () => {
    const before = [count("messages"), count("mails")];
    const form = { ...typed, email: "twice@example.com", cle: keyFrom(10_000), site: "" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post("/contact", form)));
    for (const answer of answers) expect([answer.status, answer.location]).toEqual([303, "/contact/merci"]);
    expect((await client.post("/contact", form)).status).toBe(303);
    expect([count("messages"), count("mails")]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 2]);
  });

  it("another one under the same key says so, comes back with a new key, and is sent by the next press", async () => {
    const cle = keyFrom(10_000);
    await write({ cle });
    const answer = await storingNothing(() => write({ cle, message: "Autre chose." }));
    expect(answer.status).toBe(409);
    expect(words(answer)).toContain("Ce formulaire a déjà envoyé un autre message.");
    expect(fieldsOf(answer)).toMatchObject({ message: "Autre chose." });
    expect(fieldsOf(answer).cle).not.toBe(cle);
    // No new wait, since nothing has to be typed again.
    expect(await submit(client, formOf(answer), {})).toMatchObject({ status: 303 });
  });

  it("keeps what it is made of: line breaks, quotes, Arabic, emoji", async () => {
    const message = "« L'été »\n\n<b>مرحبا</b> & merci 🥿";
    expect((await write({ message })).status).toBe(303);
    const rows = valuesIn(shop, "select message from messages");
    expect(rows).toContain(message);
  });
});

describe("what a form may not say", () => {
  const messages: [sentence: string, changes: Record<string, string>][] = [
    ["Le nom est requis", { nom: "" }],
    ["Le nom est requis", { nom: " \u200b" }],
    ["Le nom est trop long : 61 caractères, 60 au plus", { nom: "a".repeat(61) }],
    ["L'e-mail est requis", { email: "" }],
    ["Adresse e-mail invalide (ex: nom@exemple.com)", { email: "samira" }],
    ["Adresse e-mail invalide (ex: nom@exemple.com)", { email: "samira@example.com, all@example.com" }],
    ["Le sujet est requis", { sujet: "" }],
    ["Le sujet est trop long : 121 caractères, 120 au plus", { sujet: "a".repeat(121) }],
    ["Le message est requis", { message: "" }],
    ["Le message est requis", { message: "\u0000\u0007" }],
    ["Le message est trop long : 5 001 caractères, 5 000 au plus", { message: "a".repeat(5_001) }],
  ];

  it.each(messages)("%s (%#)", async (sentence, changes) => {
    const cle = keyFrom(10_000);
    const answer = await storingNothing(() => write({ ...changes, cle }));
    isRefused(answer, sentence);
    const [field = ""] = Object.keys(changes);
    expect(mainOf(answer)).toContain(`href="#contact-${field}"`);
    expect(mainOf(answer)).toMatch(
      new RegExp(`id="contact-${field}"[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*contact-${field}-error[" ]`),
    );
    // The key stays, so correcting takes no new wait.
    expect(fieldsOf(answer).cle).toBe(cle);
  });

  it("everything that is wrong is said at once, and everything typed is kept", async () => {
    const answer = await storingNothing(() => write({ nom: "", email: "samira@", sujet: "Pointure <b>" }));
    isRefused(answer, "Le nom est requis", "Adresse e-mail invalide (ex: nom@exemple.com)");
    expect(fieldsOf(answer)).toMatchObject({
      nom: "",
      email: "samira@",
      sujet: "Pointure <b>",
      message: typed.message,
      site: "",
    });
  });

  it("control characters are left out, and line breaks where one line is asked for", async () => {
    await write({ sujet: "Sujet\r\nBcc: all@example.com", nom: "Sa\u0000mira\u202e", message: "a\u0007b" });
    const row = rowsIn(shop, "select name, subject, message from messages where message = 'ab'")[0];
    expect(row).toEqual({ name: "Samira", subject: "Sujet Bcc: all@example.com", message: "ab" });
  });
});

describe("many messages from one address", () => {
  it("reach the shop, thirty an hour; five of them are answered to the address that was typed", async () => {
    const before = [count("messages"), count("mails")];
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        client.post("/contact", { ...typed, email: `stranger${index}@example.com`, cle: keyFrom(10_000), site: "" }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 303);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect([count("messages"), count("mails")]).toEqual([(before[0] ?? 0) + 30, (before[1] ?? 0) + 30 + 5]);
    const answer = refused[0] as Answer;
    expect(titleOf(answer.text)).toBe("Erreur : Contact – Wahrane");
    expect(words(answer)).toContain(
      "Votre message n'a pas été envoyé : trop de messages viennent de cette connexion. Réessayez dans une heure, ou appelez-nous au 0550 12 34 56.",
    );
    expect(fieldsOf(answer)).toMatchObject({ nom: typed.nom, sujet: typed.sujet, message: typed.message });

    // Nothing was stored under its key, so it is accepted after the hour.
    forgetAttempts(shop);
    expect(await submit(client, formOf(answer), {})).toMatchObject({ status: 303 });
    expect([count("messages"), count("mails")]).toEqual([(before[0] ?? 0) + 31, (before[1] ?? 0) + 37]);
    // Delivered mails are those that were queued.
    const received = () => outboxOf(shop).filter((mail) => headerOf(mail, "to")?.startsWith("stranger"));
    await expect.poll(() => received().length, { timeout: 30_000 }).toBe(6);
  });

  it("sent again by their forms count once", async () => {
    const form = { ...typed, email: "again@example.com", cle: keyFrom(10_000), site: "" };
    for (let press = 0; press < 40; press += 1) expect((await client.post("/contact", form)).status).toBe(303);
  });
});

describe("programs that fill in forms", () => {
  const AGAIN = "Vérifiez votre message, puis envoyez-le encore une fois.";

  /** Expects nothing stored, all that was typed, a new key, and that the next press sends it. */
  async function comesBack(answer: Answer, cle: string): Promise<void> {
    isRefused(answer, AGAIN);
    const fields = fieldsOf(answer);
    expect(fields).toMatchObject({ ...typed, site: "" });
    expect(fields.cle).not.toBe(cle);
    const before = count("messages");
    expect(await submit(client, formOf(answer), {})).toMatchObject({ status: 303 });
    expect(count("messages")).toBe(before + 1);
  }

  it("the trap is there, empty, out of the way of eyes, screen readers and the tab key", async () => {
    const main = mainOf(await client.get("/contact"));
    const trap =
      /<div class="sr-only" aria-hidden="true"><label>[^<]+<input[^>]*name="site"[^>]*>/.exec(main)?.[0] ?? "";
    expect(trap).toMatch(/tabindex="-1"/i);
    expect(trap).not.toMatch(/type="hidden"|disabled/);
  });

  it.each([
    ["the trap was filled in", () => ({ cle: keyFrom(10_000), site: "http://spam.example" })],
    ["the key is of another shop", () => ({ cle: keyFrom(10_000).replace(/.{9}$/, "_________") })],
    ["the moment was changed", () => ({ cle: keyFrom(1_000).replace(/\.[^.]+\./, ".a.") })],
    ["the key is none", () => ({ cle: "x" })],
  ])("%s: the message comes back, and is not lost", async (_, changesNow) => {
    const changes = changesNow();
    await comesBack(await storingNothing(() => write(changes)), changes.cle);
  });

  it.each(["site", "cle"])("a form without its field %s is not the shop's own (T-15)", async (field) => {
    const form = Object.entries({ ...typed, cle: keyFrom(10_000), site: "" }).filter(([name]) => name !== field);
    isRefused(await storingNothing(() => client.post("/contact", form)), AGAIN);
  });

  it.each([0, 60_000, 86_400_000, -3_600_000])(
    "what comes %i ms after the page is sent: browsers fill in a form at once, and clocks are set back",
    async (age) => {
      expect((await write({ cle: keyFrom(age) })).status).toBe(303);
    },
  );

  it("the page's own key is as good, at once", async () => {
    expect((await submit(client, formOf(await client.get("/contact")), typed)).status).toBe(303);
  });
});

describe("what is forgotten", () => {
  it("messages after a year, mails and unconfirmed addresses after 30 days, at the start", async () => {
    const first = await startShop({ env });
    const DAY = 24 * 60 * 60_000;
    inDatabase(first, (database) => {
      const message = database.prepare("insert into messages values (?, ?, 'n', 'e', 's', 'm', ?, null)");
      const mail = database.prepare(
        "insert into mails values (?, ?, 'k', 'r', 's', 't', 'h', '{}', ?, null, 1, 1, null)",
      );
      const subscriber = database.prepare("insert into subscribers values (?, ?, ?, ?, ?, ?, 1)");
      for (const [name, days] of [
        ["old", 1],
        ["new", -1],
      ] as const) {
        const ago = (kept: number) => Date.now() - (kept + days) * DAY;
        message.run(name, name, ago(365));
        mail.run(name, name, ago(30));
        for (const [what, email, confirmedAt] of [
          ["asked", "a@example.com", null],
          ["confirmed", "b@example.com", 1],
          ["left", null, null],
        ] as const)
          subscriber.run(`${name} ${what}`, email, `${name} ${what}`, confirmedAt, ago(30), ago(30));
      }
    });
    await first.kill();
    const second = await startShop({ env, dataDir: first.dataDir });
    const left = () =>
      ["id from messages", "id from mails", "token from subscribers"].map((what) =>
        valuesIn(second, `select ${what} order by 1`),
      );
    await expect.poll(left).toEqual([["new"], ["new"], ["new asked", "new confirmed", "new left", "old confirmed"]]);
    await second.stop();
  });
});
