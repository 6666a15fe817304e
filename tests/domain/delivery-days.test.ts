import { describe, expect, it } from "vitest";
import { deliveryDays } from "~/domain/delivery/delivery-days";

describe("the days of a delivery", () => {
  it.each([
    ["2026-11-25T10:00Z", "entre jeudi 26 et lundi 30"],
    // A Friday is no day of delivery, as the first or the last.
    ["2026-11-26T10:00Z", "entre samedi 28 et mardi 1er"],
    ["2026-11-22T10:00Z", "entre lundi 23 et samedi 28"],
    // It is Wednesday already in Algiers, and Tuesday still in London.
    ["2026-11-24T23:30Z", "entre jeudi 26 et lundi 30"],
  ])("at %s are %s", (now, days) => expect(deliveryDays(new Date(now))).toBe(days));
});
