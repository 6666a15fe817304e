import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { findProgram } from "../../tools/programs.mjs";
import { dump, TextBrowser, type TextBrowserName, textBrowsers } from "../support/browser/text-browser";
import { Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { isSweep } from "../support/setup/sweeps";
import { type RunningShop, startShop } from "../support/shop/shop-server";

/** PE-9: text browsers order a pair. */

const PATH = "/product/boston-santa-cruz";

let shop: RunningShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const optionsOf = (html: string, name: string) =>
  [
    ...(new RegExp(`<select[^>]*name="${name}".*?</select>`, "s").exec(html)?.[0] ?? "").matchAll(
      /<option[^>]*value="([^"]*)"/g,
    ),
  ].map(([, value]) => value ?? "");

const names = Object.keys(textBrowsers) as TextBrowserName[];
const phones: Record<TextBrowserName, string> = { lynx: "0550123456", w3m: "0550123457", links2: "0550123458" };

// `npm run test:all` installs them on Debian as root; elsewhere these tests are skipped.
describe.each(names)("%s", (name) => {
  const program = findProgram(name) ?? "";

  // The one with the fewest abilities stands for all.
  it.skipIf(!program || (name !== "lynx" && !isSweep))("orders a pair from the product page", async () => {
    const posts = () => shop.log().match(/POST \/product/g)?.length ?? 0;
    const before = posts();
    const client = new Client(shop.url);
    const first = (await client.get(PATH)).text;
    const second = (await submit(client, formWith(first, "couleur"), { wilaya: "31" }, "communes")).text;
    await expect.poll(posts).toBe(before + 1);

    const browser = new TextBrowser(name, program, `${shop.url}${PATH}`, "12 rue Larbi");
    onTestFinished(() => browser.close());
    await browser.begin();
    await browser.shows(first);
    await browser.choose('name="wilaya"', optionsOf(first, "wilaya").indexOf("31"));
    await browser.follow('value="communes"', "Afficher les communes");
    await expect.poll(posts).toBe(before + 2);
    await browser.shows(second);
    await browser.type('name="nom"', "Benali");
    await browser.type('name="prenom"', "Samira");
    await browser.type('name="telephone"', phones[name]);
    await browser.choose('name="commune"', optionsOf(second, "commune").indexOf("3101"));
    await browser.write('name="adresse"', "12 rue Larbi");
    await browser.follow('value="commander"', "Commander maintenant");
    // Its last page is the order's, opened with the cookie that it kept.
    await expect
      .poll(() => shop.log().slice(shop.log().lastIndexOf("POST /product")))
      .toMatch(/GET \/commande\/\S+ 200/);

    const orders = new Database(join(shop.dataDir, "shop.sqlite"), { readonly: true })
      .prepare(
        `select o.last_name, o.commune_id, trim(o.address, char(10)) as address, sum(l.quantity) as pairs
           from orders o join order_lines l on l.order_id = o.id where o.phone = ? group by o.id`,
      )
      .all(phones[name]);
    expect(orders).toEqual([{ last_name: "Benali", commune_id: 3101, address: "12 rue Larbi", pairs: 1 }]);
  });

  it.skipIf(!program)("shows names where pictures are missing, and an order that makes sense", async () => {
    const page = await dump(name, program, `${shop.url}${PATH}`);
    const order = [
      "Aller au contenu",
      "Boston Santa Cruz",
      "Couleur",
      "Pointure",
      "Quantité",
      "Ajouter au panier",
      "Nom",
      "Wilaya",
      "Commune",
      "Commander maintenant",
      "Description",
      "Nous joindre",
    ];
    const places = order.map((words) => page.indexOf(words));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(page).not.toMatch(/\.(avif|webp|svg)\b/);
    expect(await dump(name, program, `${shop.url}/shop`)).toContain("Les Andalouses");
  });

  // Text browsers show content that an attribute hides.
  it.skipIf(!program)("says 'Rupture de stock' only of what is sold out", async () => {
    const page = (await dump(name, program, `${shop.url}${PATH}?couleur=vert-cypres`)).replace(/\s+/g, " ");
    const words = page.match(/\b\d\d Rupture de stock/g);
    expect(new Set(words)).toEqual(new Set(["45 Rupture de stock", "46 Rupture de stock"]));
  });
});
