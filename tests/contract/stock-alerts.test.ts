import { beforeEach, describe, expect, it } from "vitest";
import { headerOf, outboxOf, textOf } from "../support/fakes/mail-server";
import { type Answer, Client } from "../support/http/client";
import { type Form, formWith, submit } from "../support/http/forms";
import { attribute, mainOf, productsIn, titleOf, words, wordsIn } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { forgetAttempts, inDatabase, rowsIn, runIn, valueIn } from "../support/shop/stored";

/** 'Prévenez-moi' over HTTP, without scripts: from a sold-out size to the mail (decision 049). */

const SOLD_OUT = "ballerine-opera";
/** In "brun-ecorce" 36 and 37 are sold out. */
const PARTLY = "boston-murdjajo";
const FULL = "sandale-les-andalouses";

const shop = servedShop();
const client = clientOf(shop);

beforeEach(() => forgetAttempts(shop));

let made = 0;
const someone = () => `nadia${made++}@example.com`;
const pathOf = (slug: string) => `/product/${slug}/prevenez-moi`;
const formOf = ({ text }: Pick<Answer, "text">) => formWith(text, "telephone");
const alertForm = async (slug = SOLD_OUT) => formOf(await client.get(pathOf(slug)));
const fieldsOf = ({ fields }: Form) => Object.fromEntries(fields);
const articlesIn = ({ text }: Answer) =>
  [...text.matchAll(/<input[^>]*name="article"[^>]*>/g)].map(([tag]) => attribute(tag, "value") ?? "");
const setStock = (variant: string, stock: number) =>
  inDatabase(shop, (database) => {
    database.prepare("update variants set stock = ? where id = ?").run(stock, variant);
    database
      .prepare(
        `update products set stock = (select sum(stock) from variants where product_id = products.id)
         where id = (select product_id from variants where id = ?)`,
      )
      .run(variant);
  });
const stored = () =>
  rowsIn<{
    variant_id: string;
    contact: string | null;
  }>(shop, "select * from stock_alerts");
const waitingOf = (contact: string) => stored().filter((row) => row.contact === contact);

describe("the product page", () => {
  it("leads there from a size that is sold out, in the colour that is shown", async () => {
    const page = await client.get(`/product/${PARTLY}?couleur=brun-ecorce`);
    expect(words(page)).toMatch(/36 Rupture de stock Prévenez-moi/);
    expect(mainOf(page)).toContain(`href="${pathOf(PARTLY)}?couleur=brun-ecorce"`);
    const asked = await client.get(`/product/${PARTLY}?couleur=brun-ecorce&pointure=37`);
    expect(words(asked)).toMatch(/ 37 Rupture de stock Prévenez-moi/);
    expect(mainOf(asked)).toContain(`href="${pathOf(PARTLY)}?couleur=brun-ecorce&amp;pointure=37"`);
    const other = await submit(client, formWith(page.text, "nom"), { couleur: "tabac" }, "couleur");
    expect(other.text).not.toContain(pathOf(PARTLY));
  });

  it("says nothing of it where every size is in stock", async () => {
    expect((await client.get(`/product/${FULL}`)).text).not.toContain("prevenez-moi");
  });

  it("of a sold-out product leads there too, with similar products in stock right below, and stays public", async () => {
    const page = await client.get(`/product/${SOLD_OUT}`);
    const main = mainOf(page);
    expect(main).toContain(`href="${pathOf(SOLD_OUT)}"`);
    const order = ["disponible pour le moment", "Prévenez-moi de son retour", "Produits similaires", 'id="details"'];
    const places = order.map((text) => main.indexOf(text));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(main.match(/Produits similaires/g)).toHaveLength(1);
    expect(page.headers["cache-control"]).toMatch(/^public/);
  });
});

