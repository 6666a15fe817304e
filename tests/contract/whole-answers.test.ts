import { once } from "node:events";
import { readdirSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addressOf, type Route, table } from "../support/documents/routes";
import type { Client } from "../support/http/client";
import { choiceInStock, directOrder, fillCart, orderNumberOf, SLUG } from "../support/http/orders";
import { type Framed, framedAnswers } from "../support/http/raw";
import { accountHolder } from "../support/http/signed-in";
import { servedShop } from "../support/shop/served-shop";
import { runIn } from "../support/shop/stored";

/**
 * Answers as any program reads them, from the bare connection: as many bytes as announced, and the
 * same document in every encoding. Browsers and their libraries hide what is wrong with that.
 */

type Encoding = string | undefined;
/** The first is not compressed. */
const ENCODINGS: readonly Encoding[] = [
  ...[undefined, "identity", "gzip", "br"],
  ...["gzip, deflate, br, zstd", "*", "identity;q=0"],
];
/** One for each kind of body. */
const KINDS: readonly Encoding[] = [undefined, "gzip", "br"];
const root = join(import.meta.dirname, "../..");

const shop = servedShop();
let member: Client;
let number: string;

beforeAll(async () => {
  member = (await accountHolder(shop)).client;
  const choice = choiceInStock(shop, SLUG);
  number = orderNumberOf(await (await directOrder(member, SLUG, choice)).send()) ?? "";
  await fillCart(member, SLUG);
  await member.get("/cart");
});

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The browser whose cookies are sent; none by default. */
  client?: Client | undefined;
  /** What is accepted, one request each; one for each kind of body by default. */
  encodings?: readonly Encoding[];
}

