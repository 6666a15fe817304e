import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { startMailWorker } from "~/mail/mail-worker.server";
import { failureOf, openTransport, outboxTransport, smtpTransport, type Transport } from "~/mail/transport.server";
import { openLocalShop } from "~/shop/local/index.server";
import { type OperatedShop, ShopUnavailable } from "~/shop/shop";
import type { OutgoingMail } from "~/shop/workers/mail-queue";
import { headerOf, headOf, type MailServer, outboxOf, startMailServer, textOf } from "../support/fakes/mail-server";
import { Client } from "../support/http/client";
import { filled, formWith, submit } from "../support/http/forms";
import { checkout, fillCart, orderNumberOf } from "../support/http/orders";
import { words } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { signInStaff } from "../support/http/staff";
import { isSweep } from "../support/setup/sweeps";
import { deliver } from "../support/shop/reviews";
import { type RunningShop, startForTest, startShop } from "../support/shop/shop-server";
import { runIn, valueIn } from "../support/shop/stored";

/** Mails go to a real mail server, or into files. */

const FROM = "boutique@boutique.example";
const ADDRESSES = { from: FROM, inbox: FROM };

const letter = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomBytes(16).toString("hex"),
  kind: "message-received",
  recipient: "samira@example.com",
  subject: "Nous avons bien reçu votre message",
  text: "Bonjour,\n\nÀ bientôt.\n",
  html: "<p>Bonjour,</p><p>À bientôt.</p>",
  headers: { "Auto-Submitted": "auto-replied" },
  createdAt: new Date("2026-11-21T10:00:00Z"),
  attempt: 1,
  ...changes,
});

const folder = () => join(mkdtempSync(join(tmpdir(), "outbox-")), "outbox");

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
afterEach(() => {
  server.answer("take");
  server.taken.length = 0;
});

