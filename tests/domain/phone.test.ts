import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asciiDigits, formatPhone, maskPhone, normalisePhone } from "~/domain/phone";

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
    "0550‑12‑34‑56",
  ])("reads %s", (typed) => expect(normalisePhone(typed)).toBe("0550123456"));

  it.each([
    ["0661234567", "0661234567"],
    ["0771234567", "0771234567"],
    // Oran's own area code: the specification's pattern knows 02 and 03 only.
    ["041123456", undefined],
    ["021123456", "021123456"],
    ["+21321123456", "021123456"],
    ["031123456", "031123456"],
  ])("checks %s", (typed, expected) => expect(normalisePhone(typed)).toBe(expected));

  it.each([
    "",
    "0",
    "055012345",
    "05501234567",
    "0150123456",
    "0450123456",
    "0850123456",
    "0950123456",
    "550123456",
    "+33612345678",
    "+2130",
    "0550 12 34 5x",
    "numéro",
    "<script>",
    "0550123456;0661234567",
    "\u0000",
    "\ud800",
  ])("refuses %s", (typed) => expect(normalisePhone(typed)).toBeUndefined());

  it("changes nothing that is normal already, however it is written out", () => {
    const mobile = fc.stringMatching(/^0[567]\d{8}$/);
    const landline = fc.stringMatching(/^0[23]\d{7}$/);
    fc.assert(
      fc.property(fc.oneof(mobile, landline), (phone) => {
        expect(normalisePhone(phone)).toBe(phone);
        expect(normalisePhone(formatPhone(phone))).toBe(phone);
        expect(normalisePhone(`+213${phone.slice(1)}`)).toBe(phone);
        expect(normalisePhone(`00213 ${phone.slice(1)}`)).toBe(phone);
      }),
    );
  });

  it("takes any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const phone = normalisePhone(text);
        if (phone !== undefined) expect(phone).toMatch(/^0([567]\d{8}|[23]\d{7})$/);
      }),
    );
  });
});

describe("writing a number out", () => {
  it("groups mobile and landline numbers", () => {
    expect(formatPhone("0550123456")).toBe("0550\u00a012\u00a034\u00a056");
    expect(formatPhone("021123456")).toBe("021\u00a012\u00a034\u00a056");
  });

  it("leaves two digits on pages that can be shared, and says no more of the number (S-6)", () => {
    expect(maskPhone("0550123456")).toBe("••\u00a0••\u00a0••\u00a0••\u00a056");
    expect(maskPhone("021123456")).toBe(maskPhone("0550123456"));
  });

  it("reads Arabic digits only as digits", () => {
    expect(asciiDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ abc é")).toBe("0123456789 0123456789 abc é");
  });
});
