import { expect, it } from "vitest";
import { deleteOldData } from "~/shop/periodic-tasks.server";
import type { ShopWithWorkers } from "~/shop/shop";
import { mailsOf } from "../support/shop/accounts";
import { id } from "../support/shop/test-shop";
import type { Anywhere } from "./describe-shop";
import { describeShopOnItsOwn } from "./describe-shop-in-part";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Later than all earlier tests of this file; every test has its own days. */
let today = Date.now();

/** The shop at a moment that the test moves, and without mails of other tests. */
async function openedIn({ testShop }: Anywhere) {
  today += 100 * DAY;
  const clock = { now: today };
  const shop = await testShop.reopened({ now: () => new Date(clock.now) });
  await mailsOf(shop);
  return { shop, clock };
}

describeShopOnItsOwn("outgoing mail", (fixture) => {
  const opened = () => openedIn(fixture());

  const message = (changes = {}) => ({
    key: id("key"),
    name: "Samira",
    email: `${id("samira")}@example.com`,
    subject: "Pointure",
    message: "Un 38 ?",
    ...changes,
  });
  const kinds = (mails: { kind: string }[]) => mails.map(({ kind }) => kind).sort();
  const claimAll = (shop: ShopWithWorkers) => shop.mailQueue.claim(100);

  it("a message is stored and mailed once, to the shop and to who wrote, however often its form is sent", async () => {
    const { shop } = await opened();
    const request = message();
    const results = await Promise.all(Array.from({ length: 8 }, () => shop.messages.send(request)));
    expect(results.sort()).toEqual([...Array.from({ length: 7 }, () => "repeated"), "sent"]);
    const mails = await claimAll(shop);
    expect(kinds(mails)).toEqual(["message", "message-received"]);
    expect(mails.find(({ kind }) => kind === "message")).toMatchObject({
      recipient: "boutique@boutique.example",
      subject: "Message de Samira\u00a0: Pointure",
      headers: { "Reply-To": request.email },
      attempt: 1,
    });
    expect(mails.find(({ kind }) => kind === "message-received")?.recipient).toBe(request.email);
    expect(await shop.messages.send(request)).toBe("repeated");
    expect(await claimAll(shop)).toEqual([]);
  });

  it("another message under a used key is neither stored nor lost without a word", async () => {
    const { shop } = await opened();
    const request = message();
    await shop.messages.send(request);
    expect(await shop.messages.send({ ...request, message: "Non, un 39." })).toBe("key-used");
    expect(await claimAll(shop)).toHaveLength(2);
  });

  it("tells an address once an hour that a message has arrived, and the shop every time", async () => {
    const { shop, clock } = await opened();
    clock.now = Math.ceil(clock.now / HOUR) * HOUR;
    const { email } = message();
    await shop.messages.send(message({ email }));
    await shop.messages.send(message({ email }));
    expect(kinds(await claimAll(shop))).toEqual(["message", "message", "message-received"]);
    // All spellings of one letter box count together.
    await shop.messages.send(message({ email: email.replace("@", "+encore@") }));
    expect(kinds(await claimAll(shop))).toEqual(["message"]);
    clock.now += HOUR;
    await shop.messages.send(message({ email }));
    expect(kinds(await shop.mailQueue.claim(2))).toContain("message");
  });

  it("keeps texts that no database takes, without what it does not take", async () => {
    const { shop } = await opened();
    await shop.messages.send(message({ name: "Sa\u0000mira\ud800", message: "a\u0007b" }));
    const [mail] = (await claimAll(shop)).filter(({ kind }) => kind === "message");
    expect(mail?.text).toContain("Samira\ufffd");
    expect(mail?.text).toContain("> ab");
  });

  it("two who claim at once never get the same mail, and the longest due come first", async () => {
    const { shop, clock } = await opened();
    for (let count = 0; count < 20; count += 1) {
      clock.now += 1;
      await shop.messages.send(message());
    }
    const others = await fixture().testShop.reopened({ now: () => new Date(clock.now) });
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 ? shop : others).mailQueue.claim(5)),
    );
    const ids = claims.flat().map((mail) => mail.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (let more = await shop.mailQueue.claim(5); more.length > 0; more = await shop.mailQueue.claim(5))
      ids.push(...more.map((mail) => mail.id));
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
    for (const mails of claims) {
      const times = mails.map(({ createdAt }) => createdAt.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it("a letter postponed by a clock that was months ahead is sent once the clock is right", async () => {
    const { shop, clock } = await opened();
    await shop.newsletter.subscribe(message().email);
    const now = clock.now;
    clock.now += 200 * 24 * HOUR;
    const [mail] = await claimAll(shop);
    await shop.mailQueue.settle(mail?.id ?? "", "The certificate is not valid.");
    clock.now = now;
    expect(await claimAll(shop)).toMatchObject([{ id: mail?.id, attempt: 2 }]);
  });

  it("a claim ends after five minutes: what its holder did not settle is due again", async () => {
    const { shop, clock } = await opened();
    await shop.newsletter.subscribe(message().email);
    expect(await claimAll(shop)).toMatchObject([{ attempt: 1 }]);
    clock.now += 5 * MINUTE - 1;
    expect(await claimAll(shop)).toEqual([]);
    clock.now += 1;
    const [mail] = await claimAll(shop);
    expect(mail).toMatchObject({ attempt: 2 });
    await shop.mailQueue.settle(mail?.id ?? "");
    clock.now += DAY;
    expect(await claimAll(shop)).toEqual([]);
  });

  it("what was sent stays sent, whatever a late attempt says", async () => {
    const { shop, clock } = await opened();
    await shop.newsletter.subscribe(message().email);
    const [mail] = await claimAll(shop);
    await shop.mailQueue.settle(mail?.id ?? "");
    await shop.mailQueue.settle(mail?.id ?? "", "ETIMEDOUT");
    const link = mail?.headers["List-Unsubscribe"] ?? "";
    expect(link).toContain("?jeton=");
    expect(await fixture().testShop.everything(["mails"])).not.toContain(link);
    clock.now += DAY;
    expect(await claimAll(shop)).toEqual([]);
    expect(await shop.mailQueue.settle("nothing", "ETIMEDOUT")).toEqual({});
  });

  it("a mail that fails waits 1, 2, 4 … minutes, six hours at most, and is given up with the twelfth attempt", async () => {
    const { shop, clock } = await opened();
    const before = await shop.mailQueue.waiting();
    await shop.newsletter.subscribe(message().email);
    expect(await shop.mailQueue.waiting()).toEqual({ ...before, waiting: before.waiting + 1 });
    const waits: number[] = [];
    for (let attempt = 1; ; attempt += 1) {
      const [mail] = await claimAll(shop);
      expect(mail).toMatchObject({ attempt });
      const { nextTry } = await shop.mailQueue.settle(mail?.id ?? "", "ECONNECTION");
      if (!nextTry) break;
      waits.push((nextTry.getTime() - clock.now) / MINUTE);
      clock.now = nextTry.getTime() - 1;
      expect(await claimAll(shop)).toEqual([]);
      clock.now += 1;
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
    expect(await shop.mailQueue.waiting()).toEqual({ waiting: before.waiting, givenUp: before.givenUp + 1 });
    clock.now += DAY;
    expect(await claimAll(shop)).toEqual([]);
  });

  it("a mail whose recipient does not exist is given up with its first attempt, without its links", async () => {
    const { shop, clock } = await opened();
    const before = await shop.mailQueue.waiting();
    await shop.newsletter.subscribe(message().email);
    const [mail] = await claimAll(shop);
    expect(await shop.mailQueue.settle(mail?.id ?? "", "EENVELOPE 550", true)).toEqual({});
    expect(await shop.mailQueue.waiting()).toEqual({ ...before, givenUp: before.givenUp + 1 });
    const link = mail?.headers["List-Unsubscribe"] ?? "";
    expect(link).toContain("?jeton=");
    expect(await fixture().testShop.everything(["mails"])).not.toContain(link);
    clock.now += DAY;
    expect(await claimAll(shop)).toEqual([]);
  });

  it("forgets mails that are over, messages and unanswered addresses once they are old, and nothing else", async () => {
    const { shop, clock } = await opened();
    const { email } = message();
    const request = message();
    await shop.messages.send(request);
    await shop.newsletter.subscribe(email);
    for (const { id } of (await claimAll(shop)).slice(0, 2)) await shop.mailQueue.settle(id);
    await shop.oldData.mails(new Date(clock.now));
    await shop.oldData.messages(new Date(clock.now));
    await shop.oldData.subscribers(new Date(clock.now));
    expect(await shop.messages.send(request)).toBe("repeated");
    clock.now += 1;
    // The third mail was not settled: it is still to be sent.
    expect(await shop.oldData.mails(new Date(clock.now))).toBe(2);
    expect(await shop.oldData.messages(new Date(clock.now))).toBe(1);
    expect(await shop.oldData.subscribers(new Date(clock.now))).toBe(1);
    expect(await shop.messages.send(request)).toBe("sent");
  });

  it("forgets everything else that is old where one kind cannot be forgotten, and says so", async () => {
    const { shop } = await opened();
    let isDone = false;
    const carts = () => Promise.reject(new Error("The carts are locked."));
    const forgetRecipients = async () => {
      isDone = true;
    };
    const faulty = {
      ...shop,
      oldData: { ...shop.oldData, carts },
      accounts: { ...shop.accounts, forgetRecipients },
    };
    await expect(deleteOldData(faulty)).rejects.toThrow("The carts are locked.");
    expect(isDone).toBe(true);
  });
});

describeShopOnItsOwn("the newsletter", (fixture) => {
  const opened = async () => {
    const { shop, clock } = await openedIn(fixture());
    await shop.oldData.subscribers(new Date(clock.now));
    const tokens = async () => {
      const asking = (await mailsOf(shop)).filter(({ kind }) => kind === "newsletter-confirmation");
      return asking.map(({ text }) => /confirmation\?jeton=(\S+)/.exec(text)?.[1] ?? "");
    };
    return { shop, clock, tokens, email: `${id("samira")}@example.com` };
  };

  it("asks an address once, however many ask for it at once, once a day, and three times in all", async () => {
    const { shop, clock, tokens, email } = await opened();
    await Promise.all(Array.from({ length: 8 }, () => shop.newsletter.subscribe(email)));
    const first = await tokens();
    expect(first).toHaveLength(1);
    expect(first[0]).toMatch(/^[\w-]{43}$/);
    for (const mailed of [first, first, [], []]) {
      clock.now += DAY - 1;
      await shop.newsletter.subscribe(email);
      expect(await tokens()).toEqual([]);
      clock.now += 1;
      await Promise.all([shop.newsletter.subscribe(email), shop.newsletter.subscribe(email)]);
      expect(await tokens()).toEqual(mailed);
    }
    // Forgotten 30 days after the subscriber's last request, not another's.
    expect(await shop.oldData.subscribers(new Date(clock.now - 2 * DAY + 1))).toBe(1);
  });

  it("asks one letter box three times a day under all its spellings", async () => {
    const { shop, clock, tokens, email } = await opened();
    const spelt = (time: number) => email.replace("@", `+${time}@`);
    for (let time = 0; time < 6; time += 1) expect(await shop.newsletter.subscribe(spelt(time))).toBe("requested");
    expect(await tokens()).toHaveLength(3);
    clock.now += DAY;
    await shop.newsletter.subscribe(spelt(7));
    expect(await tokens()).toHaveLength(1);
  });

  it("confirms by the link, as often as it is opened, and asks no more", async () => {
    const { shop, clock, tokens, email } = await opened();
    await shop.newsletter.subscribe(email);
    const [token = ""] = await tokens();
    expect(await shop.newsletter.confirm(token)).toBe(true);
    expect(await shop.newsletter.confirm(token)).toBe(true);
    expect(await shop.oldData.subscribers(new Date(clock.now + DAY))).toBe(0);
    const [mail, ...more] = await shop.mailQueue.claim(100);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "newsletter-confirmed", recipient: "boutique@boutique.example" });
    expect(mail?.text).toContain(email);
    await shop.mailQueue.settle(mail?.id ?? "");
    await shop.oldData.mails(new Date(clock.now + 1));
    clock.now += 2 * DAY;
    await mailsOf(shop);
    await shop.newsletter.subscribe(email);
    expect(await tokens()).toEqual([]);
    expect(await shop.newsletter.confirm(token)).toBe(true);
    expect(await shop.mailQueue.claim(100)).toEqual([]);
  });

  it("unsubscribes by the same link, confirmed or not; the address is not asked until that is forgotten", async () => {
    const { shop, clock, tokens, email } = await opened();
    for (const isConfirmed of [false, true]) {
      await shop.newsletter.subscribe(email);
      const [token = ""] = await tokens();
      expect(token).not.toBe("");
      if (isConfirmed) await shop.newsletter.confirm(token);
      clock.now += 10 * DAY;
      expect(await shop.newsletter.unsubscribe(token)).toBe(true);
      expect(await shop.newsletter.unsubscribe(token)).toBe(false);
      expect(await shop.newsletter.confirm(token)).toBe(false);
      expect(await shop.mailQueue.claim(100)).toEqual([]);
      const left = clock.now;
      for (let day = 1; day <= 29; day += 1) {
        clock.now += DAY;
        await shop.newsletter.subscribe(email);
        expect(await tokens()).toEqual([]);
      }
      expect(await shop.oldData.subscribers(new Date(left))).toBe(0);
      expect(await shop.oldData.subscribers(new Date(left + 1))).toBe(1);
    }
  });

  it("forgets with the address the mails that asked it, sent or not, and no other mail", async () => {
    const { shop, clock, tokens, email } = await opened();
    const message = { key: id("key"), name: "Samira", email, subject: "Pointure", message: "Un 38 ?" };
    const other = `${id("karim")}@example.com`;
    await shop.oldData.mails(new Date(clock.now));
    await shop.newsletter.subscribe(email);
    const [token = ""] = await tokens();
    clock.now += DAY;
    await shop.newsletter.subscribe(email);
    await shop.newsletter.subscribe(other);
    await shop.messages.send(message);
    expect(await shop.newsletter.unsubscribe(token)).toBe(true);
    const left = await mailsOf(shop);
    expect(left.map(({ kind }) => kind).sort()).toEqual(["message", "message-received", "newsletter-confirmation"]);
    expect(left.find(({ kind }) => kind === "newsletter-confirmation")?.recipient).toBe(other);
    // The one that had been sent is gone too.
    expect(await shop.oldData.mails(new Date(clock.now + 1))).toBe(3);
  });

  it("an address that leaves while somebody enters it gets no mail later", async () => {
    const { shop, clock, tokens, email } = await opened();
    await shop.newsletter.subscribe(email);
    const [token = ""] = await tokens();
    clock.now += DAY;
    await Promise.all([
      ...Array.from({ length: 4 }, () => shop.newsletter.subscribe(email)),
      shop.newsletter.unsubscribe(token),
      ...Array.from({ length: 4 }, () => shop.newsletter.subscribe(email)),
    ]);
    expect(await tokens()).toEqual([]);
  });

  it("knows no token that it did not make", async () => {
    const { shop } = await opened();
    for (const token of ["", "x", "\u0000", "\ud800", "x".repeat(100_000)]) {
      expect(await shop.newsletter.confirm(token)).toBe(false);
      expect(await shop.newsletter.unsubscribe(token)).toBe(false);
    }
  });
});
