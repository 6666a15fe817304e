import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { addressOf, codeOf, table } from "../support/documents/routes";
import { Client } from "../support/http/client";
import { covering, isSweep } from "../support/setup/sweeps";
import { clientOf, servedShop } from "../support/shop/served-shop";

/** What the middleware refuses, on every route, new ones included (S-1, S-7). */

const shop = servedShop({ env: { SITE_URL: "http://boutique.example" } });
const client = clientOf(shop, beforeAll);

const routes = table.map((route, turn) => ({
  path: addressOf(route),
  max: route.handle.body?.max ?? 64 * 1024,
  turn,
}));

const ORIGINS: [name: string, headers: Record<string, string>][] = [
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a neighbour", { "sec-fetch-site": "same-site", origin: "http://boutique.example" }],
  ["another origin, in an old browser", { origin: "http://evil.example" }],
  ["the host of the request, which is not the configured site", { origin: "http://localhost" }],
  ["nowhere", { origin: "null" }],
];
const UNSAFE = ["POST", "PUT", "PATCH", "DELETE"];
/** Asked from every origin with every method; the others take turns, but in a sweep. */
const THOROUGH = ["/cart", "/api/orders", "/gestion/equipe"];

/** The one whose turn it is. */
const takeTurns = <Item>(all: readonly Item[], turn: number): Item[] => all.filter((_, at) => at === turn % all.length);

it("a page, the API and the office are asked from every origin with every method", () => {
  expect(routes.map(({ path }) => path)).toEqual(expect.arrayContaining(THOROUGH));
});

