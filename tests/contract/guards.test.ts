import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, codeOf, type Route, table } from "../support/documents/routes";
import { type Answer, Client } from "../support/http/client";
import { formsOf } from "../support/http/forms";
import { choiceInStock, directOrder, fillCart, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { accountHolder } from "../support/http/signed-in";
import { sideBySide } from "../support/shop/sample";
import { servedShop } from "../support/shop/served-shop";
import { storedIn } from "../support/shop/stored";

/** Who may read and do what, on every route, new ones included (S-3, S-6, P-6). */

/** Grows with the routes below /account, so that none is left out. */
const ACCOUNT_ROUTES_AT_LEAST = 6;

const shop = servedShop();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const stranger = () => new Client(shop.url, agent);

/** Words that are only in this order. */
const recipient = {
  ...someone,
  nom: "Zerrouki",
  prenom: "Nassima",
  telephone: "0661 98 76 54",
  adresse: "7, impasse des Oliviers",
  remarque: "Sonnez deux fois",
};
const WORDS = /Zerrouki|Nassima|Oliviers|Sonnez|66\D?19\D?87\D?65\D?4|0661\D*98\D*76\D*54/i;

/** Words of the order in an answer. */
const wordsOf = ({ text, headers }: Answer) => WORDS.exec(text + JSON.stringify(headers))?.[0];

/** Has a cart, an order and a waiting message. */
let owner: Client;
/** Has a cart, and no access to that order. */
let other: Client;
let number: string;
/** Signed in, with an order of the same words. */
let member: Client;
let memberNumber: string;
/** Signed in, without access to either order. */
let otherMember: Client;

beforeAll(async () => {
  owner = stranger();
  other = stranger();
  member = (await accountHolder(shop)).client;
  otherMember = (await accountHolder(shop)).client;
  const choice = choiceInStock(shop, SLUG);
  const { send } = await directOrder(owner, SLUG, choice, recipient);
  number = orderNumberOf(await send()) ?? "";
  const ordered = await directOrder(member, SLUG, choice, recipient);
  memberNumber = orderNumberOf(await ordered.send()) ?? "";
  await fillCart(owner, SLUG);
  await fillCart(other, SLUG);
  await owner.post("/cart", { intent: "vider" });
  expect([...owner.cookies.keys()]).toContain("flash");
});

afterAll(() => agent.destroy());

const isOfAccount = ({ pattern }: Route) => /^\/account(\/|$)/.test(pattern);

const pathOf = (route: Route) => addressOf(route, { number: isOfAccount(route) ? memberNumber : number });

/** Every button of these forms. */
function presses(html: string, address: string): { action: string; fields: [string, string][] }[] {
  return formsOf(html)
    .filter(({ method }) => method === "post")
    .flatMap(({ action, fields, buttons }) =>
      (buttons.length > 0 ? buttons : [undefined]).map((button) => ({
        action: action || address,
        fields: button ? [...fields, button] : fields,
      })),
    );
}

describe("a method that a route does not know", () => {
  it("is a 405 in French that says which there are, and nothing is stored", async () => {
    const before = storedIn(shop);
    const asked = table
      .filter(({ handle }) => !handle.api)
      .flatMap((route) => [...(route.hasAction ? [] : ["POST"]), "PUT", "DELETE"].map((method) => ({ route, method })));
    expect(asked.filter(({ method }) => method === "POST").length).toBeGreaterThan(10);
    await sideBySide(asked, 4, async ({ route, method }) => {
      const answer = await other.ask(pathOf(route), { method, form: { intent: "vider", confirmer: "oui" } });
      const allow = route.hasAction ? "GET, HEAD, POST" : "GET, HEAD";
      expect([answer.status, answer.headers.allow], `${method} ${route.pattern}`).toEqual([405, allow]);
      expect(answer.text, `${method} ${route.pattern}`).toMatch(/<html lang="fr".*<h1/s);
      expect(answer.headers["cache-control"]).toMatch(/private|no-store/);
    });
    expect(storedIn(shop)).toEqual(before);
  });

  it.each([
    ["PATCH", "/logout", "GET, HEAD, POST"],
    ["OPTIONS", "/shop", "GET, HEAD"],
    ["TRACE", "/terms", "GET, HEAD"],
    ["PUT", "/Logout//", "GET, HEAD, POST"],
    ["POST", "/%72obots.txt", "GET, HEAD"],
    ["POST", "/collections/%C3%A9t%C3%A9", "GET, HEAD"],
    ["TRACE", "/api/orders", "POST, OPTIONS"],
    ["PROPFIND", "/api/products", "GET, HEAD, OPTIONS"],
  ])("%s %s is refused, however it is written", async (method, path, allow) => {
    const { status, headers, text } = await stranger().ask(path, { method });
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(text).toMatch(/Demande impossible|méthode/);
  });
});

describe("what is kept for everybody is the same for everybody (P-6)", () => {
  const isShared = ({ headers }: Answer) => /public|s-maxage/.test(headers["cache-control"] ?? "");

  it.each(table.filter(({ handle }) => handle.private).map((route) => ({ pattern: route.pattern, route })))(
    "$pattern is private for every visitor",
    async ({ route }) => {
      for (const client of [stranger(), owner, member]) {
        const answer = await client.get(pathOf(route), { "sec-fetch-dest": "empty" });
        // Redirects are not cached without a header that allows it.
        if (answer.status < 300 || answer.status >= 400)
          expect(answer.headers["cache-control"]).toMatch(/private|no-store/);
        expect(isShared(answer)).toBe(false);
      }
    },
  );

  it("on every other route, too", async () => {
    await sideBySide(table, 4, async (route) => {
      const [address, quietly] = [pathOf(route), { "sec-fetch-dest": "empty" }];
      const own = await owner.get(address, quietly);
      if (!isShared(own)) return;
      expect(own.text, route.pattern).toBe((await stranger().get(address, quietly)).text);
    });
  });

  it("a cookie of the shop makes a page its visitor's own, however it is written", async () => {
    const source = readFileSync(join(import.meta.dirname, "../../app/session/cookies.server.ts"), "utf8");
    const names = [...source.matchAll(/\bpageCookie\("([\w-]+)"/g)].map(([, name = ""]) => name);
    expect(names).toContain("visitor");
    for (const cookie of names.flatMap((name) => [`${name}=x`, `a=b; ${name}=x`, `${name} = x`]))
      expect((await stranger().get("/terms", { cookie })).headers["cache-control"], cookie).toMatch(/^private/);
  });
});

describe("an order's number opens nothing (S-6)", () => {
  // Of the back office nothing is a shopper's (office-guards.test.ts).
  const routes = table.filter(({ pattern, handle }) => pattern.includes(":number") && !handle.office);

  it("covers every route with one", () => expect(routes.length).toBeGreaterThanOrEqual(4));

  it.each(routes.map((route) => ({ pattern: route.pattern, route })))(
    "$pattern is for its owner, for reading and for doing",
    async ({ route }) => {
      const address = pathOf(route);
      const own = await (isOfAccount(route) ? member : owner).get(address, { "sec-fetch-dest": "empty" });
      // Routes that only programs post to cannot be read.
      const isDeed = own.status === 405 && own.headers.allow === "POST, OPTIONS";
      if (!isDeed) {
        expect(own.status, String(own.location)).toBe(200);
        expect(wordsOf(own) ?? own.text).toMatch(new RegExp(`${WORDS.source}|${number}`, "i"));
      }
      const before = storedIn(shop);
      const forms = presses(own.text, address);
      // Also intents that no page offers.
      if (route.hasAction) for (const fields of intents(route)) forms.push({ action: address, fields });
      for (const client of [stranger(), other, otherMember]) {
        const tries = [
          () => client.get(address),
          () => client.get(`${address}.data`),
          () => client.get(address.toLowerCase()),
        ];
        for (const { action, fields } of forms)
          if (/NUMBER/.test(action.replaceAll(number, "NUMBER").replaceAll(memberNumber, "NUMBER")))
            tries.push(() => client.post(action, fields));
        for (const attempt of tries) {
          const answer = await attempt();
          expect(wordsOf(answer), route.pattern).toBeUndefined();
          if (answer.status >= 300 && answer.status < 400) expect(answer.location).toMatch(/^\/login\?retour=/);
          // The API answers so to methods that it lacks.
          else expect(answer.headers.allow ? [405] : isDeed ? [403, 404, 415] : [403, 404]).toContain(answer.status);
        }
      }
      const { mails: _, attempts: __, ...after } = storedIn(shop);
      expect(after).toEqual(expect.objectContaining(without(before)));
    },
  );
});

const without = ({ mails: _, attempts: __, ...rest }: Record<string, unknown[]>) => rest;

/** Intents and fields that a route's source names. */
function intents(route: Route): [string, string][][] {
  const source = codeOf(route);
  const found = [...source.matchAll(/case "([\w-]+)"|value="([\w-]+)"|=== "([\w-]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  const names = [...source.matchAll(/text\(form, "([\w-]+)"\)|name="([\w-]+)"/g)].map(
    (match) => match[1] ?? match[2] ?? "",
  );
  const fields = [...new Set(names)]
    .filter((name) => name !== "intent")
    .map((name): [string, string] => [name, recipient[name as keyof typeof recipient] ?? "1"]);
  return ["", ...new Set(found)].map((intent) => [["intent", intent], ...fields]);
}

describe("an account is for those who are signed in (S-3)", () => {
  const routes = table.filter(isOfAccount);

  it("covers every page of it", () => expect(routes.length).toBeGreaterThanOrEqual(ACCOUNT_ROUTES_AT_LEAST));

  it.each(routes.map((route) => ({ pattern: route.pattern, route })))("$pattern", async ({ route }) => {
    const address = pathOf(route);
    const before = storedIn(shop);
    const forged = stranger();
    forged.cookies.set("session", encodeURIComponent(Buffer.from(JSON.stringify("A".repeat(43))).toString("base64")));
    for (const client of [stranger(), other, forged]) {
      const answer = await client.get(`${address}?page=2`);
      expect([302, 303]).toContain(answer.status);
      // Leads back to the page, or else to one that links to it.
      const back = route.isPage ? `${address}?page=2` : "/account/security";
      expect(answer.location).toBe(`/login?retour=${encodeURIComponent(back)}`);
      expect(answer.headers["cache-control"] ?? "private").toMatch(/private|no-store/);
      for (const fields of route.hasAction ? intents(route) : []) {
        const refused = await client.post(address, fields);
        if (refused.status === 303 || refused.status === 302) expect(refused.location).toMatch(/^\/login(\?|$)/);
        else expect([401, 403]).toContain(refused.status);
        expect(wordsOf(refused)).toBeUndefined();
      }
    }
    expect(storedIn(shop)).toEqual(before);
  });
});
