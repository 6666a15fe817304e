import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  mergeLines,
  normaliseOrderNumber,
  orderContent,
  orderNumber,
  orderPath,
  orderStatuses,
  type Recipient,
  statusLabels,
  statusSteps,
} from "~/domain/order/order";

const recipient: Recipient = {
  lastName: "Benali",
  firstName: "Samira",
  phone: "0550123456",
  wilayaId: 31,
  communeId: 3101,
  mode: "home",
  address: "12, rue Larbi Ben M'hidi",
  notes: "",
};
const line = (variantId: string, quantity: number, price = 5_000) => ({ variantId, quantity, price });

describe("the way of an order", () => {
  it("has four steps, or ends as it ended", () => {
    const usual = ["pending", "confirmed", "shipped", "delivered"];
    expect(orderPath("pending", ["pending"])).toEqual(usual);
    expect(orderPath("delivered", ["pending", "confirmed", "shipped", "delivered"])).toEqual(usual);
    expect(orderPath("cancelled", ["pending", "cancelled"])).toEqual(["pending", "cancelled"]);
    expect(orderPath("returned", ["pending", "confirmed", "shipped", "returned"])).toEqual([
      "pending",
      "confirmed",
      "shipped",
      "returned",
    ]);
  });
});

describe("order numbers", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it("are eight characters that nobody mistakes for each other", () => {
    fc.assert(
      fc.property(bytes, (random) => {
        fc.pre(random.filter((byte) => byte < 240).length >= 8);
        expect(orderNumber(random)).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
    expect(orderNumber(new Uint8Array(16))).toBe("2222-2222");
    expect(() => orderNumber(new Uint8Array(7))).toThrow(RangeError);
    expect(() => orderNumber(new Uint8Array(64).fill(250))).toThrow(RangeError);
  });

  it("make every character equally likely", () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 240; byte += 1) {
      const character = orderNumber(new Uint8Array(8).fill(byte)).charAt(0);
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual(Array.from({ length: 30 }, () => 8));
  });

  it("are read however they are typed", () => {
    for (const typed of [
      "K7MQ-4TXP",
      "k7mq-4txp",
      "K7MQ4TXP",
      " k7mq 4txp ",
      "n° K7MQ-4TXP",
      "Commande n°\u00a0K7MQ-4TXP",
      "N° k7mq 4txp",
      "N°K7MQ-4TXP",
      "Commande nº K7MQ-4TXP",
      "#K7MQ-4TXP",
      "K7MQ—4TXP",
    ])
      expect(normaliseOrderNumber(typed)).toBe("K7MQ-4TXP");
    for (const typed of ["", "K7MQ-4TX", "K7MQ-4TXPP", "K7MO-4TXP", "K7M0-4TXP", "\u0000", "ÀÉÎÔÙÇÑŸ"])
      expect(normaliseOrderNumber(typed)).toBeUndefined();
  });

  it("come back from every spelling, and from any text either one or none", () => {
    const spelled = fc
      .tuple(
        bytes,
        fc.array(fc.constantFrom("", " ", "-", "—", ".", "n°\u00a0", "\u200b"), { minLength: 8, maxLength: 8 }),
      )
      .filter(([random]) => random.filter((byte) => byte < 240).length >= 8)
      .map(([random, marks]) => {
        const number = orderNumber(random);
        const spelling = [...number.replace("-", "")].map((letter, at) => `${at === 0 ? "" : marks[at]}${letter}`);
        return { number, typed: spelling.join("").replaceAll("n°", "").toLowerCase() };
      });
    fc.assert(fc.property(spelled, ({ number, typed }) => normaliseOrderNumber(typed) === number));
    const letters = fc.string({ unit: fc.constantFrom(..."23ABKMQ7TXPß0OilI-. é".split("")), maxLength: 12 });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: "binary" })), (typed) => {
        const number = normaliseOrderNumber(typed);
        if (number === undefined) return;
        expect(number).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
        expect(normaliseOrderNumber(number)).toBe(number);
      }),
      { numRuns: 500 },
    );
  });
});

