import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { knownPlace, type Place, placeOf, withPasswordSlot } from "~/shop/local/password-queue.server";
import { hashPassword, isPassword, nobodysPassword } from "~/shop/local/passwords.server";
import { ShopUnavailable } from "~/shop/shop";

const anywhere: Place = { kind: "shopper", owner: "192.0.2.1" };

describe("passwords", () => {
  it("are kept with what they cost, each with a salt of its own, and checked by that", async () => {
    const [first, other] = [await hashPassword("olives", 10, anywhere), await hashPassword("olives", 11, anywhere)];
    expect(first).toMatch(/^scrypt\$10\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(other).toMatch(/^scrypt\$11\$/);
    expect(await hashPassword("olives", 10, anywhere)).not.toBe(first);
    for (const kept of [first, other]) {
      expect(await isPassword("olives", kept)).toBe(true);
      expect(await isPassword("Olives", kept)).toBe(false);
    }
    // Two ways to write one letter are one password.
    expect(await isPassword("\u0065\u0301t\u0065", await hashPassword("\u00e9te", 10, anywhere))).toBe(true);
  });

  it("of nobody is like any other, and nobody has it", async () => {
    expect(nobodysPassword(10)).toMatch(/^scrypt\$10\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPassword("", nobodysPassword(10))).toBe(false);
  });

  describe("are checked two at a time, and so many wait (T-17)", () => {
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => "done",
        (error) => (error instanceof ShopUnavailable ? "refused" : error),
      );
    /** Owners in the order in which their checks began. */
    const begun: string[] = [];
    const ask = (place: Place) =>
      outcome(
        withPasswordSlot(place, async () => {
          begun.push(place.owner);
          await nextTurn();
        }),
      );
    const count = (outcomes: string[], wanted: string) => outcomes.filter((item) => item === wanted).length;
    const shopper = (address: string): Place => ({ kind: "shopper", owner: address });

    beforeEach(async () => {
      begun.length = 0;
      // A check gives its turn back a moment after its answer.
      await nextTurn();
    });

    it("one address has a share of the places, so that each newcomer finds one", async () => {
      const many = Array.from({ length: 30 }, () => ask(shopper("attacker")));
      const others = Array.from({ length: 6 }, (_, index) => ask(shopper(`shopper ${index}`)));
      expect(await Promise.all(others)).toEqual(Array(6).fill("done"));
      // Two that found nobody before them, and its first among those who waited.
      expect(count(begun.slice(0, begun.indexOf("shopper 5")), "attacker")).toBe(3);
      const results = await Promise.all(many);
      expect(count(results, "done")).toBe(2 + 6);
      expect(count(results, "refused")).toBe(22);
      // Who was refused may come again.
      expect(await ask(shopper("attacker"))).toBe("done");
    });

    it("a crowd of addresses keeps neither known browsers out nor each other longer than their turn", async () => {
      const crowd = Array.from({ length: 40 }, (_, index) => ask(shopper(`somebody ${index}`)));
      const known = Array.from({ length: 12 }, (_, index) => ask(knownPlace(`owner ${index}`)));
      const stranger = ask({ kind: "other", owner: "nobody" });
      expect(await Promise.all(known)).toEqual(Array(12).fill("done"));
      // Two that found nobody before them; then known browsers have every second turn.
      const turns = known.flatMap((_, index) => [`owner ${index}`, `somebody ${2 + index}`]);
      expect(begun.slice(2, 2 + 24)).toEqual(turns);
      expect(await stranger).toBe("done");
      expect(count(await Promise.all(crowd), "done")).toBe(26);
    });

    it("known browsers that ask without end leave the others a turn of the two", async () => {
      const without = async (owner: string) => {
        for (let time = 0; time < 20; time += 1) await ask(knownPlace(owner));
      };
      const attackers = ["one", "two"].flatMap((owner) => Array.from({ length: 6 }, () => without(owner)));
      const others = Array.from({ length: 12 }, (_, index) => ask(shopper(`shopper ${index}`)));
      const stranger = ask({ kind: "other", owner: "nobody" });
      expect(await Promise.all(others)).toEqual(Array(12).fill("done"));
      expect(await stranger).toBe("done");
      expect(begun.indexOf("nobody")).toBeLessThanOrEqual(2 + 2 * 13);
      await Promise.all(attackers);
    });

    it("who stores a password waits there as well", async () => {
      const full = Array.from({ length: 2 + 6 }, () => ask(anywhere));
      expect(await outcome(hashPassword("olives", 10, anywhere))).toBe("refused");
      await Promise.all(full);
      expect(await outcome(hashPassword("olives", 10, anywhere))).toBe("done");
    });

    it("without addresses, who has filled in a form waits apart from who has not", async () => {
      const caller = { device: "" };
      expect(placeOf({ ...caller, address: "192.0.2.1", filledIn: true }, "a@example.com")).toEqual(anywhere);
      const without = Array.from({ length: 30 }, (_, index) => ask(placeOf(caller, `${index}@example.com`)));
      const filledIn = ask(placeOf({ ...caller, filledIn: true }, "samira@example.com"));
      expect(await filledIn).toBe("done");
      expect(count(await Promise.all(without), "done")).toBe(8);
    });
  });
});