describe("the form 'Prévenez-moi'", () => {
  it("offers the sold-out sizes by colour, the asked one chosen, and is for no search engine", async () => {
    const page = await client.get(`${pathOf(PARTLY)}?couleur=brun-ecorce&pointure=37`);
    expect(page.status).toBe(200);
    expect(titleOf(page.text)).toBe("Prévenez-moi – Boston Murdjajo – Wahrane");
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(page.headers["cache-control"]).toMatch(/^private/);
    expect(words(page)).toMatch(/Pointures en rupture de stock Brun écorce/);
    expect(words(page)).toMatch(/Accueil \/ Boston \/ Cuir huilé \/ Boston Murdjajo/);
    const chosen = /<input[^>]*name="article"[^>]*checked=""[^>]*>/.exec(page.text)?.[0] ?? "";
    const size = valueIn(shop, "select size from variants where id = ?", attribute(chosen, "value"));
    expect(size).toBe(37);
    const plain = await client.get(pathOf(PARTLY));
    expect(articlesIn(plain).length).toBeGreaterThan(1);
    expect(plain.text).not.toMatch(/<input[^>]*name="article"[^>]*checked/);
  });

  it("is at the product's slug, and says so when there is nothing to wait for", async () => {
    const moved = await client.get("/product/p-fba-oper/prevenez-moi?couleur=x");
    expect([moved.status, moved.location]).toEqual([301, `${pathOf(SOLD_OUT)}?couleur=x`]);
    expect((await client.get(pathOf("rien"))).status).toBe(404);
    expect((await client.post(pathOf("rien"), {})).status).toBe(404);
    const full = await client.get(pathOf(FULL));
    expect(words(full)).toContain("est en stock : il n'y a rien à attendre.");
    expect(full.text).not.toContain('name="article"');
  });

  it.each([
    ["e-mail", () => someone(), (typed: string) => typed],
    ["phone", () => `+213 550 ${String(100_000 + made++)}`, (typed: string) => `0${typed.replace(/\D/g, "").slice(3)}`],
  ])("takes an %s, says so once, and shows similar products", async (kind, contact, stored) => {
    const typed = contact();
    const [article = ""] = articlesIn(await client.get(pathOf(SOLD_OUT)));
    const fields = { article, [kind === "phone" ? "telephone" : "email"]: typed };
    const sent = await submit(client, await alertForm(), fields);
    expect([sent.status, sent.location]).toEqual([303, `${pathOf(SOLD_OUT)}?demande=notee`]);
    const page = await client.get(sent.location ?? "");
    expect(words(page)).toMatch(/C'est noté\. Nous vous prévenons dès le retour en stock : .*pointure/);
    expect(titleOf(page.text)).toContain("C'est noté");
    expect(productsIn(mainOf(page)).length).toBeGreaterThanOrEqual(4);
    expect(page.text).not.toContain(typed);
    expect(words(await client.get(sent.location ?? ""))).not.toContain("Nous vous prévenons dès le retour");
    // A second request gets the same answer, so that nobody learns who asked.
    const again = await submit(new Client(shop.url), await alertForm(), fields);
    expect([again.status, again.location]).toEqual([sent.status, sent.location]);
    expect(waitingOf(stored(typed))).toEqual([expect.objectContaining({ variant_id: article })]);
  });

  it.each([
    [{ email: "", telephone: "" }, ["Indiquez un e-mail ou un téléphone"], "alerte-email"],
    [{ email: "nadia", telephone: "" }, ["Adresse e-mail invalide (ex: nom@exemple.com)"], "alerte-email"],
    [{ email: "", telephone: "12" }, ["Numéro invalide (ex: 0550123456)"], "alerte-telephone"],
    [{ article: "", email: "n@example.com" }, ["Choisissez ce que vous attendez"], "alerte-article"],
    [{ article: "autre", email: "n@example.com" }, ["Choisissez ce que vous attendez"], "alerte-article"],
    [
      { article: "", email: "", telephone: "" },
      ["Choisissez ce que vous attendez", "Indiquez un e-mail ou un téléphone"],
      "alerte-article",
    ],
  ])("%j is refused beside the field and above, and kept", async (typed: Record<string, string>, messages, id) => {
    const before = stored();
    const [article = ""] = articlesIn(await client.get(pathOf(SOLD_OUT)));
    const answer = await submit(client, await alertForm(), { article, ...typed });
    expect(answer.status).toBe(400);
    expect(titleOf(answer.text)).toMatch(/^Erreur : Prévenez-moi/);
    expect(words(answer)).toContain(`Il y a un problème ${messages.join(" ")}`);
    expect(mainOf(answer)).toContain(`href="#${id}"`);
    expect(answer.text).toMatch(new RegExp(`id="${id}"`));
    expect(answer.text).toContain(`id="${id}-error"`);
    const { article: _, ...kept } = typed;
    expect(fieldsOf(formOf(answer))).toMatchObject(kept);
    if (!("article" in typed)) expect(fieldsOf(formOf(answer))).toMatchObject({ article });
    expect(stored()).toEqual(before);
  });

  it("a filled trap, or none, gives everything back, and the next press sends it", async () => {
    const [article = ""] = articlesIn(await client.get(pathOf(SOLD_OUT)));
    const email = someone();
    const trapped: Record<string, string>[] = [
      { article, email, telephone: "", site: "http://spam.example" },
      { article, email },
    ];
    for (const fields of trapped) {
      const answer = await client.post(pathOf(SOLD_OUT), fields);
      expect(answer.status).toBe(400);
      expect(words(answer)).toContain("Vérifiez votre demande, puis envoyez-la encore une fois.");
      expect(waitingOf(email)).toEqual([]);
      const form = formOf(answer);
      expect(fieldsOf(form)).toMatchObject({ article, email });
      expect((await submit(client, form, {})).status).toBe(303);
      expect(waitingOf(email)).toHaveLength(1);
      runIn(shop, "delete from stock_alerts");
    }
  });

  it("has the e-mail of who is signed in", async () => {
    const { client: member, email } = await accountHolder(shop);
    expect(fieldsOf(formOf(await member.get(pathOf(SOLD_OUT))))).toMatchObject({ email, telephone: "" });
    expect(fieldsOf(await alertForm())).toMatchObject({ email: "" });
  });

  it("says that it is back when it came back meanwhile", async () => {
    const page = await client.get(pathOf(PARTLY));
    const [article = ""] = articlesIn(page);
    setStock(article, 5);
    const sent = await submit(client, formOf(page), { article, email: someone() });
    expect(sent.location).toMatch(new RegExp(`^/product/${PARTLY}\\?couleur=.+&pointure=\\d+$`));
    expect(words(await client.get(sent.location ?? ""))).toContain("est de nouveau en stock.");
    setStock(article, 0);
  });

  it("takes twenty requests an hour from one connection", async () => {
    const [article = ""] = articlesIn(await client.get(pathOf(SOLD_OUT)));
    const post = (email: string) => client.post(pathOf(SOLD_OUT), { article, email, telephone: "", site: "" });
    const answers = await Promise.all(Array.from({ length: 22 }, () => post(someone())));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 429);
    expect(words(refused as Answer)).toContain(
      "Trop de demandes viennent de cette connexion, ou sont faites pour ce contact : réessayez plus tard.",
    );
  });
});

