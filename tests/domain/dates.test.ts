import { expect, it } from "vitest";
import {
  algerianDay,
  algerianDayNumber,
  formatDate,
  formatDateTime,
  formatDay,
  formatFigures,
  formatMonth,
  startOfDay,
} from "~/domain/values/dates";
import { DAY } from "~/domain/values/durations";
import { counted, plural } from "~/domain/values/plural";

it("names a moment in French and in Algerian time, whatever the server's own", () => {
  // An hour before midnight in UTC, which is the next year in Oran.
  const at = new Date("2026-12-31T23:05:00Z");
  expect(formatDateTime(at)).toBe("1er janvier 2027 à 00:05");
  expect(formatDate(at)).toBe("1er janvier 2027");
  expect(formatDay(at)).toBe("1er janv.");
  expect(formatMonth(at)).toBe("janvier 2027");
  expect(formatFigures(at)).toBe("01/01/2027 00:05");
  expect(algerianDay(at)).toBe("2027-01-01");
});

it("begins a day at Algeria's midnight", () => {
  const midnight = Date.parse("2026-12-31T23:00:00Z");
  const days = [midnight - 1, midnight, midnight + DAY - 1, midnight + DAY].map(algerianDayNumber);
  expect(days.map((day) => day - Number(days[0]))).toEqual([0, 1, 1, 2]);
  expect(startOfDay("2027-01-01").getTime()).toBe(midnight);
  expect([midnight - 1, midnight].map((at) => algerianDay(new Date(at)))).toEqual(["2026-12-31", "2027-01-01"]);
});

it("counts as French does: nothing and one are singular", () => {
  expect([0, 1, 2].map((count) => counted(count, "produit"))).toEqual(["0 produit", "1 produit", "2 produits"]);
  expect([counted(1_000, "produit"), counted(12_345, "avis", "avis")]).toEqual([
    "1\u202f000 produits",
    "12\u202f345 avis",
  ]);
  expect(counted(3, "autre modèle", "autres modèles")).toBe("3 autres modèles");
  expect([1, 2].map((count) => plural(count, "ajouté"))).toEqual(["ajouté", "ajoutés"]);
});
