import { describe, expect, it } from "vitest";
import { provenanceOf, readProvenance } from "~/domain/order/provenance";

const OWN = ["boutique.example", "localhost:3000"];
const of = (query: string, referrer?: string) => provenanceOf(new URLSearchParams(query), referrer, OWN);

describe("where a visit came from", () => {
  it.each([
    [
      "utm_source=facebook&utm_medium=paid&utm_campaign=Rentr%C3%A9e",
      undefined,
      { source: "facebook", medium: "paid", campaign: "Rentrée" },
    ],
    [
      "utm_campaign=soldes&couleur=noir",
      "https://l.facebook.com/l.php?u=secret",
      { campaign: "soldes", site: "l.facebook.com" },
    ],
    ["", "https://www.instagram.com/", { site: "www.instagram.com" }],
    ["", "android-app://com.instagram.android/", { site: "com.instagram.android" }],
    ["", "http://192.0.2.7:8080/x", { site: "192.0.2.7" }],
    ["utm_source=", "", undefined],
    ["utm_source=%20%0A%00", undefined, undefined],
    ["", "https://boutique.example/femme", undefined],
    ["", "https://www.boutique.example/", undefined],
    ["", "http://localhost:4000/", undefined],
    ["", "https://boutique.example.org/", { site: "boutique.example.org" }],
    ["", "about:blank", undefined],
    ["", "javascript:alert(1)", undefined],
    ["", "no address", undefined],
    ["", "https://[::1]/", undefined],
  ])("%j, from %j", (query, referrer, expected) => {
    expect(of(query, referrer)).toEqual(expected);
  });

  it("is short, of one line, and without what steers a terminal", () => {
    const hostile = `\u001b[2J\u202e${"é".repeat(50)}\n\t\u0000x${"👟".repeat(5_000)}`;
    const read = of(new URLSearchParams({ utm_source: hostile, utm_medium: `${"a".repeat(99)}👟` }).toString());
    expect(read?.source).toMatch(/^\[2Jé{50} x(👟)+$/u);
    expect(read?.source?.length).toBeLessThanOrEqual(100);
    expect(read?.medium).toBe("a".repeat(99));
  });

  it.each([
    null,
    undefined,
    "",
    "x",
    7,
    [],
    ["a"],
    { source: 7 },
    { site: "a/b" },
    { site: "a".repeat(101) },
    { other: "x" },
  ])("is nothing in %j", (value) => {
    expect(readProvenance(value)).toBeUndefined();
  });
});
