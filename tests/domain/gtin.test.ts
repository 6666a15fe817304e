import { expect, it } from "vitest";
import { gtinIn } from "~/domain/catalogue/gtin";

it.each(["96385074", "036000291452", "4006381333931", "10614141000415"])("%s is the number of a box", (barcode) => {
  expect(gtinIn(barcode)).toBe(barcode);
  // One digit wrong.
  for (const [at, digit] of [...barcode].entries())
    expect(gtinIn(`${barcode.slice(0, at)}${(Number(digit) + 1) % 10}${barcode.slice(at + 1)}`)).toBeUndefined();
});

it.each(["", "0", "00000000", "9638507", "0360002914", "03600029145", "400638133393112", "ABCDEFGH", "9638507A"])(
  "'%s' is none",
  (barcode) => expect(gtinIn(barcode)).toBeUndefined(),
);
