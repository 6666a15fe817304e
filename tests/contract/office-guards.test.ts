import { beforeAll, describe, expect, it } from "vitest";
import { roleMay, type StaffRole, staffRoles } from "~/domain/office/role";
import type { OfficeAccess } from "~/route-handle";
import { addressOf, type Route, table } from "../support/documents/routes";
import { type Answer, Client } from "../support/http/client";
import { formsOf } from "../support/http/forms";
import { orderedIn, SLUG } from "../support/http/orders";
import { rawAnswer } from "../support/http/raw";
import { accountHolder } from "../support/http/signed-in";
import { signInStaff } from "../support/http/staff";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase } from "../support/shop/stored";
import { expectUnchanged } from "../support/shop/unchanged";

/**
 * Who may open each page of the back office and send its forms. New routes are covered by what
 * their handle says; one that says nothing, or has a parameter unknown here, fails.
 */

const shop = servedShop();
const OFFICE = "gestion.example";
/** With an address of its own for the office. */
const apart = servedShop({ env: { OFFICE_URL: `http://${OFFICE}` } });

const routes = table.filter(({ pattern }) => /^\/gestion(\/|$)/.test(pattern));
const accessOf = ({ handle, pattern }: Route): OfficeAccess => {
  if (!handle.office) throw new Error(`${pattern} does not say in its handle who may open it: office.`);
  return handle.office;
};
const seeOf = (route: Route) => accessOf(route).see;
const may = (role: StaffRole, access: OfficeAccess["see"]) =>
  access === "anybody" || access === "staff" || roleMay(role, access);

/** What nobody needs to be signed in for. A page comes here only when that is meant. */
const OPEN = ["/gestion/bienvenue", "/gestion/entree", "/gestion/refus/:status", "/gestion/sortie", "/gestion/theme"];
/** Addresses that nobody has, so that a 404 says nothing of who may. */
const EMPTY = ["/gestion/*", "/gestion/refus/:status"];

/** Everything that an answer must not depend on a refusal for. */
const numbers = { here: "", apart: "" };
let member: Client;

beforeAll(async () => {
  numbers.here = await orderedIn(shop);
  numbers.apart = await orderedIn(apart);
  member = (await accountHolder(shop)).client;
});

