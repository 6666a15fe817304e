import { beforeEach, describe, expect, it } from "vitest";
import { headerOf, outboxOf, textOf } from "../support/fakes/mail-server";
import { type Answer, Client } from "../support/http/client";
import { formsOf, formWith, submit } from "../support/http/forms";
import { mainOf, titleOf, words } from "../support/http/reading";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { forgetAttempts, inDatabase, rowsIn, runIn, valueIn } from "../support/shop/stored";

/** The newsletter over HTTP: subscribing, confirming by mail, leaving (decision 013; RFC 8058). */

const shop = servedShop();
const client = clientOf(shop);

beforeEach(() => forgetAttempts(shop));

let made = 0;
const someone = () => `samira${made++}@example.com`;

interface Subscriber {
  email: string;
  token: string;
  confirmed_at: number | null;
}

const subscriberOf = (email: string) =>
  rowsIn(shop, "select * from subscribers where email = ?", email)[0] as Subscriber | undefined;
const count = () => valueIn(shop, "select count(*) from subscribers") as number;

/** The tables that hold the address. */
const holding = (email: string) =>
  inDatabase(shop, (database) =>
    ["subscribers", "mails"].filter((table) =>
      database
        .prepare(`select * from ${table}`)
        .all()
        .some((row) => JSON.stringify(row).includes(email)),
    ),
  );

async function subscribe(email: string): Promise<Answer> {
  const { text } = await client.get("/newsletter");
  const form = formsOf(mainOf({ text } as Answer)).find(({ action }) => action === "/newsletter?envoi=1");
  if (!form) throw new Error("No form.");
  return submit(client, form, { email });
}

async function tokenFor(email: string): Promise<string> {
  await subscribe(email);
  return subscriberOf(email)?.token ?? "";
}

