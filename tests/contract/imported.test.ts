import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sixLists } from "../support/catalogues/six-lists";
import { addToCart, directOrder, followed, orderNumberOf } from "../support/http/orders";
import { decoded, mainOf, productsIn, words, wordsIn } from "../support/http/reading";
import { importList } from "../support/shop/import-list";
import { runProgram } from "../support/shop/run-program";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { inDatabase, rowsIn, runIn } from "../support/shop/stored";
import { openTestShop } from "../support/shop/test-shop";

/** The merchant's commands beside a running shop, and products that are no shoes on every page. */

const shop = servedShop();
const folder = mkdtempSync(join(tmpdir(), "merchant-"));
afterAll(() => rmSync(folder, { recursive: true }));

const command = (...argv: string[]) => commandWith({}, ...argv);

async function commandWith(settings: Record<string, string>, ...argv: string[]) {
  const env = { DATA_DIR: shop.dataDir, INIT_CWD: folder, ...settings };
  const { status, stdout, stderr } = await runProgram("tools/shop.mjs", argv, { env });
  return { code: status, text: stdout.replace(/[\u00a0\u202f]/g, " "), errors: stderr };
}

const client = clientOf(shop, beforeAll);
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ").replace(/&nbsp;/g, " ");

beforeAll(async () => {
  await sharp({ create: { width: 200, height: 200, channels: 3, background: "#2b5f95" } })
    .png()
    .toFile(join(folder, "tee.png"));
  writeFileSync(
    join(folder, "list.csv"),
    [
      "Handle;Title;Type;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Variant Inventory Qty;Variant Price;Image Src;Variant Image;Fit (product.metafields.custom.fit);Matière;Vendor;Variant SKU;Variant Barcode",
      "tee;Tee d'essai;Tee-shirts;Couleur;Blue;Taille;Small;2;1500;tee.png;tee.png;Runs small;Toile de coton",
      "tee;;;;Blue;;Large;3;1500;;;",
      "album;Album;Musique;Title;Default Title;;;4;900;;;",
      // As other shops write the gender.
      "nue;Nu-pieds Canastel;Femme > Nu-pieds;Pointure;38;;;1;3000;;;;;Nike;NK-CAN-38;0194-5012-38",
      "plate;Chaussure plate;Chaussures > Femme;Pointure;38;;;1;3000;;;;;Atlas;;",
      "fine;Chaussure fine;Femme;Pointure;38;;;1;3000;;;",
      "ouverte;Sandale ouverte pour femme;Sandales;Pointure EU;40,5;;;1;3000;;;",
      "derby;Derby Canastel;Nouveautés;Pointure;40;;;1;6000;;;;;Atlas;;4006381333931",
      "derby;;;;40,5;;;1;6000;;;;;;;",
    ].join("\r\n"),
  );
  const done = await command("importer", "list.csv", "--images", ".");
  expect(done).toMatchObject({ code: 0, errors: "" });
});

it("a list's texts are cleaned as a form's are, and what a command prints steers no terminal", async () => {
  const head = "Handle;Title;Body (HTML);Option1 Name;Option1 Value;Variant SKU;Variant Price;Tags";
  const hostile = "\u001b[2J\u009b31m\u202e\u0007";
  const written = '"Daim&#x202e;&#27;[2J"';
  writeFileSync(
    join(folder, "hostile.csv"),
    [
      head,
      `hostile;${hostile}Sabot${hostile} é;${written};Taille;${hostile}40;${hostile}SKU-1;1500;${hostile}mot`,
      `hostile;;;;41;${hostile}SKU-1;abc${hostile};`,
      `endless;${"x".repeat(200_000)};;;;;1500;`,
      `${"h".repeat(201)};Long;;;;;1500;`,
    ].join("\n"),
  );
  const steers = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  const printed = [
    await command("importer", "hostile.csv", "--sans-images"),
    await command("importer", `${hostile}none.csv`),
    await command("stock", `${hostile}SKU-1`),
    await command("stock", "[2J31mSKU-1"),
    await command("commandes", "--statut", `${hostile}x`),
    await commandWith({ DATABASE_URL: "postgres://127.0.0.1:1/\u001b[2J" }, "avis"),
  ];
  for (const { text, errors } of printed) expect(text + errors).not.toMatch(steers);
  const said = printed[0]?.text.replace(/\s+/g, " ");
  expect(said).toContain(`le nom « ${"x".repeat(30)}… » a plus de 150 caractères`);
  expect(said).toContain("l'identifiant de « Long » a plus de 200 caractères");
  expect(printed[3]?.text).toContain("[2J31mSabot[2J31m \u00e9");
  const stored = inDatabase(shop, (database) => [
    database.prepare("select name, description, sku, tags from products where source_id = 'hostile'").all(),
    database.prepare("select sku, size_label from variants where sku like '%SKU-1'").all(),
    database.prepare("select count(*) as n from products where name like 'x%' or name = 'Long'").all(),
  ]);
  expect(JSON.stringify(stored)).not.toMatch(/\\u00|\u202e|\u009b/);
  expect(stored[2]).toEqual([{ n: 0 }]);
});