/** The answers in every encoding: all on one connection, and the last with `Connection: close`. */
async function everyEncoding(asked: Asked): Promise<Framed[]> {
  const { path, method = "GET", headers = {}, body = "", client, encodings = KINDS } = asked;
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const requests = encodings.map((encoding, index) => {
    const all = {
      Host: "localhost",
      ...(encoding === undefined ? {} : { "Accept-Encoding": encoding }),
      ...(cookie ? { Cookie: cookie } : {}),
      ...(method === "POST" ? { "Content-Length": String(body.length) } : {}),
      ...headers,
      ...(index === encodings.length - 1 ? { Connection: "close" } : {}),
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return { method, text: `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}` };
  });
  const answers = await framedAnswers(shop.url, requests);
  // A refusal that ends its connection is asked for by a connection each.
  if (answers.length === requests.length) return answers;
  const each = await Promise.all(requests.map((request) => framedAnswers(shop.url, [request])));
  return each.flat();
}

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** A key, which is new in every form. */
const KEY = /(?<![\w-])[\w-]{22}\.(?:[a-z\d]{1,12}\.)?[\w-]{22}(?![\w-])/;
/** Keys, what a passkey has to sign, and the nonce of the back office's scripts. */
const KEYS = new RegExp(`(?<![\\w-])[\\w-]{72}(?![\\w-])|${KEY.source}|nonce="[\\w-]{22}"`, "g");

/** The document that was sent. */
function documentOf({ headers, body }: Framed): string {
  const encoding = headers.get("content-encoding");
  const plain = encoding === undefined || body.length === 0 ? body : decoders[encoding]?.(body);
  if (!plain) throw new Error(`Nobody asked for ${encoding}.`);
  return plain.toString("latin1");
}

/** @returns the answers in the order of the encodings; the first is not compressed */
async function expectWhole(asked: Asked): Promise<[Framed, ...Framed[]]> {
  const name = `${asked.method ?? "GET"} ${asked.path}`;
  const answers = await everyEncoding(asked).catch((error: Error) => expect.fail(`${name}: ${error.message}`));
  const [plain = expect.fail(name)] = answers;
  for (const [index, answer] of answers.entries()) {
    const encoding = (asked.encodings ?? KINDS)[index];
    const of = `${name}, Accept-Encoding: ${encoding}`;
    if (encoding === undefined || encoding === "identity")
      expect(answer.headers.get("content-encoding"), of).toBeUndefined();
    expect(answer.status, of).toBe(plain.status);
    expect(documentOf(answer).replace(KEYS, ""), of).toBe(documentOf(plain).replace(KEYS, ""));
    if (answer.body.length > 0 && answer.headers.has("content-encoding"))
      expect(answer.headers.get("vary"), of).toContain("Accept-Encoding");
  }
  return [plain, ...answers.slice(1)];
}

/** Also by HEAD, which announces what GET sends, or nothing, and asked again by ETag. */
async function expectReadable(asked: Asked): Promise<Framed> {
  const got = await expectWhole(asked);
  const heads = await expectWhole({ ...asked, method: "HEAD" });
  expect(heads[0].status, asked.path).toBe(got[0].status);
  const etag = got[0].headers.get("etag");
  // With a key it is another document each time.
  if (KEY.test(documentOf(got[0]))) return got[0];
  for (const [index, { headers }] of heads.entries())
    expect([undefined, String(got[index]?.body.length)], asked.path).toContain(headers.get("content-length"));
  if (etag === undefined) return got[0];
  for (const { status, body } of await expectWhole({ ...asked, headers: { "If-None-Match": etag } }))
    expect([status, body.length], asked.path).toEqual([304, 0]);
  return got[0];
}

function addresses(route: Route): string[] {
  const needed: Record<string, string[]> = {
    "/sitemap.xml": ["", "?fichier=pages", "?fichier=produits-1", "?fichier=produits-9"],
    "/search": ["?q=sandale"],
    "/search/suggestions": ["?q=sandale"],
    "/livraison": ["?wilaya=31&paires=1&montant=5000"],
    "/api/yalidine/communes": ["?wilayaId=31"],
    "/api/yalidine/centers": ["?wilayaId=31"],
  };
  const address = addressOf(route, { number });
  return (needed[route.pattern] ?? [""]).map((query) => address + query);
}

const routes = table.map((route) => ({ pattern: route.pattern, route }));
const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

describe("every answer is whole, in every encoding (P-5)", () => {
  it.each(routes)("$pattern", async ({ route }) => {
    const type = route.handle.api ? JSON_TYPE : FORM_TYPE;
    const body = route.handle.api ? "{}" : "a=1";
    // These end what the others need.
    const isEnd = /logout|annuler|cancel/.test(route.pattern);
    const client = route.handle.private ? member : undefined;
    for (const path of addresses(route)) {
      const { status } = await expectReadable({ path, client });
      if (/:(?:id|slug)/.test(route.pattern)) expect(status, path).not.toBe(404);
      if (route.hasAction)
        await expectWhole({ path, client: isEnd ? undefined : client, method: "POST", headers: type, body });
    }
  });

  // A page that the shop keeps, one that it renders each time, an answer of the API and a file.
  it.each(["/shop", "/cart", "/api/products", "/favicon.svg"])("%s, whatever is accepted", async (path) => {
    expect((await expectReadable({ path, encodings: ENCODINGS })).status).toBe(200);
  });

  const CROSS_SITE = { ...FORM_TYPE, "Sec-Fetch-Site": "cross-site" };

  it.each<[number, Asked]>([
    [403, { path: "/cart", method: "POST", headers: CROSS_SITE, body: "a=1", encodings: ENCODINGS }],
    [403, { path: "/api/orders", method: "POST", headers: { ...CROSS_SITE, ...JSON_TYPE }, body: "{}" }],
    [403, { path: "/gestion/equipe", method: "POST", headers: CROSS_SITE, body: "a=1" }],
    [400, { path: "/shop", headers: { Host: "bad host" } }],
    [400, { path: "/api/products", headers: { Host: "bad host" } }],
    [404, { path: "/product/nulle-part" }],
    [404, { path: "/api/products/nulle-part" }],
    [404, { path: "/pictures/nulle-part.jpg" }],
    [404, { path: "/shop?_data=root" }],
    [405, { path: "/shop", method: "TRACE" }],
    [405, { path: "/terms", method: "POST", headers: FORM_TYPE, body: "a=1" }],
    [405, { path: "/api/products", method: "POST", headers: JSON_TYPE, body: "{}" }],
    [413, { path: "/cart", method: "POST", headers: { ...FORM_TYPE, "Content-Length": "70000" } }],
    [413, { path: "/api/orders", method: "POST", headers: { ...JSON_TYPE, "Content-Length": "70000" } }],
    [415, { path: "/api/orders", method: "POST", headers: FORM_TYPE, body: "a=1" }],
    [204, { path: "/sans-scripts", method: "POST", headers: FORM_TYPE, body: "a=1" }],
    [204, { path: "/api/products", method: "OPTIONS" }],
  ])("a %i of %o", async (status, asked) => {
    expect((await expectWhole(asked))[0].status).toBe(status);
  });

  it("a 500 of a page and of the API", async () => {
    runIn(shop, "update products set colors = '{' where slug = 'tong-terga'");
    for (const path of ["/product/tong-terga", "/api/products/tong-terga"])
      expect((await expectWhole({ path }))[0].status, path).toBe(500);
  });

  const filesIn = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(root, folder).length));
  const firstOfKinds = (files: string[]) => [...new Map(files.map((file) => [extname(file), file])).values()];
  const files = () => [
    ...firstOfKinds(filesIn("public")),
    ...firstOfKinds(filesIn("build/client/assets")).map((file) => `/assets${file}`),
  ];

  it("a file of each kind", async () => {
    expect(files().length).toBeGreaterThan(5);
    for (const path of files()) {
      expect([path, (await expectReadable({ path })).status]).toEqual([path, 200]);
    }
  });

  // As a proxy passes on forms whose length it does not know, in a connection that it keeps.
  it.each(["/shop", "/commande/ABCD-2345/annuler", "/api/orders", "/gestion/bienvenue"])(
    "after a form to %s that is not read to its end, the next one",
    async (path) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const headers = { ...FORM_TYPE, "sec-fetch-site": "same-origin" };
      const form = request(`${shop.url}${path}`, { method: "POST", headers, agent });
      const answered = once(form, "response");
      for (let part = 0; part < 8; part += 1) {
        form.write("x".repeat(8_000));
        await sleep(5);
      }
      form.end();
      const [refused] = (await answered) as [IncomingMessage];
      expect(refused.resume().statusCode).toBeGreaterThanOrEqual(300);
      await once(refused, "end");
      const next = request(`${shop.url}/faq`, { agent, timeout: 5_000 }).end();
      next.once("timeout", () => next.destroy(new Error("No answer within 5 s.")));
      const [page] = (await once(next, "response")) as [IncomingMessage];
      expect(page.statusCode).toBe(200);
    },
  );
});