describe("merged lines", () => {
  it("add up lines of one variant and stand in the order of ids", () => {
    expect(mergeLines([line("b", 1), line("a", 2), line("b", 3)])).toEqual([line("a", 2), line("b", 4)]);
    expect(mergeLines([])).toEqual([]);
  });

  it("leave the given lines alone, and keep the sum", () => {
    const lines = fc.array(
      fc.record({ variantId: fc.constantFrom("a", "b", "c"), quantity: fc.nat(), price: fc.nat() }),
    );
    fc.assert(
      fc.property(lines, (given) => {
        const before = structuredClone(given);
        const merged = mergeLines(given);
        expect(given).toEqual(before);
        const sum = (list: { quantity: number }[]) => list.reduce((total, item) => total + item.quantity, 0);
        expect(sum(merged)).toBe(sum(given));
        const ids = merged.map((item) => item.variantId);
        expect(ids).toEqual([...new Set(ids)].sort());
      }),
    );
  });
});

describe("the content of an order (PE-6)", () => {
  const content = orderContent([line("a", 1), line("b", 2)], recipient);

  it("is the same for the same wish", () => {
    expect(orderContent([line("b", 2), line("a", 1)], recipient)).toBe(content);
    expect(orderContent([line("b", 1), line("a", 1), line("b", 1)], { ...recipient })).toBe(content);
    // A price that changed between two posts of one form makes no other wish.
    expect(orderContent([line("a", 1, 1), line("b", 2, 1)], recipient)).toBe(content);
  });

  it("is the same for equal wishes and for no others, whatever is typed into any field", () => {
    // Texts that would run into each other, were they merely put side by side.
    const text = fc.oneof(fc.constantFrom("", ",", '"', '","', "\\", "[", "null", "1"), fc.string({ maxLength: 4 }));
    const wish = fc.record({
      lines: fc.array(
        fc.record({ variantId: fc.oneof(fc.constantFrom("a", "b"), text), quantity: fc.nat(3), price: fc.nat(2) }),
        {
          maxLength: 4,
        },
      ),
      to: fc.record({
        lastName: text,
        firstName: text,
        phone: fc.constantFrom("0550123456", "0661234567"),
        wilayaId: fc.nat(1),
        communeId: fc.nat(1),
        mode: fc.constantFrom("home" as const, "pickup" as const),
        pickupPointId: fc.option(fc.nat(1), { nil: undefined }),
        address: text,
        notes: text,
      }),
    });
    type Wish = {
      lines: ReturnType<typeof line>[];
      to: Omit<Recipient, "pickupPointId"> & { pickupPointId: number | undefined };
    };
    const contentOf = ({ lines, to: { pickupPointId, ...to } }: Wish) =>
      orderContent(lines, { ...to, ...(pickupPointId === undefined ? {} : { pickupPointId: pickupPointId }) });
    const meaning = ({ lines, to }: Wish) => [
      mergeLines(lines).map(({ variantId, quantity }) => [variantId, quantity]),
      { ...to },
    ];
    fc.assert(
      fc.property(wish, wish, (item, other) => {
        expect(contentOf({ ...item, lines: [...item.lines].reverse() })).toBe(contentOf(item));
        // Two wishes share fields by chance, so each field is also changed by itself.
        for (const key of Object.keys(item.to) as (keyof Wish["to"])[]) {
          const changed = { lines: item.lines, to: { ...item.to, [key]: other.to[key] } };
          expect(contentOf(changed) === contentOf(item)).toBe(isDeepStrictEqual(meaning(changed), meaning(item)));
        }
        expect(contentOf(other) === contentOf(item)).toBe(isDeepStrictEqual(meaning(other), meaning(item)));
      }),
      { numRuns: 300 },
    );
  });

  it("is another with another quantity or variant", () => {
    expect(orderContent([line("a", 2), line("b", 2)], recipient)).not.toBe(content);
    expect(orderContent([line("a", 1), line("c", 2)], recipient)).not.toBe(content);
    expect(orderContent([line("a", 1)], recipient)).not.toBe(content);
  });
});

describe("statuses", () => {
  it("have a label and steps that never lead back", () => {
    const reachable = (from: (typeof orderStatuses)[number]): string[] =>
      statusSteps[from].flatMap((to) => [to, ...reachable(to)]);
    for (const status of orderStatuses) {
      expect(statusLabels[status]).not.toBe("");
      expect(reachable(status)).not.toContain(status);
    }
    expect(new Set(["pending", ...reachable("pending")])).toEqual(new Set(orderStatuses));
  });

  it("end with the parcel back or the order cancelled", () => {
    expect(orderStatuses.filter((status) => statusSteps[status].length === 0)).toEqual(["returned", "cancelled"]);
  });
});