it("a picture is sent for good, and nothing else lies behind its address", async () => {
  const page = await client.get("/product/tee");
  const [, path = ""] = /src="(\/pictures\/import\/[0-9a-f]{32}-800\.jpg)"/.exec(page.text) ?? [];
  const picture = await client.get(path);
  expect(picture.status).toBe(200);
  expect(picture.headers).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  expect(picture.headers["set-cookie"]).toBeUndefined();
  expect((await client.get(path.replace("-800.jpg", "-400.avif"))).headers["content-type"]).toBe("image/avif");
  for (const other of [
    path.replace("import/", "import/../import/../../"),
    "/pictures/..%2fsession-secret",
    "/pictures/import/..%2f..%2fsession-secret",
    "/pictures/%2e%2e/%2e%2e/shop.sqlite",
    "/pictures/import/absent-800.jpg",
    path.replace("800.jpg", "801.jpg"),
  ]) {
    const answer = await client.get(other);
    expect([404, 302, 301], other).toContain(answer.status);
    expect(answer.headers["cache-control"] ?? "", other).not.toContain("immutable");
  }
});

it("goods without EU sizes are shown, chosen, put into the cart and ordered under their own words", async () => {
  const page = plain((await client.get("/product/tee")).text);
  expect(page).toContain(">Taille</legend>");
  expect(page).toContain("Blue, taille Small");
  expect(page).not.toContain("Guide des pointures");
  expect(page).toContain("Taille petit : prenez une taille au-dessus");
  expect(page).toMatch(/Matière<\/dt><dd>Toile<\/dd>/);
  expect(page).toContain(">Taille Small · </span>");
  expect(page).not.toMatch(/pointure \d/);
  const refused = await addToCart(client, "tee", { pointure: "42" });
  expect(plain(refused.text)).toContain("Veuillez sélectionner une taille");
  const added = await addToCart(client, "tee", { pointure: "102", quantite: "2" });
  expect(followed(added)).toBe("/product/tee?couleur=blue&pointure=102&garde=panier");
  const cart = plain((await client.get("/cart")).text);
  expect(cart).toContain("Blue, taille Large");
  expect(cart).toMatch(/DA l(?:'|&#x27;)unité/);
  expect(cart).toMatch(/\/pictures\/import\/[0-9a-f]{32}-400\.avif/);
  const drawer = JSON.parse((await client.get("/cart/contents")).text) as { cart: { lines: unknown[] } };
  expect(drawer.cart.lines[0]).toMatchObject({ sizeLabel: "Large" });

  const album = plain((await client.get("/product/album")).text);
  expect(album).toContain("Taille unique");
  expect(album).not.toMatch(/prenez (?:une|votre) taille/);
  expect(album).toContain("Image non disponible");
  const { send } = await directOrder(client, "album", { couleur: "unique", pointure: "101", quantite: "1" });
  const number = orderNumberOf(await send()) ?? "";
  const order = plain((await client.get(`/commande/${number}`)).text);
  expect(order).toContain("taille unique");
  expect(plain((await client.get(`/commande/${number}/annuler`)).text)).toContain("Album, taille unique");

  // The shop sells while the merchant's process works.
  const answer = await command("commande", number);
  expect(answer.text).toMatch(/1 × Album, taille unique \(\S+\), 900 DA/);
  expect(await command("confirmer", number)).toMatchObject({ code: 0, text: `${number} : confirmée.\n` });
  expect(plain((await client.get(`/commande/${number}`)).text)).toContain("Confirmée");
  expect((await command("exporter")).text).toContain(`"${number}"`);
  expect(await command("perdre")).toMatchObject({ code: 2, text: "" });
});

it("goods that are no shoes are called by their names alone, and their breadcrumb by their category", async () => {
  const page = plain((await client.get("/product/tee")).text);
  expect(wordsIn(/<h1.*?<\/h1>/s.exec(page)?.[0] ?? "").trim()).toBe("Tee d'essai");
  expect(page).toMatch(/<title>Tee d(?:'|&#x27;)essai – Wahrane<\/title>/);
  const trail = /<nav aria-label="Fil d.*?<\/nav>/s.exec(page)?.[0] ?? "";
  expect(wordsIn(trail).trim()).toBe("Accueil / Tee-shirts / Tee d'essai");
  const list = await client.get("/category/tee-shirts");
  expect(trail).toContain('href="/category/tee-shirts"');
  expect(productsIn(list.text)).toContain("tee");
  expect(wordsIn(list.text)).not.toMatch(/essai –/);
});

it("what is for women stands on /femme, whatever a list calls that, and in no second category", async () => {
  const all = (await client.get("/femme?prix-min=3000&prix-max=3000")).text;
  expect(new Set(productsIn(all))).toEqual(new Set(["nue", "plate", "fine", "ouverte"]));
  expect(all).toContain("/femme?subcategory=nu-pieds");
  const categories = wordsIn((await client.get("/categories")).text);
  expect(categories).not.toMatch(/Femme\b/);
  expect(categories).toContain("Nu-pieds");
});

it("a brand stands on card and page, and lists are narrowed by it; the number on a box finds its pair", async () => {
  const prices = "prix-min=3000&prix-max=3000";
  const list = (await client.get(`/femme?${prices}&marque=Nike`)).text;
  expect(productsIn(list)).toEqual(["nue"]);
  expect(list).toMatch(/name="marque" checked="" value="Nike"|name="marque"[^>]*value="Nike"[^>]*checked/);
  expect(wordsIn(list)).toMatch(/Nu-pieds Canastel.* Nike 3 000/);
  const page = plain((await client.get("/product/nue")).text);
  expect(page).toMatch(/Marque<\/dt><dd>Nike<\/dd>/);
  expect(page).toContain('"brand":{"@type":"Brand","name":"Nike"}');
  const unbranded = (await client.get("/product/ouverte")).text;
  expect(unbranded).not.toContain("Marque</dt>");
  expect(unbranded).toContain('"brand":{"@type":"Brand","name":"Wahrane"}');
  for (const code of ["NK-CAN-38", "nkcan38", "0194501238", "0194-5012-38", "nike"])
    expect(productsIn((await client.get(`/search?q=${code}`)).text), code).toEqual(["nue"]);
});

it("what a list calls new is on /nouveaute", async () => {
  expect(productsIn((await client.get("/nouveaute")).text)).toContain("derby");
});

it("a shoe of no kind is found by 'chaussures'", async () => {
  const found = productsIn((await client.get("/search?q=Chaussures")).text);
  expect(found).toContain("derby");
  for (const other of ["tee", "album"]) expect(found).not.toContain(other);
});

it("a search for a half leads to it, and not to the whole size beside it", async () => {
  const linked = async (words: string) =>
    /href="(\/product\/derby[^"]*)"/.exec((await client.get(`/search?q=${encodeURIComponent(words)}`)).text)?.[1];
  expect(await linked("derby 40,5")).toBe("/product/derby?pointure=40.5");
  expect(await linked("derby 40")).toBe("/product/derby?pointure=40");
});

it("the number of a box is in the data of the page that a feed's link opens, as the list has it now", async () => {
  const dataAt = async (path: string) => {
    const { text } = await client.get(path);
    const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    return JSON.parse(json) as { sku: string; gtin?: string };
  };
  const { gtin, sku } = await dataAt("/product/derby?pointure=40");
  expect(gtin).toBe("4006381333931");
  expect(await dataAt("/product/derby?pointure=40.5")).not.toHaveProperty("gtin");
  // Of all sizes together.
  const whole = await dataAt("/product/derby");
  expect(whole).not.toHaveProperty("gtin");
  expect(whole.sku).not.toBe(sku);
  writeFileSync(
    join(folder, "barcode.csv"),
    [
      "Handle;Title;Type;Option1 Name;Option1 Value;Variant Inventory Qty;Variant Price;Variant Barcode",
      "derby;Derby Canastel;Nouveautés;Pointure;40;1;6000;036000291452",
      "derby;;;;40,5;1;6000;",
    ].join("\r\n"),
  );
  expect(await command("importer", "barcode.csv", "--sans-images")).toMatchObject({ code: 0 });
  expect(await dataAt("/product/derby?pointure=40")).toMatchObject({ gtin: "036000291452" });
});

it("a part of a product that is one again leads to it for the time being, and stays in wishlists", async () => {
  const list = (price: number) =>
    [
      "Handle;Title;Type;Option1 Name;Option1 Value;Variant Inventory Qty;Variant Price",
      "duo;Mule duo;Mules;Pointure;38;2;4000",
      "duo;;;;39;2;4000",
      `duo;;;;40;2;${price}`,
    ].join("\r\n");
  const imports = async (price: number) => {
    writeFileSync(join(folder, "duo.csv"), list(price));
    expect(await command("importer", "duo.csv", "--sans-images")).toMatchObject({ code: 0 });
  };
  await imports(3_500);
  const { id, slug } = rowsIn<{ id: string; slug: string }>(
    shop,
    "select id, slug from products where slug like 'duo-%' and active = 1",
  )[0] ?? { id: "", slug: "" };
  await client.post("/wishlist", { ajouter: id });
  await imports(4_000);
  const moved = await client.get(`/product/${slug}?pointure=40`);
  expect([moved.status, moved.location]).toEqual([307, "/product/duo?pointure=40"]);
  expect(moved.headers["cache-control"] ?? "").not.toMatch(/max-age=[1-9]/);
  const posted = await client.post(`/product/${slug}`, { intent: "ajouter" });
  expect([posted.status, posted.location]).toEqual([307, "/product/duo"]);
  expect((await client.get(`/product/${slug}/avis`)).location).toBe("/product/duo/avis");
  expect(productsIn((await client.get("/wishlist")).text)).toContain("duo");
  await imports(3_500);
  expect((await client.get(`/product/${slug}`)).status).toBe(200);
});

it("a half is found by its whole size, marked, chosen and put into the cart", async () => {
  const list = plain((await client.get("/femme?pointure=40&prix-max=3000&prix-min=3000")).text);
  expect(productsIn(list)).toEqual(["ouverte"]);
  expect(wordsIn(list)).toContain("Pointure 40,5");
  expect(list).toContain('href="/product/ouverte?pointure=40.5"');
  const page = plain((await client.get("/product/ouverte?pointure=40.5")).text);
  expect(page).toMatch(/<input[^>]*name="pointure"[^>]*value="40\.5"/);
  expect(wordsIn(page)).toContain("pointure 40,5");
  await addToCart(client, "ouverte", { pointure: "40.5" });
  expect(plain((await client.get("/cart")).text)).toContain("pointure 40,5");
});

it.each(sixLists)("no page of the menu is empty in a shop with $name alone", async ({ bytes, expected }) => {
  runIn(shop, "update products set active = 0");
  const merchants = await openTestShop({ file: join(shop.dataDir, "shop.sqlite") });
  const { ending, text } = await importList(merchants, folder, bytes);
  await merchants.close();
  expect(ending, text).toBe(0);
  const linksIn = (html: string, wanted: RegExp) =>
    [...html.matchAll(/<a [^>]*href="([^"#]*)"/g)]
      .map(([, href = ""]) => decoded(href))
      .filter((href) => wanted.test(href));
  const bar = (await client.get("/")).text.match(/<nav aria-label="(?:Menu|Navigation principale)".*?<\/nav>/gs) ?? [];
  const open = new Set(linksIn(bar.join(), /^\//));
  // A set takes in what is added while it is walked: categories and parts of a page.
  const parts = /^\/(?:category|collection)\/|^\/(?:femme|homme|enfant)(?:\?subcategory=[^&]*)?$/;
  for (const path of open) {
    const page = await client.get(path);
    expect(page.status, path).toBe(200);
    expect(words(page), path).not.toMatch(/Aucun produit|Aucune collection disponible/);
    for (const link of linksIn(mainOf(page), parts)) open.add(link);
  }
  const pages = [...open];
  for (const { gender, slug } of expected) {
    expect(productsIn((await client.get("/shop")).text)).toContain(slug);
    if (gender === "mixte") continue;
    expect(pages).toContain(`/${gender}`);
    expect(productsIn((await client.get(`/${gender}`)).text)).toContain(slug);
  }
  expect(pages).toContain("/categories");
});

it("where orders are another shop's, its commands are given there", async () => {
  const elsewhere = await commandWith({ SHOP_API_URL: "https://api.boutique.example" }, "commandes");
  expect(elsewhere).toMatchObject({ code: 1, text: "" });
  expect(elsewhere.errors).toContain("faites-le là-bas");
  // But persons are forgotten here too.
  const { code, text, errors } = await commandWith({ SHOP_API_URL: "https://api.boutique.example" }, "oublier", "K7MQ");
  expect([code, text, errors]).toEqual([
    1,
    "À effacer aussi dans la boutique indiquée dans SHOP_API_URL.\n",
    "Commande inconnue\u00a0: K7MQ.\n",
  ]);
});