describe("by a mail server", () => {
  it("a mail arrives with all that it says, from the shop", async () => {
    const mail = letter({ headers: { "Reply-To": "o'hara@example.com" } });
    await smtpTransport(server.url, ADDRESSES).send(mail);
    const [{ from, to, source } = { from: "", to: [], source: "" }] = server.taken;
    expect([from, to]).toEqual([FROM, ["samira@example.com"]]);
    expect(headerOf(source, "from")).toBe(`Wahrane <${FROM}>`);
    expect(headerOf(source, "to")).toBe("samira@example.com");
    expect(headerOf(source, "reply-to")).toBe("o'hara@example.com");
    expect(headerOf(source, "date")).toBe("Sat, 21 Nov 2026 10:00:00 +0000");
    expect(textOf(source)).toContain("À bientôt.");
    expect(source).toContain("text/html");
  });

  it("a mail is answered to where the shop reads its mail, unless it says otherwise", async () => {
    const replyTo = async (inbox: string, headers = {}) => {
      await smtpTransport(server.url, { from: FROM, inbox }).send(letter({ headers }));
      return headerOf(server.taken.pop()?.source ?? "", "reply-to");
    };
    expect(await replyTo("bonjour@boutique.example")).toBe("bonjour@boutique.example");
    expect(await replyTo("bonjour@boutique.example", { "Reply-To": "samira@example.com" })).toBe("samira@example.com");
    expect(await replyTo(FROM)).toBeUndefined();
  });

  it("a mail that is sent again has the same identifier, another mail another", async () => {
    const [mail, other] = [letter(), letter()];
    const transport = smtpTransport(server.url, ADDRESSES);
    for (const letter of [mail, mail, other]) await transport.send(letter);
    const ids = server.taken.map(({ source }) => headerOf(source, "message-id"));
    expect(ids[0]).toBe(`<${mail.id}@boutique.example>`);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it("one that refuses, hangs up, is not there or never answers is a failure with a code, soon", async () => {
    const failure = async (transport: Transport) => {
      const error = await transport.send(letter()).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeDefined();
      return failureOf(error);
    };
    server.answer("refuse");
    expect(await failure(smtpTransport(server.url, ADDRESSES))).toBe("EMESSAGE 452");
    server.answer("hang up");
    expect(await failure(smtpTransport(server.url, ADDRESSES))).toMatch(/^E\w+( \d+)?$/);
    // What the connection met, which every other failure of one would be called as well: ESOCKET.
    expect(await failure(smtpTransport("smtp://127.0.0.1:1", ADDRESSES))).toBe("ECONNREFUSED");
    const silent = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as { port: number };
    const begun = Date.now();
    expect(await failure(smtpTransport(`smtp://127.0.0.1:${port}`, ADDRESSES, 500))).toMatch(/^\w+$/);
    expect(Date.now() - begun).toBeLessThan(5_000);
    silent.close();
  });

  it("is asked for by SMTP_URL", async () => {
    const transport = openTransport({ dataDir: folder(), mail: { smtpUrl: server.url, ...ADDRESSES } });
    await transport.send(letter());
    expect(server.taken).toHaveLength(1);
  });
});

describe("without a mail server", () => {
  it("each mail is a file, whole or not there, for the owner only, and written again it is the same file", async () => {
    const path = folder();
    const transport = outboxTransport(path, ADDRESSES);
    const mail = letter();
    await transport.send(mail);
    await transport.send(mail);
    await transport.send(letter({ createdAt: new Date("2026-11-21T11:00:00Z") }));
    const files = readdirSync(path).sort();
    expect(files).toHaveLength(2);
    expect(files[0]).toBe(`2026-11-21T10-00-00-${mail.id}.eml`);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(path, files[0] ?? "")).mode & 0o077).toBe(0);
    const [source = ""] = outboxOf({ dataDir: join(path, "..") });
    expect(headerOf(source, "to")).toBe("samira@example.com");
    expect(textOf(source)).toContain("À bientôt.");
  });

  it("a folder that cannot be written is a failure, and no mail is lost with it", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "outbox-")), "taken");
    writeFileSync(file, "");
    await expect(outboxTransport(join(file, "outbox"), ADDRESSES).send(letter())).rejects.toThrow();
  });
});

describe("what was typed", () => {
  const composed = async (mail: OutgoingMail): Promise<string> => {
    const path = folder();
    await outboxTransport(path, ADDRESSES).send(mail);
    return outboxOf({ dataDir: join(path, "..") })[0] ?? "";
  };

  it("never becomes a header, a recipient or a part of the mail (property)", async () => {
    const known = ["from", "to", "subject", "message-id", "date", "mime-version", "content-type", "reply-to"];
    const text = fc.oneof(
      fc.constantFrom(
        "x\r\nBcc: all@example.com",
        "x\nBcc: all@example.com\n\nbody",
        "x\rCc: all@example.com",
        "\u0000\u0085\u2028To: all@example.com",
        "=?utf-8?q?=0D=0ABcc:_all@example.com?=",
        "a, b@example.com",
        "--\r\n--boundary--",
      ),
      fc.string({ unit: "binary", maxLength: 120 }),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (subject, words, reply) => {
        const source = await composed(
          letter({ subject, text: `Bonjour ${words}`, html: "<p></p>", headers: { "Reply-To": reply } }),
        );
        const head = headOf(source);
        for (const [name] of head) expect(known).toContain(name);
        expect(new Set(head.map(([name]) => name)).size).toBe(head.length);
        expect(headerOf(source, "to")).toBe("samira@example.com");
        expect(source.match(/^Content-Type: text\/(plain|html)/gm)).toHaveLength(2);
      }),
      { numRuns: isSweep ? 400 : 20 },
    );
  }, 300_000);

  it("never makes one recipient two", async () => {
    for (const recipient of ["a@example.com, b@example.com", "a@example.com\r\nRCPT TO:<b@example.com>"]) {
      await smtpTransport(server.url, ADDRESSES)
        .send(letter({ recipient }))
        .catch((error) => expect(failureOf(error)).toBe("ENORECIPIENT"));
      expect(server.taken).toEqual([]);
    }
  });
});

