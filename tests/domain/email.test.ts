import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { letterBoxOf, normaliseEmail } from "~/domain/values/email";

describe("an e-mail address", () => {
  it.each([
    ["samira@example.com", "samira@example.com"],
    ["  Samira.Benali+shop@Example.CO.dz ", "samira.benali+shop@example.co.dz"],
    ["\u200bsamira@example.com\u200f", "samira@example.com"],
    ["samira@example.com.", "samira@example.com"],
    ["samira@example.com... ", "samira@example.com"],
    ["o'hara_1@mail.example", "o'hara_1@mail.example"],
  ])("%j is %s", (typed, address) => {
    expect(normaliseEmail(typed)).toBe(address);
  });

  it.each([
    "",
    "samira",
    "samira@",
    "@example.com",
    "samira@example",
    "samira@example..com",
    "samira@-example.com",
    "samira@example.",
    "samira@example.com.,",
    "sam ira@example.com",
    "samira@example.com, other@example.com",
    "samira@example.com;other@example.com",
    "Samira <samira@example.com>",
    '"samira other@example.com"@example.com',
    "samira@example.com(other@example.com)",
    "samira@[127.0.0.1]",
    "samira@example.com\nBcc: other@example.com",
    "samira@exa\u0000mple.com",
    "sami\u00e9@example.com",
    `${"a".repeat(250)}@example.com`,
  ])("%j is none", (typed) => {
    expect(normaliseEmail(typed)).toBeUndefined();
  });

  it("is one address, without anything that a header or a list is made of, whatever was typed", () => {
    const part = fc.oneof(
      fc.constantFrom("@", ".", ",", ";", "<", ">", "\r\n", " ", '"', "a", "example", ".com", "Bcc:", "(", ")"),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const address = normaliseEmail(parts.join(""));
        if (address === undefined) return;
        expect(address).toMatch(/^[^\s,;:<>()[\]"\\@]+@[a-z0-9.-]+\.[a-z0-9-]+$/);
        expect(normaliseEmail(address)).toBe(address);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the letter box of an address", () => {
  it.each([
    ["samira@example.com", "samira@example.com"],
    ["samira+1@example.com", "samira@example.com"],
    ["samira+a+b@example.com", "samira@example.com"],
    ["+1@example.com", "+1@example.com"],
    ["0550123456", "0550123456"],
  ])("of %s is that of %s", (address, box) => {
    expect(letterBoxOf(address)).toBe(box);
  });
});
