import { createHash, createHmac, randomBytes } from "node:crypto";
import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openVisitors } from "../bench/visitors.mjs";
import { Client } from "../support/http/client";
import { addToCart, directOrder, fillCart, landed, orderNumberOf, SLUG } from "../support/http/orders";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase, restock, runIn, valueIn } from "../support/shop/stored";

/** A browser without an account is known by a token of this shop's that it sent back (S-3). */

const SECRET = "a secret of this test, long enough to be taken for one";
const shop = servedShop({ env: { SESSION_SECRET: SECRET } });
let productId: string;

beforeAll(async () => {
  restock(shop);
  productId = valueIn(shop, "select id from products where slug = ?", SLUG) as string;
});

const written = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));
const tokenOf = (client: Client) =>
  String(JSON.parse(Buffer.from(decodeURIComponent(client.cookies.get("visitor") ?? ""), "base64").toString()));
const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");
const randomToken = () => randomBytes(32).toString("base64url");

function bearing(token: string): Client {
  const client = new Client(shop.url);
  client.cookies.set("visitor", written(token));
  return client;
}

/** The cart's lines, as its script gets them. */
const linesOf = async (client: Client) =>
  (JSON.parse((await client.get("/cart/contents")).text) as { cart: { lines: unknown[] } }).cart.lines.length;

const count = (table: string, visitor?: string) =>
  valueIn(shop, `select count(*) from ${table} where visitor = coalesce(?, visitor)`, visitor ?? null) as number;

/** The benchmark is run seldom: a form that it no longer finds is noticed here. */
it("can be made as the benchmark does: a guest and an account, each with a cart and a heart", async () => {
  const sources = { load: (path: string) => import(`../support/http/${basename(path, ".ts")}.ts`) };
  const visitors = await openVisitors(sources, { url: shop.url });
  const guest = await visitors.guest(SLUG);
  const account = await visitors.accountHolder(SLUG);
  expect([guest, account].map(({ cookies }) => cookies.has("session"))).toEqual([false, true]);
});

describe("a token that a browser brings along", () => {
  const sealedBy = (secret: string, purpose: string) => {
    const random = randomToken();
    const seal = createHmac("sha256", secret).update(`${purpose} ${random}`).digest("base64url").slice(0, 22);
    return `${random}.${seal}`;
  };

  it.each([
    ["in the shape of before", randomToken],
    ["with an invented seal", () => `${randomToken()}.${randomBytes(17).toString("base64url").slice(0, 22)}`],
    ["sealed by another secret", () => sealedBy("another secret", "guest")],
    ["sealed for the form of an order", () => sealedBy(SECRET, "order form")],
    ["sealed for the form of a message", () => sealedBy(SECRET, "message form")],
    ["all of one letter", () => `${"A".repeat(43)}.${"A".repeat(22)}`],
  ])("%s is replaced by one that the shop made", async (_, invented) => {
    for (const add of [
      (client: Client) => addToCart(client, SLUG, {}),
      (client: Client) => client.post("/wishlist", { intent: "ajouter", produit: productId, retour: "/shop" }),
      (client: Client) => client.post("/wishlist/favoris", { ajouter: productId }),
    ]) {
      const chosen = invented();
      const client = bearing(chosen);
      const added = await add(client);
      expect(added.status).toBeLessThan(400);
      expect(tokenOf(client)).not.toBe(chosen);
      expect(tokenOf(client)).toMatch(/^[\w-]{43}\.[\w-]{22}$/);
      for (const table of ["carts", "wishlist_items", "new_guests"]) expect(count(table, hashOf(chosen))).toBe(0);
    }
    const chosen = invented();
    const client = bearing(chosen);
    const { send } = await directOrder(client, SLUG);
    expect(orderNumberOf(await send())).toBeTruthy();
    expect(count("order_access", hashOf(chosen))).toBe(0);
    expect(count("order_access", hashOf(tokenOf(client)))).toBe(1);
  });

  it("that the shop made is kept, whatever it stands for now", async () => {
    const client = new Client(shop.url);
    await fillCart(client, SLUG);
    await client.post("/cart", { intent: "vider" });
    const token = tokenOf(client);
    runIn(shop, "delete from carts where visitor = ?", hashOf(token));
    await fillCart(client, SLUG);
    expect(tokenOf(client)).toBe(token);
    expect(await linesOf(client)).toBe(1);
  });

  it.each([
    ["of before, without a seal", randomToken],
    ["under another secret", () => sealedBy("the secret of before", "guest")],
  ])("%s goes on, as long as something is kept of it", async (_, made) => {
    const [withCart, withWish, withOrder] = [made(), made(), made()];
    const stranger = new Client(shop.url);
    await fillCart(stranger, SLUG);
    const { send } = await directOrder(stranger, SLUG);
    const number = orderNumberOf(await send()) ?? "";
    inDatabase(shop, (database) => {
      const own = hashOf(tokenOf(stranger));
      database.prepare("insert into carts (visitor, updated_at) values (?, ?)").run(hashOf(withCart), Date.now());
      database.prepare("update cart_lines set visitor = ? where visitor = ?").run(hashOf(withCart), own);
      database
        .prepare("insert into wishlist_items (visitor, product_id, added_at) values (?, ?, ?)")
        .run(hashOf(withWish), productId, Date.now());
      database.prepare("update order_access set visitor = ? where visitor = ?").run(hashOf(withOrder), own);
    });
    const shopper = bearing(withCart);
    expect(await linesOf(shopper)).toBe(1);
    await addToCart(shopper, SLUG, {});
    expect(tokenOf(shopper)).toBe(withCart);
    expect((await bearing(withWish).get("/wishlist")).text).toContain(`/product/${SLUG}`);
    expect((await bearing(withOrder).get(`/commande/${number}`)).status).toBe(200);
    expect((await stranger.get(`/commande/${number}`)).status).toBe(404);
  });
});

