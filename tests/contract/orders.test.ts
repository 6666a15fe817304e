import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contentHashOf } from "~/shop/local/order-content";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart, checkout, directOrder, landed, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { decoded, summaryIn, titleOf, words } from "../support/http/reading";
import { changed } from "../support/shop/changed";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { rowsIn, runIn, valueIn } from "../support/shop/stored";

/** Orders over HTTP: PE-3, PE-5, PE-6, PE-7, R-3, R-4, S-6; the database shows what is stored. */

const shop = servedShop();
const client = clientOf(shop);
let choice: { couleur: string; pointure: string };
let variant: { id: string; stock: number; price: number; product: string };

beforeAll(async () => {
  const { text } = await new Client(shop.url).get(`/product/${SLUG}`);
  const { couleur = "", pointure = "" } = Object.fromEntries(formWith(text, "couleur").fields);
  choice = { couleur, pointure };
});

beforeEach(() => {
  runIn(shop, "update variants set stock = 50 where product_id in (select id from products where slug = ?)", SLUG);
  // Earlier tests' orders become an hour older.
  runIn(shop, "update orders set created_at = created_at - 3600000");
  [variant] = rowsIn(
    shop,
    `select v.id, v.stock, p.price, p.id as product from variants v join products p on p.id = v.product_id
       where p.slug = ? and v.size = ? and v.color_slug = ?`,
    ...[SLUG, Number(choice.pointure), choice.couleur],
  ) as [typeof variant];
});

const count = (table: string) => valueIn<number>(shop, `select count(*) from ${table}`) ?? 0;
const stock = () => valueIn<number>(shop, "select stock from variants where id = ?", variant.id) ?? 0;
const setStock = (pairs: number) => runIn(shop, "update variants set stock = ? where id = ?", pairs, variant.id);
/** Until the test is over. */
const changeProduct = (values: Record<string, string>) =>
  changed(shop, "products", values, `id = '${variant.product}'`);

/** The request stored nothing. */
async function storingNothing(ask: () => Promise<Answer>): Promise<Answer> {
  const before = [count("orders"), stock()];
  const answer = await ask();
  expect([count("orders"), stock()]).toEqual(before);
  return answer;
}

/** An order, or a form that belongs to one, was refused. */
function isRefused(answer: Answer, ...sentences: string[]): void {
  isRefusedIn(answer.text.includes('id="commander"') ? "order" : "first", answer, sentences);
}

/** The product page did not add the chosen pair. */
const isNotAdded = (answer: Answer, ...sentences: string[]) => isRefusedIn("choice", answer, sentences);

function isRefusedIn(place: "first" | "choice" | "order", answer: Answer, sentences: string[]): void {
  expect([400, 409, 422]).toContain(answer.status);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  expect(summaryIn(answer).place).toBe(place);
  expect(summaryIn(answer).text).toMatch(/^Il y a un problème/);
  const main = plain(answer.text.slice(answer.text.indexOf("<main")));
  for (const sentence of sentences) expect(main).toContain(sentence);
}

const plain = (html: string) => decoded(html.replace(/<!--.*?-->/gs, ""));