describe("the form in the footer", () => {
  it("is on every page, posts to /newsletter, and is the same for everybody", async () => {
    const page = await client.get("/femme");
    const footer = /<footer\b.*<\/footer>/s.exec(page.text)?.[0] ?? "";
    const form = formWith(footer, "email");
    expect(form).toEqual({
      action: "/newsletter",
      method: "post",
      fields: [
        ["email", ""],
        ["site", ""],
      ],
      boxes: [],
      buttons: [],
    });
    expect(footer).toMatch(/<label[^>]*>Newsletter\u00a0: votre e-mail<input[^>]*type="email"[^>]*>/);
    expect(footer).toMatch(/<button type="submit"[^>]*>S&#x27;inscrire<\/button>/);
    expect(page.headers["cache-control"]).toMatch(/^public/);
    const email = someone();
    const sent = await submit(client, form, { email });
    expect([sent.status, sent.location]).toEqual([303, "/newsletter/merci"]);
    expect(subscriberOf(email)).toBeDefined();
  });
});

describe("subscribing", () => {
  it("says 'Vérifiez votre boîte e-mail', the same for known and unknown addresses, and mails once", async () => {
    const email = someone();
    const first = await subscribe(email);
    expect([first.status, first.location]).toEqual([303, "/newsletter/merci"]);
    const page = await client.get("/newsletter/merci");
    expect(titleOf(page.text)).toBe("Vérifiez votre boîte e-mail – Newsletter – Wahrane");
    expect(page.text).not.toContain(email);
    const again = await subscribe(` ${email.toUpperCase()} `);
    expect([again.status, again.location, again.headers["set-cookie"]]).toEqual([
      first.status,
      first.location,
      first.headers["set-cookie"],
    ]);
    const mails = () => outboxOf(shop).filter((mail) => headerOf(mail, "to") === email);
    await expect.poll(() => mails().length, { timeout: 15_000 }).toBe(1);
    const [mail = ""] = mails();
    const { token } = subscriberOf(email) ?? { token: "" };
    expect(textOf(mail)).toContain(`${shop.url}/newsletter/confirmation?jeton=${token}`);
    expect(headerOf(mail, "list-unsubscribe")).toBe(`<${shop.url}/newsletter/desinscription?jeton=${token}>`);
    expect(headerOf(mail, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  });

  it.each([
    ["", "L'e-mail est requis"],
    ["samira", "Adresse e-mail invalide (ex: nom@exemple.com)"],
    ["a@example.com,b@example.com", "Adresse e-mail invalide (ex: nom@exemple.com)"],
  ])("%j is refused: %s", async (email, sentence) => {
    const before = count();
    const answer = await subscribe(email);
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toBe("Erreur : Newsletter – Wahrane");
    expect(words(answer)).toMatch(/Il y a un problème.*Newsletter/);
    expect(words(answer)).toContain(sentence);
    expect(mainOf(answer)).toContain('href="#newsletter-email"');
    const [form] = formsOf(mainOf(answer));
    expect(Object.fromEntries(form?.fields ?? [])).toMatchObject({ email });
    expect(count()).toBe(before);
  });

  it("a filled trap, or none, gives the address back, and the next press subscribes", async () => {
    const before = count();
    const email = someone();
    const trapped: Record<string, string>[] = [{ email, site: "http://spam.example" }, { email }];
    for (const fields of trapped) {
      const answer = await client.post("/newsletter", fields);
      expect(answer.status).toBe(400);
      expect(words(answer)).toContain("Vérifiez votre adresse, puis inscrivez-vous encore une fois.");
      expect(count()).toBe(before);
      const form = formWith(mainOf(answer), "email");
      expect((await submit(client, form, {})).location).toBe("/newsletter/merci");
      expect(subscriberOf(email)).toBeDefined();
      runIn(shop, "delete from subscribers where email = ?", email);
    }
  });
});

describe("the link that confirms", () => {
  it("is a page with a button: opening it confirms nothing", async () => {
    const email = someone();
    const path = `/newsletter/confirmation?jeton=${await tokenFor(email)}`;
    const page = await client.get(path);
    expect(page.status).toBe(200);
    expect(titleOf(page.text)).toBe("Confirmer mon inscription – Wahrane");
    expect(page.headers["cache-control"]).toMatch(/^private/);
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(page.text).not.toContain(email);
    expect(subscriberOf(email)?.confirmed_at).toBeNull();
    const form = formsOf(mainOf(page))[0];
    expect(form?.action).toBe(`${path}&envoi=1`);

    const sent = await client.post(path, {});
    expect([sent.status, sent.location]).toEqual([303, "/"]);
    expect(words(await client.get("/"))).toContain("Votre inscription à la newsletter est confirmée.");
    const confirmed = subscriberOf(email)?.confirmed_at;
    expect(confirmed).toBeGreaterThan(0);
    // However often it is pressed.
    expect((await client.post(path, {})).status).toBe(303);
    expect(subscriberOf(email)?.confirmed_at).toBe(confirmed);
  });

  it.each(["", "?jeton=", "?jeton=x", `?jeton=${"A".repeat(43)}`, `?jeton=${"%00".repeat(43)}`])(
    "one that is not ours (%s) confirms nothing, and says what to do",
    async (query) => {
      const page = await client.get(`/newsletter/confirmation${query}`);
      expect(page.status).toBe(200);
      const answer = await client.post(`/newsletter/confirmation${query}`, {});
      expect(answer.status).toBe(400);
      expect(titleOf(answer.text)).toMatch(/^Erreur : /);
      expect(words(answer)).toContain("Rien n'a été confirmé : ce lien n'est plus valable.");
      expect(mainOf(answer)).toContain('href="/newsletter"');
    },
  );
});

describe("the link that unsubscribes", () => {
  it("is a page with a button, which forgets the address, and says the same when it is pressed again", async () => {
    const email = someone();
    const path = `/newsletter/desinscription?jeton=${await tokenFor(email)}`;
    const page = await client.get(path);
    expect(titleOf(page.text)).toBe("Se désinscrire – Wahrane");
    expect(words(page)).toContain("Pendant 30 jours, nous n'y écrirons plus");
    expect(holding(email)).not.toEqual([]);
    expect(subscriberOf(email)).toBeDefined();
    for (let press = 1; press <= 2; press += 1) {
      const sent = await client.post(path, {});
      expect([sent.status, sent.location]).toEqual([303, "/newsletter"]);
      expect(words(await client.get("/newsletter"))).toContain("Cette adresse est désinscrite de notre newsletter.");
      expect(subscriberOf(email)).toBeUndefined();
      expect(holding(email)).toEqual([]);
    }
    // As /privacy promises; a repeated request gets the same answer (S-5).
    expect((await subscribe(email)).location).toBe("/newsletter/merci");
    expect(holding(email)).toEqual([]);
  });

  it.each([
    ["as a form", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "in parts",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])(
    "works by the mail program's own button, %s: no origin, no cookie, no redirect (RFC 8058)",
    async (_, type, body) => {
      const email = someone();
      const token = await tokenFor(email);
      const answer = await new Client(shop.url).ask(`/newsletter/desinscription?jeton=${token}`, {
        method: "POST",
        body,
        headers: { "content-type": type },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(subscriberOf(email)).toBeUndefined();
    },
  );

  it("one that was cut off does nothing, and says so", async () => {
    const answer = await client.post("/newsletter/desinscription?jeton=x", {});
    expect(answer.status).toBe(400);
    expect(words(answer)).toContain("Rien n'a été fait : ce lien n'est pas complet.");
  });
});

describe("many addresses from one client", () => {
  it("are twenty an hour; the others are asked to come back, known or not, and get no letter", async () => {
    const known = someone();
    await subscribe(known);
    forgetAttempts(shop);
    const before = count();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => client.post("/newsletter", { email: someone(), site: "" })),
    );
    expect(answers.filter(({ status, location }) => status === 303 && location === "/newsletter/merci")).toHaveLength(
      20,
    );
    expect(count()).toBe(before + 20);
    const email = someone();
    for (const asked of [email, known]) {
      const answer = await subscribe(asked);
      expect(answer.status).toBe(429);
      expect(titleOf(answer.text)).toBe("Erreur : Newsletter – Wahrane");
      expect(words(answer)).toContain("Trop d'inscriptions viennent de cette connexion : réessayez dans une heure.");
      expect(mainOf(answer)).toContain(`value="${asked}"`);
    }
    expect(holding(email)).toEqual([]);
    forgetAttempts(shop);
    expect((await subscribe(email)).location).toBe("/newsletter/merci");
  });
});
