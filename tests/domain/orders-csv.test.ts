import { describe, expect, it } from "vitest";
import { table, WIDTH, wrapped } from "~/commands/terminal-text";
import { csvCell, csvHead, csvRow } from "~/domain/office/orders-csv";
import type { Order } from "~/domain/order/order";

describe("cells of the list of orders", () => {
  const hidden = ["\t", "\r", "\n", " ", "\u00a0", "\u200b"].map((sign) => `${sign}=1`);
  const wide = ["＝1", "＋1", "－1", "＠x", "−1"];
  it.each(["=1+1", "+213550", "-5", "@SUM(A1)", ...hidden, ...wide, "\tOran"])("never begin a formula: %j", (typed) => {
    expect(csvCell(typed).slice(0, 2)).toBe(`"'`);
  });
  it.each(["0042", "3614567890128"])("keep the digits of a reference, which a number would lose: %j", (typed) => {
    expect(csvCell(typed)).toBe(`"'${typed}"`);
  });
  it.each(["7-41", "12/36", "7.41", "1-7-41", "2026-11-26", "12E4", "3e+10"])(
    "keep a reference that would be read as a date or a power of ten: %j",
    (typed) => {
      expect(csvCell(typed)).toBe(`"'${typed}"`);
    },
  );
  const numbers = ["K7MQ-4TXP", "2345-6789", "yal-12345", "WH-7-41", "12E4-41"];
  it.each([...numbers, "21/11/2026 23:30", "0550 12 34 56", "0", "31", "0042\n0043"])(
    "stay what they are where a spreadsheet loses nothing: %j",
    (text) => {
      expect(csvCell(text)).toBe(`"${text}"`);
    },
  );
  it("stay what they are otherwise, with their quotes and semicolons inside", () => {
    expect(csvCell("12, rue Larbi; n° 3")).toBe('"12, rue Larbi; n° 3"');
    expect(csvCell('dit "le grand"')).toBe('"dit ""le grand"""');
    expect(csvCell("a=b")).toBe('"a=b"');
    expect(csvCell(12_500)).toBe("12500");
  });
});

const order = {
  number: "K7MQ-4TXP",
  status: "confirmed",
  createdAt: new Date("2026-11-21T23:30:00Z"),
  recipient: {
    lastName: '=HYPERLINK("x")',
    firstName: "Samira",
    phone: "0550123456",
    wilayaId: 1,
    wilayaName: "Adrar",
    communeName: "Adrar",
    mode: "home",
    address: "12, rue;\nLarbi",
    notes: "",
  },
  lines: [
    {
      variantId: "boston-40",
      name: "Boston",
      color: { slug: "noir", name: "Noir", hex: "" },
      size: 40,
      quantity: 2,
      price: 5_000,
    },
    {
      variantId: "gone",
      name: "Tee",
      color: { slug: "blue", name: "Blue", hex: "" },
      size: 102,
      sizeLabel: "Large",
      quantity: 1,
      price: 2_000,
    },
  ],
  subtotal: 12_000,
  reward: 0,
  fees: { totalFee: 1_650 },
  total: 13_650,
  provenance: { source: "=cmd|' /C calc'!A0", campaign: 'Rentrée; "2026"', site: "l.instagram.com" },
} as unknown as Order;

const plain = { order, references: new Map(), channel: undefined, tracking: undefined, steps: [] };

describe("the list of orders", () => {
  it("opens in a French spreadsheet: mark, semicolons, CRLF, dates of Algiers", () => {
    expect(csvHead()).toMatch(
      /^\ufeff"Numéro";"Date";.*;"Total \(DA\)";"Source";"Support";"Campagne";"Venu de";"Canal";"Numéro du colis";"Références";"Confirmée le";"Expédiée le";"Livrée le";"Retournée le"\r\n$/,
    );
    const references = new Map([["boston-40", "BOS-NOIR-40"]]);
    const steps = [
      { status: "confirmed" as const, at: new Date("2026-11-22T09:00:00Z") },
      { status: "shipped" as const, at: new Date("2026-11-24T23:30:00Z") },
    ];
    expect(csvRow({ order, references, channel: "instagram", tracking: "yal-12ABC3", steps })).toBe(
      [
        '"K7MQ-4TXP"',
        '"22/11/2026 00:30"',
        '"Confirmée"',
        '"\'=HYPERLINK(""x"")"',
        '"Samira"',
        '"0550 12 34 56"',
        '"01 Adrar"',
        '"Adrar"',
        '"À domicile"',
        '""',
        '"12, rue;\nLarbi"',
        '""',
        '"2 × Boston, Noir, pointure 40\n1 × Tee, Blue, taille Large"',
        "3;12000;0;1650;13650",
        `"'=cmd|' /C calc'!A0";"";"Rentrée; ""2026""";"l.instagram.com"`,
        '"Instagram";"yal-12ABC3";"BOS-NOIR-40\ninconnue"',
        '"22/11/2026 10:00";"25/11/2026 00:30";"";""\r\n',
      ].join(";"),
    );
  });
});

it("an order that has taken nothing from stock yet is called what the list of the office calls it", () => {
  const statusOf = (changes: Partial<Order>) => csvRow({ ...plain, order: { ...order, ...changes } }).split(";")[2];
  expect(statusOf({ status: "pending", reserved: false })).toBe('"À réserver"');
  expect(statusOf({ status: "pending", reserved: true })).toBe('"En attente"');
});

it("an order of the shop's own pages without a parcel says so", () => {
  expect(csvRow(plain)).toMatch(/;"Boutique en ligne";"";"inconnue\ninconnue";"";"";"";""\r\n$/);
});

describe("text for a terminal", () => {
  it("is a table that fits, cut where it would not, and moved by nobody's control characters", () => {
    const columns = [
      { title: "Nom", width: 6 },
      { title: "Total", width: 8, align: "end" as const },
    ];
    expect(
      table(columns, [
        ["Benali", "5 DA"],
        ["Bencheikh", "12 DA"],
        ["\u001b[2Ja\nb", ""],
      ]),
    ).toBe(["Nom     Total", "Benali   5 DA", "Bench…  12 DA", "[2Ja b"].join("\n"));
  });
  it("goes on below where its words began", () => {
    const lines = wrapped(`ligne 2  ${"mot ".repeat(40)}`.trim(), 9).split("\n");
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.every((line) => line.length <= WIDTH)).toBe(true);
    expect(lines[1]?.startsWith("         mot")).toBe(true);
  });
});
