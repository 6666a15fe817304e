import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changes, PRODUCTS } from "../support/changes";
import { engines } from "../support/databases";
import type { Answer } from "../support/http";
import { acts, browserOf, newPerson, type Person, secretsOf, settle } from "../support/people";
import { table } from "../support/routes";
import { draw, seed } from "../support/sample";
import { openTogether, type Together } from "../support/together";

/**
 * Pages are kept, and nobody can tell (app/page-cache): whatever happened before, in whichever process, a visitor's next page is the
 * one that is rendered for this very request. And nothing of one visitor is ever told to another. `HISTORY=…` is how much happens in
 * each shop, `SEED=…` lets the same happen again.
 */

const HISTORY = Number(process.env.HISTORY ?? 160);
vi.setConfig({ testTimeout: 60_000 + HISTORY * 1_000 });

/** At least one page of every public route; those that show the same are there in the ways in which addresses narrow them. */
const PAGES = [
  "/",
  "/shop",
  "/shop?page=2",
  "/shop?tri=prix-croissant",
  "/shop?couleur=noir&pointure=42",
  "/shop?pointure=42&couleur=bleu",
  "/femme",
  "/homme",
  "/enfant",
  "/femme?subcategory=new",
  "/nouveaute",
  "/categories",
  "/category/boston",
  "/collections",
  "/collection/premium",
  "/sales/summer",
  "/search",
  "/search?q=boston",
  "/search?q=tong+noir",
  "/search?q=introuvable",
  ...PRODUCTS.map((slug) => `/product/${slug}`),
  `/product/${PRODUCTS[0]}?couleur=bleu-nuit&pointure=40`,
  "/product/nulle-part",
  "/contact/merci",
  "/newsletter",
  "/newsletter/merci",
  "/forgot-password/merci",
  "/about",
  "/faq",
  "/terms",
  "/privacy",
  "/api",
  "/404",
  "/refus/404",
];

/** What belongs to one visitor is looked through as well, for others' words. */
const OWN = ["/cart", "/wishlist", "/checkout", "/account", "/account/orders", "/suivi"];

it("knows a page of every public route", () => {
  const paths = PAGES.map((page) => page.split("?")[0] ?? "");
  const missing = table
    .filter(({ isPage, isPrivate, pattern }) => isPage && !isPrivate && pattern !== "/*")
    .filter(({ pattern }) => !paths.some((path) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path)));
  expect(missing.map(({ pattern }) => pattern)).toEqual([]);
});

/** What happens, and who looks where. Numbers are taken modulo what there is to choose from. */
interface Step {
  what: string;
  product: number;
  /** Who does it, where it is done by a visitor; and who looks. */
  actor: number;
  reader: number;
  /** Whether the reader looks at a page on which the change shows. */
  isTold: boolean;
  page: number;
  /** The processes asked before it, for it and after it. */
  before: number;
  during: number;
  after: number;
  encoding: "br" | "gzip" | "identity";
  isConditional: boolean;
  isSaving: boolean;
  isHead: boolean;
  /** Whether it happens while somebody looks at the page. */
  isMeanwhile: boolean;
}

const happenings = { ...changes, ...acts };

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(...Object.keys(happenings)),
  product: fc.nat(PRODUCTS.length - 1),
  actor: fc.nat(999),
  reader: fc.nat(999),
  isTold: fc.boolean().map((isNot) => !isNot),
  page: fc.nat(999),
  before: fc.nat(1),
  during: fc.nat(1),
  after: fc.nat(1),
  encoding: fc.constantFrom("br", "gzip", "identity"),
  isConditional: fc.boolean(),
  isSaving: fc.nat(9).map((one) => one === 0),
  isHead: fc.nat(9).map((one) => one === 0),
  isMeanwhile: fc.nat(4).map((one) => one === 0),
});

/** What an answer says beside its body; and what differs whenever it is made anew. */
const HEADERS = [
  "content-type",
  "content-security-policy",
  "cache-control",
  "vary",
  "etag",
  "location",
  "retry-after",
  "set-cookie",
] as const;

const textOf = ({ bytes, headers }: Answer): string => {
  const encoding = bytes.length > 0 ? headers["content-encoding"] : undefined;
  const plain = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
  return plain.toString("utf8");
};

const headersOf = (answer: Answer) => Object.fromEntries(HEADERS.map((name) => [name, answer.headers[name]]));

/** Of two pages the place in which they differ first. */
function difference(one: string, other: string): [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return [one, other].map((text) => text.slice(Math.max(0, at - 120), at + 160)) as [string, string];
}

const loaded = pathToFileURL(join(import.meta.dirname, "../support/past-the-front-door.mjs")).href;
const courier = {
  YALIDINE_API_ID: "12345678901234567890",
  YALIDINE_API_TOKEN: "a-token-of-the-courier",
  // Where nobody listens.
  YALIDINE_API_URL: "http://127.0.0.1:9/",
};

const all = engines();
afterAll(async () => {
  for (const engine of all) await engine.stop();
});

