import { describe, expect, it } from "vitest";
import type { Fees } from "~/domain/delivery/delivery";
import { deliveryLine, feesAcross, lowestFeeLine } from "~/domain/delivery/delivery-line";

/** What delivery costs, before an address is known (decision 048). */

const fee = (totalFee: number): Fees => ({ deliveryFee: 1, codFee: 0, insuranceFee: 0, totalFee, deliveryTime: 7 });
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const DAYS = "entre jeudi 26 et lundi 30";
const oran = { name: "Oran" };

describe("the line of a wilaya", () => {
  it("says 'dès' only where its communes differ, and counts what the shopper pays", () => {
    const quotes = [
      { home: fee(500), pickup: fee(300) },
      { home: fee(1_700), pickup: fee(300) },
      { home: fee(600), pickup: undefined },
    ];
    expect(plain(deliveryLine(oran, DAYS, feesAcross(quotes)))).toBe(
      "Livraison à Oran : dès 500 DA à domicile, 300 DA en point relais, entre jeudi 26 et lundi 30",
    );
    expect(plain(deliveryLine(oran, DAYS, feesAcross([{ home: fee(1_700) }])))).toBe(
      "Livraison à Oran : 1 700 DA à domicile, pas de point relais, entre jeudi 26 et lundi 30",
    );
  });

  it("says that nothing is delivered there, and that fees are not known", () => {
    expect(deliveryLine(oran, DAYS, "none")).toBe("Pas de livraison à Oran pour le moment");
    expect(deliveryLine({ ...oran, unserved: true }, DAYS)).toBe("Pas de livraison à Oran pour le moment");
    expect(plain(deliveryLine(oran, DAYS))).toBe(
      "Livraison à Oran : frais selon la commune, entre jeudi 26 et lundi 30",
    );
    expect(feesAcross([])).toBeUndefined();
  });
});

describe("the lowest fee", () => {
  it("is the lowest of every wilaya and way, and nothing while none is known", () => {
    const [oran, adrar] = [[{ home: fee(500), pickup: fee(300) }], [{ home: fee(1_400) }]].map(feesAcross);
    if (!oran || !adrar) throw new Error("There are fees.");
    expect(plain(lowestFeeLine([adrar, oran]))).toBe("Livraison dès 300 DA");
    expect(plain(lowestFeeLine([adrar]))).toBe("Livraison dès 1 400 DA");
    expect(lowestFeeLine([])).toBe("");
  });
});
