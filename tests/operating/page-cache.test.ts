import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { table } from "../support/documents/routes";
import type { Answer } from "../support/http/client";
import { covering } from "../support/setup/sweeps";
import { engines } from "../support/shop/databases";
import { changes, PRODUCTS, putOnSale } from "../support/shop/page-changes";
import { openProcesses, type Processes } from "../support/shop/processes";
import { acts, browserOf, newPerson, openAccount, type Person, secretsOf } from "../support/shop/random-shoppers";
import { draw, seed } from "../support/shop/sample";

/**
 * Kept pages equal those rendered for the request, after any change in any process, and no
 * visitor's data reach another. `HISTORY=…` sets the number of rounds, `SEED=…` repeats them.
 */

const HISTORY = Number(process.env.HISTORY ?? 1);
const timeout = 60_000 + HISTORY * 60_000;

/** At least one page of every public route; lists in each way in which addresses narrow them. */
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
  "/homme?page=2",
  "/nouveaute",
  "/categories",
  "/category/boston",
  "/collections",
  "/collection/premium",
  "/sales/summer",
  "/search",
  "/search?q=boston",
  "/search?q=tong+noir",
  "/search?q=sac+noir",
  "/search?q=introuvable",
  ...PRODUCTS.map((slug) => `/product/${slug}`),
  `/product/${PRODUCTS[0]}?couleur=bleu-nuit&pointure=40`,
  `/product/${PRODUCTS[0]}/avis`,
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

/** Private pages, which are also searched for others' data. */
const OWN = ["/cart", "/wishlist", "/checkout", "/account", "/account/orders", "/suivi"];

it("knows a page of every public route", () => {
  const paths = PAGES.map((page) => page.split("?")[0] ?? "");
  const missing = table
    .filter(({ isPage, handle, pattern }) => isPage && !handle.private && pattern !== "/*")
    .filter(({ pattern }) => !paths.some((path) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path)));
  expect(missing.map(({ pattern }) => pattern)).toEqual([]);
});

/** What happens, and who reads which page. Numbers are taken modulo the number of choices. */
interface Step {
  product: number;
  /** Who does it, if it is a visitor's action; and who reads before it. */
  actor: number;
  reader: number;
  /** Whether the reader opens a page that shows the change. */
  isTold: boolean;
  page: number;
  /** The processes that are asked during and after it. */
  during: number;
  after: number;
  encoding: "br" | "gzip" | "identity";
  isConditional: boolean;
  isSaving: boolean;
  isHead: boolean;
  /** Whether it happens while the page is requested. */
  isMeanwhile: boolean;
}

const happenings = { ...changes, ...acts };

/** All happenings, in any order. */
const round = fc.shuffledSubarray(Object.keys(happenings), { minLength: Object.keys(happenings).length });

const step: fc.Arbitrary<Step> = fc.record({
  product: fc.nat(PRODUCTS.length - 1),
  actor: fc.nat(999),
  reader: fc.nat(999),
  isTold: fc.nat(3).map((number) => number > 0),
  page: fc.nat(999),
  during: fc.nat(1),
  after: fc.nat(1),
  encoding: fc.constantFrom("br", "gzip", "identity"),
  isConditional: fc.boolean(),
  isSaving: fc.nat(9).map((number) => number === 0),
  isHead: fc.nat(9).map((number) => number === 0),
  isMeanwhile: fc.nat(4).map((number) => number === 0),
});

/** The header that most browsers send. */
const plain = { encoding: "br", isSaving: false, isHead: false } as const;

/** Headers to be compared; those that differ with each rendering are left out. */
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

/** The first place where two pages differ. */
function difference(text: string, other: string): [string, string] {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return [text, other].map((page) => page.slice(Math.max(0, at - 120), at + 160)) as [string, string];
}

const loaded = pathToFileURL(join(import.meta.dirname, "../support/shop/without-page-cache.mjs")).href;
const courier = {
  YALIDINE_API_ID: "12345678901234567890",
  YALIDINE_API_TOKEN: "a-token-of-the-courier",
  // No server listens there.
  YALIDINE_API_URL: "http://127.0.0.1:9/",
};

