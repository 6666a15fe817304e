import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { emptyPlacesIn } from "../support/http/empty-places";
import { describeEveryPage, visitorsOf } from "../support/http/every-page";
import { landed } from "../support/http/orders";
import { mainOf, wordsIn } from "../support/http/reading";
import { deliver } from "../support/shop/reviews";
import { runCommand } from "../support/shop/run-program";
import { servedShop } from "../support/shop/served-shop";

/** A catalogue of which nobody knows more than names and prices, in a shop without settings. */

const shop = servedShop({ env: { SHOP_PHONE: "" } });
const folder = mkdtempSync(join(tmpdir(), "merchant-"));
afterAll(() => rmSync(folder, { recursive: true }));

const command = (...argv: string[]) => runCommand(argv, { DATA_DIR: shop.dataDir, INIT_CWD: folder });

beforeAll(async () => {
  const products = Array.from({ length: 25 }, (_, index) => `${index},simple,Article ${index},${900 + index},4,`);
  const list = [
    "ID,Type,Name,Regular price,Stock,Categories",
    ...products,
    "30,simple,Article de femme,1200,3,Femmes",
    "31,simple,Article vendu,1100,0,",
  ];
  writeFileSync(join(folder, "list.csv"), list.join("\r\n"));
  await command("importer", "list.csv");
  await command("retirer-demo");
});

const visitors = visitorsOf(shop, "article-1");
const named = {
  "/product/:id": { id: "article-1" },
  "/product/:id/prevenez-moi": { id: "article-vendu" },
  "/category/:slug": { slug: "divers" },
  // One of the demonstration's, which is empty now.
  "/collection/:id": { id: "premium" },
};

/** Fields that no product of this list has, and settings that are not set. */
const UNKNOWN = [
  /Mieux notés|Note moyenne|sur 5/,
  /Meilleures ventes|Best-seller/,
  /En solde|<a [^>]*href="\/sales\/summer|−\d+\s?%/,
  /<dt[^>]*>Matière<|<h3[^>]*>Entretien<|Taille (?:petit|grand)/,
  /<a [^>]*href="\/nouveaute/,
  /WhatsApp|wa\.me|mailto:[^?]/,
  // What the demonstration said and showed; the loyalty card and /about are every shop's.
  /\/pictures\/(?!og\.jpg|scenes\/hero-loyalty|boston-santa-cruz\/taupe-pair-).{40}/,
  /Du 28 au 46|Pleine fleur|Cuirs, daims|que l'on nous redemande/,
];

async function showsWhatIsKnown(html: string): Promise<void> {
  expect((await emptyPlacesIn(html)).join("\n")).toBe("");
  for (const unknown of UNKNOWN) expect(unknown.exec(html)?.[0], String(unknown)).toBeUndefined();
}

describeEveryPage("a catalogue that knows nothing shows a %s no empty place", shop, visitors, named, showsWhatIsKnown);

describe("a catalogue that knows nothing", () => {
  it.each([
    ["the second page of a list", "/shop?page=2", "Article 1"],
    ["a sorted list", "/shop?tri=prix-decroissant", "Article de femme"],
    ["a list that its filters have emptied", "/shop?prix-max=1", "Aucun produit trouvé"],
    ["a sub-category without products", "/femme?subcategory=femmes-mules", "Aucun produit trouvé"],
    ["a search", "/search?q=article", "27 produits"],
    ["a search that finds nothing", "/search?q=smartphone", "Essayez avec moins de mots"],
    ["a product without a picture, sold out", "/product/article-vendu", "Prévenez-moi de son retour"],
  ])("has no empty place on %s", async (_, path, sentence) => {
    const { text } = await new Client(shop.url).get(path);
    expect(wordsIn(text)).toContain(sentence);
    await showsWhatIsKnown(text);
  });

  it("has no colour where a product has none, but on its own page", async () => {
    const visitor = new Client(shop.url);
    const [, ajouter = ""] = /name="ajouter" value="([^"]+)"/.exec((await visitor.get("/femme")).text) ?? [];
    await landed(visitor, await visitor.post("/wishlist", { ajouter }));
    const list = wordsIn((await visitor.get("/wishlist")).text);
    expect(list).toContain("Taille Taille unique");
    expect(list).not.toContain("oloris");
    const page = await visitor.get("/product/article-1?couleur=unique");
    expect(/<title>(.*?)<\/title>/.exec(page.text)?.[1]).not.toContain("oloris");
  });

  it("has none on the pages of an order that was delivered, where it can be reviewed", async () => {
    for (const [who, path] of [
      ["guest", "/commande"],
      ["account holder", "/account/orders"],
    ] as const) {
      const { client, number } = visitors[who];
      deliver(shop, number);
      for (const page of [`${path}/${number}`, `/commande/${number}/avis`]) {
        const answer = await client.get(page);
        expect([page, answer.status]).toEqual([page, 200]);
        await showsWhatIsKnown(answer.text);
      }
    }
  });

  it.each([
    ["/collections", "Aucune collection disponible pour le moment."],
    ["/femme?subcategory=new", "Aucune collection femme trouvée."],
  ])("leads to no collection without products: %s", async (path, sentence) => {
    const page = await new Client(shop.url).get(path);
    expect(wordsIn(mainOf(page))).toContain(sentence);
    expect(page.text).not.toMatch(/<a [^>]*href="\/collection\//);
    const [, description] = /<meta name="description" content="([^"]*)"/.exec(page.text) ?? [];
    expect(description).not.toMatch(/bord de mer/);
  });

  it("offers no order and no filter that no product answers", async () => {
    const main = mainOf(await new Client(shop.url).get("/shop"));
    const labels = (tag: string) =>
      [...main.matchAll(new RegExp(`<${tag}\\b[^>]*>([^<]*)`, "g"))].map(([, text]) => text);
    expect(labels("option")).toEqual(["Nouveautés", "Prix croissant", "Prix décroissant"]);
    expect(labels("legend")).toEqual(["Prix", "Genre"]);
  });
});