describe("a browser that keeps no cookies", () => {
  it("shows its cart once it keeps them, whatever other browsers do", async () => {
    const client = new Client(shop.url);
    const page = await client.get(`/product/${SLUG}`);
    expect(page.headers["set-cookie"]).toBeUndefined();
    const added = await addToCart(client, SLUG, {});
    expect(added.status).toBe(303);
    expect((added.headers["set-cookie"] ?? []).some((line) => line.startsWith("visitor="))).toBe(true);
    expect((await landed(client, added)).text).toContain("Produit ajouté au panier");
    // Others from the same address, before this one returns.
    for (let index = 0; index < 60; index += 1) await addToCart(new Client(shop.url), SLUG, {});
    expect((await client.get("/cart")).text).toContain("Boston Santa Cruz");
  });

  it("keeps the cart of one whose first answer was lost, by the cookie that it got before", async () => {
    const client = new Client(shop.url);
    await client.get(`/vus?produit=${productId}`);
    const reserved = client.cookies.get("reserve");
    expect(reserved).toBeDefined();
    // It may have been seen before it had anything.
    expect(await linesOf(client)).toBe(0);
    await addToCart(client, SLUG, {});
    const guest = hashOf(tokenOf(client));
    expect(client.cookies.get("visitor")).toBe(reserved);
    client.cookies.delete("visitor");
    expect([await linesOf(client), count("new_guests", guest)]).toEqual([1, 0]);
    // Both come back, and it begins again without the one that the answer brings.
    await addToCart(client, SLUG, {});
    expect([await linesOf(client), count("new_guests", guest)]).toEqual([1, 0]);
    client.cookies.delete("visitor");
    await addToCart(client, SLUG, {});
    expect([await linesOf(client), count("new_guests", guest)]).toEqual([1, 0]);
  });

  it("makes no more than 50 carts with 60 additions, and as many wishlists with as many hearts", async () => {
    inDatabase(shop, (database) => {
      for (const table of ["carts", "wishlist_items", "new_guests"]) database.exec(`delete from ${table}`);
    });
    const forgetful = () => new Client(shop.url);
    for (let index = 0; index < 60; index += 1) expect((await addToCart(forgetful(), SLUG, {})).status).toBe(303);
    expect([count("carts"), count("cart_lines"), count("new_guests")]).toEqual([50, 50, 50]);
    for (let index = 0; index < 60; index += 1)
      expect((await forgetful().post("/wishlist/favoris", { ajouter: productId })).status).toBe(200);
    expect([count("carts"), count("wishlist_items"), count("new_guests")]).toEqual([0, 50, 50]);
  });

  it("a heart says that it is the first thing that is kept", async () => {
    const client = new Client(shop.url);
    const press = async (form: Record<string, string>) =>
      JSON.parse((await client.post("/wishlist/favoris", form)).text) as { isFirst?: boolean };
    expect((await press({ ajouter: productId })).isFirst).toBe(true);
    const asGuest = count("new_guests");
    // The script checks the cookie, which brings it back.
    expect(JSON.parse((await client.get("/wishlist/favoris?garde=liste")).text)).toMatchObject({ wished: true });
    expect(count("new_guests")).toBe(asGuest - 1);
    expect((await press({ retirer: productId })).isFirst).toBeUndefined();
  });
});