describe.each(routes)("$path", ({ path, max, turn }) => {
  const isThorough = isSweep || THOROUGH.includes(path);

  it.each(isThorough ? ORIGINS : takeTurns(ORIGINS, turn))("refuses a form from %s", async (_, headers) => {
    for (const method of isThorough ? UNSAFE : takeTurns(UNSAFE, turn))
      for (const address of [path, path === "/" ? "/_root.data" : `${path}.data`]) {
        const answer = await new Client(shop.url).ask(address, {
          method,
          body: "intent=vider",
          headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
        });
        expect(answer.status, `${method} ${address}`).toBe(403);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        expect(answer.text).toMatch(/rien n(&#x27;|')a été fait/);
        if (path.startsWith("/gestion")) expect(answer.text).toContain("Demande refusée");
        // The page is at another address than the browser's: the router must not take it over.
        expect(answer.text).not.toContain("__remixContext");
      }
  });

  it("takes a form of its own site, and one of a browser that says nothing (T-2)", async () => {
    const own: Record<string, string>[] = [
      { "sec-fetch-site": "same-origin", origin: "http://boutique.example" },
      { "sec-fetch-site": "same-origin", origin: "null" },
      { origin: "http://boutique.example" },
      {},
    ];
    for (const headers of own) {
      const answer = await client.ask(path, { method: "POST", form: {}, headers });
      expect(answer.status).not.toBe(403);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it("refuses a body that is too large, announced or not", async () => {
    const announced = await client.ask(path, { method: "POST", body: "a=".padEnd(max + 1, "x") });
    expect(announced.status).toBe(413);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const streamed = await client.ask(path, {
      method: "POST",
      body: Array.from({ length: Math.ceil(max / 8192) + 12 }, () => Buffer.alloc(8192, "x")),
      headers: form,
    });
    // The API checks key and type before it reads a body.
    const isJson = streamed.headers["content-type"]?.startsWith("application/json");
    // Without a session the office reads none, and sends the form on.
    expect(isJson ? [413, 405, 404, 415, 400] : [413, 405, 303, 307, 204, 404]).toContain(streamed.status);
    expect(streamed.headers["set-cookie"]?.join() ?? "").not.toContain("visitor=");
  });

  it("answers every method without failing", async () => {
    const others = ["GET", "OPTIONS", "PUT", "PATCH", "DELETE"];
    for (const method of ["POST", "HEAD", ...covering(others, takeTurns(others, turn))]) {
      const answer = await client.ask(path, { method, headers: { "content-length": "0" } });
      expect(answer.status, method).toBeLessThan(500);
    }
  });
});

describe("the size of a form (R-4)", () => {
  it("40 MB are refused before they are read", async () => {
    const begun = Date.now();
    const answer = await client.ask("/cart", {
      method: "POST",
      headers: { "content-length": String(40 * 1024 * 1024) },
      body: [Buffer.alloc(1024, "x")],
    });
    expect(answer.status).toBe(413);
    expect(Date.now() - begun).toBeLessThan(5000);
  });

  it("10,000 fields are read and say what is wrong", async () => {
    const form = Array.from({ length: 10_000 }, (_, index): [string, string] => [`f${index % 900}`, ""]);
    const answer = await client.ask("/suivi", { method: "POST", form });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Il y a un problème");
  });

  it.each([
    ["multipart/form-data; boundary=x", "nonsense"],
    ["multipart/form-data", "--x"],
    ["application/json", '{"intent":"vider"}'],
    ["text/plain", "intent=vider"],
  ])("a body of type %s that is no form is a 400", async (type, body) => {
    const answer = await client.ask("/cart", { method: "POST", body, headers: { "content-type": type } });
    expect(answer.status).toBe(400);
  });
});

// Linux alone tells how long a process was at work, whatever runs beside it.
describe.skipIf(!existsSync("/proc/self/schedstat"))("64 KB of anything stop nobody else (S-7)", () => {
  const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / Buffer.byteLength(unit)));
  const texts: ((bytes: number) => string)[] = [
    (bytes) => `a${fill("\u0315", bytes / 2)}${fill("\u0344", bytes / 2)}`,
    (bytes) => `//${fill("\u0315", bytes / 2)}${fill("\u0344", bytes / 2)}`,
    (bytes) => `${fill("1", bytes)}a`,
    (bytes) => `${fill("<>", bytes)}`,
  ];
  const BYTES = 64_000;
  const [FORM, JSON_TYPE] = ["application/x-www-form-urlencoded", "application/json"];

  /** Milliseconds that the shop's event loop has worked; what else the machine does is left out. */
  const worked = () => Number(readFileSync(`/proc/${shop.pid}/task/${shop.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

  async function costOf(path: string, type: string, body: string, enough: number): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 6 && least > enough; run += 1) {
      const before = worked();
      await client.ask(path, { method: "POST", body, headers: { "content-type": type } });
      least = Math.min(least, worked() - before);
    }
    return least;
  }

  /** Bodies of one route, made of the fields that its source names. */
  function bodiesOf(route: (typeof table)[number]): string[] {
    if (route.handle.api)
      return [
        `{"items":[${fill("{},", BYTES - 20)}{}]}`,
        ...texts.map((text) => JSON.stringify({ email: text(BYTES / 3), password: "x", customer: text(BYTES / 3) })),
      ];
    const names = [...codeOf(route).matchAll(/(?:form, |name=|get\(|case )"([\w-]+)"/g)].map(([, name = ""]) => name);
    const fields = [...new Set(["a", ...names])];
    return [
      fill("a&", BYTES),
      ...texts.map((text) => fields.map((field) => `${field}=${text(BYTES / fields.length - 20)}`).join("&")),
    ];
  }

  it.each(table.filter(({ hasAction }) => hasAction).map((route) => ({ pattern: route.pattern, route })))(
    "$pattern",
    async ({ route }) => {
      const [path, type] = [addressOf(route), route.handle.api ? JSON_TYPE : FORM];
      // The cost of any refusal, because a page has to be rendered.
      const usual = await costOf(path, type, route.handle.api ? "{}" : "a=1", 0);
      for (const [index, body] of bodiesOf(route).entries())
        expect((await costOf(path, type, body, usual + 20)) - usual, `body ${index}`).toBeLessThanOrEqual(20);
    },
  );
});