describe("an order whose answer was lost", () => {
  it("is named on the empty cart and /suivi, and the checkout leads to it, for an hour", async () => {
    const stranger = new Client(shop.url);
    await addToCart(client, SLUG, choice);
    const { send } = await checkout(client);
    const page = (await send()).location ?? "";
    expect(page).toMatch(/^\/commande\//);
    for (const path of ["/checkout", "/checkout/paiement", "/checkout/verification"])
      expect(await client.get(path), path).toMatchObject({ status: 303, location: page });
    for (const path of ["/cart", "/suivi"]) {
      const { text } = await client.get(path);
      expect(text, path).toContain("Votre dernière commande est bien reçue");
      expect(text, path).toContain(`href="${page}"`);
      expect((await stranger.get(path)).text, path).not.toContain("Votre dernière commande");
    }
    // With another pair in it the cart is what she is about.
    await addToCart(client, SLUG, choice);
    expect((await client.get("/checkout")).status).toBe(200);
    expect((await client.get("/cart")).text).not.toContain("Votre dernière commande");
    await client.post("/cart", [["intent", "vider"]]);
    runIn(shop, "update orders set created_at = created_at - 3600001");
    expect((await client.get("/cart")).text).not.toContain("Votre dernière commande");
    expect((await client.get("/checkout")).location).toBe("/cart");
  });

  it("is named to a browser that had only looked at the product, and is not placed once more by a new form", async () => {
    const browser = new Client(shop.url);
    await browser.get("/vus?produit=p-bos-cruz");
    const before = new Map(browser.cookies);
    const number = orderNumberOf(await (await directOrder(browser, SLUG, choice)).send());
    browser.cookies.clear();
    for (const [name, value] of before) browser.cookies.set(name, value);
    const { form } = await directOrder(browser, SLUG, choice);
    const again = await submit(browser, form, { ...choice, ...someone }, "commander");
    expect(plain(again.text)).toContain("Vous avez déjà passé cette commande");
    expect(plain(again.text)).toContain(String(number));
    expect((await browser.get("/cart")).text).toContain(`href="/commande/${number}"`);
    expect((await browser.get(`/commande/${number}`)).status).toBe(200);
    expect(valueIn(shop, "select count(*) from orders where number = ?", number)).toBe(1);
    expect((await new Client(shop.url).get(`/commande/${number}`)).status).toBe(404);
  });
});

describe("one order per form (PE-6)", () => {
  it("fifty parallel posts of a form give one order and one page", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    const before = [count("orders"), stock()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => send()));
    const numbers = new Set(answers.map(orderNumberOf));
    expect(numbers.size).toBe(1);
    expect([...numbers][0]).toMatch(/^\w{4}-\w{4}$/);
    expect([count("orders"), stock()]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) - 1]);
  });

  it("the form that took the last pair finds its order, and no other form has one", async () => {
    const { send } = await directOrder(client, SLUG, { ...choice, quantite: "2" });
    const late = await directOrder(new Client(shop.url), SLUG, choice);
    setStock(2);
    const number = orderNumberOf(await send());
    expect([stock(), number === undefined]).toEqual([0, false]);
    // A lost answer's form, posted again, leads to the order.
    expect(orderNumberOf(await storingNothing(() => send()))).toBe(number);
    isRefused(await storingNothing(() => late.send()), "Rupture de stock");
    setStock(1);
    expect(orderNumberOf(await storingNothing(() => send()))).toBe(number);
  });

  it("an order that fails in the database answers 500 with form and key kept, and the form orders once that is repaired", async () => {
    await addToCart(client, SLUG, choice);
    for (const { send } of [await directOrder(client, SLUG, choice), await checkout(client)]) {
      runIn(shop, "create trigger broken before insert on orders begin select raise(abort, 'broken'); end");
      try {
        const answer = await storingNothing(() => send());
        expect(answer.status).toBe(500);
        expect(decoded(answer.text)).toContain("Une erreur est survenue. Ce que vous avez écrit est encore là\u00a0:");
        expect(answer.text).not.toContain("broken");
      } finally {
        runIn(shop, "drop trigger broken");
      }
      expect(orderNumberOf(await send())).toBeTruthy();
    }
  });

  it("a used key with another content makes no second order, and the page names the order that exists", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send());
    const answer = await storingNothing(() => send({ prenom: "Karima" }));
    expect([400, 409]).toContain(answer.status);
    expect(answer.text).toContain(number);
  });

  /** The courier no longer serves the place of this order. */
  function leaveUnserved(number: string | undefined): string {
    const { nom: lastName, prenom: firstName, adresse: address, remarque: notes } = someone;
    const place = { wilayaId: 31, communeId: 3199, mode: "home" } as const;
    const recipient = { lastName, firstName, phone: "0550123456", ...place, address, notes };
    const hash = contentHashOf({ lines: [{ variantId: variant.id, quantity: 1, price: 0 }], recipient });
    runIn(shop, "update orders set commune_id = 3199, content_hash = ? where number = ?", hash, number);
    expect(valueIn(shop, "select commune_id from orders where number = ?", number)).toBe(3199);
    return "3199";
  }

  it.each<[string, (number?: string) => Record<string, string>]>([
    ["the fee changed", () => ({ tarifs: "those-of-yesterday", frais: "3101-domicile-450" })],
    ["the commune is gone", (number) => ({ commune: leaveUnserved(number) })],
    [
      "the product is gone",
      () => {
        changeProduct({ active: "0" });
        return {};
      },
    ],
  ])("a form whose answer was lost leads to its order, though %s", async (_, change) => {
    const { form, send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send());
    const changes = change(number);
    client.cookies.clear();
    const again = await storingNothing(() => send(changes));
    expect([orderNumberOf(again), (await landed(client, again)).status]).toEqual([number, 200]);
    // What differs is no order, and opens none.
    const other = { ...someone, ...choice, ...changes };
    for (const differs of [{ prenom: "Karima" }, { quantite: "2" }] as Record<string, string>[]) {
      const answer = await storingNothing(() => submit(client, form, { ...other, ...differs }, "commander"));
      expect(orderNumberOf(answer)).toBeUndefined();
    }
  });

  it("the checkout's last form leads to its order, though the commune is gone and the hour over", async () => {
    await addToCart(client, SLUG, choice);
    const { send } = await checkout(client);
    const number = orderNumberOf(await send());
    const commune = leaveUnserved(number);
    runIn(shop, "update orders set created_at = created_at - 3600001");
    expect(orderNumberOf(await storingNothing(() => send({ commune })))).toBe(number);
    expect((await send({ commune, prenom: "Karima" })).location).toBe("/cart");
  });

  it.each(["", "x", "AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA"])(
    "a key that we did not mint (%j) orders nothing, and loses nothing",
    async (cle) => {
      const { form } = await directOrder(client, SLUG, choice);
      const answer = await storingNothing(() => submit(client, form, { ...someone, ...choice, cle }, "commander"));
      isRefused(answer);
      // The returned page can be posted.
      const again = await submit(client, formWith(answer.text, "couleur"), {}, "commander");
      expect(orderNumberOf(again)).toBeTruthy();
    },
  );

  it("a public page carries no key: strangers would share it", async () => {
    expect((await client.get(`/product/${SLUG}`)).text).not.toMatch(/name="cle" value="[^"]/);
  });
});