describe("when the stock returns", () => {
  it("one mail goes out, whose link forgets the address by a button", async () => {
    const [, article = ""] = articlesIn(await client.get(pathOf(PARTLY)));
    const email = someone();
    expect((await submit(client, await alertForm(PARTLY), { article, email })).status).toBe(303);
    setStock(article, 3);
    const mails = () => outboxOf(shop).filter((mail) => headerOf(mail, "to") === email);
    await expect.poll(() => mails().length, { timeout: 45_000 }).toBe(1);
    const text = textOf(mails()[0] ?? "");
    expect(text).toContain(`${shop.url}/product/${PARTLY}?couleur=`);
    expect(waitingOf(email)).toEqual([]);
    const path = /\/prevenez-moi\/oublier\?jeton=[\w-]{43}/.exec(text)?.[0] ?? "";
    setStock(article, 0);
    await submit(client, await alertForm(SOLD_OUT), {
      article: articlesIn(await client.get(pathOf(SOLD_OUT)))[0] ?? "",
      email,
    });
    const page = await client.get(path);
    expect(titleOf(page.text)).toBe("Ne plus me prévenir – Wahrane");
    expect(page.text).toContain('<meta name="robots" content="noindex"');
    expect(waitingOf(email)).toHaveLength(1);
    for (let time = 0; time < 2; time += 1) {
      const sent = await client.post(path, {});
      expect([sent.status, sent.location]).toEqual([303, "/shop"]);
      expect(words(await client.get("/shop"))).toContain(
        "Vos demandes sont effacées : nous ne vous préviendrons plus.",
      );
      expect(waitingOf(email)).toEqual([]);
    }
    const pressed = await new Client(shop.url).post(path, { "List-Unsubscribe": "One-Click" });
    expect(pressed.status).toBe(200);
    expect(wordsIn((await client.get("/prevenez-moi/oublier?jeton=x")).text)).toContain(
      "Ce lien n'est pas complet ou n'est plus valable.",
    );
  }, 90_000);

  it("a link that is no longer valid says so", async () => {
    for (const path of ["/prevenez-moi/oublier", "/avis/ne-plus-ecrire"]) {
      const answer = await client.post(`${path}?jeton=${"A".repeat(43)}`, {});
      expect(answer.status).toBe(400);
      expect(words(answer)).toContain("Rien n'a été fait : ce lien n'est plus valable. Contactez-nous.");
      expect(mainOf(answer)).toContain('href="/contact"');
    }
  });
});
