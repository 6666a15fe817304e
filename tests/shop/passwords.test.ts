import { describe, expect, it } from "vitest";
import { hashPassword, isPassword, nobodysPassword } from "~/shop/local/passwords.server";
import { ShopUnavailable } from "~/shop/shop";

describe("passwords", () => {
  it("are kept with what they cost, each with a salt of its own, and checked by that", async () => {
    const [one, other] = [await hashPassword("olives", 10, "a"), await hashPassword("olives", 11, "a")];
    expect(one).toMatch(/^scrypt\$10\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(other).toMatch(/^scrypt\$11\$/);
    expect(await hashPassword("olives", 10, "a")).not.toBe(one);
    for (const kept of [one, other]) {
      expect(await isPassword("olives", kept, "a")).toBe(true);
      expect(await isPassword("Olives", kept, "a")).toBe(false);
    }
    // Two ways to write one letter are one password.
    expect(await isPassword("\u0065\u0301t\u0065", await hashPassword("\u00e9te", 10, "a"), "a")).toBe(true);
  });

  it("of nobody is like any other, and nobody has it", async () => {
    expect(nobodysPassword(10)).toMatch(/^scrypt\$10\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPassword("", nobodysPassword(10), "a")).toBe(false);
  });

  it("are checked a few at a time: too many are told so, and one who asks too often keeps nobody else out", async () => {
    const outcome = (work: Promise<unknown>) =>
      work.then(
        () => "done",
        (error) => error.constructor,
      );
    const ask = (whose: string) => outcome(hashPassword("olives", 14, whose));
    const many = Array.from({ length: 40 }, () => ask("one"));
    const other = ask("other");
    const results = await Promise.all(many);
    expect(results.filter((result) => result === "done")).toHaveLength(12);
    expect(results.filter((result) => result === ShopUnavailable)).toHaveLength(28);
    expect(await other).toBe("done");
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`somebody ${index}`)));
    expect(crowd.filter((result) => result === "done")).toHaveLength(26);
    // Who was refused may come again.
    expect(await ask("one")).toBe("done");
  });
});
