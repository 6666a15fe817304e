import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart, directOrder, followed, landed, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { titleOf, words } from "../support/http/reading";
import { accountHolder, logIn } from "../support/http/signed-in";
import { servedShop } from "../support/shop/served-shop";
import { restock, runIn, valueIn } from "../support/shop/stored";

/** What browsers without cookies can do, and what they are shown. */

const shop = servedShop();
beforeEach(() => restock(shop));

/** A browser that refuses cookies. */
class Refusing extends Client {
  override async ask(...request: Parameters<Client["ask"]>): Promise<Answer> {
    this.cookies.clear();
    return super.ask(...request);
  }
}

const order = async (client: Client, typed: Record<string, string> = someone) => {
  const { form } = await directOrder(client, SLUG, {}, typed);
  return submit(client, form, typed, "commander");
};

describe("an order's page", () => {
  it("opens by the address that the order leads to, to be read, for nobody else to be sent to or to find", async () => {
    const client = new Refusing(shop.url);
    const placed = await order(client);
    const number = orderNumberOf(placed);
    const page = await client.get(followed(placed));
    expect([page.status, titleOf(page.text)]).toEqual([200, `Commande n°\u00a0${number} bien reçue – Wahrane`]);
    for (const text of ["Samira Benali", "12, rue Larbi Ben M'hidi", "•• •• •• •• 56", "refuse les cookies"])
      expect(words(page)).toContain(text);
    expect(page.text).not.toMatch(/0550.?12.?34.?56/);
    expect(page.text).not.toMatch(new RegExp(`/commande/${number}/(annuler|modifier)`));
    expect(page.headers["cache-control"]).toBe("private, no-store");
    // Not "no-referrer": browsers would send `Origin: null` with the forms of this page.
    expect(page.headers["referrer-policy"]).toBe("same-origin");
    expect(page.text).toMatch(/<meta name="robots" content="noindex/);
    expect((await client.get(`/commande/${number}`)).status).toBe(404);
  });

  it("opens by the address that /suivi leads to", async () => {
    const number = orderNumberOf(await order(new Client(shop.url))) ?? "";
    const client = new Refusing(shop.url);
    const found = await client.post("/suivi", { numero: number, telephone: someone.telephone });
    const page = await client.get(followed(found));
    expect([page.status, titleOf(page.text)]).toEqual([200, `Commande n°\u00a0${number} bien reçue – Wahrane`]);
  });

  it("has a plain address for a browser that kept the cookie", async () => {
    const client = new Client(shop.url);
    const placed = await order(client);
    const number = orderNumberOf(placed) ?? "";
    const led = await client.get(followed(placed));
    expect([led.status, led.location]).toEqual([302, `/commande/${number}`]);
    const page = await client.get(`/commande/${number}`);
    expect(words(page)).toContain(`Commande n° ${number} bien reçue`);
    expect(words(page)).not.toContain("refuse les cookies");
    expect(page.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    // The next post redirects there at once.
    expect((await client.post("/suivi", { numero: number, telephone: someone.telephone })).location).toBe(
      `/commande/${number}`,
    );
  });

  it("opens for no other order, for no other visitor, not changed, and not after an hour", async () => {
    const client = new Refusing(shop.url);
    const [first, second] = [await order(client), await order(client, { ...someone, telephone: "0661234567" })];
    const [one, two] = [followed(first), followed(second)];
    const [pass = ""] = one.split("=").slice(1);
    const opens = async (path: string) => (await client.get(path)).status;
    expect([await opens(one), await opens(two)]).toEqual([200, 200]);
    expect(await opens(one.replace(orderNumberOf(first) ?? "", orderNumberOf(second) ?? ""))).toBe(404);
    for (const where of [0, 42, 45, pass.length - 1]) {
      const letter = pass[where] === "B" ? "C" : "B";
      expect(await opens(one.replace(pass, `${pass.slice(0, where)}${letter}${pass.slice(where + 1)}`))).toBe(404);
    }
    for (const forged of ["", "a.b.c", pass.slice(1), `${pass}x`])
      expect(await opens(`/commande/${orderNumberOf(first)}?acces=${forged}`)).toBe(404);

    // One that the shop signed, an hour ago.
    const [visitor = ""] = pass.split(".");
    const sealed = (end: number) => {
      const number = orderNumberOf(first)?.replace("-", "");
      const content = `page of order ${number} for ${visitor} until ${end.toString(36)}`;
      const seal = createHmac("sha256", secret()).update(content).digest("base64url").slice(0, 22);
      return `${visitor}.${end.toString(36)}.${seal}`;
    };
    expect(await opens(one.replace(pass, sealed(Date.now() + 60_000)))).toBe(200);
    expect(await opens(one.replace(pass, sealed(Date.now() - 1)))).toBe(404);
    // A valid pass opens nothing without access in the database.
    runIn(shop, "delete from order_access where visitor = ?", visitor);
    expect(await opens(one)).toBe(404);
  });
});

describe("what is kept", () => {
  const REFUSED =
    /^ Votre navigateur refuse les cookies : le panier ne peut pas être gardé\. Commandez directement depuis la page de la paire, ou appelez-nous au 041 00 00 00\./;
  const LIST =
    /^ Votre navigateur refuse les cookies : la liste de souhaits ne peut pas être gardée\. Commandez directement/;
  const add = (client: Client) => addToCart(client, SLUG, {});
  const heart = (client: Client) =>
    client.post("/wishlist", { ajouter: "p-bos-letang" }, { referer: `${shop.url}/shop?page=2` });

  it("a cart that was not says so on the next page, which nobody else is shown", async () => {
    const client = new Refusing(shop.url);
    const page = await client.get(followed(await add(client)));
    expect(page.status).toBe(200);
    expect(words(page)).toMatch(REFUSED);
    expect(page.text).toContain('id="commander"');
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    expect(titleOf((await client.get("/cart")).text)).toBe("Panier – Wahrane");
  });

  it("a wish that was not says so on the page with the heart", async () => {
    const client = new Refusing(shop.url);
    const pressed = await heart(client);
    expect(pressed.location).toBe("/shop?page=2&garde=liste");
    expect(words(await client.get("/shop?page=2&garde=liste"))).toMatch(LIST);
    const answer = await client.post("/wishlist/favoris", { ajouter: "p-bos-letang" });
    expect(JSON.parse(answer.text)).toMatchObject({ wished: true, isFirst: true });
    const seen = JSON.parse((await client.get("/wishlist/favoris?garde=liste")).text);
    expect(seen).toMatchObject({ wished: false, type: "error" });
    expect(seen.message).toContain("refuse les cookies");
    // No message where nothing was done.
    expect((await client.post("/wishlist", { retirer: "p-bos-letang" })).location).toBe("/wishlist");
  });

  it("an account that cannot be kept open says so, where the form led and where only accounts are let in", async () => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    for (const [address, back, said] of [
      ["/login?retour=%2Ffaq", "/faq?garde=compte", "/faq?garde=compte"],
      ["/login?retour=%2Faccount", "/account?garde=compte", "/login?retour=%2Faccount&garde=compte"],
    ] as const) {
      const client = new Refusing(shop.url);
      expect((await logIn(client, email, undefined, address)).location).toBe(back);
      const page = await client.get(back);
      expect(page.location ?? back).toBe(said);
      expect(words(page.location ? await client.get(page.location) : page)).toContain(
        "refuse les cookies : vous ne pouvez pas rester dans votre compte.",
      );
    }
  });

  it("leads a first visitor who keeps cookies on to the usual page, message and address", async () => {
    for (const [press, address, message] of [
      [add, /^\/product\/boston-santa-cruz\?couleur=[\w-]+&pointure=\d+$/, "Produit ajouté au panier avec succès !"],
      [heart, /^\/shop\?page=2$/, "ajouté à la liste de souhaits"],
    ] as const) {
      const client = new Client(shop.url);
      const led = await client.get(followed(await press(client)));
      expect([led.status, led.headers["cache-control"]]).toEqual([302, "private, no-store"]);
      expect(led.location).toMatch(address);
      const page = await client.get(led.location ?? "");
      expect(words(page)).toContain(message);
      expect(words(page)).not.toContain("refuse les cookies");
      expect(words(await client.get(led.location ?? ""))).not.toContain(message);
      // The cookie is known from then on.
      expect(followed(await add(client))).not.toContain("garde");
    }
  });

  it("an address that asks for what there is not leads to the plain one", async () => {
    for (const what of ["", "constructor", "x"])
      expect(await new Client(shop.url).get(`/shop?garde=${what}`)).toMatchObject({ status: 302, location: "/shop" });
  });
});

describe("an equal order from a browser without cookies", () => {
  const count = () => valueIn(shop, "select count(*) from orders");
  const ALIKE = /Une commande des mêmes articles a déjà été passée avec ce téléphone il y a 1 minute\. Rien n'a été/;

  it("is asked about before it is ordered twice, by a button of its own", async () => {
    const client = new Refusing(shop.url);
    const number = orderNumberOf(await order(client));
    const before = count();
    const answer = await order(client);
    expect([answer.status, count()]).toEqual([409, before]);
    expect(titleOf(answer.text)).toMatch(/^Erreur : /);
    expect(words(answer)).toContain(`Vous avez déjà passé cette commande il y a 1 minute : n° ${number}. Rien n'a été`);
    const form = formWith(answer.text, "couleur");
    expect(answer.text).toMatch(/<button type="submit" form="[\w-]+" name="intent" value="encore"/);
    // The usual button has to be confirmed again.
    expect((await submit(client, form, {}, "commander")).status).toBe(409);
    const again = await submit(client, form, {}, "encore");
    expect(orderNumberOf(again)).toMatch(/^\w{4}-\w{4}$/);
    expect(orderNumberOf(again)).not.toBe(number);
    expect((await client.get(followed(again))).status).toBe(200);
  });

  it("tells no number to who does not know name and address as they were", async () => {
    const client = new Refusing(shop.url);
    const number = orderNumberOf(await order(client)) ?? "";
    for (const other of [{ adresse: "3, rue de la Paix" }, { nom: "Autre" }, { remarque: "Vite" }]) {
      const answer = await order(client, { ...someone, ...other });
      expect(answer.status).toBe(409);
      expect(words(answer)).toMatch(ALIKE);
      expect(answer.text).not.toContain(number);
    }
  });

  it("is the first one's answer for the same form, and who is known by a cookie is asked about her own only", async () => {
    const client = new Refusing(shop.url);
    const { send } = await directOrder(client, SLUG);
    expect(orderNumberOf(await send())).toBe(orderNumberOf(await send()));
    const known = new Client(shop.url);
    await landed(known, await known.post("/wishlist", { ajouter: "p-bos-letang" }));
    const placed = await order(known);
    expect(placed.status).toBe(303);
    const again = await order(known);
    expect(again.status).toBe(409);
    expect(words(again)).toContain(`n° ${orderNumberOf(placed)}`);
  });
});

/** The secret that the shop made for itself. */
const secret = () => readFileSync(join(shop.dataDir, "session-secret"), "utf8").trim();
