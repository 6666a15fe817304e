import { beforeEach, describe, expect, it } from "vitest";
import { textOf } from "../support/fakes/mail-server";
import { type Answer, Client } from "../support/http/client";
import { formsOf, formWith, submit } from "../support/http/forms";
import {
  addToCart,
  checkout,
  directOrder,
  fillCart,
  followed,
  orderNumberOf,
  SLUG,
  someone,
} from "../support/http/orders";
import { mainOf, titleOf, words } from "../support/http/reading";
import {
  accountHolder,
  deliverAll,
  linkIn,
  logIn,
  mailsTo,
  newAddress,
  PASSWORD,
  register,
} from "../support/http/signed-in";
import { changed } from "../support/shop/changed";
import { failingShop } from "../support/shop/served-shop";
import { inDatabase, restock, runIn, storedIn, valueIn } from "../support/shop/stored";

/** The account's pages over HTTP, without scripts (section 2, Account; sections 6 and 8; S-6). */

const { shop, fail } = failingShop();

beforeEach(() => restock(shop));

/** Orders the cart of this client, or a pair of the first shoe. @returns the order's number */
async function order(client: Client, recipient = someone): Promise<string> {
  if (titleOf((await client.get("/cart")).text).startsWith("Panier –")) await fillCart(client, SLUG);
  const { send } = await checkout(client, recipient);
  const number = orderNumberOf(await send());
  if (!number) throw new Error("Not placed.");
  return number;
}

const typedIn = (html: string, name: string) =>
  formsOf(html)
    .flatMap(({ fields }) => fields)
    .find(([field]) => field === name)?.[1]
    ?.replace(/\u00a0/g, " ");
const isRefused = (answer: Answer, message: string, status = 400) => {
  expect(answer.status).toBe(status);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  expect(words(answer)).toContain(message);
  for (const [tag] of answer.text.matchAll(/<input[^>]*type="password"[^>]*>/g)) expect(tag).not.toMatch(/value="[^"]/);
};

describe("the profile", () => {
  it("shows address and names, is corrected, and fills in the next checkout", async () => {
    const { client, email } = await accountHolder(shop);
    const page = await client.get("/account");
    expect(titleOf(page.text)).toBe("Mon compte – Wahrane");
    expect(words(page)).toContain(email);
    expect(words(page)).toContain("Aucune commande pour l'instant.");
    const form = formWith(mainOf(page), "prenom");
    isRefused(await submit(client, form, { prenom: "", telephone: "12" }), "Numéro invalide (ex: 0550123456)");
    const typed = { prenom: "Sami", nom: "Belkacem", telephone: "+213 661 12 34 56", adresse: "5, rue du Port" };
    expect(followed(await submit(client, form, typed))).toBe("/account");
    const after = await client.get("/account");
    expect(words(after)).toContain("Vos informations sont enregistrées.");
    expect(typedIn(mainOf(after), "telephone")).toBe("0661 12 34 56");

    await fillCart(client, SLUG);
    const delivery = mainOf(await client.get("/checkout"));
    for (const [field, value] of Object.entries({ ...typed, telephone: "0661 12 34 56", wilaya: "", commune: "" }))
      expect(typedIn(delivery, field) ?? "", field).toBe(value);
    await order(client);
    await fillCart(client, SLUG);
    // The last order went to another address: its commune is not filled in. This browser remembers
    // the wilaya, as for every visitor.
    const next = mainOf(await client.get("/checkout"));
    expect([typedIn(next, "wilaya"), typedIn(next, "commune") ?? ""]).toEqual(["31", ""]);
    await submit(client, formWith(mainOf(await client.get("/account")), "prenom"), { ...typed, adresse: "" });
    const again = mainOf(await client.get("/checkout"));
    expect([typedIn(again, "wilaya"), typedIn(again, "adresse")]).toEqual(["31", someone.adresse]);
  });

  it("is not saved from a page that another account has opened", async () => {
    const [first, second] = [await accountHolder(shop), await accountHolder(shop)];
    const form = formWith(mainOf(await first.client.get("/account")), "prenom");
    const refused = await submit(second.client, form, { prenom: "Nadia", adresse: "5, rue du Port" });
    isRefused(refused, "Le compte a changé depuis l'ouverture de cette page : rien n'a été enregistré.", 409);
    for (const page of [refused, await second.client.get("/account")])
      expect([typedIn(mainOf(page), "prenom"), typedIn(mainOf(page), "adresse") ?? ""]).toEqual(["Samira", ""]);
    const own = formWith(mainOf(refused), "prenom");
    expect(followed(await submit(second.client, own, { prenom: "Sami" }))).toBe("/account");
  });

  it("is there when its orders cannot be loaded, says so once, and shows them when it is asked for again", async () => {
    const { client, email } = await accountHolder(shop);
    const number = await order(client);
    const sentence = "Erreur lors du chargement des commandes";
    fail("orders");
    try {
      const page = await client.get("/account");
      expect([page.status, titleOf(page.text)]).toEqual([200, "Mon compte – Wahrane"]);
      expect(words(page).split(sentence)).toHaveLength(2);
      expect(mainOf(page)).toMatch(new RegExp(`${sentence}</p>.*?<a class="button" href="/account">Réessayer</a>`));
      expect(words(page)).toContain("Vos tampons n'ont pas pu être comptés.");
      for (const wrong of [`n° ${number}`, "Aucune commande", "tampon sur"]) expect(words(page)).not.toContain(wrong);
      expect(words(page)).toContain(email);
      const form = formWith(mainOf(page), "prenom");
      isRefused(await submit(client, form, { telephone: "12" }), "Numéro invalide (ex: 0550123456)");
      expect(followed(await submit(client, form, { prenom: "Sami" }))).toBe("/account");
      expect(typedIn(mainOf(await client.get("/account")), "prenom")).toBe("Sami");
      const list = await client.get("/account/orders");
      expect([list.status, words(list)]).toEqual([503, expect.stringContaining(sentence)]);
    } finally {
      fail("");
    }
    const page = await client.get("/account");
    expect(words(page)).toContain(`Commande n° ${number}`);
    expect(words(page)).toContain("0 tampon sur 6");
    expect(words(page)).not.toContain(sentence);
  });
});