describe("what the shopper saw is what is ordered (R-3)", () => {
  it("a price that changed is said, nothing is ordered, and the next press orders", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    changeProduct({ price: "price + 500" });
    const answer = await storingNothing(() => send());
    isRefused(answer, "prix");
    const again = await submit(client, formWith(answer.text, "couleur"), {}, "commander");
    const number = orderNumberOf(again);
    expect(number).toBeTruthy();
    expect(valueIn(shop, "select subtotal from orders where number = ?", number)).toBe(variant.price + 500);
  });

  it("a price that changed is refused in the checkout's last step too, and the next press orders", async () => {
    await addToCart(client, SLUG, choice);
    const { send } = await checkout(client);
    changeProduct({ price: "price - 100" });
    const answer = await storingNothing(() => send());
    isRefused(answer, "prix");
    expect(orderNumberOf(await submit(client, formWith(answer.text, "cle"), {}))).toBeTruthy();
  });

  it("a cart that changed in another tab is not ordered unseen", async () => {
    await addToCart(client, SLUG, choice);
    const { send } = await checkout(client);
    await addToCart(client, SLUG, { ...choice, quantite: "3" });
    isRefused(await storingNothing(() => send()));
  });

  it("a line of the cart whose price changed says so", async () => {
    await addToCart(client, SLUG, choice);
    changeProduct({ price: "price + 300" });
    expect(plain((await client.get("/cart")).text)).toContain("Le prix a changé");
  });

  it("a pair whose price changed while its page was open says so in the cart", async () => {
    const page = formWith((await client.get(`/product/${SLUG}`)).text, "couleur");
    changeProduct({ price: "price + 300" });
    await submit(client, page, choice, "ajouter");
    expect(plain((await client.get("/cart")).text)).toContain("Le prix a changé");
    for (const prix of ["", "-1", "1e3", "9999999999"]) {
      const forger = new Client(shop.url);
      await submit(forger, page, { ...choice, prix }, "ajouter");
      const cart = plain((await forger.get("/cart")).text);
      expect(cart).toContain(choice.pointure);
      expect(cart).not.toContain("Le prix a changé");
    }
  });

  it("stock that ran out is said, everything typed is kept (T-3)", async () => {
    const { send } = await directOrder(client, SLUG, { ...choice, quantite: "3" }, { ...someone, remarque: "Merci !" });
    setStock(2);
    const answer = await storingNothing(() => send());
    isRefused(answer);
    const fields = Object.fromEntries(formWith(answer.text, "nom").fields);
    expect(fields).toMatchObject({
      nom: "Benali",
      prenom: "Samira",
      adresse: someone.adresse,
      remarque: "Merci !",
      wilaya: "31",
      commune: "3101",
    });
  });

  it("forged prices and fees change nothing", async () => {
    await addToCart(client, SLUG, choice);
    const { form } = await checkout(client);
    const shown = form.fields.map(([field]) => field).filter((field) => /prix|price|frais|total/.test(field));
    expect(shown).not.toEqual([]);
    for (const name of shown) {
      const answer = await storingNothing(() => submit(client, form, { [name]: "1" }));
      // The sum is not the one that was shown: it is shown again.
      expect(answer.status).toBe(200);
      expect(titleOf(answer.text)).toMatch(/^Confirmez votre commande – /);
    }
    expect(orderNumberOf(await submit(client, form, {}))).toBeTruthy();
  });

  it("a product that left the shop can be neither added nor ordered", async () => {
    const { form, send } = await directOrder(client, SLUG, choice);
    await addToCart(client, SLUG, choice);
    changeProduct({ active: "0" });
    const gone = await storingNothing(() => send());
    expect([400, 404, 409]).toContain(gone.status);
    const add = await submit(client, form, choice, "ajouter");
    expect([400, 404]).toContain(add.status);
    const cart = await client.get("/cart");
    expect(cart.status).toBe(200);
    expect(plain(cart.text)).toContain("Rupture de stock");
    const out = await client.get("/checkout");
    expect(out.location).toBe("/cart");
  });
});

