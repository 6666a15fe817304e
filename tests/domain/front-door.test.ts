import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCrossSite } from "~/server/cross-site";
import { localPath } from "~/server/local-path";

const site = { siteUrl: "https://boutique.example", siteConfigured: true };
const from = (headers: Record<string, string>) => (name: string) => headers[name];

describe("cross-site requests", () => {
  it.each([
    ["GET", { "sec-fetch-site": "cross-site" }, false],
    ["POST", {}, false],
    ["POST", { "sec-fetch-site": "same-origin" }, false],
    ["POST", { "sec-fetch-site": "none" }, false],
    ["POST", { "sec-fetch-site": "same-origin", origin: "null" }, false],
    ["POST", { "sec-fetch-site": "cross-site" }, true],
    ["POST", { "sec-fetch-site": "same-site" }, true],
    ["DELETE", { "sec-fetch-site": "cross-site" }, true],
    ["POST", { origin: "https://boutique.example" }, false],
    ["POST", { origin: "https://evil.example" }, true],
    ["POST", { origin: "http://boutique.example" }, true],
    ["POST", { origin: "null" }, true],
    ["POST", { origin: "http://evil.example", host: "evil.example" }, true],
  ])("%s with %o: refused %s", (method, headers, refused) => {
    expect(isCrossSite(method, from(headers as Record<string, string>), site)).toBe(refused);
  });

  it("lets a shop without a configured address be tried from another device", () => {
    const open = { siteUrl: "http://localhost:3000", siteConfigured: false };
    expect(isCrossSite("POST", from({ origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" }), open)).toBe(false);
    expect(isCrossSite("POST", from({ origin: "http://evil.example", host: "10.0.0.5:3000" }), open)).toBe(true);
  });
});

describe("return addresses (S-4)", () => {
  it.each(["/", "/shop?page=2", "/product/boston?couleur=taupe"])("keeps %s", (path) => {
    expect(localPath(path)).toBe(path);
  });

  it.each([
    "",
    "shop",
    "//evil.example",
    "/\t/evil.example",
    "/\\evil.example",
    "\\\\evil",
    "https://evil.example",
    "/a\nb",
    "/./\t//x",
  ])("refuses %j", (path) => {
    expect(localPath(path)).toBeUndefined();
  });

  it("never leaves the shop, whatever comes", () => {
    const nasty = fc.string({
      unit: fc.constantFrom("/", "\\", "\t", ".", "@", ":", "e", "%2f", "?", "#", "\u0000", " "),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          nasty,
          nasty.map((rest) => `/${rest}`),
          fc.webUrl(),
          fc.string(),
        ),
        (address) => {
          const path = localPath(address);
          if (path === undefined) return true;
          const there = new URL(path, "https://boutique.example");
          return there.origin === "https://boutique.example" && path.startsWith("/") && !path.startsWith("//");
        },
      ),
      { numRuns: 5000 },
    );
  });
});