describe("orders", () => {
  it("that cannot be read keep the form of a new one, which is sent once they can be", async () => {
    // Nobody knows whether it is an order already.
    const { send } = await directOrder(new Client(shop.url), SLUG);
    fail("orders");
    const refused = await send().finally(() => fail(""));
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('value="Benali"');
    expect(orderNumberOf(await send())).toBeDefined();
  });

  it("of an account are in it: page, list, mail; nobody else's", async () => {
    const [{ client, email }, other] = [await accountHolder(shop), await accountHolder(shop)];
    for (const slug of [SLUG, "ballerine-front-de-mer", "sandale-les-andalouses", "sandale-corales"])
      followed(await addToCart(client, slug, { quantite: "2" }));
    await client.get("/cart");
    const { send } = await checkout(client);
    const placed = await send();
    const number = orderNumberOf(placed) ?? "";
    expect(placed.location).toBe(`/account/orders/${number}`);
    const page = await client.get(`/account/orders/${number}`);
    expect(titleOf(page.text)).toBe(`Commande n°\u00a0${number} bien reçue – Wahrane`);
    expect(page.text).not.toContain("data-flash");
    for (const text of ["En attente", "Samira Benali", "12, rue Larbi Ben M'hidi", "Oran (Oran)", "0550 12 34 56"])
      expect(words(page)).toContain(text);
    expect(words(await client.get(`/commande/${number}`))).toContain("•• •• •• •• 56");
    expect(words(page)).not.toContain("Notez ce numéro");
    expect(page.headers["cache-control"]).toBe("private, no-store");

    const list = await client.get("/account/orders");
    expect(titleOf(list.text)).toBe("Mes commandes (1) – Wahrane");
    expect(words(list)).toMatch(
      new RegExp(`Commande n° ${number} .*8 articles En attente · .* DA Voir les détails.*\\+1`),
    );
    expect(mainOf(list).match(/<picture|<img/g)?.length).toBeGreaterThanOrEqual(3);
    expect(mainOf(list)).toContain(`href="/account/orders/${number}"`);
    expect(words(await client.get("/account"))).toContain(`Commande n° ${number}`);
    const [mail] = await mailsTo(shop, email);
    expect(textOf(mail ?? "")).toContain(`/account/orders/${number}`);

    const refused = await other.client.get(`/account/orders/${number}`);
    expect(refused.status).toBe(403);
    expect(words(refused)).toContain("Accès non autorisé à cette commande");
    expect(words(refused)).not.toMatch(/Larbi|Samira Benali/);
    expect(words(await other.client.get("/account/orders"))).not.toContain(number);
    const none = await client.get("/account/orders/2222-2222");
    expect(none.status).toBe(404);
    expect(words(none)).toContain("Commande non trouvée");
    const spelt = await client.get(`/account/orders/${number.toLowerCase()}`);
    expect(spelt.location).toBe(`/account/orders/${number}`);
  });

  it("come twenty to a page", async () => {
    const { client, id } = await accountHolder(shop);
    const number = await order(client);
    inDatabase(shop, (database) => {
      const row = database.prepare<[string], object>("select * from orders where number = ?").get(number);
      const columns = Object.keys(row ?? {});
      const insert = database.prepare(`insert into orders values (${columns.map((name) => `@${name}`).join(",")})`);
      for (let copy = 0; copy < 20; copy += 1)
        insert.run({
          ...row,
          id: `${id}-${copy}`,
          number: `2222-22${20 + copy}`,
          key_hash: `${id}-${copy}`,
          created_at: copy,
        });
    });
    const first = await client.get("/account/orders");
    expect(mainOf(first).match(/Voir les détails/g)).toHaveLength(20);
    const next = /href="([^"]*)"[^>]*rel="next"/.exec(mainOf(first))?.[1];
    const second = await client.get(`/account/orders${next}`);
    expect(titleOf(second.text)).toBe("Mes commandes (21) – page 2 – Wahrane");
    expect(mainOf(second).match(/Voir les détails/g)).toHaveLength(1);
    expect(mainOf(second)).toContain('href="/account/orders" rel="prev"');
  });

  it("of a guest are taken in by number and the profile's phone", async () => {
    const guest = new Client(shop.url);
    const number = await order(guest, { ...someone, telephone: "0770112233" });
    const { client } = await accountHolder(shop);
    expect(words(await client.get("/account/orders"))).toContain("Ajoutez d'abord à votre profil le téléphone");
    expect((await client.post("/account/orders", { numero: number })).status).toBe(400);
    const profile = formWith(mainOf(await client.get("/account")), "prenom");
    await submit(client, profile, { telephone: "0770 11 22 33" });
    const form = formWith(mainOf(await client.get("/account/orders")), "numero");
    isRefused(await submit(client, form, { numero: "2222-2222" }), "Commande non trouvée");
    isRefused(await submit(client, form, { numero: "?" }), "Numéro de commande invalide (ex: K7MQ-4TXP)");
    expect(followed(await submit(client, form, { numero: number.toLowerCase() }))).toBe("/account/orders");
    const list = await client.get("/account/orders");
    expect(words(list)).toContain(`La commande n° ${number} est dans votre compte.`);
    expect(titleOf(list.text)).toBe("Mes commandes (1) – Wahrane");
    // Cancelled and corrected like a guest's order.
    expect(mainOf(await client.get(`/account/orders/${number}`))).toContain(`href="/commande/${number}/annuler"`);
    // The guest still reads it in the same browser; another account does not.
    expect((await guest.get(`/commande/${number}`)).status).toBe(200);
    const other = await accountHolder(shop, { phone: "0770112233" });
    isRefused(await other.client.post("/account/orders", { numero: number }), "Commande non trouvée");
  });
});