describe("in Arabic, with figures between", () => {
  it("names and addresses are typed and shown in their own direction", async () => {
    const address = "15 شارع ديدوش مراد، عمارة B، الطابق 3";
    const { text } = await client.get(`/product/${SLUG}`);
    for (const name of ["nom", "prenom", "adresse", "remarque"])
      expect(new RegExp(`<(?:input|textarea)[^>]* name="${name}"[^>]*>`).exec(text)?.[0]).toContain(' dir="auto"');
    const { send } = await directOrder(client, SLUG, choice);
    const placed = await send({ nom: "بن علي", prenom: "محمد", adresse: address });
    const page = await client.get(`/commande/${orderNumberOf(placed)}`);
    expect(page.text).toMatch(/<bdi dir="ltr"[^>]*>محمد بن علي<\/bdi>/);
    expect(page.text).toMatch(new RegExp(`<p dir="auto"[^>]*>${address}</p>`));
  });
});

describe("wilaya, commune, fee (PE-7)", () => {
  it("keeps what was typed, and fills in the communes with their fees", async () => {
    const { commune, ...typed } = { ...someone, nom: "  Bénali ", remarque: "Deux coups de sonnette" };
    const shown = formWith((await client.get(`/product/${SLUG}`)).text, "couleur");
    const page = await submit(client, shown, { ...choice, ...typed, quantite: "2" }, "communes");
    const kept = Object.fromEntries(formWith(page.text, "couleur").fields.map(([name, value]) => [name, value.trim()]));
    const telephone = expect.stringMatching(/^0550\s12\s34\s56$/);
    expect(kept).toMatchObject({ ...choice, ...typed, nom: "Bénali", telephone, quantite: "2" });
    expect(page.text).toContain(`<option value="${commune}"`);
    expect(words(page)).toMatch(/\d+ communes ?\. Domicile dès \d+ DA/);
  });

  it("refuses a commune of another wilaya", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    for (const commune of ["1601", "0", "-1", "99999", "31.01", "3101 or 1=1"]) {
      const answer = await storingNothing(() => send({ commune }));
      isRefused(answer, "La commune est requise");
    }
    isRefused(await storingNothing(() => send({ wilaya: "59", commune: "5901" })), "La wilaya est requise");
  });
});

