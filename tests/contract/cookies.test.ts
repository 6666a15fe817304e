import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { choiceInStock, directOrder, fillCart, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { draw, seed, sideBySide } from "../support/shop/sample";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase, valueIn, valuesIn } from "../support/shop/stored";

/** Cookies that this shop did not make (S-3, S-6) cause no failure and open nobody's data. */

const COUNT = Number(process.env.FUZZ ?? 150);

const shop = servedShop();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
/** A visitor with a cart, a wish, an order, its wilaya, a theme and a waiting message. */
let owner: Client;
let number: string;
let name: string;

/** Every cookie's name, from the module that makes them. */
const source = readFileSync(join(import.meta.dirname, "../../app/session/cookies.server.ts"), "utf8");
const names = [...source.matchAll(/\b(?:page|private)Cookie\("([\w-]+)"/g)].map(([, found = ""]) => found);

beforeAll(async () => {
  owner = new Client(shop.url, agent);
  await fillCart(owner, SLUG);
  const id = valueIn<string>(shop, "select id from products where slug = ?", SLUG);
  name = valueIn<string>(shop, "select name from products where slug = ?", SLUG) ?? "";
  number = orderNumberOf(await (await directOrder(owner, SLUG, choiceInStock(shop, SLUG))).send()) ?? "";
  await owner.post("/wishlist", { intent: "ajouter", produit: id ?? "", retour: "/wishlist" });
  await owner.post("/theme", { theme: "dark", retour: "/" });
  expect([...owner.cookies.keys()].sort()).toEqual(["flash", "theme", "visitor", "wilaya"]);
});

afterAll(() => agent.destroy());

/** Encodes a cookie's value like the framework. */
const written = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));
/** Decodes a value like the framework; undefined when it cannot. */
function read(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString("utf8"));
  } catch {
    return undefined;
  }
}