function pathOf(route: Route, number = numbers.here): string {
  const unknown = [...route.pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  for (const name of unknown)
    if (!["number", "slug", "status"].includes(name))
      throw new Error(`${route.pattern}: which ${name}, this test must know.`);
  return addressOf(route, { number, slug: SLUG });
}

/** What the office changes, without what every request of a person writes. */
const TABLES = ["journal", "messages", "order_calls", "order_lines", "order_notes", "order_steps", "orders"].concat([
  "parcels",
  "reviews",
  "staff_links",
  "staff_passkeys",
  "staff_recovery_codes",
  "variants",
]);
const stored = () =>
  inDatabase(shop, (database) => TABLES.map((table) => database.prepare(`select * from ${table} order by 1, 2`).all()));

const cases = <Case>(list: readonly Case[], nameOf: (one: Case) => string) =>
  list.map((one) => ({ name: nameOf(one), one }));
const byPattern = cases(routes, ({ pattern }) => pattern);
const guarded = byPattern.filter(({ one }) => seeOf(one) !== "anybody");
const acting = byPattern.filter(({ one }) => one.hasAction);
/** A form is sent on by 307, so that browsers take along what was typed. */
const isSignIn = ({ status, location = "" }: Answer, expected = 303) =>
  status === expected && location.startsWith("/gestion/entree");

it("every route below /gestion says who may, and no other does", () => {
  expect(routes.length).toBeGreaterThan(3);
  expect(table.filter(({ handle, pattern }) => handle.office && !/^\/gestion(\/|$)/.test(pattern))).toEqual([]);
  for (const route of routes) expect(accessOf(route).see, route.pattern).toBeTruthy();
  expect(
    routes
      .filter((route) => seeOf(route) === "anybody")
      .map(({ pattern }) => pattern)
      .sort(),
  ).toEqual(OPEN);
});

it("what a role may not is meant", () => {
  const closedTo = (role: StaffRole) =>
    byPattern.filter(({ one }) => !may(role, seeOf(one))).map(({ name }) => name.replace("/gestion/", ""));
  const owners = ["commandes/export", "equipe", "journal"];
  const callers = "appels appels/:number attentes avis commandes/:number/modifier commandes/nouvelle mails messages";
  expect(closedTo("owner")).toEqual([]);
  expect(closedTo("caller").sort()).toEqual([...owners, "stock/:slug"]);
  expect(closedTo("packer").sort()).toEqual([...owners, ...callers.split(" ")].sort());
});

describe.each(guarded)("$name", ({ one: route }) => {
  const visitors = [
    ["nobody", () => new Client(shop.url)],
    ["a shopper's session", () => member],
  ] as const;

  it.each(visitors)("sends %s to the sign-in, by page and by data", async (_, client) => {
    const path = pathOf(route);
    const page = await client().get(path);
    expect(isSignIn(page), `${page.status} ${page.location}`).toBe(true);
    const data = await client().get(`${path}.data`);
    // Remix' router follows what it says.
    expect([data.status, data.text.includes("/gestion/entree")]).toEqual([202, true]);
    for (const answer of [page, data]) {
      expect(answer.headers["cache-control"]).toBe("private, no-store");
      expect(answer.headers["x-robots-tag"]).toBe("noindex");
    }
  });

  it.each(visitors)("takes no form of %s", async (_, client) => {
    const before = stored();
    const path = pathOf(route);
    const page = await client().post(path, { intent: "rien" });
    expect(route.hasAction ? isSignIn(page, 307) : page.status === 405, `${page.status}`).toBe(true);
    const data = await client().post(`${path}.data`, { intent: "rien" });
    expect(data.status).toBe(route.hasAction ? 202 : 405);
    expectUnchanged(stored(), before);
  });

  it.each(staffRoles)("answers a %s by what their role may", async (role) => {
    const { client } = await signInStaff(shop, { role });
    const path = pathOf(route);
    const isAllowed = may(role, seeOf(route)) && !EMPTY.includes(route.pattern);
    const page = await client.get(path);
    const data = await client.get(`${path}.data`);
    if (isAllowed) {
      expect([200, 303]).toContain(page.status);
      expect(isSignIn(page)).toBe(false);
      if (page.status === 200 && route.isPage) expect(page.text).toMatch(/<html lang="fr".*<h1/s);
    } else {
      expect([page.status, data.status]).toEqual([404, 404]);
      expect(page.text).toContain(route.isPage ? "Page introuvable" : "");
      expect(page.text).not.toContain(numbers.here);
    }
    expect(page.headers["cache-control"]).toBe("private, no-store");
  });
});

describe.each(acting)("forms of $name", ({ one: route }) => {
  it.each(staffRoles)("are taken from a %s by what their role may", async (role) => {
    const { client } = await signInStaff(shop, { role });
    const before = stored();
    const page = await client.post(pathOf(route), { intent: "rien" });
    const isAllowed = may(role, seeOf(route)) && !EMPTY.includes(route.pattern);
    // A form of nothing is refused, or done; it is never the shop's error.
    if (isAllowed) expect([200, 303, 400]).toContain(page.status);
    else {
      expect(page.status).toBe(404);
      const data = await client.post(`${pathOf(route)}.data`, { intent: "rien" });
      expect(data.status).toBe(404);
      expectUnchanged(stored(), before);
    }
  });

  it("with an order's state that is no longer the latest change nothing", async () => {
    const { client } = await signInStaff(shop);
    const { text } = await client.get(pathOf(route));
    const stale = formsOf(text).filter(
      ({ method, fields }) => method === "post" && fields.some(([name]) => name === "version"),
    );
    for (const { action, fields, buttons } of stale)
      for (const button of buttons.length > 0 ? buttons : [undefined]) {
        const before = stored();
        const sent = fields.map(([name, value]): [string, string] =>
          name === "version" ? [name, String(Number(value) - 1)] : [name, value],
        );
        const answer = await client.post(action || pathOf(route), button ? [...sent, button] : sent);
        // A button that only shows more changes nothing.
        expect([200, 400], `${action} ${button}`).toContain(answer.status);
        expectUnchanged(stored(), before);
      }
  });
});

describe("with a host of its own", () => {
  const onOffice = { host: OFFICE };

  it.each(byPattern)("$name is on no other", async ({ one: route }) => {
    const { client } = await signInStaff(apart);
    const path = pathOf(route, numbers.apart);
    for (const spelling of [path, `${path}.data`, path.replace("gestion", "Gestion"), path.replace("g", "%67")]) {
      const answer = await client.get(spelling);
      expect(answer.status, spelling).toBe(404);
      // It is the shop's own page, like that of any address.
      if (route.isPage && !spelling.endsWith(".data")) expect(answer.text).not.toContain("Gestion");
    }
    for (const spelling of [`/.${path}`, `/x/..${path}`, `/shop/%2E%2e${path}`, `/\\${path.slice(1)}`, `/.//${path}`]) {
      const { status } = await rawAnswer(apart.url, [`GET ${spelling} HTTP/1.1`, "Host: localhost"]);
      expect(status, spelling).toBe(404);
    }
    expect((await client.post(path, { intent: "rien" })).status).toBe(404);
    const there = await client.get(path, onOffice);
    // The order is the other shop's; the page that says so is the office's.
    if (there.status !== 303 && route.isPage) expect(there.text).toContain(" – Gestion</title>");
  });

  it("has no page of the shop, but files, and a way from its first address", async () => {
    const client = new Client(apart.url);
    const others = table.filter(({ pattern }) => !/^\/gestion(\/|$)/.test(pattern) && pattern !== "/");
    const paths = others.map((route) => addressOf(route, { number: numbers.apart }));
    for (const path of paths.filter((path) => !path.startsWith("/pictures/")))
      expect((await client.get(path, onOffice)).status, path).toBe(404);
    const first = await client.get("/", onOffice);
    expect([first.status, first.location]).toEqual([302, "/gestion"]);
    expect((await client.get("/favicon.svg", onOffice)).status).toBe(200);
    const refused = await client.get("/shop", onOffice);
    expect(refused.text).toContain("Gestion");
    expect(refused.text).not.toContain("Panier");
  });

  it("has a theme of its own, which leads back into the office alone", async () => {
    const client = new Client(apart.url);
    const at = { ...onOffice, origin: `http://${OFFICE}` };
    const choose = (retour: string) => client.post("/gestion/theme", { theme: "dark", retour }, at);
    for (const elsewhere of ["//evil.example", "/shop", "https://evil.example/gestion"])
      expect((await choose(elsewhere)).location, elsewhere).toBe("/gestion");
    expect(await choose("/gestion/journal?objet=order")).toMatchObject({
      status: 303,
      location: "/gestion/journal?objet=order",
    });
    expect((await client.get("/gestion/entree", onOffice)).text).toContain('<html lang="fr" class="dark">');
  });

  it("takes forms from itself, and from the shop's pages none", async () => {
    const client = new Client(apart.url);
    const send = (headers: Record<string, string>) =>
      client.ask("/gestion/entree", { method: "POST", form: {}, headers: { ...onOffice, ...headers } });
    expect((await send({ origin: `http://${OFFICE}` })).status).toBe(400);
    expect((await send({ origin: apart.url })).status).toBe(403);
    expect((await send({ origin: `http://${OFFICE}`, "sec-fetch-site": "same-origin" })).status).toBe(400);
    const shopForm = await client.ask("/newsletter", {
      method: "POST",
      form: { email: "x" },
      headers: { origin: `http://${OFFICE}` },
    });
    expect(shopForm.status).toBe(403);
  });
});

it("data of the router is for the office alone", async () => {
  const client = new Client(shop.url);
  for (const path of ["/shop.data", "/_root.data", "/shop?_routes=root", "/product/x.data"])
    expect((await client.get(path)).status, path).toBe(404);
});

it("a page of the office has its own policy, whose nonce is another each time", async () => {
  const { client } = await signInStaff(shop);
  const policies = [];
  for (const _ of [1, 2]) {
    const { headers, text } = await client.get("/gestion/journal");
    const policy = String(headers["content-security-policy"]);
    const [, nonce] = /script-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    expect(nonce).toBeTruthy();
    expect(policy).not.toContain("unsafe");
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(1);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    policies.push(policy);
  }
  expect(policies[0]).not.toBe(policies[1]);
});
