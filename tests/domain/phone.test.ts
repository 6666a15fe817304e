import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiDigits, formatPhone, maskPhone, normalisePhone } from "~/domain/values/phone";

/** A digit of the script that starts with this zero. */
const written = (sign: string, nought: string) =>
  /\d/.test(sign) ? String.fromCodePoint((nought.codePointAt(0) ?? 0) + Number(sign)) : sign;

describe("normalisePhone (section 5, decision 003)", () => {
  it.each([
    "0550123456",
    "05 50 12 34 56",
    "0550.12.34.56",
    "0550-12-34-56",
    "(0550) 12 34 56",
    "+213550123456",
    "+213 550 12 34 56",
    "+213 0550 12 34 56",
    "+213 (0) 550 12 34 56",
    "00213550123456",
    "٠٥٥٠١٢٣٤٥٦",
    "۰۵۵۰۱۲۳۴۵۶",
    " 0550\u00a012\u202f34 56 ",
    "\u200e+213 550 12 34 56\u200f",
    "\u202a0550123456\u202c",
    "\u061c0550\u200b12\u00ad34\u206056\ufeff",
    "0550‑12‑34‑56",
    "0550_12_34_56",
    "0550—12—34\u221256.",
    "0550, 12, 34, 56",
    "[+213] 550 12·34:56",
    "« 0550 12 34 56 »",
  ])("reads %s", (typed) => expect(normalisePhone(typed)).toBe("0550123456"));

  it.each([
    ["0661234567", "0661234567"],
    ["0771234567", "0771234567"],
    ["021123456", "021123456"],
    ["+21321123456", "021123456"],
    ["031123456", "031123456"],
    // Oran and the west.
    ["041 12 34 56", "041123456"],
    ["043123456", "043123456"],
    ["045123456", "045123456"],
    ["048123456", "048123456"],
    ["049123456", "049123456"],
    ["41123456", "041123456"],
    ["+213 41 12 34 56", "041123456"],
    ["213041123456", "041123456"],
    // As phones fill in their own number.
    ["550123456", "0550123456"],
    ["213550123456", "0550123456"],
    ["2130550123456", "0550123456"],
    // Of Algiers, and not the country's number.
    ["021312345", "021312345"],
    ["21312345", "021312345"],
  ])("reads %s as %s", (typed, expected) => expect(normalisePhone(typed)).toBe(expected));

  it.each([
    "",
    "0",
    "055012345",
    "05501234567",
    "0150123456",
    "0450123456",
    "0850123456",
    "0950123456",
    "+550123456",
    "00550123456",
    "0041123456",
    "55012345",
    "450123456",
    "041 12 34 567",
    "+33612345678",
    "0033612345678",
    "+2130",
    "213",
    "213213550123456",
    "0550 12 34 5x",
    "numéro",
    "<script>",
    "0550123456;0661234567",
    "041123456, 041123457",
    "0550 12 34 56, 0661 23 45 67",
    "*31#0550123456",
    "=0550123456",
    "\u0000",
    "\ud800",
  ])("refuses %s", (typed) => expect(normalisePhone(typed)).toBeUndefined());

  it("reads one number from every spelling of it", () => {
    const number = fc.stringMatching(/^([567]\d{8}|[234]\d{7})$/);
    const before = fc.constantFrom("", "0", "+213", "00213", "213", "+2130", "+213(0)", "213 0");
    const gap = fc.constantFrom("", "", "", " ", "\u00a0", "\u202f", ".", "-", "–", "/", "\u200e");
    const zero = fc.constantFrom("0", "٠", "۰");
    fc.assert(
      fc.property(
        number,
        before,
        fc.array(gap, { minLength: 24, maxLength: 24 }),
        zero,
        (digits, start, gaps, nought) => {
          const typed = [...`${start}${digits}`]
            .map((sign, index) => `${gaps[index]}${written(sign, nought)}`)
            .join("");
          expect(normalisePhone(typed)).toBe(`0${digits}`);
          expect(normalisePhone(formatPhone(`0${digits}`))).toBe(`0${digits}`);
        },
      ),
    );
  });

  it("takes any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const phone = normalisePhone(text);
        if (phone !== undefined) expect(phone).toMatch(/^0([567]\d{8}|[234]\d{7})$/);
      }),
    );
  });
});

describe("writing a number out", () => {
  it("groups mobile and landline numbers", () => {
    expect(formatPhone("0550123456")).toBe("0550\u00a012\u00a034\u00a056");
    expect(formatPhone("041123456")).toBe("041\u00a012\u00a034\u00a056");
  });

  it("leaves two digits on pages that can be shared, and says no more of the number (S-6)", () => {
    expect(maskPhone("0550123456")).toBe("••\u00a0••\u00a0••\u00a0••\u00a056");
    expect(maskPhone("021123456")).toBe(maskPhone("0550123456"));
  });

  it("reads Arabic digits only as digits", () => {
    expect(asciiDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ abc é")).toBe("0123456789 0123456789 abc é");
  });
});