describe("the shop as it is started", () => {
  const write = async ({ url }: RunningShop, email: string) => {
    const client = new Client(url);
    const form = formWith((await client.get("/contact")).text, "sujet");
    const typed = { nom: "Samira", email, sujet: "Pointure", message: "Un 38 ?" };
    expect((await submit(client, form, typed)).location).toBe("/contact/merci");
  };

  const ordered = async (client: Client) => {
    await fillCart(client, "boston-santa-cruz");
    return orderNumberOf(await (await checkout(client)).send()) ?? "";
  };

  it("with SMTP_URL delivers by it, from MAIL_FROM, and writes no files", async () => {
    const env = { SMTP_URL: server.url, MAIL_FROM: FROM, SHOP_EMAIL: "bonjour@boutique.example" };
    const shop = await startForTest({ env });
    await write(shop, "samira@example.com");
    await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(2);
    expect(server.taken.map(({ from }) => from)).toEqual([FROM, FROM]);
    expect(server.taken.map(({ to, source }) => [...to, headerOf(source, "reply-to")]).sort()).toEqual([
      ["bonjour@boutique.example", "samira@example.com"],
      ["samira@example.com", "bonjour@boutique.example"],
    ]);
    expect(outboxOf(shop)).toEqual([]);
    expect(shop.log()).not.toContain("SMTP_URL");
  });

  it("without any setting writes what its visitors send to it as well", async () => {
    const shop = await startForTest();
    await write(shop, "samira@example.com");
    await expect.poll(() => outboxOf(shop).length, { timeout: 15_000 }).toBe(2);
    const to = outboxOf(shop).map((source) => headerOf(source, "to"));
    expect(to.sort()).toEqual(["boutique@shop.invalid", "samira@example.com"]);
  });

  it("with SMTP_URL mails an invitation to the staff, whose link opens on the office's own host", async () => {
    const office = "gestion.example";
    const env = { SMTP_URL: server.url, MAIL_FROM: FROM, SHOP_EMAIL: FROM, OFFICE_URL: `http://${office}` };
    const shop = await startForTest({ env });
    const { client } = await signInStaff(shop, { name: "Nadia" });
    const at = { host: office, origin: `http://${office}` };
    const form = formWith((await client.get("/gestion/equipe", at)).text, "email");
    const typed = { nom: "Karim d'Oran", email: "karim@example.com", role: "packer", intent: "inviter" };
    const sent = await client.post("/gestion/equipe", filled(form, typed), at);
    expect([sent.status, sent.location]).toEqual([303, "/gestion/equipe"]);
    const page = await client.get("/gestion/equipe", at);
    expect(words(page)).toContain("Le lien est envoyé à karim@example.com. Le voici aussi.");
    const [, shown = ""] = /http:\/\/gestion\.example(\/gestion\/bienvenue\?jeton=[\w-]{43})/.exec(page.text) ?? [];
    await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
    const [{ to, source } = { to: [], source: "" }] = server.taken;
    expect(to).toEqual(["karim@example.com"]);
    expect(headerOf(source, "subject")).toMatch(/^=\?UTF-8\?Q\?Votre_acc=C3=A8s/);
    const text = textOf(source);
    expect(text).toContain("Bonjour Karim d'Oran,");
    expect(text).toContain("Vous faites partie de l'équipe de Wahrane (rôle\u00a0: préparation).");
    expect(text).toContain("Ce lien sert une fois, pendant une heure.");
    const [, path = ""] = /http:\/\/gestion\.example(\/gestion\/bienvenue\?jeton=[\w-]{43})/.exec(text) ?? [];
    expect(path).toBe(shown);
    const invited = await new Client(shop.url).get(path, at);
    expect(words(invited)).toContain("karim@example.com");
    expect(formWith(invited.text, "secret").fields).toContainEqual(["nom", "Karim d'Oran"]);
    expect((await new Client(shop.url).get(path)).status).toBe(404);
  });

  it("asks account holders for reviews with SMTP_URL, and nobody without it", async () => {
    const first = await startShop();
    const { client, email } = await accountHolder(first);
    deliver(first, await ordered(client), Date.now() - 11 * 24 * 60 * 60_000);
    const lettersIn = (shop: RunningShop) => valueIn(shop, "select count(*) from review_letters");
    await first.kill();
    const without = await startShop({ dataDir: first.dataDir });
    // The other tasks of the start are done.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(lettersIn(without)).toBe(0);
    await without.kill();
    server.taken.length = 0;
    const env = { SMTP_URL: server.url, SHOP_EMAIL: FROM };
    const second = await startForTest({ dataDir: first.dataDir, env });
    await expect.poll(() => server.taken.filter(({ to }) => to.includes(email)).length, { timeout: 15_000 }).toBe(1);
    expect(lettersIn(second)).toBe(1);
    const { source } = server.taken.find(({ to }) => to.includes(email)) ?? { source: "" };
    expect(headerOf(source, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const path = /\/commande\/\S+\/avis\?jeton=[\w-]{43}/.exec(textOf(source))?.[0] ?? "";
    expect((await new Client(second.url).get(path)).status).toBe(200);
  });

  it("without it says so in one line at the start; what a kill left waiting is mailed by the next start", async () => {
    // No server is there, so mails wait.
    const first = await startShop({ env: { SMTP_URL: "smtp://127.0.0.1:1", SHOP_EMAIL: FROM } });
    await write(first, "karim@example.com");
    await expect.poll(() => first.log().match(/was not sent/g)?.length, { timeout: 15_000 }).toBe(2);
    expect(first.log()).not.toContain("karim");
    await first.kill();
    runIn(first, "update mails set due_at = 0");
    const second = await startForTest({ dataDir: first.dataDir });
    expect(second.log()).toContain(`SMTP_URL is not set: mails are written to ${join(first.dataDir, "outbox")}.`);
    await expect.poll(() => outboxOf(second).length, { timeout: 15_000 }).toBe(2);
  });
});

describe("the mail worker", () => {
  let shop: OperatedShop;
  const clock = { now: Date.now() };
  const log: string[] = [];
  let end = async () => {};

  beforeAll(async () => {
    const database = await openDatabase({ file: join(mkdtempSync(join(tmpdir(), "mail worker-")), "shop.sqlite") });
    await migrate(database);
    shop = openLocalShop({ database, now: () => new Date(clock.now), randomBytes });
  });
  afterEach(async () => {
    await end();
    log.length = 0;
  });
  afterAll(() => shop.close());

  const start = (queue = shop.mailQueue) => {
    const options = { restMs: 10, log: (line: string) => log.push(line) };
    const workers = [1, 2].map(() => startMailWorker(queue, smtpTransport(server.url, ADDRESSES), options));
    end = async () => {
      await Promise.all(workers.map((stop) => stop()));
    };
  };
  const write = (name: string) =>
    shop.messages.send({ key: name, name, email: `${name}@example.com`, subject: "Pointure", message: "Un 38 ?" });

  it("tries again when the server refuses, says so in one line that names nobody, and delivers once", async () => {
    server.answer("refuse");
    await write("karim");
    start();
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(2);
    for (const line of log) {
      expect(line).toMatch(
        /^Mail [0-9a-f]{32} \(message(-received)?\) was not sent, attempt 1: EMESSAGE 452; next try 2\d{3}-.*Z\.$/,
      );
      expect(line).not.toMatch(/karim|@/);
    }
    expect(await shop.mailQueue.waiting()).toEqual({ waiting: 2, givenUp: 0 });
    server.answer("take");
    clock.now += 60_000;
    await expect.poll(() => shop.mailQueue.waiting(), { timeout: 10_000 }).toEqual({ waiting: 0, givenUp: 0 });
    expect(server.taken).toHaveLength(2);
    expect(log).toHaveLength(2);
  });

  it("says how many mails were given up, at the start and once a day, when there are any", async () => {
    const givenUp = [0, 0, 2, 3];
    let calls = 0;
    const queue = {
      ...shop.mailQueue,
      waiting: async () => ({ waiting: 0, givenUp: givenUp[Math.min(calls++, givenUp.length - 1)] ?? 0 }),
    };
    const day = { restMs: 5, reportMs: 60, log: (line: string) => log.push(line) };
    end = startMailWorker(queue, smtpTransport(server.url, ADDRESSES), day);
    await expect.poll(() => calls, { timeout: 10_000 }).toBeGreaterThan(3);
    await end();
    expect(log.slice(0, 2)).toEqual(["Mails that were given up: 2.", "Mails that were given up: 3."]);
    expect(log).toHaveLength(calls - 2);

    [log.length, calls] = [0, 2];
    end = startMailWorker(queue, smtpTransport(server.url, ADDRESSES), { ...day, reportMs: 3_600_000 });
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(log).toHaveLength(1);
  });

  it("ends when every mail under way is settled, though another one could not be", async () => {
    await write("salima");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const settled: string[] = [];
    const transport: Transport = {
      send: async ({ kind }) => {
        if (kind === "message") await held;
      },
    };
    const settle: typeof shop.mailQueue.settle = (id, failure) => {
      if (settled.length === 0) {
        settled.push("lost");
        return Promise.reject(new ShopUnavailable("Away"));
      }
      settled.push("kept");
      return shop.mailQueue.settle(id, failure);
    };
    const stop = startMailWorker({ ...shop.mailQueue, settle }, transport, {
      restMs: 10,
      log: (line) => log.push(line),
    });
    await expect.poll(() => settled, { timeout: 10_000 }).toEqual(["lost"]);
    let isOver = false;
    const stopped = stop().then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isOver).toBe(false);
    letGo();
    await stopped;
    expect(settled).toEqual(["lost", "kept"]);
    expect(log).toEqual(["The mail worker waits: Away"]);
    // Mails that failed are due again later.
    clock.now += 5 * 60_000;
    start();
    await expect.poll(() => shop.mailQueue.waiting(), { timeout: 10_000 }).toEqual({ waiting: 0, givenUp: 0 });
  });

  it("waits while the shop is away, says so once, and goes on", async () => {
    let isAway = true;
    const claim: typeof shop.mailQueue.claim = (count) =>
      isAway ? Promise.reject(new ShopUnavailable("Away")) : shop.mailQueue.claim(count);
    await write("nadia");
    start({ ...shop.mailQueue, claim });
    await new Promise((resolve) => setTimeout(resolve, 200));
    // One line from each worker.
    expect(log).toEqual(["The mail worker waits: Away", "The mail worker waits: Away"]);
    isAway = false;
    await expect.poll(() => server.taken.length, { timeout: 10_000 }).toBe(2);
  });

  it("gives a mail up at once where nobody has its address, and tries again where the server relays nothing", async () => {
    server.answer("relay nothing");
    await write("sonia");
    start();
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(2);
    for (const line of log) expect(line).toMatch(/attempt 1: EENVELOPE 554; next try 2/);
    server.answer("know nobody");
    clock.now += 60_000;
    await expect.poll(() => log.length, { timeout: 10_000 }).toBe(4);
    for (const line of log.slice(2)) expect(line).toMatch(/attempt 2: EENVELOPE 550; given up\.$/);
    expect(await shop.mailQueue.waiting()).toEqual({ waiting: 0, givenUp: 2 });
  });
});