describe("an order that a guest placed on a borrowed phone", () => {
  it("is no page of the account that signs in there: a guest's stays masked, another account's is refused", async () => {
    const phone = new Client(shop.url);
    const number = await order(phone, { ...someone, telephone: "0770223344" });
    const [owner, next] = [await accountHolder(shop, { phone: "0770223344" }), await accountHolder(shop)];
    followed(await logIn(phone, next.email));
    const inAccount = () => phone.get(`/account/orders/${number}`);
    expect((await inAccount()).location).toBe(`/commande/${number}`);
    expect(words(await phone.get(`/commande/${number}`))).toContain("•• •• •• •• 44");
    followed(await owner.client.post("/account/orders", { numero: number }));
    const refused = await inAccount();
    expect([refused.status, words(refused)]).toEqual([
      403,
      expect.stringContaining("Accès non autorisé à cette commande"),
    ]);
    expect(mainOf(refused)).not.toMatch(/Larbi|22 33 44|annuler/);
    // An empty cart leads to the newest order, to the page that each may read.
    expect((await phone.get("/checkout")).location).toBe(`/commande/${number}`);
    expect((await owner.client.get("/checkout")).location).toBe(`/account/orders/${number}`);
    expect(words(await owner.client.get(`/account/orders/${number}`))).toContain("0770 22 33 44");
  });
});