describe.each(all.map((engine) => [engine.name, engine] as const))("two processes on %s", (_, engine) => {
  let shop: Together;
  const people: Person[] = ["Amel", "Badis", "Chafia"].map((name) => newPerson(name, false));
  people.push(...["Dalila", "Elias"].map((name) => newPerson(name, true)));
  /** Without any cookie, each time. */
  const stranger = newPerson("a stranger", false);
  const readers = [...people, stranger];
  const told: string[] = [];
  const times = new Map<string, number>();
  const kept = { equal: 0, unchanged: 0 };

  beforeAll(async () => {
    const anew = { ...courier, NODE_OPTIONS: `--import=${loaded}` };
    shop = await openTogether(engine, [courier, courier, anew]);
    for (const person of people) await settle(person, browserOf(person, urlOf(0)));
  });
  afterAll(() => shop?.close());

  const urlOf = (process: number) => shop.shops[process]?.url ?? "";
  /** The process that renders each page for the request. */
  const ANEW = 2;

  const whose = (person: Person) => (person === stranger ? { cookies: new Map<string, string>() } : person);

  /** Asks a process for a page, as this one's browser. */
  async function look(person: Person, path: string, process: number, headers: Record<string, string>, method = "GET") {
    const answer = await browserOf(whose(person), urlOf(process)).ask(path, { headers, method });
    const text = textOf(answer);
    const words = `${text}\n${JSON.stringify(answer.headers)}`.toLowerCase();
    for (const other of people)
      if (other !== person)
        for (const secret of secretsOf(other))
          if (words.includes(secret.toLowerCase()))
            expect.fail(`${person.name} reads ${other.name}'s ${secret} on ${path}`);
    return { ...answer, text };
  }

  /** The page as it is at this moment, for the cookies of just before. */
  const anew = (cookies: Map<string, string>, path: string, headers: Record<string, string>, method: string) =>
    browserOf({ cookies: new Map(cookies) }, urlOf(ANEW)).ask(path, { headers, method });

  /** @param etag of the page as this one's browser has it */
  async function compare(person: Person, path: string, { after, encoding, isSaving, isHead }: Step, etag?: string) {
    const headers = { ...(isSaving ? { "save-data": "on" } : {}) };
    const method = isHead ? "HEAD" : "GET";
    const name = `${person.name} ${path}`;
    const cookies = new Map(whose(person).cookies);
    const answer = await look(
      person,
      path,
      after,
      { ...headers, "accept-encoding": encoding, ...(etag ? { "if-none-match": etag } : {}) },
      method,
    );
    const truth = await anew(cookies, path, headers, method);
    if (answer.status === 304) {
      expect(etag, `304 for another page: ${name}`).toBe(truth.headers.etag);
      kept.unchanged += 1;
      return;
    }
    // Whoever has the page already is not sent it again.
    expect(etag !== undefined && etag === truth.headers.etag, `not 304: ${name}`).toBe(false);
    if (answer.text !== truth.text) {
      const [said, is] = difference(answer.text, truth.text);
      expect(said, `${path} for ${person.name}`).toBe(is);
    }
    expect({ status: answer.status, ...headersOf(answer) }).toEqual({ status: truth.status, ...headersOf(truth) });
    kept.equal += 1;
  }

  async function happen({ what, product, actor, during }: Step): Promise<void> {
    const slug = PRODUCTS[product] ?? PRODUCTS[0];
    const count = (times.get(what) ?? 0) + 1;
    times.set(what, count);
    const person = people[actor % people.length] as Person;
    if (what in changes) await changes[what]?.make(shop, slug, count);
    else await acts[what]?.do(person, browserOf(person, urlOf(during)), shop, slug);
  }

  async function take(one: Step): Promise<void> {
    const { what, product, actor, reader, page, isTold, before } = one;
    const { shows } = happenings[what] ?? {};
    const pages = isTold && shows ? shows : PAGES;
    const path = pages[page % pages.length] ?? "/";
    const isAct = what in acts;
    const actors = people[actor % people.length] as Person;
    // Half of the time who did it looks, where it is a visitor's doing.
    const person = isAct && isTold ? actors : (readers[reader % readers.length] as Person);
    told.push(`${isAct ? `${actors.name} ` : ""}${what} (${PRODUCTS[product]}); ${person.name} looks at ${path}`);
    // In the cache as it was before.
    const headers = { ...(one.isSaving ? { "save-data": "on" } : {}) };
    const early = look(person, path, before, headers);
    if (!one.isMeanwhile) await early;
    const [{ headers: had }] = await Promise.all([early, happen(one)]);
    await compare(person, path, one, one.isConditional ? had.etag : undefined);
    const own = OWN[page % OWN.length] ?? "/cart";
    if (page % 5 === 0) await look(person, own, before, {});
    if (page % 7 === 0) await unchanged(person, path);
  }

  /** What this process remembers beside pages (counts, searches) is not older than they are. */
  async function unchanged(person: Person, path: string): Promise<void> {
    const { cookies } = whose(person);
    const [remembered] = [await anew(cookies, path, {}, "GET")];
    await shop.query`update published set version = version + 1`;
    const [renewed] = [await anew(cookies, path, {}, "GET")];
    const [said, is] = difference(remembered.text, renewed.text);
    expect(said, `${path}, as its parts are remembered`).toBe(is);
  }

  it("asks one process past its front door", async () => {
    const [usual, past] = [await look(stranger, "/shop", 0, {}), await look(stranger, "/shop", ANEW, {})];
    expect(usual.headers["x-content-type-options"]).toBe("nosniff");
    expect(past.headers["x-content-type-options"]).toBeUndefined();
    expect(past.text).toBe(usual.text);
  });

  it(`${HISTORY} times something happens, and somebody looks`, async () => {
    console.info(`SEED=${seed}: ${HISTORY} steps on ${engine.name}`);
    for (const one of draw(step, HISTORY, engine.dialect === "sqlite" ? 0 : 1)) {
      try {
        await take(one);
      } catch (error) {
        if (error instanceof Error)
          error.message += `\nSEED=${seed}, step ${told.length}, after:\n${told.slice(-12).join("\n")}`;
        throw error;
      }
    }
    console.info(
      `${engine.name}: ${kept.equal} equal pages, ${kept.unchanged} unchanged, ${times.size} kinds of steps`,
    );
    expect(kept.unchanged).toBeGreaterThan(0);
  });
});
