import { describe, expect, it } from "vitest";
import { inOneOfOurShops, ourShops } from "~/domain/content/our-shops";

describe("the merchant's shops", () => {
  it("are one, several or none", () => {
    expect([ourShops(1), ourShops(2)]).toEqual(["notre boutique", "nos boutiques"]);
    expect([0, 1, 2].map((count) => inOneOfOurShops(count, " ou "))).toEqual([
      "",
      " ou dans notre boutique",
      " ou dans l'une de nos boutiques",
    ]);
  });
});
