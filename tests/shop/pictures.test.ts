import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importCatalogue } from "~/commands/import";
import { convertPicture } from "~/pictures/convert.server";
import { fetchPicture, internet, isPublicAddress, type Network } from "~/pictures/fetch.server";
import { FILES, isStored, pictureName, readPicture } from "~/pictures/image-store.server";
import type { OperatedShop } from "~/shop/shop";
import { closed, drip, listening } from "../support/fakes/fake-server";
import { blank, claiming } from "../support/fakes/huge-pictures";
import { openTestShop } from "../support/shop/test-shop";

const dataDir = mkdtempSync(join(tmpdir(), "pictures-"));
let png: Buffer;
let server: Server;
let at: string;
/** Paths requested from the server of pictures. */
const asked: string[] = [];

/** The only address of this machine that may be requested. */
const HOST = "127.0.0.1";
const network: Network = { protocols: ["http:"], isAllowed: (address) => address === HOST };
const bounds = { bytes: 20_000, milliseconds: 300, redirections: 3 };

const answers: Record<string, (response: ServerResponse) => unknown> = {
  "/blue.png": (response) => response.setHeader("Content-Type", "image/png").end(png),
  "/red.png": (response) => response.setHeader("Content-Type", "image/png").end(png),
  "/html": (response) => response.setHeader("Content-Type", "text/html").end("<h1>404</h1>"),
  "/lie": (response) => response.setHeader("Content-Type", "image/png").end("<h1>no picture</h1>"),
  "/large": (response) => response.setHeader("Content-Length", "50000000").write("x"),
  "/grows": (response) => {
    // Sends no Content-Length.
    const timer = setInterval(() => response.write(Buffer.alloc(8_000)), 1);
    response.on("close", () => clearInterval(timer));
  },
  "/slow": () => undefined,
  "/drip": drip,
  "/cut": (response) => {
    response.setHeader("Content-Length", "1000").write("x");
    setTimeout(() => response.destroy(), 20);
  },
  "/inside": (response) => response.writeHead(302, { Location: "http://127.0.0.2/blue.png" }).end(),
  "/inside6": (response) => response.writeHead(302, { Location: "http://[::1]/blue.png" }).end(),
  "/file": (response) => response.writeHead(302, { Location: "file:///etc/passwd" }).end(),
  "/moved": (response) => response.writeHead(301, { Location: "/blue.png" }).end(),
  "/loop": (response) => response.writeHead(302, { Location: "/loop" }).end(),
};