function forged(): fc.Arbitrary<string> {
  const genuine = Object.fromEntries(owner.cookies) as Record<"visitor" | "theme" | "flash", string>;
  const token = String(read(genuine.visitor));
  const hash = createHash("sha256").update(token).digest("base64url");
  const [visitorRow] = valuesIn(shop, "select visitor from carts");
  expect(visitorRow).toBe(hash);

  /** The token changed, in part, or with additions. */
  const tokens = fc.oneof(
    fc.tuple(fc.nat(token.length - 1), fc.constantFrom(..."AZaz09-_=+/ ")).map(([at, letter]) => {
      return `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
    }),
    fc.nat(token.length - 1).map((length) => token.slice(0, length)),
    fc.constantFrom(
      ...[hash, token.toLowerCase(), token.toUpperCase(), `${token}=`, `${token}\n`, ` ${token}`, `${token}\u0000`],
      ...[
        [token],
        { token },
        [[token]],
        null,
        true,
        0,
        -1,
        1e308,
        "",
        "__proto__",
        "%",
        "' or 1=1 --",
        "*",
        "_".repeat(43),
      ],
    ),
    fc.string({ unit: "binary" }),
  );
  const visitors = tokens.filter((item) => item !== token).map(written);
  /** Sessions with real content, unsigned, signed by others, or for another purpose. */
  const contents = fc.constantFrom(
    { theme: "dark" },
    { toast: { message: "Vous avez gagné", type: "success" } },
    { __flash_toast__: { message: "Vous avez gagné", type: "success" } },
    { user: "1", visitor: token },
  );
  const signatures = [genuine.theme, genuine.flash].map((cookie) => decodeURIComponent(cookie).split(".").at(-1) ?? "");
  const sessions = fc
    .tuple(contents, fc.constantFrom("", ".", ".AAAA", "..", ...signatures.map((item) => `.${item}`)))
    .map(([content, end]) => `${written(content)}${encodeURIComponent(end)}`);
  /** Cookies of the owner with a letter changed, in part, or twice. */
  const damaged = fc
    .tuple(
      fc.constantFrom(genuine.theme, genuine.flash, genuine.visitor),
      fc.nat(1000),
      fc.constantFrom(...'AZaz09.%=;," '),
    )
    .map(
      ([cookie, at, letter]) =>
        `${cookie.slice(0, at % cookie.length)}${letter}${cookie.slice((at % cookie.length) + 1)}`,
    )
    // Other spellings of the token are the owner's; reading stops at a space or semicolon.
    .filter((cookie) => read(cookie.split(/[;, ]/)[0] ?? "") !== token);
  const garbage = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."%;,=. \"'\\{}[]<>$-_aZ0é\u00ff"), maxLength: 60 }),
    fc.constantFrom("%", "%E0%A4%A", "%ud800", '""', "=", "==", "a".repeat(7000), written("x".repeat(4000))),
  );
  const plain = (cookie: string) => cookie.replace(/%(2B|2F|3D)/gi, decodeURIComponent);
  const ours = new Set(Object.values(genuine).map(plain));
  const value = fc
    .oneof({ weight: 3, arbitrary: visitors }, { weight: 3, arbitrary: sessions }, damaged, garbage)
    // Not the owner's own value by chance.
    .filter((cookie) => !ours.has(plain(cookie)));
  const pair = fc
    .tuple(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...names) },
        fc.constantFrom("__Host-visitor", "_ga", "", "__proto__"),
      ),
      fc.constantFrom("=", "=", "=", " = ", "", '="'),
      value,
    )
    .map((parts) => parts.join(""));
  return fc
    .tuple(fc.array(pair, { minLength: 1, maxLength: 5 }), fc.constantFrom("; ", ";", ", ", ";;"))
    .map(([pairs, between]) => pairs.join(between))
    .filter((header) => header.length < 12_000);
}

describe("a cookie that was not made here", () => {
  it("knows the names of all of them", () =>
    expect(names).toEqual(expect.arrayContaining(["visitor", "flash", "theme", "lite"])));

  it("fails nothing, opens nothing, shows nothing", async () => {
    const before = inDatabase(shop, everything);
    const secrets = new RegExp(`${name}|${someone.nom}|${someone.prenom}|Larbi|class="dark"|data-flash|gagné`);
    const asked = [
      ["GET", "/cart/contents"],
      ["GET", `/commande/${number}`],
      ["GET", "/wishlist"],
      ["GET", "/checkout"],
      ["POST", "/cart/contents"],
      ["POST", "/wishlist"],
      ["GET", "/terms"],
    ] as const;
    const seen = new Set<string>();
    await sideBySide(draw(forged(), COUNT), 8, async (cookie, index) => {
      const [method, path] = asked[index % asked.length] ?? ["GET", "/"];
      const answer = await new Client(shop.url, agent).ask(path, {
        method,
        headers: { cookie },
        ...(method === "POST" ? { form: { intent: "vider" } } : {}),
      });
      const request = `SEED=${seed} ${method} ${path} with ${JSON.stringify(cookie)}`;
      seen.add(`${method} ${path} ${answer.status}`);
      expect(answer.status, request).toBeLessThan(500);
      expect(secrets.exec(answer.text)?.[0], request).toBeUndefined();
      if (path.startsWith("/commande/")) expect(answer.status, request).toBe(404);
      if (path === "/checkout") expect(answer.location, request).toBe("/cart");
      if (path === "/cart/contents") expect(JSON.parse(answer.text).cart.lines, request).toEqual([]);
    });
    // The cookie made no difference.
    expect([...seen].sort()).toHaveLength(asked.length);
    expect(inDatabase(shop, everything)).toEqual(before);
    // The owner's data are unchanged.
    expect((await owner.get(`/commande/${number}`)).text).toMatch(/class="dark".*data-flash.*Samira/s);
  });
});

function everything(database: Parameters<Parameters<typeof inDatabase>[1]>[0]) {
  const tables = ["carts", "cart_lines", "wishlist_items", "orders", "order_lines", "order_access", "mails"];
  return tables.map((table) => database.prepare(`select count(*) from ${table}`).pluck().get());
}
