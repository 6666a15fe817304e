import { describe, expect, it } from "vitest";
import { placeNamed } from "~/domain/values/plain-text";

describe("a place that a program names", () => {
  const places = ["M'Sila", "Aïn Témouchent", "El M'Ghair", "Oran"].map((name) => ({ name }));

  it.each([
    ["M'Sila", "Msila"],
    ["M'Sila", "M’SILA"],
    ["Aïn Témouchent", "AinTemouchent"],
    ["Aïn Témouchent", "ain-temouchent "],
    ["El M'Ghair", "El Mghair"],
  ])("is %s under the name %s", (name, typed) => expect(placeNamed(places, typed)).toEqual({ name }));

  it.each(["Sila", "Ora", "", "'"])("is none under the name %j", (typed) =>
    expect(placeNamed(places, typed)).toBeUndefined(),
  );
});