beforeAll(async () => {
  png = await sharp({ create: { width: 300, height: 200, channels: 4, background: "#2b5f95" } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers[request.url ?? ""];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  at = await listening(server, HOST);
});
afterAll(async () => {
  await closed(server);
  rmSync(dataDir, { recursive: true });
});

describe("a picture from an address", () => {
  it("is fetched, by way of a redirection as well", async () => {
    expect(await fetchPicture(`${at}/blue.png`, network, bounds)).toEqual(png);
    expect(await fetchPicture(`${at}/moved`, network, bounds)).toEqual(png);
  });
  it.each([
    ["/nowhere", /réponse 404/],
    ["/html", /une page au lieu d'une image/],
    ["/large", /plus de/],
    ["/grows", /plus de/],
    ["/slow", /pas de réponse complète/],
    ["/drip", /pas de réponse complète|plus de/],
    ["/cut", /réponse incomplète|injoignable/],
    ["/inside", /réseau interne/],
    ["/inside6", /réseau interne/],
    ["/file", /adresse en file/],
    ["/loop", /trop de redirections/],
  ])("that is %s is none, within its time", async (path, words) => {
    const begun = Date.now();
    await expect(fetchPicture(at + path, network, bounds)).rejects.toThrow(words);
    expect(Date.now() - begun).toBeLessThan(2_000);
  });
  it("of the own network is not asked for, by figures, by name or without encryption", async () => {
    const before = asked.length;
    const port = new URL(at).port;
    for (const host of ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"])
      await expect(fetchPicture(`https://${host}:${port}/blue.png`, internet, bounds), host).rejects.toThrow(
        /réseau interne/,
      );
    await expect(fetchPicture(`${at}/blue.png`)).rejects.toThrow(/seul https/);
    await expect(fetchPicture("blue.png")).rejects.toThrow(/illisible/);
    expect(asked).toHaveLength(before);
  });
  it("is one of the Internet's or is none", () => {
    for (const address of ["1.1.1.1", "41.111.1.1", "172.32.0.1", "2606:4700::1111"])
      expect(isPublicAddress(address), address).toBe(true);
    for (const address of [
      "10.1.2.3",
      "100.64.0.1",
      "127.8.8.8",
      "169.254.169.254",
      "172.16.0.1",
      "192.168.1.1",
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "0.0.0.0",
      "::",
      "::1",
      "::ffff:1.1.1.1",
      "64:ff9b::a00:1",
      "fe80::1",
      "fd00::1",
      "2001:db8::1",
      "2002:7f00:1::",
      "example.org",
    ])
      expect(isPublicAddress(address), address).toBe(false);
  });
});

describe("a picture in the image store", () => {
  it("is square, in the sizes and formats of the others, and whole or not there", async () => {
    const name = pictureName(png);
    expect(isStored(dataDir, name)).toBe(false);
    await convertPicture(png, dataDir, name);
    expect(isStored(dataDir, name)).toBe(true);
    for (const file of FILES) {
      const picture = await readPicture(dataDir, `import/${name}-${file}`);
      const { width, height, hasAlpha, format } = await sharp(picture?.body).metadata();
      expect({ width, height, hasAlpha }, file).toEqual({
        width: Number.parseInt(file, 10),
        height: width,
        hasAlpha: false,
      });
      expect(picture?.type, file).toBe({ heif: "image/avif", webp: "image/webp", jpeg: "image/jpeg" }[String(format)]);
    }
    expect(readdirSync(join(dataDir, "pictures/import")).filter((file) => file.endsWith(".part"))).toEqual([]);
  });
  it("may be made twice at the same time", async () => {
    const name = pictureName(Buffer.from("twice"));
    await Promise.all(Array.from({ length: 4 }, () => convertPicture(png, dataDir, name)));
    expect(isStored(dataDir, name)).toBe(true);
  });
  it("is no drawing, no document, and nothing that only says it is large", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const content of [svg, "<html>", ""])
      await expect(convertPicture(Buffer.from(content), dataDir, "x")).rejects.toThrow(
        /format svg non repris|pas une image lisible/,
      );
  });

  it("that only says it is huge is not read, of any format", async () => {
    const formats = ["png", "jpeg", "gif", "webp", "avif"] as const;
    const all = await Promise.all(formats.map(claiming));
    // Memory that the last test used is freed.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [before, begun] = [process.memoryUsage().rss, performance.now()];
    for (const [at, content] of all.entries())
      await expect(convertPicture(content, dataDir, "huge"), formats[at]).rejects.toThrow(
        "plus de 40 millions de pixels",
      );
    expect(performance.now() - begun).toBeLessThan(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
    expect(isStored(dataDir, "huge")).toBe(false);
  });

  it("may have 40 million pixels and no more, however few bytes they take", async () => {
    await convertPicture(blank(8_000, 5_000), dataDir, pictureName("largest"));
    expect(isStored(dataDir, pictureName("largest"))).toBe(true);
    for (const [width, height] of [
      [8_000, 5_001],
      [20_000, 20_000],
    ] as const) {
      const content = blank(width, height);
      expect(content.byteLength).toBeLessThan(100_000);
      const begun = performance.now();
      await expect(convertPicture(content, dataDir, "huge")).rejects.toThrow("plus de 40 millions de pixels");
      expect(performance.now() - begun).toBeLessThan(500);
    }
  });

  it.each([
    "../session-secret",
    "import/../../session-secret",
    "import/%2e%2e/session-secret",
    `import/${"a".repeat(32)}-800.png`,
    `import/${"a".repeat(32)}-999.avif`,
    `import/${"a".repeat(32)}-800.jpg\u0000`,
    `/etc/${"a".repeat(32)}-800.jpg`,
    `import/${"a".repeat(32)}-800.jpg`,
  ])("is nothing else of the machine: %j", async (path) => {
    expect(await readPicture(dataDir, path)).toBeUndefined();
  });
});

it("an import takes the pictures that it can get, names the others, and asks for none twice", async () => {
  const folder = join(dataDir, "folder");
  mkdirSync(folder);
  writeFileSync(join(folder, "copied.png"), await sharp(png).negate({ alpha: false }).png().toBuffer());
  symlinkSync("/etc/hostname", join(folder, "link.png"));
  const file = join(folder, "list.csv");
  writeFileSync(
    file,
    [
      "Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Qty,Image Src,Image Position,Variant Image",
      `tee,Tee,Color,Blue,1500,1,${at}/blue.png,1,${at}/blue.png`,
      `tee,,,Red,1500,1,${at}/red.png,2,${at}/red.png`,
      `tee,,,,,,${at}/lie,3,`,
      `tee,,,,,,${at}/inside,4,`,
      "tee,,,,,,copied.png,5,",
      "tee,,,,,,https://shop.example/files/copied.png?v=2,6,",
      "tee,,,,,,../../etc/passwd,7,",
      "tee,,,,,,link.png,8,",
    ].join("\n"),
  );
  const testShop = await openTestShop({ file: join(dataDir, "shop.sqlite") });
  const said: string[] = [];
  const go = (more = {}) =>
    importCatalogue(
      {
        shop: async () => testShop.shop as OperatedShop,
        alerts: async () => (testShop.shop as OperatedShop).office,
        people: () => Promise.reject(new Error("Not asked for.")),
        outbox: undefined,
        folder,
        dataDir,
        now: () => new Date(),
        say: (text) => said.push(text.replace(/\s+/g, " ")),
        officeUrl: "http://localhost:3000",
        readiness: async () => [],
        unsettled: async () => undefined,
        complain: (text) => said.push(text),
      },
      {
        file,
        isDryRun: false,
        keepsStock: false,
        withPictures: true,
        isAnywhere: false,
        folder: ".",
        network,
        ...more,
      },
    );
  const stored = async () => (await testShop.shop.catalogue.product("tee"))?.pictures.length;
  asked.length = 0;
  // Orders need what is left of the disk: the product comes without pictures.
  expect(await go({ spare: Number.POSITIVE_INFINITY })).toBe(0);
  expect(said.join("\n")).toContain("/blue.png : le disque de DATA_DIR est presque plein");
  expect([await stored(), asked.filter((path) => path.endsWith(".png"))]).toEqual([0, []]);
  said.length = 0;
  asked.length = 0;
  expect(await go()).toBe(0);
  const notes = said.filter((line) => line.includes("image ") && line.includes("à savoir")).join("\n");
  expect(notes).toContain("/lie : ce n'est pas une image lisible");
  expect(notes).toContain("/inside : adresse d'un réseau interne");
  expect(notes).toContain("../../etc/passwd : pas dans le dossier");
  expect(notes).toContain("link.png : pas dans le dossier");
  const product = await testShop.shop.catalogue.product("tee");
  expect(product?.pictures.map(({ alt, color }) => [alt, color])).toEqual([
    ["Tee, blue, photo 1", "blue"],
    ["Tee, red, photo 2", "red"],
    ["Tee, photo 5", ""],
    ["Tee, photo 6", ""],
  ]);
  expect(product?.picture?.src).toMatch(/^import\/[0-9a-f]{32}$/);
  for (const { src } of product?.pictures ?? [])
    expect(await readPicture(dataDir, `${src}-400.avif`), src).toBeDefined();
  asked.length = 0;
  await go();
  expect(asked.filter((path) => path.endsWith(".png"))).toEqual([]);
  expect(said.at(-1)).toContain("1 inchangé,");
  await testShop.close();
});
