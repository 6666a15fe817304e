import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Database } from "~/database/connection.server";
import type { StaffRole } from "~/domain/office/role";
import { DAY, HOUR, MINUTE, SECOND } from "~/domain/values/durations";
import { digest } from "~/shop/local/context";
import type { NewMeans, Proof, StaffCaller, StaffService } from "~/shop/services/staff";
import { FakeAuthenticator } from "../support/fakes/authenticator";
import { appCode } from "../support/http/authenticator";
import { runHere } from "../support/shop/command";
import { journalOf as journalIn } from "../support/shop/order-rows";
import { id } from "../support/shop/test-shop";
import { describeShopHere } from "./describe-shop";

/** Who works in the shop: invitations, ways to sign in, sessions, roles (S-3, S-5). */

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const PASSWORD = "quatre olives noires de Sig";
const here: StaffCaller = { device: "Chrome, Linux" };
const challenge = () => randomBytes(24).toString("base64url");

describeShopHere("backOffice", "staff", (fixture) => {
  /** Moves by what a test waits. */
  let nowMs: number;
  let staff: StaffService;
  beforeEach(() => {
    nowMs = Date.now();
    staff = fixture().testShop.reopened({ now: () => new Date(nowMs) }).staff;
  });

  const address = () => `${id("staff")}@example.com`;
  const code = (ahead = 0, secret = SECRET) => appCode(secret, ahead, nowMs);
  const byPassword = (given: Partial<Proof & { by: "password" }> = {}): Proof => ({
    by: "password",
    password: PASSWORD,
    code: code(),
    ...given,
  });
  const passwordMeans = (): NewMeans => ({ by: "password", password: PASSWORD, secret: SECRET, code: code(-1) });

  async function invite(...asked: Parameters<StaffService["invite"]>) {
    const link = await staff.invite(...asked);
    if (!link) throw new Error("Not invited");
    return link;
  }

  async function joined(role: StaffRole = "owner", email = address()) {
    const { token } = await invite({ email, name: "", role }, undefined);
    const result = await staff.join(token, "Nadia", passwordMeans(), here);
    if (!result.ok) throw new Error(result.reason);
    return { ...result, email, token };
  }

  async function joinedByPasskey() {
    const { token } = await invite({ email: address(), name: "Karim", role: "caller" }, undefined);
    const device = new FakeAuthenticator((await staff.invitation(token))?.staffId ?? "");
    const means: NewMeans = { by: "passkey", answer: device.make(challenge()), name: "Téléphone" };
    const result = await staff.join(token, "Karim", means, here);
    if (!result.ok) throw new Error(result.reason);
    return { ...result, device };
  }

  const journalOf = (subject: string) => journalIn(fixture().testShop, subject);
  const actionsOf = async (subject: string) => (await journalOf(subject)).map(({ action }) => action);

  describe("an invitation", () => {
    it("makes somebody of the staff, once, and only within the hour", async () => {
      const email = address();
      const { token, expires } = await invite({ email, name: "Nadia", role: "packer" }, undefined);
      expect(expires.getTime()).toBe(nowMs + HOUR);
      expect(await staff.invitation(token)).toMatchObject({ email, name: "Nadia", role: "packer" });
      expect(await staff.join(token, "Nadia", { ...passwordMeans(), code: "000000" } as NewMeans, here)).toEqual({
        ok: false,
        reason: "code",
      });
      const results = await Promise.all([
        staff.join(token, "Nadia", passwordMeans(), here),
        staff.join(token, "Autre", passwordMeans(), here),
      ]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.find(({ ok }) => !ok)).toEqual({ ok: false, reason: "gone" });
      const [made] = results.filter((result) => result.ok);
      expect(made?.staff).toMatchObject({ email, role: "packer" });
      expect(await staff.invitation(token)).toBeUndefined();
      expect(await staff.staffOf(made?.session ?? "")).toMatchObject({ staff: { email }, shortcuts: true });

      const late = await invite({ email: address(), name: "", role: "owner" }, undefined);
      nowMs += HOUR;
      expect(await staff.invitation(late.token)).toBeUndefined();
      expect(await staff.join(late.token, "Nadia", passwordMeans(), here)).toEqual({ ok: false, reason: "gone" });
    });

    it("is replaced by a later one to the same address, and ended by who takes it back", async () => {
      const email = address();
      const first = await invite({ email, name: "", role: "caller" }, undefined);
      const second = await invite({ email, name: "", role: "caller" }, undefined);
      expect(await staff.invitation(first.token)).toBeUndefined();
      const listed = (await staff.team()).invitations.find((one) => one.email === email);
      const owner = await joined();
      nowMs += SECOND;
      for (const _ of [1, 2]) await staff.endInvitation(listed?.id ?? "", owner.staff);
      expect(await staff.invitation(second.token)).toBeUndefined();
      expect(await journalOf(digest(`staff ${digest(second.token)}`))).toMatchObject([
        { action: "staff-invited", actor: "command" },
        { action: "invitation-ended", actor: "staff" },
      ]);
    });

    it("lets somebody start again: older means and sessions end, and the role stays", async () => {
      const before = await joined("caller");
      const owner = await joined();
      const asked = { email: before.email, name: "x", role: "owner" } as const;
      const { token } = await invite(asked, owner.staff, { mailedFrom: "https://bureau.example" });
      // Page, mail, list and journal say the role that they keep.
      expect(await staff.invitation(token)).toMatchObject({ role: "caller" });
      const { invitations } = await staff.team();
      expect(invitations.find(({ email }) => email === before.email)?.role).toBe("caller");
      expect(await fixture().testShop.everything(["mails"])).toMatch(
        new RegExp(`confirmation\\)[^?]*\\?jeton=${token}`),
      );
      nowMs += MINUTE;
      const device = new FakeAuthenticator(before.staff.id);
      const means: NewMeans = { by: "passkey", answer: device.make(challenge()), name: "Téléphone" };
      const after = await staff.join(token, "Nadia B.", means, here);
      expect(after).toMatchObject({ ok: true, staff: { id: before.staff.id, name: "Nadia B.", role: "caller" } });
      const told = (await journalOf(before.staff.id)).filter(({ action }) => action === "staff-invited");
      expect(told.at(-1)?.after).toEqual({ Rôle: "Confirmation" });
      expect(await staff.staffOf(before.session)).toBeUndefined();
      expect(await staff.signIn(before.email, byPassword(), here)).toEqual({ ok: false, reason: "wrong" });
      // The command makes an owner of anybody, so that a shop without one gets one.
      const command = await invite({ email: before.email, name: "", role: "owner" }, undefined);
      const again = await staff.join(command.token, "Nadia", passwordMeans(), here);
      expect(again).toMatchObject({ ok: true, staff: { id: before.staff.id, role: "owner" } });
    });

    it("is void when who sent it may no longer invite", async () => {
      const [owner, other] = [await joined(), await joined()];
      for (const end of [
        () => staff.setRole(owner.staff.id, "caller", other.staff),
        () => staff.endAccess(owner.staff.id, other.staff),
      ]) {
        await staff.setRole(owner.staff.id, "owner", other.staff);
        const { token } = await invite({ email: address(), name: "", role: "owner" }, owner.staff);
        expect(await end()).toBe("done");
        expect(await staff.invitation(token)).toBeUndefined();
        // What somebody without the right began before it was taken away, and ends after.
        const asked = { email: address(), name: "", role: "owner" } as const;
        expect(await staff.invite(asked, owner.staff)).toBeUndefined();
        expect(await staff.setRole(other.staff.id, "caller", owner.staff)).toBe("unknown");
        expect(await staff.endAccess(other.staff.id, owner.staff)).toBe("unknown");
      }
      // A new link is for who works here still: an invitation could take them in again.
      const { id, email, name } = owner.staff;
      expect(await staff.invite({ id, email, name, role: "owner" }, other.staff)).toBeUndefined();
    });

    it("is mailed where the shop mails, and the database has no token", async () => {
      const owner = await joined();
      const email = address();
      const options = { mailedFrom: "https://bureau.example" };
      const { token } = await invite({ email, name: "Samir", role: "caller" }, owner.staff, options);
      const mails = await fixture().testShop.everything(["mails"]);
      expect(mails).toContain(`https://bureau.example/gestion/bienvenue?jeton=${token}`);
      expect(await fixture().testShop.everything(["staff_links", "journal"])).not.toContain(token);
    });
  });

  it("the command proprietaire prints the link by which an owner comes in, and refuses what is no address", async () => {
    const shop = async () => ({ ...fixture().testShop.shop, staff });
    const command = (...argv: string[]) => runHere(argv, { shop, officeUrl: "https://bureau.example" });
    const email = address();
    const { ending, text } = await command("proprietaire", email.toUpperCase());
    expect(ending).toBe(0);
    const [, token = ""] = /^https:\/\/bureau\.example\/gestion\/bienvenue\?jeton=([\w-]{43})$/m.exec(text) ?? [];
    expect(await staff.join(token, "Nadia", passwordMeans(), here)).toMatchObject({
      ok: true,
      staff: { email, role: "owner" },
    });
    for (const wrong of [["proprietaire"], ["proprietaire", "nadia"], ["proprietaire", email, "x"]])
      expect((await command(...wrong)).ending, wrong.join(" ")).toBe(2);
  });

  describe("signing in", () => {
    it("takes password and code; a code counts once, one step early or late", async () => {
      const { email, session } = await joined();
      const first = await staff.signIn(email, byPassword(), here);
      expect(first).toMatchObject({ ok: true, staff: { email } });
      expect(first.ok && first.session).not.toBe(session);
      expect(await staff.signIn(email, byPassword(), here)).toEqual({ ok: false, reason: "wrong" });
      expect(await staff.signIn(email, byPassword({ code: code(-1) }), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(email, byPassword({ code: code(2) }), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(email, byPassword({ code: code(1), password: "x" }), here)).toMatchObject({
        ok: false,
      });
      // Phones in Arabic write other digits.
      const arabic = code(1).replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
      expect(await staff.signIn(email, byPassword({ code: arabic }), here)).toMatchObject({ ok: true });
      nowMs += 90 * SECOND;
      const both = [staff.signIn(email, byPassword(), here), staff.signIn(email, byPassword(), here)];
      expect((await Promise.all(both)).filter(({ ok }) => ok)).toHaveLength(1);
    });

    it("takes codes of the app again once a clock that was months ahead is right", async () => {
      const { email } = await joined();
      nowMs += 200 * DAY;
      expect(await staff.signIn(email, byPassword(), here)).toMatchObject({ ok: true });
      nowMs -= 200 * DAY;
      expect(await staff.signIn(email, byPassword(), here)).toMatchObject({ ok: true });
      expect(await staff.signIn(email, byPassword(), here)).toEqual({ ok: false, reason: "wrong" });
    });

    it("takes a recovery code once instead of the app, with the password of who has one", async () => {
      const { email, recoveryCodes } = await joined();
      expect(new Set(recoveryCodes).size).toBe(10);
      const [one = "", two = ""] = recoveryCodes;
      expect(await staff.signIn(email, byPassword({ password: "", code: one }), here)).toMatchObject({ ok: false });
      const typed = one.toUpperCase().replaceAll("-", " ");
      expect(await staff.signIn(email, byPassword({ code: typed }), here)).toMatchObject({ ok: true });
      expect(await staff.signIn(email, byPassword({ code: one }), here)).toMatchObject({ ok: false });
      const other = await joined();
      expect(await staff.signIn(other.email, byPassword({ code: two }), here)).toMatchObject({ ok: false });
      expect(await fixture().testShop.everything(["staff_recovery_codes"])).not.toContain(two.replaceAll("-", ""));
      const keyed = await joinedByPasskey();
      const proof = byPassword({ password: "", code: keyed.recoveryCodes[0] ?? "" });
      expect(await staff.signIn(keyed.staff.email, proof, here)).toMatchObject({ ok: true });
      expect(
        await staff.signIn(keyed.staff.email, byPassword({ password: "x", code: keyed.recoveryCodes[1] ?? "" }), here),
      ).toMatchObject({ ok: false });
    });

    it("takes a passkey, which signs each challenge once, with the person's finger or PIN", async () => {
      const { device, staff: person } = await joinedByPasskey();
      const answer = device.sign(challenge());
      expect(await staff.signIn("", { by: "passkey", answer }, here)).toMatchObject({ ok: true, staff: person });
      expect(await staff.signIn("", { by: "passkey", answer }, here)).toEqual({ ok: false, reason: "wrong" });
      const stranger = new FakeAuthenticator(person.id);
      const elsewhere = device.sign(challenge());
      for (const wrong of [
        device.sign(challenge(), 0x01),
        device.sign(challenge(), 0x05, "somebody else"),
        stranger.sign(challenge()),
        { ...elsewhere, origin: "https://boutique.example" },
        { ...elsewhere, challenge: challenge() },
        { ...elsewhere, response: "{" },
        { ...elsewhere, response: "[]" },
        { ...elsewhere, response: JSON.stringify({ id: "\u0000" }) },
        { ...elsewhere, response: elsewhere.response.replace(device.id, stranger.id) },
      ])
        expect(await staff.signIn("", { by: "passkey", answer: wrong }, here)).toEqual({ ok: false, reason: "wrong" });
      expect(await staff.signIn("", { by: "passkey", answer: elsewhere }, here)).toMatchObject({ ok: true });
    });

    it("never locks its owner out: known browsers, passkeys and recovery codes go on", async () => {
      const { email, staff: person, recoveryCodes } = await joined();
      const keyed = await joinedByPasskey();
      const guesses = (who: string) =>
        Promise.all(Array.from({ length: 5 }, () => staff.signIn(who, byPassword({ password: "x" }), here)));
      for (const who of [email, keyed.staff.email]) for (let time = 0; time < 3; time += 1) await guesses(who);
      expect(await staff.signIn(email, byPassword(), here)).toEqual({ ok: false, reason: "limited" });
      const known: StaffCaller = { ...here, browser: { staff: person.id, id: "b" } };
      expect(await staff.signIn(email, byPassword(), { ...known, browser: { staff: "x", id: "b" } })).toMatchObject({
        reason: "limited",
      });
      expect(await staff.signIn(email, byPassword(), known)).toMatchObject({ ok: true });
      expect(await staff.signIn(email, byPassword({ code: recoveryCodes[0] ?? "" }), here)).toMatchObject({ ok: true });
      const answer = keyed.device.sign(challenge());
      expect(await staff.signIn("", { by: "passkey", answer }, here)).toMatchObject({ ok: true });
      nowMs += 16 * MINUTE;
      expect(await staff.signIn(email, byPassword(), here)).toMatchObject({ ok: true });
    });

    it("compares no password with an invented recovery code, and counts what is guessed with one code", async () => {
      const { email, recoveryCodes } = await joined();
      const { database } = fixture().testShop;
      let transactions = 0;
      const transact: Database["transact"] = (work) => {
        transactions += 1;
        return database.transact(work);
      };
      const now = () => new Date(nowMs);
      const { staff: watched } = fixture().testShop.reopened({ now, database: { ...database, transact } });
      const tried = async (code: string, password: string) => {
        transactions = 0;
        const result = await watched.signIn(email, byPassword({ code, password }), here);
        return [result.ok ? "in" : result.reason, transactions];
      };
      const other = await joined();
      // One transaction counts; a second one would tell that the password is right.
      for (const code of ["a".repeat(24), other.recoveryCodes[0] ?? ""])
        for (const password of ["x", PASSWORD]) expect(await tried(code, password)).toEqual(["wrong", 1]);
      const [found = "", kept = ""] = recoveryCodes;
      for (let time = 0; time < 10; time += 1) expect(await tried(found, "x")).toEqual(["wrong", 1]);
      expect(await tried(found, PASSWORD)).toEqual(["limited", 1]);
      expect((await tried(kept, PASSWORD))[0]).toBe("in");
      nowMs += 16 * MINUTE;
      expect((await tried(found, PASSWORD))[0]).toBe("in");
    });

    it("from one address is limited before anything is known of a person", async () => {
      const { email, staff: person } = await joined();
      const from = { ...here, address: `192.0.2.${Math.floor(Math.random() * 250)}-${id("a")}` };
      for (let time = 0; time < 20; time += 1)
        await Promise.all(Array.from({ length: 5 }, () => staff.signIn(address(), byPassword(), from)));
      expect(await staff.signIn(email, byPassword(), from)).toEqual({ ok: false, reason: "limited" });
      const known = { ...from, browser: { staff: person.id, id: "b" } };
      expect(await staff.signIn(email, byPassword(), known)).toMatchObject({ ok: true });
    });
  });

  describe("a session", () => {
    it("ends after 30 minutes idle, and after 12 hours in any case", async () => {
      const { session } = await joined();
      nowMs += 29 * MINUTE;
      expect(await staff.staffOf(session)).toBeDefined();
      nowMs += 29 * MINUTE;
      expect(await staff.staffOf(session)).toBeDefined();
      for (let minutes = 58; minutes < 12 * 60 - 20; minutes += 20) {
        nowMs += 20 * MINUTE;
        expect(await staff.staffOf(session), `${minutes}`).toBeDefined();
      }
      nowMs += 25 * MINUTE;
      expect(await staff.staffOf(session)).toBeUndefined();
      const { session: idle } = await joined();
      nowMs += 30 * MINUTE;
      expect(await staff.staffOf(idle)).toBeUndefined();
    });

    it("that began while the clock was ahead ends once the clock is right, and does not come back", async () => {
      nowMs += 2 * HOUR;
      const { session } = await joined();
      nowMs -= 2 * HOUR;
      expect(await staff.staffOf(session)).toBeUndefined();
      await staff.forget();
      nowMs += 2 * HOUR;
      expect(await staff.staffOf(session)).toBeUndefined();
      const { session: later } = await joined();
      nowMs -= 20 * MINUTE;
      expect(await staff.staffOf(later)).toBeDefined();
      nowMs += 30 * MINUTE;
      expect(await staff.staffOf(later)).toBeUndefined();
    });

    it("is proved again under a new token, and still ends when it would have", async () => {
      const { session, staff: person } = await joined();
      nowMs += 20 * MINUTE;
      expect((await staff.staffOf(session))?.provedAt.getTime()).toBe(nowMs - 20 * MINUTE);
      expect(await staff.prove(session, byPassword({ password: "x" }))).toEqual({ ok: false, reason: "wrong" });
      const other = await joinedByPasskey();
      const theirs: Proof = { by: "passkey", answer: other.device.sign(challenge()) };
      expect(await staff.prove(session, theirs)).toEqual({ ok: false, reason: "wrong" });
      const proved = await staff.prove(session, byPassword());
      if (!proved.ok) throw new Error(proved.reason);
      expect(await staff.staffOf(session)).toBeUndefined();
      expect((await staff.staffOf(proved.session))?.provedAt.getTime()).toBe(nowMs);
      for (let time = 0; time < 34; time += 1) {
        nowMs += 20 * MINUTE;
        await staff.staffOf(proved.session);
      }
      expect(await staff.staffOf(proved.session)).toMatchObject({ staff: person });
      nowMs += 21 * MINUTE;
      expect(await staff.staffOf(proved.session)).toBeUndefined();
    });

    it("ends with signing out, with signing in again, and by who ends it; others stay", async () => {
      const { session, email, staff: person } = await joined();
      const second = await staff.signIn(email, byPassword(), { ...here, session });
      expect(await staff.staffOf(session)).toBeUndefined();
      if (!second.ok) throw new Error(second.reason);
      const third = await staff.signIn(email, byPassword({ code: code(1) }), { ...here, device: "Firefox, Windows" });
      if (!third.ok) throw new Error(third.reason);
      const { sessions } = await staff.ownSecurity(person.id, second.session);
      expect(sessions.map(({ device, isThis }) => [device, isThis]).sort()).toEqual([
        ["Chrome, Linux", true],
        ["Firefox, Windows", false],
      ]);
      expect(JSON.stringify(sessions)).not.toContain(third.session);
      const other = await joined();
      expect(await staff.endSessions(other.staff.id, other.staff, { only: sessions[0]?.id ?? "" })).toBe(0);
      const theirs = sessions.find(({ isThis }) => !isThis)?.id ?? "";
      expect(await staff.endSessions(person.id, person, { only: theirs })).toBe(1);
      expect(await staff.staffOf(third.session)).toBeUndefined();
      expect(await staff.staffOf(second.session)).toBeDefined();
      await staff.signOut(second.session);
      expect(await staff.staffOf(second.session)).toBeUndefined();
      expect(await fixture().testShop.everything(["staff_sessions"])).not.toContain(digest(second.session));
    });

    it("and links and challenges that ended are swept", async () => {
      const { session } = await joined();
      const { device } = await joinedByPasskey();
      await staff.signIn("", { by: "passkey", answer: device.sign(challenge()) }, here);
      await invite({ email: address(), name: "", role: "caller" }, undefined);
      const counts = async () =>
        (
          JSON.parse(
            await fixture().testShop.everything(["staff_sessions", "staff_links", "staff_challenges"]),
          ) as unknown[][]
        ).map((rows) => rows.length);
      await staff.forget();
      expect((await counts()).every((count) => count > 0)).toBe(true);
      expect(await staff.staffOf(session)).toBeDefined();
      nowMs += 36 * HOUR;
      await staff.forget();
      expect(await counts()).toEqual([0, 0, 0]);
    });
  });

  describe("the team", () => {
    it("always has an owner: the last one is neither removed nor gets another role, not even by a race", async () => {
      // Earlier tests left owners.
      const { people } = await staff.team();
      const [first, second] = [await joined(), await joined()];
      for (const person of people) await staff.endAccess(person.id, first.staff);
      const raced = await Promise.all([
        staff.endAccess(second.staff.id, first.staff),
        staff.setRole(first.staff.id, "packer", second.staff),
      ]);
      // Who comes second is no owner any more.
      expect(raced.sort()).toEqual(["done", "unknown"]);
      const [last] = (await staff.team()).people.filter(({ role }) => role === "owner");
      if (!last) throw new Error("No owner is left.");
      expect(await staff.endAccess(last.id, last)).toBe("last-owner");
      expect(await staff.setRole(last.id, "caller", last)).toBe("last-owner");
      expect(await staff.setRole("nobody", "caller", last)).toBe("unknown");
    });

    it("of who left, nothing opens any more", async () => {
      const owner = await joined();
      const person = await joined("caller");
      const keyed = await joinedByPasskey();
      const { token } = await invite({ email: person.email, name: "", role: "caller" }, owner.staff);
      for (const who of [person, keyed]) expect(await staff.endAccess(who.staff.id, owner.staff)).toBe("done");
      expect(await staff.endAccess(person.staff.id, owner.staff)).toBe("unknown");
      expect(await staff.staffOf(person.session)).toBeUndefined();
      expect(await staff.invitation(token)).toBeUndefined();
      const [recovery = ""] = person.recoveryCodes;
      for (const proof of [byPassword(), byPassword({ code: recovery })])
        expect(await staff.signIn(person.email, proof, here)).toMatchObject({ ok: false });
      const answer = keyed.device.sign(challenge());
      expect(await staff.signIn("", { by: "passkey", answer }, here)).toMatchObject({ ok: false });
      expect((await staff.team()).people.map(({ id: one }) => one)).not.toContain(person.staff.id);
    });

    it("has its changes in the journal, by whom", async () => {
      const owner = await joined();
      const { staff: person, session } = await joined("caller");
      await staff.setRole(person.id, "packer", owner.staff);
      await staff.setRole(person.id, "packer", owner.staff);
      await staff.endSessions(person.id, owner.staff);
      expect(await staff.staffOf(session)).toBeUndefined();
      await staff.endAccess(person.id, owner.staff);
      const rows = await journalOf(person.id);
      expect(rows.map(({ action }) => action).sort()).toEqual(
        ["staff-invited", "staff-joined", "staff-signed-in", "staff-role", "sessions-ended", "staff-ended"].sort(),
      );
      expect(rows.find(({ action }) => action === "staff-invited")?.actor).toBe("command");
      expect(rows.find(({ action }) => action === "staff-role")).toMatchObject({
        actor: "staff",
        after: { Rôle: "Préparation" },
      });
    });
  });

  describe("one's own security", () => {
    it("adds, names and removes passkeys, and keeps a last way in", async () => {
      const { staff: person, session } = await joinedByPasskey();
      const second = new FakeAuthenticator(person.id);
      const answer = second.make(challenge());
      expect(await staff.addPasskey(person, answer, "Ordinateur")).toBe(true);
      expect(await staff.addPasskey(person, answer, "Ordinateur")).toBe(false);
      expect(await staff.addPasskey(person, second.make(challenge()), "Encore")).toBe(false);
      expect(await staff.addPasskey(person, new FakeAuthenticator(person.id).make(challenge(), 0x41), "x")).toBe(false);
      const other = await joined();
      expect(await staff.renamePasskey(other.staff, second.id, "à moi")).toBe(false);
      expect(await staff.removePasskey(other.staff, second.id)).toBe("unknown");
      for (const _ of [1, 2]) expect(await staff.renamePasskey(person, second.id, "Caisse")).toBe(true);
      expect((await journalOf(person.id)).filter(({ before }) => before)).toEqual([
        expect.objectContaining({
          ...{ action: "staff-secured", actor: "staff" },
          ...{ before: { "Clé d'accès": "Ordinateur" }, after: { "Clé d'accès": "Caisse" } },
        }),
      ]);
      const { passkeys, hasPassword } = await staff.ownSecurity(person.id, session);
      expect([passkeys.map(({ name }) => name).sort(), hasPassword]).toEqual([["Caisse", "Téléphone"], false]);
      const [first, last] = passkeys;
      expect(await staff.removePasskey(person, first?.id ?? "")).toBe("done");
      expect(await staff.removePasskey(person, last?.id ?? "")).toBe("last");
      expect(await actionsOf(person.id)).toEqual(expect.arrayContaining(["staff-secured"]));
    });

    it("is under a name and an address, which is one person's; links to it are void", async () => {
      const { staff: person, session, email } = await joined("caller");
      const other = await joined();
      const [chosen, free] = [address(), address()];
      const { token } = await invite({ email: chosen, name: "", role: "owner" }, undefined);
      expect(await staff.setIdentity(person, { name: "Karim B.", email: other.email })).toBe("taken");
      await staff.endAccess((await joined("packer", free)).staff.id, other.staff);
      expect(await staff.setIdentity(person, { name: "Karim B.", email: free })).toBe("taken");
      expect(await actionsOf(person.id)).not.toContain("staff-renamed");
      expect(await staff.setIdentity(person, { name: "Karim B.", email: chosen })).toBe("done");
      expect(await staff.setIdentity(person, { name: "Karim B.", email: chosen })).toBe("done");
      expect((await staff.staffOf(session))?.staff).toMatchObject({ name: "Karim B.", email: chosen, role: "caller" });
      expect(await staff.invitation(token)).toBeUndefined();
      expect(await staff.signIn(email, byPassword(), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(chosen, byPassword(), here)).toMatchObject({ ok: true });
      const rows = (await journalOf(person.id)).filter(({ action }) => action === "staff-renamed");
      expect(rows).toEqual([
        expect.objectContaining({
          ...{ action: "staff-renamed", actor: "staff" },
          ...{ before: { Nom: "Nadia", "E-mail": email }, after: { Nom: "Karim B.", "E-mail": chosen } },
        }),
      ]);
    });

    it("sets password and app; other sessions end, and the old ones are void", async () => {
      const { staff: person, session, email } = await joined();
      const elsewhere = await staff.signIn(email, byPassword(), here);
      const chosen = "cinq figues de Barbarie";
      const set = (current: string) => staff.setMeans(person, session, { password: { current, chosen } });
      expect(await set("x")).toBe("wrong");
      expect(await set(PASSWORD)).toBe("done");
      expect(await staff.staffOf(session)).toBeDefined();
      expect(elsewhere.ok && (await staff.staffOf(elsewhere.session))).toBeUndefined();
      nowMs += MINUTE;
      expect(await staff.signIn(email, byPassword(), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(email, byPassword({ password: chosen }), here)).toMatchObject({ ok: true });
      nowMs += MINUTE;
      const secret = "KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU";
      expect(await staff.setMeans(person, session, { app: { secret, code: code() } })).toBe("code");
      expect(await staff.setMeans(person, session, { app: { secret, code: code(0, secret) } })).toBe("done");
      nowMs += MINUTE;
      const proof = (of: string) => byPassword({ password: chosen, code: code(0, of) });
      expect(await staff.signIn(email, proof(SECRET), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(email, proof(secret), here)).toMatchObject({ ok: true });
    });

    it("gives who has a passkey alone a password only together with an app", async () => {
      const { staff: person, session } = await joinedByPasskey();
      const password = { current: "", chosen: PASSWORD };
      const app = { secret: SECRET, code: code(-1) };
      expect(await staff.setMeans(person, session, { password })).toBe("wrong");
      expect(await staff.setMeans(person, session, { app })).toBe("wrong");
      expect(await staff.setMeans(person, session, { password, app })).toBe("done");
      expect(await staff.signIn(person.email, byPassword(), here)).toMatchObject({ ok: true });
    });

    it("limits guesses of the current password", async () => {
      const { staff: person, session } = await joined();
      const guess = (current: string) => staff.setMeans(person, session, { password: { current, chosen: PASSWORD } });
      for (let time = 0; time < 10; time += 1) expect(await guess("x")).toBe("wrong");
      expect(await guess(PASSWORD)).toBe("limited");
    });

    it("renews recovery codes", async () => {
      const { staff: person, session, email, recoveryCodes } = await joined();
      const renewed = await staff.renewRecoveryCodes(person);
      expect(renewed).toHaveLength(10);
      const proof = (one: string | undefined) => byPassword({ code: one ?? "" });
      expect(await staff.signIn(email, proof(recoveryCodes[0]), here)).toMatchObject({ ok: false });
      expect(await staff.signIn(email, proof(renewed[0]), here)).toMatchObject({ ok: true });
      expect((await staff.ownSecurity(person.id, session)).recoveryCodes).toBe(9);
    });
  });
});
