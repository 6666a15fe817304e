import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Database } from "~/database/connection.server";
import { knownPlace, withPasswordSlot } from "~/shop/local/password-queue.server";
import type { AccessService, Caller } from "~/shop/services/access";
import { ShopUnavailable } from "~/shop/shop";
import { from, mailsOf, mailsTo, newAccount, PASSWORD, signedIn, tokenIn } from "../support/shop/accounts";
import { id } from "../support/shop/test-shop";
import { describeShopOnItsOwn } from "./describe-shop-in-part";

const MINUTE = 60_000;
const names = { firstName: "Samira", lastName: "Benali" };

describeShopOnItsOwn("access", (fixture, hereOnly) => {
  /** A shop whose clock can be set, and whose passwords cost little. */
  const clocked = async () => {
    const clock = { now: Date.now() };
    const shop = await fixture().testShop.reopened({ now: () => new Date(clock.now) });
    return { clock, shop, access: shop.access };
  };
  const address = () => `${id("samira")}@example.com`;

  it("makes the account at once and signs in; a letter confirms its address", async () => {
    const { clock, shop, access } = await clocked();
    const email = address();
    const registered = signedIn(await access.register({ email, password: PASSWORD, ...names }, from()));
    const { account, session } = registered;
    expect(account).toMatchObject({ email, ...names, phone: "", address: "", isConfirmed: false });
    expect(await access.accountOf(session)).toEqual(account);
    expect(signedIn(await access.logIn(email, PASSWORD, from())).account).toEqual(account);

    const [mail, ...others] = await mailsTo(shop, email);
    expect(others).toEqual([]);
    const token = tokenIn(mail);
    clock.now += 7 * 24 * 60 * MINUTE - 1;
    expect(await access.addressOf(token, "registration")).toBe(email);
    expect(await access.confirmEmail(token, "email")).toBe(false);
    expect(await access.confirmEmail(token, "registration")).toBe(true);
    expect(await access.confirmEmail(token, "registration")).toBe(false);
    expect(await access.addressOf(token, "registration")).toBeUndefined();
    // Nobody's session ends, and nothing is mailed.
    expect(await access.accountOf(session)).toEqual({ ...account, isConfirmed: true });
    expect(await mailsTo(shop, email)).toEqual([]);
    expect(await access.requestConfirmation(account.id)).toBe("confirmed");
  });

  it("makes one account of an address that is registered several times, and says that it is taken", async () => {
    const { shop, access } = await clocked();
    const email = address();
    const results = await Promise.all(
      [PASSWORD, "un autre mot", "encore un autre"].map((password) =>
        access.register({ email, password, ...names }, from()),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const taken = { ok: false, reason: "taken" };
    expect(results.filter(({ ok }) => !ok)).toEqual([taken, taken]);
    expect(await access.register({ email, password: PASSWORD, ...names }, from())).toEqual(taken);
    expect(await mailsTo(shop, email)).toHaveLength(1);
  });

  it("mails to an address that is not confirmed its letter, a reset and its orders, and nothing else", async () => {
    const { clock, shop, access } = await clocked();
    const other = await newAccount(shop);
    const { account, session } = await newAccount(shop, from(), { isConfirmed: false });
    const { id, email } = account;
    const changed = signedIn(await access.changePassword(id, PASSWORD, "nouveau mot", from({ session })));
    // Asking for this address elsewhere mails its reader a link that can end the account.
    expect(await access.changeEmail(other.account.id, PASSWORD, email, other.session)).toBe("mailed");
    await access.requestReset(email);
    // What is mailed here from now on is about another address.
    const fresh = address();
    expect(await access.changeEmail(id, "nouveau mot", fresh, changed.session)).toBe("mailed");
    const mails = await shop.mailQueue.claim(1_000);
    const told = mails.find(({ subject }) => subject === "Cette adresse a déjà un compte chez Wahrane");
    expect(told).toMatchObject({ recipient: email, kind: "registration" });
    const kinds = mails.filter(({ recipient }) => recipient === email).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(["registration", "registration", "reset"]);
    clock.now += MINUTE;
    const token = tokenIn(mails.find(({ recipient }) => recipient === fresh));
    expect(await access.confirmEmail(token, "email")).toBe(true);
    expect(await access.accountOf(changed.session)).toMatchObject({ email: fresh, isConfirmed: true });
    expect((await shop.mailQueue.claim(1_000)).filter(({ recipient }) => recipient === email)).toEqual([]);
  });

  it("mails the letter of confirmation three times an hour more, and five times to one letter box", async () => {
    const { clock, shop, access } = await clocked();
    const { account } = await newAccount(shop, from(), { isConfirmed: false });
    const asked = [];
    for (let time = 0; time < 4; time += 1) asked.push(await access.requestConfirmation(account.id));
    expect(asked).toEqual(["mailed", "mailed", "mailed", "limited"]);
    const mails = await mailsTo(shop, account.email);
    expect(mails).toHaveLength(4);
    clock.now += 60 * MINUTE;
    expect(await access.requestConfirmation(account.id)).toBe("mailed");
    // Each of them confirms.
    expect(await access.confirmEmail(tokenIn(mails[0]), "registration")).toBe(true);
    // Ended and registered again, one address is not written to without end.
    const email = address();
    let letters = 0;
    for (let time = 0; time < 7; time += 1) {
      const again = signedIn(await access.register({ email, password: PASSWORD, ...names }, from()));
      letters += (await mailsTo(shop, email)).length;
      await shop.accounts.close(again.account.id);
    }
    expect(letters).toBe(5);
  });

  it("counts again what was counted by a clock that was months ahead", async () => {
    const { clock, shop, access } = await clocked();
    const { account } = await newAccount(shop, from(), { isConfirmed: false });
    const now = clock.now;
    clock.now += 200 * 24 * 60 * MINUTE;
    while ((await access.requestConfirmation(account.id)) === "mailed");
    clock.now = now;
    expect(await access.requestConfirmation(account.id)).toBe("mailed");
  });

  it("keeps no letter away from an address whose other spellings somebody registers, and says where none goes out", async () => {
    const { clock, shop, access } = await clocked();
    const email = address();
    const registered = async (email: string) =>
      signedIn(await access.register({ email, password: PASSWORD, ...names }, from())).account.id;
    const spelt = [];
    for (let time = 0; time < 6; time += 1) spelt.push(await registered(email.replace("@", `+${time}@`)));
    const mails = await mailsOf(shop);
    expect(mails.filter(({ recipient }) => recipient.startsWith(email.replace(/@.*/, "+")))).toHaveLength(5);
    expect(await access.requestConfirmation(spelt[5] ?? "")).toBe("limited");
    const account = await registered(email);
    expect(await access.requestConfirmation(account)).toBe("mailed");
    expect(await mailsTo(shop, email)).toHaveLength(2);
    clock.now += 60 * MINUTE;
    expect(await access.requestConfirmation(spelt[5] ?? "")).toBe("mailed");
  });

  it("mails five requests of an address an hour and says of others that none went out, alike for known and unknown ones", async () => {
    const { shop, access } = await clocked();
    const [unconfirmed, confirmed] = [await newAccount(shop, from(), { isConfirmed: false }), await newAccount(shop)];
    for (const email of [unconfirmed.account.email, confirmed.account.email, address()]) {
      const asking = [await newAccount(shop), await newAccount(shop)];
      const asked = [];
      for (const { account, session } of [...asking, ...asking, ...asking])
        asked.push(await access.changeEmail(account.id, PASSWORD, email, session));
      expect(asked).toEqual([...Array(5).fill("mailed"), "unmailed"]);
    }
    // None of these is a letter that its own account asks for.
    for (let time = 0; time < 3; time += 1)
      expect(await access.requestConfirmation(unconfirmed.account.id)).toBe("mailed");
  });

  it("ends the account for the reader of the letter who did not register, whatever its maker has done since", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop, from(), { isConfirmed: false });
    const token = tokenIn((await mailsTo(shop, account.email))[0]);
    const { session: later } = signedIn(await access.changePassword(account.id, PASSWORD, "nouveau mot", from()));
    const results = await Promise.all([1, 2, 3].map(() => shop.accounts.disown(token)));
    expect(results.filter(Boolean)).toHaveLength(1);
    for (const ended of [session, later]) expect(await access.accountOf(ended)).toBeUndefined();
    expect(await access.logIn(account.email, "nouveau mot", from())).toEqual({ ok: false, reason: "wrong" });
    // The address is free for its owner.
    expect((await access.register({ email: account.email, password: PASSWORD, ...names }, from())).ok).toBe(true);
  });

  it("ends no account by the letter of an address that was confirmed, or of another purpose", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop, from(), { isConfirmed: false });
    await access.requestConfirmation(account.id);
    const [first, second] = (await mailsTo(shop, account.email)).map(tokenIn) as [string, string];
    await access.confirmEmail(second, "registration");
    expect(await shop.accounts.disown(first)).toBe(false);
    await access.requestReset(account.email);
    expect(await shop.accounts.disown(tokenIn((await mailsTo(shop, account.email))[0]))).toBe(false);
    expect(await access.accountOf(session)).toBeDefined();
  });

  it("keeps tokens and passwords as hashes only, and no link in a mail that was sent", async () => {
    const { shop, access } = await clocked();
    const { account, session, browser } = await newAccount(shop);
    await access.requestReset(account.email);
    const token = tokenIn((await mailsTo(shop, account.email))[0]);
    const everything = await fixture().testShop.everything([
      "accounts",
      "sessions",
      "known_browsers",
      "account_links",
      "attempts",
      "mails",
    ]);
    expect(everything).toContain(account.email);
    expect(everything).toMatch(/scrypt\$10\$8\$1\$/);
    for (const secret of [PASSWORD, session, browser, token]) expect(everything).not.toContain(secret);
  });

  it("ends a session at logout, and each after 30 days", async () => {
    const { clock, shop, access } = await clocked();
    const { account, session } = await newAccount(shop);
    clock.now += MINUTE;
    const other = signedIn(await access.logIn(account.email, PASSWORD, from({ device: "Firefox, Linux" })));
    expect(other.session).not.toBe(session);
    expect(await access.sessions(account.id, session)).toEqual([
      { since: new Date(clock.now), device: "Firefox, Linux", isThis: false },
      { since: new Date(clock.now - MINUTE), device: "Chrome, Android", isThis: true },
    ]);
    await access.logOut(session);
    expect(await access.accountOf(session)).toBeUndefined();
    expect(await access.accountOf(other.session)).toEqual(account);
    clock.now += 30 * 24 * 60 * MINUTE;
    expect(await access.accountOf(other.session)).toBeUndefined();
    await access.forget();
    expect(await fixture().testShop.everything(["sessions"])).not.toContain(account.id);
  });

  it("ends what a browser was signed in with when it signs in again", async () => {
    const { shop, access } = await clocked();
    const [first, second] = [await newAccount(shop), await newAccount(shop)];
    const after = signedIn(await access.logIn(second.account.email, PASSWORD, from({ session: first.session })));
    expect(await access.accountOf(first.session)).toBeUndefined();
    expect(await access.accountOf(second.session)).toEqual(second.account);
    expect(await access.accountOf(after.session)).toEqual(second.account);
  });

  it("ends the other sessions when asked", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop);
    const other = signedIn(await access.logIn(account.email, PASSWORD, from()));
    await access.endOtherSessions(account.id, session);
    expect(await access.accountOf(other.session)).toBeUndefined();
    expect(await access.accountOf(session)).toEqual(account);
  });

  it("resets a password once, within 30 minutes, and ends every session", async () => {
    const { clock, shop, access } = await clocked();
    const { account, session } = await newAccount(shop);
    await access.requestReset(account.email);
    const late = tokenIn((await mailsTo(shop, account.email))[0]);
    clock.now += 30 * MINUTE;
    expect(await access.addressOf(late, "reset")).toBeUndefined();
    expect(await access.reset(late, "nouveau mot", from())).toEqual({ ok: false, reason: "gone" });
    await access.requestReset(account.email);
    const token = tokenIn((await mailsTo(shop, account.email))[0]);
    clock.now += 29 * MINUTE;
    const results = await Promise.all([1, 2, 3].map(() => access.reset(token, "nouveau mot", from())));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await access.accountOf(session)).toBeUndefined();
    expect(await access.logIn(account.email, PASSWORD, from())).toEqual({ ok: false, reason: "wrong" });
    expect((await access.logIn(account.email, "nouveau mot", from())).ok).toBe(true);
    expect((await mailsTo(shop, account.email)).map(({ subject }) => subject)).toEqual([
      "Votre mot de passe a été changé",
    ]);
  });

  it("hands an address that was never confirmed to its reader by a reset, with nothing of who registered it", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop, from(), { isConfirmed: false });
    const letter = tokenIn((await mailsTo(shop, account.email))[0]);
    await shop.accounts.save(account.id, { ...names, phone: "0661234567", address: "5, rue du Port" });
    await access.requestReset(account.email);
    const token = tokenIn((await mailsTo(shop, account.email))[0]);
    const after = signedIn(await access.reset(token, "nouveau mot", from()));
    expect(after.account).toMatchObject({ id: account.id, firstName: "", lastName: "", phone: "", address: "" });
    expect(after.account.isConfirmed).toBe(true);
    expect(await access.accountOf(session)).toBeUndefined();
    // The earlier mail can no longer end the account, which belongs to its reader now.
    expect(await shop.accounts.disown(letter)).toBe(false);
    expect(await access.confirmEmail(letter, "registration")).toBe(false);
    expect(await access.accountOf(after.session)).toEqual(after.account);
  });

  it("mails one link in ten minutes, however many ask", async () => {
    const { clock, shop, access } = await clocked();
    const { account } = await newAccount(shop);
    for (let time = 0; time < 5; time += 1) await access.requestReset(account.email);
    expect(await mailsTo(shop, account.email)).toHaveLength(1);
    clock.now += 10 * MINUTE;
    await access.requestReset(account.email);
    expect(await mailsTo(shop, account.email)).toHaveLength(1);
  });

  it("writes for invented addresses in a few places, and mails one letter box under all its spellings once", async () => {
    const { shop, access } = await clocked();
    const rows = async () =>
      (JSON.parse(await fixture().testShop.everything(["account_links", "attempts"])) as unknown[][]).map(
        ({ length }) => length,
      ) as [number, number];
    const [links, attempts] = await rows();
    const invented = Array.from({ length: 200 }, address);
    for (const email of invented) expect(await access.requestReset(email)).toBe("requested");
    const [linksAfter, attemptsAfter] = await rows();
    expect(linksAfter - links).toBeLessThanOrEqual(64);
    expect(attemptsAfter - attempts).toBeLessThanOrEqual(64);
    expect(await fixture().testShop.everything(["account_links"])).not.toContain(invented[0]);

    const { account } = await newAccount(shop);
    const spelt = (time: number) => account.email.replace("@", `+${time}@`);
    for (let time = 0; time < 5; time += 1)
      await access.register({ email: spelt(time), password: PASSWORD, ...names }, from());
    await mailsTo(shop, account.email);
    for (let time = 0; time < 5; time += 1) await access.requestReset(spelt(time));
    const mails = await mailsOf(shop);
    expect(mails.filter(({ kind }) => kind === "reset")).toHaveLength(1);
    // They do not keep the link of the address itself away.
    await access.requestReset(account.email);
    expect(await mailsTo(shop, account.email)).toHaveLength(1);
  });

  it("takes thirty resets an hour from one address, for known and unknown e-mails alike, known browsers apart", async () => {
    const { clock, shop, access } = await clocked();
    const { account, browser } = await newAccount(shop);
    const caller = from();
    for (let time = 0; time < 30; time += 1) expect(await access.requestReset(address(), caller)).toBe("requested");
    const before = await fixture().testShop.everything(["account_links", "mails"]);
    expect(await access.requestReset(address(), caller)).toBe("limited");
    expect(await access.requestReset(account.email, caller)).toBe("limited");
    expect(await access.requestReset(address(), { ...caller, browser })).toBe("limited");
    expect(await fixture().testShop.everything(["account_links", "mails"])).toBe(before);
    expect(await access.requestReset(account.email, { ...caller, browser })).toBe("requested");
    expect(await mailsTo(shop, account.email)).toHaveLength(1);
    clock.now += 60 * MINUTE;
    expect(await access.requestReset(address(), caller)).toBe("requested");
  });

  it("makes so many accounts for one address of the network only", async () => {
    const { access } = await clocked();
    const caller = from();
    const register = async (from: Caller) => {
      const result = await access.register({ email: address(), password: PASSWORD, ...names }, from);
      return result.ok || result.reason;
    };
    const asked = [];
    for (let time = 0; time < 31; time += 1) asked.push(await register(caller));
    expect(asked.lastIndexOf(true)).toBe(29);
    expect(asked[30]).toBe("limited");
    // Without a known address all clients count together, by a much larger limit.
    for (let time = 0; time < 31; time += 1) expect(await register(from({ address: undefined }))).toBe(true);
  });

  it("stops guesses without locking the owner out", async () => {
    const { clock, shop, access } = await clocked();
    const { account, browser } = await newAccount(shop);
    const guess = () => access.logIn(account.email, "deviné", from());
    for (let time = 0; time < 10; time += 1) expect(await guess()).toEqual({ ok: false, reason: "wrong" });
    // Even the right password is refused now, in the same words.
    expect(await guess()).toEqual({ ok: false, reason: "limited" });
    expect(await access.logIn(account.email, PASSWORD, from())).toEqual({ ok: false, reason: "limited" });
    // Where its owner was before, it does.
    expect((await access.logIn(account.email, PASSWORD, from({ browser }))).ok).toBe(true);
    // And a link by mail always does.
    await access.requestReset(account.email);
    const token = tokenIn((await mailsTo(shop, account.email)).find(({ kind }) => kind === "reset"));
    expect(await access.reset(token, PASSWORD, from())).toMatchObject({ ok: true, isEmptied: false });
    expect((await access.logIn(account.email, PASSWORD, from())).ok).toBe(true);
    // A guesser's window ends too, and addresses without an account are counted alike.
    const unknown = address();
    for (let time = 0; time < 10; time += 1) await access.logIn(unknown, "deviné", from());
    expect(await access.logIn(unknown, "deviné", from())).toEqual({ ok: false, reason: "limited" });
    clock.now += 15 * MINUTE;
    expect(await access.logIn(unknown, "deviné", from())).toEqual({ ok: false, reason: "wrong" });
  });

  it("limits a browser that was signed in before as well, and a token of another account counts for nothing", async () => {
    const { shop, access } = await clocked();
    const { account, browser } = await newAccount(shop);
    const stranger = await newAccount(shop);
    const guess = (browser: string) => access.logIn(account.email, "deviné", from({ browser }));
    for (let time = 0; time < 10; time += 1) await guess(browser);
    expect(await guess(browser)).toEqual({ ok: false, reason: "limited" });
    for (let time = 0; time < 10; time += 1) await guess(stranger.browser);
    expect(await guess(stranger.browser)).toEqual({ ok: false, reason: "limited" });
    expect(await access.logIn(account.email, PASSWORD, from())).toEqual({ ok: false, reason: "limited" });
  });

  it("checks thirty passwords of an account before others', right ones too; then its owner waits among strangers", async () => {
    const { clock, shop, access } = await clocked();
    const [{ account, browser }, other] = [await newAccount(shop), await newAccount(shop)];
    const caller = from();
    for (let time = 0; time < 100; time += 1) await access.logIn(address(), "deviné", caller);
    const logIn = async (caller: Caller) => (await access.logIn(account.email, PASSWORD, { ...caller, browser })).ok;
    for (let time = 0; time < 15; time += 1) {
      expect(await logIn(caller)).toBe(true);
      expect(await access.isPassword(account.id, PASSWORD)).toBe("right");
    }
    expect(await access.isPassword(account.id, PASSWORD)).toBe("limited");
    expect(await logIn(caller)).toBe(false);
    for (let time = 0; time < 2; time += 1) expect(await logIn(from())).toBe(true);
    const theirs = await access.logIn(other.account.email, PASSWORD, { ...caller, browser: other.browser });
    expect(theirs.ok).toBe(true);
    clock.now += 15 * MINUTE;
    expect(await logIn(caller)).toBe(true);
    expect(await access.isPassword(account.id, PASSWORD)).toBe("right");
  });

  hereOnly("inside", "has one account wait in six places, wherever its password is asked for", async ({ testShop }) => {
    const { access } = testShop.shop;
    const { account, browser } = await newAccount(testShop.shop);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { id } = account;
    const taken = ["a", "b", ...Array<string>(6).fill(id)].map((owner) =>
      withPasswordSlot(knownPlace(owner), () => ended),
    );
    const asked = Promise.allSettled([
      access.logIn(account.email, PASSWORD, from({ browser })),
      access.isPassword(id, PASSWORD),
    ]);
    await Promise.race([asked, pause(1_000)]);
    end();
    const refused = { status: "rejected", reason: expect.any(ShopUnavailable) };
    expect(await asked).toEqual([refused, refused]);
    await Promise.all(taken);
    expect((await access.logIn(account.email, PASSWORD, from({ browser }))).ok).toBe(true);
  });

  it("stops one address that guesses everybody's", async () => {
    const { shop, access } = await clocked();
    const caller = from();
    for (let time = 0; time < 100; time += 1)
      expect(await access.logIn(address(), "deviné", caller)).toEqual({ ok: false, reason: "wrong" });
    expect(await access.logIn(address(), "deviné", caller)).toEqual({ ok: false, reason: "limited" });
    // A request that is refused by its address does not count against the account.
    const { account } = await newAccount(shop);
    for (let time = 0; time < 15; time += 1)
      expect(await access.logIn(account.email, "deviné", caller)).toEqual({ ok: false, reason: "limited" });
    expect((await access.logIn(account.email, PASSWORD, from())).ok).toBe(true);
  });

  it("counts guesses at the same moment one by one", async () => {
    const { shop, access } = await clocked();
    const { account } = await newAccount(shop);
    const results = await Promise.all(Array.from({ length: 20 }, () => access.logIn(account.email, "deviné", from())));
    expect(results.filter((result) => !result.ok && result.reason === "wrong")).toHaveLength(10);
  });

  it("changes a password for who knows the current one, and this browser goes on with a new session", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop);
    const other = signedIn(await access.logIn(account.email, PASSWORD, from()));
    expect(await access.changePassword(account.id, "deviné", "nouveau mot", from())).toEqual({
      ok: false,
      reason: "wrong",
    });
    const after = signedIn(await access.changePassword(account.id, PASSWORD, "nouveau mot", from()));
    for (const ended of [session, other.session]) expect(await access.accountOf(ended)).toBeUndefined();
    expect(await access.accountOf(after.session)).toEqual(account);
    expect((await mailsTo(shop, account.email)).map(({ kind }) => kind)).toEqual(["password-changed"]);
    for (let time = 0; time < 10; time += 1) await access.changePassword(account.id, "deviné", "x", from());
    expect(await access.changePassword(account.id, "nouveau mot", "autre mot", from())).toEqual({
      ok: false,
      reason: "limited",
    });
  });

  hereOnly("inside", "changes nothing once a reset has set another password during the check", async ({ testShop }) => {
    const { shop, database } = testShop;
    /** The third transaction is the first one after the check. */
    const during = (rival: () => Promise<unknown>) => {
      let count = 0;
      const transact: Database["transact"] = async (work) => {
        count += 1;
        if (count === 3) await rival();
        return database.transact(work);
      };
      return testShop.reopened({ database: { ...database, transact } }).access;
    };
    const changes: ((access: AccessService, account: string) => Promise<unknown>)[] = [
      (access, account) => access.changePassword(account, PASSWORD, "mot d'un autre", from()),
      (access, account) => access.changeEmail(account, PASSWORD, address(), ""),
    ];
    for (const change of changes) {
      const { account } = await newAccount(shop);
      await shop.access.requestReset(account.email);
      const token = tokenIn((await mailsTo(shop, account.email))[0]);
      const access = during(() => shop.access.reset(token, "nouveau mot", from()));
      expect(["wrong", { ok: false, reason: "wrong" }]).toContainEqual(await change(access, account.id));
      expect((await shop.access.logIn(account.email, "nouveau mot", from())).ok).toBe(true);
    }
  });

  it("changes the address once its new owner says so, and tells the old one", async () => {
    const { shop, access } = await clocked();
    const { account, session } = await newAccount(shop);
    const elsewhere = signedIn(await access.logIn(account.email, PASSWORD, from()));
    const other = await newAccount(shop);
    const [variantId = ""] = (await fixture().testShop.product([0])).variants;
    await shop.stockAlerts.request({ variantId, contacts: [account.email, other.account.email] });
    const email = address();
    expect(await access.changeEmail(account.id, "deviné", email, session)).toBe("wrong");
    expect(await access.changeEmail(account.id, PASSWORD, email, session)).toBe("mailed");
    const token = tokenIn((await mailsTo(shop, email))[0]);
    expect((await access.accountOf(session))?.email).toBe(account.email);
    expect(await access.confirmEmail(token, "email")).toBe(true);
    expect(await access.confirmEmail(token, "email")).toBe(false);
    // Only the session that changed it goes on.
    expect((await access.accountOf(session))?.email).toBe(email);
    expect(await access.accountOf(elsewhere.session)).toBeUndefined();
    const [mail, ...more] = await mailsTo(shop, account.email);
    expect([mail?.kind, more]).toEqual(["email-changed", []]);
    expect(mail?.text).toContain("\u00a0; ce qui concerne ce compte n'arrivera plus ici.");
    expect(await shop.stockAlerts.ofEmail(account.email)).toEqual([]);
    expect(await shop.stockAlerts.ofEmail(other.account.email)).toHaveLength(1);
    // A taken address cannot be had, and the answer does not show that it is taken.
    expect(await access.changeEmail(account.id, PASSWORD, other.account.email, session)).toBe("mailed");
    const [told] = await mailsTo(shop, other.account.email);
    expect(told?.subject).toBe("Vous avez déjà un compte chez Wahrane");
  });

  it("opens nothing to who reads the letters of an address that the account has left", async () => {
    const { shop, access } = await clocked();
    const { account } = await newAccount(shop);
    await access.requestReset(account.email);
    const old = tokenIn((await mailsTo(shop, account.email))[0]);
    const email = address();
    await access.changeEmail(account.id, PASSWORD, email, "");
    expect(await access.confirmEmail(tokenIn((await mailsTo(shop, email))[0]), "email")).toBe(true);
    expect(await access.reset(old, "nouveau mot", from())).toEqual({ ok: false, reason: "gone" });
    expect((await access.logIn(email, PASSWORD, from())).ok).toBe(true);
  });

  it("changes address and password of one account three times in fifteen minutes, as its page says", async () => {
    const { clock, access, shop } = await clocked();
    const { account } = await newAccount(shop);
    const changeEmail = () => access.changeEmail(account.id, PASSWORD, address(), "");
    const changePassword = async () => (await access.changePassword(account.id, PASSWORD, PASSWORD, from())).ok;
    for (const [change, done] of [
      [changeEmail, "mailed"],
      [changePassword, true],
    ] as const) {
      const asked = [];
      for (let time = 0; time < 4; time += 1) asked.push((await change()) === done);
      expect(asked).toEqual([true, true, true, false]);
      clock.now += 15 * MINUTE;
      expect(await change()).toBe(done);
    }
  });

  it("knows a browser for each account that was signed in there", async () => {
    const { shop, access } = await clocked();
    const [first, second] = [await newAccount(shop), await newAccount(shop)];
    const shared = signedIn(await access.logIn(first.account.email, PASSWORD, from({ browser: first.browser })));
    expect(shared.browser).toBe(first.browser);
    await access.logIn(second.account.email, PASSWORD, from({ browser: first.browser }));
    for (const { account } of [first, second]) {
      for (let time = 0; time < 11; time += 1) await access.logIn(account.email, "deviné", from());
      expect((await access.logIn(account.email, PASSWORD, from())).ok).toBe(false);
      expect((await access.logIn(account.email, PASSWORD, from({ browser: first.browser }))).ok).toBe(true);
    }
  });

  it("gives a new address to one of two accounts that ask for it", async () => {
    const { shop, access } = await clocked();
    const [first, second] = [await newAccount(shop), await newAccount(shop)];
    const email = address();
    const tokens = [];
    for (const { account } of [first, second]) {
      await access.changeEmail(account.id, PASSWORD, email, "");
      tokens.push(tokenIn((await mailsTo(shop, email))[0]));
    }
    // At the same moment, and none fails.
    const results = await Promise.all(tokens.map((token) => access.confirmEmail(token, "email")));
    expect(results.sort()).toEqual(["taken", true]);
  });

  it("answers to nonsense", async () => {
    const { access, shop } = await clocked();
    for (const nonsense of ["", "\u0000", "\ud800", "x".repeat(10_000), "' or 1=1 --"]) {
      expect(await access.accountOf(nonsense)).toBeUndefined();
      expect(await access.addressOf(nonsense, "reset")).toBeUndefined();
      expect(await access.confirmEmail(nonsense, "email")).toBe(false);
      expect(await shop.accounts.disown(nonsense)).toBe(false);
      expect(await access.reset(nonsense, nonsense, from())).toEqual({ ok: false, reason: "gone" });
      await access.logOut(nonsense);
    }
  });
});
