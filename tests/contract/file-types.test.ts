import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { FILES, folderIn } from "~/pictures/image-store.server";
import { Client } from "../support/http/client";
import { servedShop } from "../support/shop/served-shop";

/** Every kind of file has its type: with `nosniff` browsers show no other (S-2, T-9). */

const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=UTF-8",
  ".jpg": "image/jpeg",
  ".js": "application/javascript; charset=UTF-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=UTF-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const shop = servedShop();
const root = join(import.meta.dirname, "../..");

/** One file of each kind, by address. */
function kindsIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const addresses = files.map((file) => `/${relative(folder, join(file.parentPath, file.name))}`).sort();
  return new Map(addresses.reverse().map((address) => [extname(address), address]));
}

it("knows every kind of file that the shop sends", () => {
  const kinds = new Set([...kindsIn(join(root, "public")).keys(), ...kindsIn(join(root, "build/client")).keys()]);
  expect([...kinds].sort()).toEqual(Object.keys(TYPES).sort());
});

it.each(["public", "build/client"])("files of %s are what they are called", async (folder) => {
  const client = new Client(shop.url);
  for (const [kind, address] of kindsIn(join(root, folder)))
    for (const method of ["GET", "HEAD"]) {
      const answer = await client.ask(address, { method });
      expect(answer.status, address).toBe(200);
      expect(answer.headers["content-type"], address).toBe(TYPES[kind]);
      expect(answer.headers["x-content-type-options"], address).toBe("nosniff");
    }
});

it.each<Record<string, string>>([
  { range: "bytes=0-99" },
  { range: "bytes=99999999-" },
  { "if-match": '"x"' },
  { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
])("files are sent whole, whatever part or version is asked for: %j", async (asked) => {
  const avif = kindsIn(join(root, "public")).get(".avif") ?? "";
  const { status, headers, bytes } = await new Client(shop.url).get(avif, asked);
  expect([status, headers["content-type"]]).toEqual([200, "image/avif"]);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["accept-ranges"]).toBe("none");
  expect(bytes.equals(readFileSync(join(root, "public", avif)))).toBe(true);
  expect(shop.log()).not.toContain("Error");
});

it.each(["/favicon.svg", "/icons/icon-192.png", "/pictures/og.jpg"])(
  "%s, whose name stays, is kept for an hour, then asked for again",
  async (path) => {
    const client = new Client(shop.url);
    const { headers } = await client.get(path);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
    const again = await client.get(path, { "if-none-match": String(headers.etag) });
    expect([again.status, again.headers["cache-control"]]).toEqual([304, "public, max-age=3600"]);
  },
);

it("a 304 varies as its 200 does", async () => {
  const client = new Client(shop.url);
  const { headers } = await client.get("/favicon.svg");
  const again = await client.get("/favicon.svg", { "if-none-match": String(headers.etag) });
  expect([headers.vary, again.status, again.headers.vary]).toEqual(["Accept-Encoding", 304, "Accept-Encoding"]);
});

it("pictures that were imported are what they are called", async () => {
  const name = "0123456789abcdef0123456789abcdef";
  await mkdir(folderIn(shop.dataDir), { recursive: true });
  for (const file of FILES) await writeFile(join(folderIn(shop.dataDir), `${name}-${file}`), "a picture");
  const client = new Client(shop.url);
  for (const file of FILES) {
    const answer = await client.get(`/pictures/import/${name}-${file}`);
    expect(answer.status, file).toBe(200);
    expect(answer.headers["content-type"], file).toBe(TYPES[extname(file)]);
    expect(answer.headers["x-content-type-options"], file).toBe("nosniff");
    expect(answer.headers["cross-origin-resource-policy"], file).toBe("cross-origin");
  }
});

it("pictures may be shown by other sites, where the API and search engines name them; scripts may not", async () => {
  const client = new Client(shop.url);
  const policyOf = async (address: string) => (await client.get(address)).headers["cross-origin-resource-policy"];
  expect(await policyOf("/pictures/og.jpg")).toBe("cross-origin");
  for (const [kind, address] of [...kindsIn(join(root, "public")), ...kindsIn(join(root, "build/client"))])
    expect(await policyOf(address), kind).toBe(
      /^\/(?:pictures|icons)\//.test(address) ? "cross-origin" : "same-origin",
    );
});

it.each([
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/flux/produits.xml", "application/xml; charset=utf-8"],
  ["/api/openapi.json", "application/json; charset=utf-8"],
  ["/terms", "text/html; charset=utf-8"],
])("%s is %s", async (address, type) => {
  expect((await new Client(shop.url).get(address)).headers["content-type"]).toBe(type);
});
