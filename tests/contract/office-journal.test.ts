import { beforeAll, expect, it } from "vitest";
import type { Client } from "../support/http/client";
import { signInStaff } from "../support/http/staff";
import { servedShop } from "../support/shop/served-shop";
import { inDatabase } from "../support/shop/stored";

/** /gestion/journal over HTTP. */

const shop = servedShop();
let owner: Client;
let karim: string;

beforeAll(async () => {
  owner = (await signInStaff(shop)).client;
  karim = (await signInStaff(shop, { role: "caller", name: "Karim" })).id;
  const at = (day: string) => new Date(`${day}:00+01:00`).getTime();
  inDatabase(shop, (database) => {
    const add = database.prepare("insert into journal values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const before = JSON.stringify({ Pointure: 38, Remarque: null, Ville: "Oran" });
    const after = JSON.stringify({ Pointure: 39, Remarque: "<b>Vite</b>", Ville: "Oran" });
    add.run("a", at("2026-03-02T23:59"), "staff", karim, "Karim", "order-edited", "order", "o1", "WH-1", before, after);
    add.run("b", at("2026-03-03T00:00"), "courier", null, "", "parcel-state", "order", "o1", "WH-1", null, null);
    add.run("c", at("2026-03-03T10:00"), "command", null, "", "stock-set", "product", "p1", "Mule Tafna", null, null);
  });
});

/** The words of each row, the newest first. */
async function rowsOf(query: string): Promise<string[]> {
  const { text, status } = await owner.get(`/gestion/journal${query}`);
  expect(status).toBe(200);
  const clean = text.replace(/<script\b.*?<\/script>/gs, "");
  return [...clean.matchAll(/<tr>(.*?)<\/tr>/gs)].slice(1).map(([, row = ""]) =>
    row
      .replace(/<!--.*?-->/g, "")
      .replace(/<[^>]*>/g, "|")
      .replace(/\|+/g, "|"),
  );
}

it("tells who did what, and how it was before", async () => {
  const [row = ""] = await rowsOf(`?personne=${karim}&jour=2026-03-02`);
  expect(row).toContain("|Commande |WH-1|modifiée|");
  expect(row).toContain("|Pointure\u00a0: |38| devient |39|");
  expect(row).toContain("|Remarque\u00a0: |&lt;b&gt;Vite&lt;/b&gt;|");
  expect(row).not.toContain("Ville");
  expect(row).toMatch(/\|Karim\|2 mars 2026 à 23:59\|$/);
});

it.each([
  ["a day of Algeria", "?jour=2026-03-03", ["stock modifié", "colis suivi"]],
  ["others than staff", "?personne=courier&jour=2026-03-03", ["colis suivi"]],
  ["a kind", "?objet=product&jour=2026-03-03", ["stock modifié"]],
  ["what is no filter", "?objet=shoe&jour=2026-03-03&personne=%00&apres=zzz", ["stock modifié", "colis suivi"]],
])("filters by %s", async (_, query, expected) => {
  const rows = await rowsOf(query);
  expect(rows).toHaveLength(expected.length);
  for (const [index, words] of expected.entries()) expect(rows[index]).toContain(words);
});

it("finds a reference as it is written, and typed in small letters", async () => {
  inDatabase(shop, (database) => {
    const [one, other] = database
      .prepare<[], string>("select product_id from variants group by 1 limit 2")
      .pluck()
      .all();
    const rename = "update variants set sku = ? where id = (select min(id) from variants where product_id = ?)";
    const add = database.prepare(
      "insert into journal values (?, 9, 'command', null, '', 'stock-set', 'product', ?, ?, null, null)",
    );
    for (const [sku, product, name] of [
      ["ref-Petite.38", one, "Petite"],
      ["REF-GRANDE.38", other, "Grande"],
    ]) {
      database.prepare(rename).run(sku, product);
      add.run(name, product, name);
    }
  });
  for (const [typed, name] of [
    ["ref-Petite.38", "Petite"],
    ["ref-grande.38", "Grande"],
  ] as const) {
    const rows = await rowsOf(`?numero=${typed}`);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`|Produit ${name}|`);
  }
});

it("says that nothing answers to the filters, and keeps what was typed", async () => {
  const { text } = await owner.get("/gestion/journal?numero=WH-%22%3E&jour=2026-03-03");
  expect(text).toContain("Rien ne correspond à ces filtres.");
  expect(text).toContain('value="WH-&quot;&gt;"');
});
