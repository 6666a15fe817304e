import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  billableKg,
  defaultDeliverySettings,
  feesFor,
  ONE_PAIR,
  parcelOf,
  type Rate,
} from "~/domain/delivery/delivery";

const rate: Rate = { home: 800, pickup: 400, oversizePerKg: 50, codPercentage: 0.75, insurancePercentage: 0.5 };
const settings = defaultDeliverySettings;

describe("the parcel", () => {
  it("is the specification's for one pair, and stacks boxes for several", () => {
    expect(parcelOf(1)).toEqual({ weightKg: 1, lengthCm: 30, widthCm: 20, heightCm: 10 });
    expect(parcelOf(3)).toEqual({ weightKg: 3, lengthCm: 30, widthCm: 20, heightCm: 30 });
    expect(ONE_PAIR.weightKg).toBe(1);
  });

  it("is billed by the larger of weight and volume", () => {
    expect(billableKg(parcelOf(1))).toBeCloseTo(1.2);
    expect(billableKg({ weightKg: 7, lengthCm: 10, widthCm: 10, heightCm: 10 })).toBe(7);
  });
});

describe("the courier's price formula", () => {
  it("is the base fee up to five kilograms", () => {
    expect(feesFor(rate, "home", parcelOf(4), 10_000, settings)).toEqual({
      deliveryFee: 800,
      codFee: 75,
      insuranceFee: 0,
      totalFee: 800,
      deliveryTime: 7,
    });
    expect(feesFor(rate, "pickup", parcelOf(1), 10_000, settings).totalFee).toBe(400);
  });

  it("charges every kilogram above five", () => {
    // Ten pairs: 12 kg by volume.
    expect(feesFor(rate, "home", parcelOf(10), 1, settings).deliveryFee).toBe(800 + 7 * 50);
    expect(feesFor({ ...rate, oversizePerKg: 100 }, "home", parcelOf(10), 1, settings).deliveryFee).toBe(1_500);
  });

  it.each([
    [{}, 800],
    [{ shopperPaysCod: true }, 875],
    [{ shopperPaysInsurance: true }, 800],
    [{ insured: true }, 800],
    [{ insured: true, shopperPaysInsurance: true }, 850],
    [{ insured: true, shopperPaysInsurance: true, shopperPaysCod: true }, 925],
  ])("lets the shopper bear what the settings say: %o", (changes, totalFee) => {
    expect(feesFor(rate, "home", parcelOf(1), 10_000, { ...settings, ...changes }).totalFee).toBe(totalFee);
  });

  it("offers no pickup point where there is none", () => {
    const { pickup: _, ...homeOnly } = rate;
    expect(() => feesFor(homeOnly, "pickup", parcelOf(1), 1, settings)).toThrow(RangeError);
  });

  it("is whole dinars, and never less for more pairs", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.nat({ max: 1_000_000 }), (pairs, value) => {
        const all = { insured: true, shopperPaysCod: true, shopperPaysInsurance: true, deliveryTime: 7 };
        const fees = feesFor(rate, "home", parcelOf(pairs), value, all);
        for (const fee of Object.values(fees)) expect(Number.isInteger(fee)).toBe(true);
        expect(fees.totalFee).toBe(fees.deliveryFee + fees.codFee + fees.insuranceFee);
        expect(feesFor(rate, "home", parcelOf(pairs + 1), value, all).totalFee).toBeGreaterThanOrEqual(fees.totalFee);
      }),
    );
  });
});