const all = engines();
afterAll(async () => {
  for (const engine of all) await engine.stop();
});

// Which changes make another version of a page differs by engine: tests/shop/published.test.ts.
describe.each(covering(all, all.slice(0, 1)).map((engine) => [engine.name, engine] as const))(
  "two processes on %s",
  { timeout },
  (_, engine) => {
    let shop: Processes;
    const people: Person[] = ["Amel", "Badis", "Chafia"].map((name) => newPerson(name, false));
    people.push(...["Dalila", "Elias", "Farida"].map((name) => newPerson(name, true)));
    /** Has never a cookie. */
    const stranger = newPerson("a stranger", false);
    const readers = [...people, stranger];
    const history: string[] = [];
    let count = 0;
    const kept = { equal: 0, unchanged: 0 };

    beforeAll(async () => {
      const fresh = { ...courier, NODE_OPTIONS: `--import=${loaded}` };
      shop = await openProcesses(engine, [courier, courier, fresh], putOnSale);
      for (const person of people) await openAccount(person, browserOf(person, urlOf(0)));
    });
    afterAll(() => shop?.close());

    const urlOf = (process: number) => shop.shops[process]?.url ?? "";
    /** The process without a page cache. */
    const FRESH = 2;

    const whose = (person: Person) => (person === stranger ? { cookies: new Map<string, string>() } : person);

    /** Opens a page on a process with this person's browser. */
    async function look(
      person: Person,
      path: string,
      process: number,
      headers: Record<string, string>,
      method = "GET",
    ) {
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

    /** The page rendered now, for the cookies from before. */
    const fresh = (cookies: Map<string, string>, path: string, headers: Record<string, string>, method: string) =>
      browserOf({ cookies: new Map(cookies) }, urlOf(FRESH)).ask(path, { headers, method });

    /** @param etag of the page that this person's browser has */
    async function compare(
      person: Person,
      path: string,
      { after, encoding, isSaving, isHead }: Pick<Step, "after" | "encoding" | "isSaving" | "isHead">,
      etag?: string,
    ) {
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
      const truth = await fresh(cookies, path, headers, method);
      if (answer.status === 304) {
        expect(etag, `304 for another page: ${name}`).toBe(truth.headers.etag);
        kept.unchanged += 1;
        return;
      }
      // A browser that has the page gets a 304.
      expect(etag !== undefined && etag === truth.headers.etag, `not 304: ${name}`).toBe(false);
      if (answer.text !== truth.text) {
        const [actual, expected] = difference(answer.text, truth.text);
        expect(actual, `${path} for ${person.name}`).toBe(expected);
      }
      expect({ status: answer.status, ...headersOf(answer) }).toEqual({ status: truth.status, ...headersOf(truth) });
      kept.equal += 1;
    }

    async function happen(what: string, { product, actor, during }: Step): Promise<void> {
      const slug = PRODUCTS[product] ?? PRODUCTS[0];
      count += 1;
      const person = people[actor % people.length] as Person;
      if (what in changes) await changes[what]?.make(shop, slug, count);
      else await acts[what]?.do(person, browserOf(person, urlOf(during)), shop, slug);
    }

    async function take(what: string, step: Step): Promise<void> {
      const { product, actor, reader, page, isTold, isSaving } = step;
      const slug = PRODUCTS[product] ?? PRODUCTS[0];
      const pages = (isTold && happenings[what]?.shows?.(slug)) || PAGES;
      const path = pages[page % pages.length] ?? "/";
      const isAct = what in acts;
      const who = people[actor % people.length] as Person;
      // After a visitor's action mostly that visitor reads.
      const person = isAct && isTold ? who : (readers[reader % readers.length] as Person);
      history.push(`${isAct ? `${who.name} ` : ""}${what} (${slug}); ${person.name} looks at ${path}`);
      // Both processes keep the page from before.
      const headers = { ...(isSaving ? { "save-data": "on" } : {}) };
      const early = look(person, path, 0, headers).then(() => look(person, path, 1, headers));
      if (!step.isMeanwhile) await early;
      const [{ headers: had }] = await Promise.all([early, happen(what, step)]);
      await compare(person, path, step, step.isConditional ? had.etag : undefined);
      // The first reader's content must not reach the next one.
      const next = readers[(reader + 1 + (page % 3)) % readers.length] as Person;
      await compare(next, path, { ...plain, after: step.after });
      if (page % 5 === 0) await look(person, OWN[page % OWN.length] ?? "/cart", step.after, {});
      if (page % 7 === 0) await renew(person, path);
    }

    /** Its caches besides pages (counts, searches) are as new as the pages. */
    async function renew(person: Person, path: string): Promise<void> {
      const { cookies } = whose(person);
      const [remembered] = [await fresh(cookies, path, {}, "GET")];
      await shop.query`update published set version = version + 1`;
      const [renewed] = [await fresh(cookies, path, {}, "GET")];
      const [actual, expected] = difference(remembered.text, renewed.text);
      expect(actual, `${path}, as its parts are remembered`).toBe(expected);
    }

    it("asks one process that has no page cache", async () => {
      const [usual, past] = [await look(stranger, "/shop", 0, {}), await look(stranger, "/shop", FRESH, {})];
      expect(usual.headers["x-rendered"]).toBeUndefined();
      expect(past.headers["x-rendered"]).toBe("fresh");
      expect(past.text).toBe(usual.text);
    });

    it("give each of many who ask at once, for a page that nobody has kept, their own", async () => {
      const crowd = [0, 1].flatMap((after) => readers.map((person) => ({ person, after })));
      for (const theme of ["chooses the dark theme", "chooses the light theme"]) {
        // In the second round some have the first one's theme, and not all have hearts or a pair.
        for (const [index, person] of people.entries())
          for (const what of [theme, "presses a heart", "puts a pair into the cart"].slice(0, index % 4))
            await acts[what]?.do(person, browserOf(person, urlOf(0)), shop, PRODUCTS[index % 2] ?? PRODUCTS[0]);
        for (const path of ["/", "/shop", `/product/${PRODUCTS[0]}`, "/about"]) {
          await changes.price?.make(shop, PRODUCTS[0], 0);
          await Promise.all(crowd.map(({ person, after }) => compare(person, path, { ...plain, after })));
        }
      }
    });

    it("know no longer who was signed in until a moment ago", async () => {
      const person = people.find(({ isSignedIn }) => isSignedIn) as Person;
      const end = Date.now() + 2_000;
      await shop.query`update sessions set expires_at = ${end}
      where account_id = (select id from accounts where email = ${person.email})`;
      for (const process of [0, 1]) expect((await look(person, "/about", process, {})).text).toContain(person.email);
      // The database does not change from then on.
      await wait(Math.max(0, end - Date.now()) + 100);
      for (const after of [0, 1]) await compare(person, "/about", { ...plain, after });
      expect((await look(person, "/about", 0, {})).text).not.toContain(person.word);
      person.isSignedIn = false;
    });

    it(`show what is true now after everything that can happen (rounds: ${HISTORY})`, async () => {
      console.info(`SEED=${seed} on ${engine.name}`);
      const salt = engine.dialect === "sqlite" ? 0 : 1;
      const order = draw(round, HISTORY, salt).flat();
      const steps = draw(step, order.length, salt);
      for (const [index, what] of order.entries()) {
        try {
          await take(what, steps[index] as Step);
        } catch (error) {
          if (error instanceof Error)
            error.message += `\nSEED=${seed}, step ${history.length}, after:\n${history.slice(-12).join("\n")}`;
          throw error;
        }
      }
      console.info(`${engine.name}: ${order.length} steps, ${kept.equal} equal pages, ${kept.unchanged} unchanged`);
      expect(kept.unchanged).toBeGreaterThan(0);
    });
  },
);
