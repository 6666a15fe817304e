import { expect, it } from "vitest";
import { saleName, saleTitle } from "~/domain/content/sale";

/** What the sale is called (decision 042). */

it("is the summer's from 21 June to 21 September of any year, both included", () => {
  const days = ["2026-06-20", "2026-06-21", "2027-08-01", "2026-09-21", "2026-09-22", "2026-12-31", "2027-01-01"];
  expect(days.map((day) => saleName(day))).toEqual([
    "Soldes",
    "Soldes d'été",
    "Soldes d'été",
    "Soldes d'été",
    "Soldes",
    "Soldes",
    "Soldes",
  ]);
});

it("is the summer's on its own dates, and on no others", () => {
  const own = { from: "2026-05-30", until: "2026-07-01" };
  const days = ["2026-05-29", "2026-05-30", "2026-07-01", "2026-07-02", "2027-06-30"];
  expect(days.map((day) => saleName(day, own))).toEqual(["Soldes", "Soldes d'été", "Soldes d'été", "Soldes", "Soldes"]);
});

it("has a slide whose title follows it, with either apostrophe, and otherwise stays", () => {
  const winter = "2026-11-26";
  expect(saleTitle("Les soldes d'été", winter)).toBe("Les soldes");
  expect(saleTitle("Soldes d\u2019été\u00a0: −30\u00a0%", winter)).toBe("Soldes\u00a0: −30\u00a0%");
  expect(saleTitle("Tout doit partir", winter)).toBe("Tout doit partir");
  expect(saleTitle("Les soldes d'été", "2026-07-01")).toBe("Les soldes d'été");
});
