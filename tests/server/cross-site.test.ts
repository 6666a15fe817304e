import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCrossSite } from "~/http/cross-site";
import { localPath } from "~/http/local-path";
import { isOfficePath, isWrongHost } from "~/http/office-host";

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

describe("forms of the back office", () => {
  const apart = { ...site, officeUrl: "https://gestion.example" };

  it.each([
    ["its own host", apart, "https://gestion.example", true, false],
    ["the shop's pages", apart, "https://boutique.example", true, true],
    ["the shop's pages to the shop", apart, "https://boutique.example", false, false],
    ["the office to the shop", apart, "https://gestion.example", false, true],
    ["the shop's host, where the office is", site, "https://boutique.example", true, false],
    ["another site", apart, "https://evil.example", true, true],
    // Old browsers without SITE_URL.
    [
      "the office's host as the request names it",
      { ...apart, siteConfigured: false },
      "http://evil.example",
      true,
      true,
    ],
  ])("from %s", (_, where, origin, isOffice, refused) => {
    expect(isCrossSite("POST", from({ origin, host: "evil.example" }), where, isOffice)).toBe(refused);
  });
});

describe("the office's paths", () => {
  it.each(
    ["/gestion", "/gestion/", "/gestion/appels", "/gestion.data", "/Gestion/x", "/%67estion", "//gestion"].concat(
      "/gestion#x",
    ),
  )("%s is one", (path) => {
    expect(isOfficePath(path)).toBe(true);
  });
  it.each(["/", "/gestionnaire", "/shop/gestion", "/%", "/gestio%6"])("%s is none", (path) => {
    expect(isOfficePath(path)).toBe(false);
  });

  it.each([
    ["/gestion", "gestion.example", false],
    ["/gestion", "boutique.example", true],
    ["/gestion", undefined, true],
    ["/shop", "boutique.example", false],
    ["/shop", "Gestion.example", true],
    ["/shop", "gestion.example:8443", true],
    ["/gestion", "gestion.example:8443", false],
    ["/pictures/import/x", "gestion.example", false],
  ])("with a host of its own %s on %s: wrong %s", (path, host, wrong) => {
    expect(isWrongHost(path, host, "gestion.example")).toBe(wrong);
    expect(isWrongHost(path, host, undefined)).toBe(false);
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

  const piece = fc.constantFrom(
    ..."/ // /// . .. /./ /../ %2f %2F %5c %09 %0a %00 %2e %252f".split(" "),
    ..."e shop evil.example https: http:// javascript: data: xn-- user:pw boutique.example".split(" "),
    ..."\\\t\n\r\u0000\u007f\u0085 @:?#%&=;'\"<`|^[]",
    ..."\u2028\u00a0\ufeff\u200b\u202e\uff0f\u2044\u3002é😀ا",
    ...["\ud800", "\udfff"],
  );
  const nasty = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ unit: "binary", maxLength: 3 })), {
    maxLength: 12,
  });
  const written = nasty.map((pieces) => pieces.join(""));
  const address = fc.oneof(
    { weight: 4, arbitrary: written.map((rest) => `/${rest}`) },
    { weight: 2, arbitrary: fc.tuple(fc.webPath(), written).map(([path, rest]) => `${path || "/"}?${rest}`) },
    fc.webUrl({ withQueryParameters: true }),
    written,
  );

  it("never leaves the shop, whatever comes", () => {
    let kept = 0;
    const stays = (given: string) => {
      const path = localPath(given);
      if (path === undefined) return;
      kept += 1;
      for (const origin of ["https://boutique.example", "http://localhost:3000"]) {
        const there = new URL(path, origin);
        expect(there.origin).toBe(origin);
        // The browser goes exactly where we wrote, without interpreting anything.
        expect(`${there.pathname}${there.search}${there.hash}`).toBe(path);
        // Also from a page deep in the shop.
        expect(new URL(path, `${origin}/a/b/c?d`).href).toBe(there.href);
      }
      // As a header carries it: no control character, nothing that is cut or joined, no backslash.
      expect(path).toMatch(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/);
      expect(path.length).toBeLessThanOrEqual(2000);
      expect(localPath(path)).toBe(path);
    };
    fc.assert(fc.property(address, stays), { numRuns: 3000 });
    expect(kept).toBeGreaterThan(300);
  });

  it("refuses what no proxy would carry back", () => {
    expect(localPath(`/search?q=${"a".repeat(1990)}`)).toHaveLength(2000);
    expect(localPath(`/search?q=${"a".repeat(1991)}`)).toBeUndefined();
    expect(localPath(`/search?q=${"é".repeat(400)}`)).toBeUndefined();
  });
});