describe("the loyalty card", () => {
  it("shows the stamps of delivered pairs, and gives the seventh pair before the last button", async () => {
    const { client, id } = await accountHolder(shop);
    expect(words(await client.get("/account"))).toContain("0 tampon sur 6. Chaque paire livrée en ajoute un.");
    await fillCart(client, SLUG, 6);
    const { review, send } = await checkout(client);
    expect(words(review)).not.toContain("7ᵉ paire");
    await send();
    deliverAll(shop, id);
    for (const path of ["/account", "/loyalty-program"])
      expect(words(await client.get(path)), path).toMatch(/6 tampons sur 6\. Votre carte est pleine/);
    expect(words(await new Client(shop.url).get("/loyalty-program"))).not.toContain("tampons sur 6");

    const price = Number(valueIn(shop, "select price from products where slug = ?", SLUG));
    await fillCart(client, SLUG, 2);
    const last = await checkout(client);
    const dinars = (amount: number) => amount.toLocaleString("fr").replace(/\s/g, " ");
    expect(words(last.review)).toContain(`7ᵉ paire offerte −${dinars(price)} DA`);
    // A form that showed another sum orders nothing.
    const shownFee = Number(/name="frais" value="(\d+)"/.exec(last.review.text)?.[1]);
    const changed = await last.send({ offert: "1", total: String(2 * price - 1 + shownFee) });
    isRefused(changed, "offerts pour la 7ᵉ paire");
    const number = orderNumberOf(await last.send()) ?? "";
    const page = words(await client.get(`/account/orders/${number}`));
    expect(page).toContain(`7ᵉ paire offerte −${dinars(price)} DA`);
    expect(valueIn(shop, "select total - total_fee from orders where number = ?", number)).toBe(price);
    expect(words(await client.get("/account"))).toContain("0 tampon sur 6.");
  });

  it("says where it is full that the address is to be confirmed first, and gives the pair then", async () => {
    const { client, id } = await accountHolder(shop, { isConfirmed: false });
    await fillCart(client, SLUG, 6);
    await (await checkout(client)).send();
    deliverAll(shop, id);
    const full = /Votre carte est pleine\s?: confirmez (?:d'abord )?votre adresse e-mail/;
    for (const path of ["/account", "/loyalty-program"]) expect(words(await client.get(path)), path).toMatch(full);
    await fillCart(client, SLUG, 1);
    const { review } = await checkout(client);
    expect(words(review)).toMatch(/Votre carte de fidélité est pleine\s?: confirmez d'abord votre adresse e-mail/);
    expect(words(review)).not.toContain("7ᵉ paire offerte");
    runIn(shop, "update accounts set confirmed_at = ? where id = ?", Date.now(), id);
    const { review: confirmed, send } = await checkout(client);
    expect(words(confirmed)).toContain("7ᵉ paire offerte");
    expect(orderNumberOf(await send())).toBeTruthy();
  });
});

describe("signing in", () => {
  it("brings cart and wishlist of the guest along", async () => {
    const { client, email } = await accountHolder(shop);
    await fillCart(client, SLUG);
    await client.post("/logout", {});
    expect(titleOf((await client.get("/cart")).text)).toBe("Panier – Wahrane");
    followed(await addToCart(client, "sandale-corales", {}));
    followed(await logIn(client, email));
    const cart = words(await client.get("/cart"));
    for (const name of ["Santa Cruz", "Coralès"]) expect(cart).toContain(name);
  });
});

describe("connexion et sécurité", () => {
  const page = (client: Client) => client.get("/account/security");
  const formOf = async (client: Client, name: string) => formWith(mainOf(await page(client)), name);

  it("changes the address by a mailed link, with the password", async () => {
    const { client, email } = await accountHolder(shop);
    const elsewhere = new Client(shop.url);
    followed(await logIn(elsewhere, email));
    const fresh = newAddress();
    const form = await formOf(client, "email");
    isRefused(
      await submit(client, form, { email: fresh, motDePasse: "deviné" }, "email"),
      "Ce n'est pas le bon mot de passe",
    );
    expect(followed(await submit(client, form, { email: fresh, motDePasse: PASSWORD }, "email"))).toBe(
      "/account/security",
    );
    const link = linkIn((await mailsTo(shop, fresh))[0], "/email-confirmation");
    // Opening a mailed link does nothing yet, in any browser.
    const reader = new Client(shop.url);
    expect(words(await reader.get(link))).toContain("Confirmez votre nouvelle adresse e-mail");
    expect(words(await page(client))).toContain(email);
    expect(followed(await reader.post(link, {}))).toBe("/account");
    // Only the session that changed it goes on.
    expect(words(await page(client))).toContain(fresh);
    expect((await page(elsewhere)).status).toBe(303);
    expect((await mailsTo(shop, email)).map(textOf).join()).toContain("utilise désormais une autre adresse e-mail");
  });

  it("says why a mailed link changes nothing: the address has an account since", async () => {
    const { client, email } = await accountHolder(shop);
    const fresh = newAddress();
    const form = await formOf(client, "email");
    followed(await submit(client, form, { email: fresh, motDePasse: PASSWORD }, "email"));
    const link = linkIn((await mailsTo(shop, fresh))[0], "/email-confirmation");
    followed(await register(new Client(shop.url), fresh));
    const refused = await new Client(shop.url).post(link, {});
    isRefused(
      refused,
      "Un compte existe déjà avec cette adresse : connectez-vous avec elle, ou choisissez-en une autre.",
    );
    expect(mainOf(refused)).toMatch(/<section id="erreurs"[^>]*autofocus/i);
    expect(words(refused)).not.toContain("Confirmer cette adresse");
    expect(words(await page(client))).toContain(email);
  });

  it("changes the password, and every other device is out", async () => {
    const { client, email } = await accountHolder(shop);
    const elsewhere = new Client(shop.url);
    followed(await logIn(elsewhere, email));
    const form = await formOf(client, "actuel");
    const typed = { actuel: PASSWORD, motDePasse: "trois mots neufs", confirmation: "trois mots neufs" };
    isRefused(
      await submit(client, form, { ...typed, actuel: "deviné" }, "mot-de-passe"),
      "Ce n'est pas le bon mot de passe",
    );
    isRefused(
      await submit(client, form, { ...typed, actuel: "" }, "mot-de-passe"),
      "Le mot de passe actuel est requis",
    );
    isRefused(await submit(client, form, { ...typed, motDePasse: "azerty" }, "mot-de-passe"), "trop courant");
    const before = client.cookies.get("session");
    expect(followed(await submit(client, form, typed, "mot-de-passe"))).toBe("/account/security");
    expect(client.cookies.get("session")).not.toBe(before);
    expect((await page(client)).status).toBe(200);
    expect((await page(elsewhere)).status).toBe(303);
    expect((await logIn(new Client(shop.url), email, "trois mots neufs")).status).toBe(303);
  });

  it("says nothing untrue of a password that has changed, when its answer was lost and the form is sent again", async () => {
    const { client } = await accountHolder(shop);
    const form = await formOf(client, "actuel");
    const typed = { actuel: PASSWORD, motDePasse: "trois mots neufs", confirmation: "trois mots neufs" };
    const before = client.cookies.get("session") ?? "";
    followed(await submit(client, form, typed, "mot-de-passe"));
    client.cookies.set("session", before);
    const login = await client.get(followed(await submit(client, form, typed, "mot-de-passe")));
    expect(words(login)).toContain("Votre session a pris fin : connectez-vous, et vérifiez avant de recommencer.");
  });

  it("names the devices, and signs the others out", async () => {
    const { client, email } = await accountHolder(shop);
    const elsewhere = new Client(shop.url);
    const agent = { "user-agent": "Mozilla/5.0 (Linux; Android 13) Chrome/137.0 Mobile Safari/537.36" };
    await elsewhere.post("/login", { email, motDePasse: PASSWORD, retour: "/" }, agent);
    expect(words(await page(client))).toMatch(/Chrome, Android Depuis le .*\(cet appareil\)/);
    expect(followed(await client.post("/account/security", { intent: "ailleurs" }))).toBe("/account/security");
    expect((await page(elsewhere)).status).toBe(303);
    expect((await page(client)).status).toBe(200);
    isRefused(await client.post("/account/security", { intent: "autre" }), "Nous n'avons pas compris cette demande");
  });

  it("hands over all that is kept", async () => {
    const { client, email } = await accountHolder(shop);
    const number = await order(client);
    await fillCart(client, SLUG);
    await checkout(client, { ...someone, nom: "Haddad" });
    // The page of the list leaves out what is no longer sold.
    const produit = valueIn<string>(shop, "select id from products where slug = 'boston-tlemcen'") ?? "";
    const name = valueIn<string>(shop, "select name from products where id = ?", produit);
    await client.post("/wishlist", { intent: "ajouter", produit, retour: "/shop" });
    changed(shop, "products", { active: "0" }, `id = '${produit}'`);
    const file = await client.get("/account/data");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="wahrane-mes-donnees.json"');
    expect(file.headers["cache-control"]).toBe("private, no-store");
    const content = JSON.parse(file.text);
    expect(content.compte).toMatchObject({ email, prenom: "Samira", tampons: 0 });
    expect(content.commandes).toHaveLength(1);
    expect(content.commandes[0]).toMatchObject({ numero: number, destinataire: { adresse: someone.adresse } });
    expect(content.livraisonSaisie).toMatchObject({ nom: "Haddad", adresse: someone.adresse });
    expect(content.listeDeSouhaits).toMatchObject([{ nom: name }]);
    expect(file.text).not.toContain("scrypt");
  });

  it("has what the address waits for in the file, and deletes it with the account", async () => {
    const { client, email } = await accountHolder(shop);
    const page = await client.get("/product/ballerine-opera/prevenez-moi");
    const [, article = ""] = /name="article"[^>]*value="([^"]+)"/.exec(page.text) ?? [];
    expect(followed(await submit(client, formWith(mainOf(page), "telephone"), { article }))).toContain("demande=notee");
    const { alertesDeStock } = JSON.parse((await client.get("/account/data")).text);
    expect(alertesDeStock).toMatchObject([{ nom: "Opéra", pointure: expect.any(Number) }]);
    const form = formWith(mainOf(await client.get("/account/delete")), "motDePasse");
    await submit(client, form, { motDePasse: PASSWORD });
    expect(JSON.stringify(storedIn(shop))).not.toContain(email);
    expect(storedIn(shop).stock_alerts).toEqual([]);
  });

  it("deletes the account for who knows the password; its orders stay without a name", async () => {
    const { client, email, id } = await accountHolder(shop);
    const recipient = { ...someone, nom: `Zerrouki${id.slice(0, 6).replace(/[^a-z]/gi, "x")}` };
    const number = await order(client, recipient);
    deliverAll(shop, id);
    const form = formWith(mainOf(await client.get("/account/delete")), "motDePasse");
    isRefused(await submit(client, form, { motDePasse: "deviné" }), "Ce n'est pas le bon mot de passe");
    expect(followed(await submit(client, form, { motDePasse: PASSWORD }))).toBe("/");
    expect(words(await client.get("/"))).toContain("Votre compte est supprimé.");
    expect((await logIn(new Client(shop.url), email)).status).toBe(400);
    const { attempts: _, ...stored } = storedIn(shop);
    const all = JSON.stringify(stored);
    for (const gone of [email, id, recipient.nom]) expect(all).not.toContain(gone);
    expect(all).toContain(number);
  });
});
