import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { formWith } from "../support/forms";
import { type Answer, Client } from "../support/http";
import { directOrder, followed, orderNumberOf, someone } from "../support/orders";
import { titleOf, words } from "../support/reading";
import { servedShop } from "../support/served-shop";
import { inDatabase, restock } from "../support/shop-server";

/** Browsers that keep no cookie at all: what they can do, and what they are told. */

const SLUG = "boston-santa-cruz";

const shop = servedShop();
beforeEach(() => restock(shop));

/** A browser that refuses cookies. */
class Refusing extends Client {
  override async ask(...request: Parameters<Client["ask"]>): Promise<Answer> {
    this.cookies.clear();
    return super.ask(...request);
  }
}

async function choice(client: Client) {
  const { couleur = "", pointure = "" } = Object.fromEntries(
    formWith((await client.get(`/product/${SLUG}`)).text, "couleur").fields,
  );
  return { couleur, pointure };
}

const order = async (client: Client, recipient: Record<string, string> = someone) =>
  (await directOrder(client, SLUG, await choice(client), recipient)).send();

describe("an order's page", () => {
  it("opens by the address that the order leads to, to be read, for nobody else to be sent to or to find", async () => {
    const client = new Refusing(shop.url);
    const placed = await order(client);
    const number = orderNumberOf(placed);
    const page = await client.get(followed(placed));
    expect([page.status, titleOf(page.text)]).toEqual([200, `Commande n° ${number} confirmée – Wahrane`]);
    for (const text of ["Samira Benali", "12, rue Larbi Ben M'hidi", "•• •• •• •• 56", "refuse les cookies"])
      expect(words(page)).toContain(text);
    expect(page.text).not.toMatch(/0550.?12.?34.?56/);
    expect(page.text).not.toMatch(new RegExp(`/commande/${number}/(annuler|modifier)`));
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.text).toMatch(/<meta name="robots" content="noindex/);
    expect((await client.get(`/commande/${number}`)).status).toBe(404);
  });

  it("opens by the address that /suivi leads to", async () => {
    const number = orderNumberOf(await order(new Client(shop.url))) ?? "";
    const client = new Refusing(shop.url);
    const found = await client.post("/suivi", { numero: number, telephone: someone.telephone });
    const page = await client.get(followed(found));
    expect([page.status, titleOf(page.text)]).toEqual([200, `Commande n° ${number} confirmée – Wahrane`]);
  });

  it("has a plain address, and its message, for a browser that kept the cookie", async () => {
    const client = new Client(shop.url);
    const placed = await order(client);
    const number = orderNumberOf(placed) ?? "";
    const led = await client.get(followed(placed));
    expect([led.status, led.location]).toEqual([302, `/commande/${number}`]);
    const page = await client.get(`/commande/${number}`);
    expect(words(page)).toContain(`Commande #${number} créée avec succès!`);
    expect(words(page)).not.toContain("refuse les cookies");
    expect(page.headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    // The next one leads there at once.
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

    // One that the shop sealed as it seals, an hour ago.
    const [visitor = ""] = pass.split(".");
    const sealed = (end: number, number = orderNumberOf(first)) => {
      const content = `page of order ${number} for ${visitor} until ${end.toString(36)}`;
      return `${visitor}.${end.toString(36)}.${createHmac("sha256", secret()).update(content).digest("base64url")}`;
    };
    expect(await opens(one.replace(pass, sealed(Date.now() + 60_000)))).toBe(200);
    expect(await opens(one.replace(pass, sealed(Date.now() - 1)))).toBe(404);
    // Whom the shop no longer lets in is let in by no seal.
    inDatabase(shop, (database) => database.prepare("delete from order_access where visitor = ?").run(visitor));
    expect(await opens(one)).toBe(404);
  });
});

/** What the shop seals with: of its own making, since the test gave it none. */
const secret = () => readFileSync(join(shop.dataDir, "session-secret"), "utf8").trim();