describe("what a form may not say (section 5, R-4)", () => {
  it("a pair that is not there beside those in the cart", async () => {
    await addToCart(client, SLUG, { ...choice, quantite: "2" });
    setStock(3);
    const answer = await addToCart(client, SLUG, { ...choice, quantite: "2" });
    isNotAdded(answer, "Avec ce que contient déjà votre panier, il n'y en a pas assez.");
    expect(titleOf((await client.get("/cart")).text)).toMatch(/^Panier \(2\)/);
  });

  it("what is missing or wrong is said in the checkout, which goes no further", async () => {
    await addToCart(client, SLUG, choice);
    const { text } = await client.get("/checkout");
    const communes = await submit(client, formWith(text, "nom"), { ...someone, commune: "" }, "communes");
    const wrong = { ...someone, nom: "\u0000\u0007", telephone: "0450123456", commune: "", adresse: " " };
    const answer = await submit(client, formWith(communes.text, "nom"), wrong, "continuer");
    isRefused(answer, "Le nom est requis", "Numéro invalide (ex: 0550123456)", "La commune", "L'adresse est requise");
    expect((await client.get("/checkout/verification")).location).toBe("/checkout");
  });

  it.each(["0", "abc"])("a quantity of %s", async (quantite) => {
    const { form, send } = await directOrder(client, SLUG, choice);
    isRefused(await storingNothing(() => send({ quantite })));
    isNotAdded(await submit(client, form, { ...choice, quantite }, "ajouter"));
    expect((await client.get("/cart")).text).toContain("Votre panier est vide");
  });

  it.each(["-1", ""])("a quantity of %s in the cart", async (quantite) => {
    await addToCart(client, SLUG, choice);
    const page = await client.get("/cart");
    const answer = await submit(client, formWith(page.text, "quantite"), { quantite }, "quantite");
    isRefused(answer);
    expect(titleOf((await client.get("/cart")).text)).toMatch(/^Panier \(1\)/);
  });

  it("texts are kept as they are, without what no text needs", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    const nasty = "<script>alert(1)</script> \u0000 \u202e ' \" & é 🥿";
    const number = orderNumberOf(await send({ adresse: nasty, remarque: "=HYPERLINK(1)" }));
    const page = await client.get(`/commande/${number}`);
    expect(page.text).not.toContain("<script>alert");
    expect(plain(page.text)).toContain("🥿");
  });

  it("texts that are too long are kept whole, and refused by what they are longer", async () => {
    const typed = { adresse: `${"Cité des 200 logements, ".repeat(10)}bloc C 32.`, remarque: "r".repeat(50_000) };
    const { send } = await directOrder(client, SLUG, choice);
    const answer = await storingNothing(() => send(typed));
    isRefused(
      answer,
      "L'adresse est trop longue\u00a0: 250 caractères, 200 au plus",
      "La remarque est trop longue\u00a0: 50\u202f000 caractères, 500 au plus",
    );
    expect(Object.fromEntries(formWith(answer.text, "telephone").fields)).toMatchObject(typed);
  });
});

describe("who may see an order (S-6)", () => {
  it("the browser that placed it, and nobody else without number and phone", async () => {
    const { send } = await directOrder(client, SLUG, choice);
    const number = orderNumberOf(await send()) ?? "";
    const own = await client.get(`/commande/${number}`);
    expect(own.status).toBe(200);
    expect(own.text).not.toMatch(/0550.?12.?34.?56/);
    const stranger = new Client(shop.url);
    const refused = await stranger.get(`/commande/${number}`);
    expect(refused.status).toBe(404);
    expect(refused.text).toContain("Commande non trouvée");
    expect(refused.text).not.toMatch(/Benali|Larbi/);
    for (const pair of [
      { numero: number, telephone: "0550123457" },
      { numero: "ABCD-2345", telephone: "0550123456" },
      { numero: "", telephone: "" },
    ]) {
      const answer = await stranger.post("/suivi", pair);
      expect(answer.status).toBe(400);
      expect(answer.text).not.toMatch(/Benali|Larbi/);
    }
    expect((await stranger.get(`/commande/${number}`)).status).toBe(404);
    const let_in = await stranger.post("/suivi", { numero: number.toLowerCase(), telephone: "+213 550 12 34 56" });
    expect(let_in.status).toBe(303);
    expect(orderNumberOf(let_in)).toBe(number);
    expect((await stranger.get(`/commande/${number}`)).status).toBe(200);
  });
});

describe("success is a 303 (PE-5)", () => {
  it("after an addition, a change, an order; and the page after it can be reloaded (A-3)", async () => {
    const added = await addToCart(client, SLUG, choice);
    expect(added.status).toBe(303);
    const cart = await client.get("/cart");
    const more = await submit(client, formWith(cart.text, "quantite"), { quantite: "3" }, "quantite");
    expect(more.status).toBe(303);
    expect(titleOf((await client.get("/cart")).text)).toMatch(/^Panier \(3\)/);
    const { send } = await checkout(client);
    const placed = await send();
    expect(placed.status).toBe(303);
    const page = await client.get(`/commande/${orderNumberOf(placed)}`);
    expect(titleOf(page.text)).toMatch(/^Commande n°\u00a0\w{4}-\w{4} bien reçue/);
    // The heading says it, and no message says it again.
    expect(page.text).not.toContain("data-flash");
    expect((await client.get(placed.location ?? "")).status).toBe(200);
  });
});
