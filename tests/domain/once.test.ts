import { describe, expect, it } from "vitest";
import { eachOnce, slugOfPicture } from "~/domain/content/once";

const list = (slugs: string) => [...slugs].map((slug) => ({ slug }));
const once = (lists: string[], shown = "") =>
  eachOnce(lists.map(list), shown, 3).map((products) => products.map(({ slug }) => slug).join(""));

describe("pairs that are shown once", () => {
  it("leaves out what an earlier list shows, and fills its place", () => {
    expect(once(["abcd", "abcdef", "fgh"])).toEqual(["abc", "def", "gh"]);
  });

  it("leaves out what the page shows elsewhere", () => {
    expect(once(["abc", "abc"], "b")).toEqual(["ac", ""]);
    expect(once([])).toEqual([]);
  });

  it("knows the pair of a picture", () => {
    expect(slugOfPicture("mule-tafna/vert-sauge-pair")).toBe("mule-tafna");
    expect(slugOfPicture(undefined)).toBe("");
  });
});
