import { describe, expect, it } from "vitest";
import { ratingText } from "~/domain/catalogue/review";

describe("a rating", () => {
  it("groups its count by thousands", () => {
    expect(ratingText({ average: 4.8, count: 12 })).toBe("4,8 sur 5 · 12 avis");
    expect(ratingText({ average: 5, count: 1_204 })).toBe("5 sur 5 · 1\u202f204 avis");
  });
});
