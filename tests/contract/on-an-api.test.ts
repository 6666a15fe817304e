import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formWith } from "../support/forms";
import { Client } from "../support/http";
import { directOrder, orderNumberOf, someone } from "../support/orders";
import { decoded, wordsIn } from "../support/reading";
import { freePort, inDatabase, type RunningShop, startShop } from "../support/shop-server";

/** A shop whose catalogue, courier and orders are another running shop's (SHOP_API_URL, decision 18). */

const SLUG = "boston-santa-cruz";
let api: RunningShop | undefined;
let shop: RunningShop;
let port: number;
const fromApi = () => startShop({ port, ...(api ? { dataDir: api.dataDir } : {}) });

beforeAll(async () => {
  port = await freePort();
  shop = await startShop({ env: { SHOP_API_URL: `http://localhost:${port}` } });
});
afterAll(async () => {
  await shop.stop();
  await api?.stop();
});

const shown = async (path: string) => wordsIn((await new Client(shop.url).get(path)).text);

describe("a shop on another shop's API", () => {
  it("shows samples with the notice until the API has answered, and takes no order", async () => {
    await expect.poll(() => shop.log(), { timeout: 15_000 }).toContain("ECONNREFUSED");
    for (const path of ["/", "/shop", `/product/${SLUG}`])
      expect(await shown(path)).toContain("API non disponible, utilisation des données par défaut");
    expect(await shown(`/product/${SLUG}`)).toContain("Les commandes sont fermées");
    const page = await new Client(shop.url).get(`/product/${SLUG}`);
    const { fields } = formWith(page.text, "couleur");
    const form = [...fields.filter(([name]) => name !== "wilaya"), ["wilaya", "31"], ["intent", "communes"]];
    const answer = await new Client(shop.url).post(`/product/${SLUG}`, form as [string, string][]);
    expect([503, 400]).toContain(answer.status);
  });

  it("opens by itself, has the API's catalogue, and orders there", async () => {
    api = await fromApi();
    inDatabase(api, (database) =>
      database.prepare("update products set name = 'Le sabot de l''API', price = 7777 where slug = ?").run(SLUG),
    );
    await expect
      .poll(() => shown(`/product/${SLUG}`), { timeout: 40_000, interval: 500 })
      .toContain("Le sabot de l'API");
    expect(await shown("/")).not.toContain("API non disponible");
    const client = new Client(shop.url);
    const variant = inDatabase(api, (database) =>
      database
        .prepare<[string], { couleur: string; pointure: string; stock: number; id: string }>(
          `select color_slug as couleur, cast(size as text) as pointure, stock, id from variants
           where product_id = (select id from products where slug = ?) and stock > 3 limit 1`,
        )
        .get(SLUG),
    );
    if (!variant) throw new Error("Nothing is left.");
    const choice = { couleur: variant.couleur, pointure: variant.pointure };
    const { send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send());
    expect(number).toBeTruthy();
    const there = inDatabase(api, (database) =>
      database.prepare<[], { number: string; subtotal: number }>("select number, subtotal from orders").all(),
    );
    expect(there).toEqual([{ number, subtotal: 7_777 }]);
    expect(
      inDatabase(api, (database) =>
        database.prepare("select stock from variants where id = ?").pluck().get(variant.id),
      ),
    ).toBe(variant.stock - 1);
    inDatabase(api, (database) => database.exec("update orders set status = 'confirmed'"));
    expect(await wordsIn((await client.get(`/commande/${number}`)).text)).toContain("Confirmée");
    // The same form again is the same order.
    expect(orderNumberOf(await send())).toBe(number);
  });

  it("keeps the catalogue and what was typed while the API is away, and opens by itself", async () => {
    const client = new Client(shop.url);
    const page = await client.get(`/product/${SLUG}`);
    const fields = Object.fromEntries(formWith(page.text, "couleur").fields);
    const choice = { couleur: fields.couleur ?? "", pointure: fields.pointure ?? "" };
    const { send } = await directOrder(client, SLUG, choice);
    await api?.kill();
    const refused = await send();
    expect(refused.status).toBe(503);
    const words = wordsIn(refused.text);
    expect(words).toContain("Votre commande n'a pas pu être traitée. Veuillez réessayer.");
    expect(words).toMatch(/Les commandes sont fermées depuis moins d'une minute/);
    for (const typed of [someone.nom, someone.adresse]) expect(decoded(refused.text)).toContain(typed);
    for (const path of ["/", "/shop", `/product/${SLUG}`, "/collections"]) {
      const answer = await new Client(shop.url).get(path);
      expect(answer.status, path).toBe(200);
      expect(wordsIn(answer.text), path).toContain("Les commandes sont fermées");
    }
    expect(await shown(`/product/${SLUG}`)).toContain("Le sabot de l'API");
    api = await fromApi();
    await expect.poll(() => shown("/shop"), { timeout: 40_000, interval: 500 }).not.toContain("Les commandes sont");
    // The very form that was refused.
    expect(orderNumberOf(await send())).toBeTruthy();
    expect(inDatabase(api, (database) => database.prepare("select count(*) from orders").pluck().get())).toBe(2);
  });
});
