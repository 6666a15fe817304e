import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceOf } from "../support/documents/documents";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { addToCart } from "../support/http/orders";
import { attribute, decoded, mainOf, titleOf, words } from "../support/http/reading";
import { changed } from "../support/shop/changed";
import { type PostgresServer, startPostgres } from "../support/shop/postgres";
import { clientOf, servedShop } from "../support/shop/served-shop";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { runIn } from "../support/shop/stored";

/** Pages about the shop, and error pages. */

const seller = {
  SHOP_PHONE: "0550123456",
  SHOP_EMAIL: "bonjour@boutique.example",
  SHOP_LEGAL_NAME: "Exemple & Fils EURL",
  SHOP_ADDRESS: "1, rue de l'Exemple, Oran",
  SHOP_REGISTER: "31/00-0000000 B 00",
  SHOP_TAX_ID: "000031000000000",
  SHOP_LOCATIONS: "Essai centre | 2, rue de l'Essai, Oran | 0661000000 ; Essai plage | 3, rue de l'Essai, Oran",
  SHOP_FACEBOOK: "https://www.facebook.com/exemple",
};

const shop = servedShop({ env: seller });
const client = clientOf(shop, beforeAll);

/** The main part's text, also where a sentence ends with a link. */
const textOf = (answer: Answer) => words(answer).replace(/ ([.,])/g, "$1");

const linksOf = (answer: Answer): string[] =>
  [...mainOf(answer).matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, href]) => href ?? "");

/** The address of a link of the main part, by its text. */
const linkTo = (answer: Answer, label: string): string | undefined =>
  new RegExp(`<a\\b[^>]* href="([^"]*)"[^>]*>${label}</a>`).exec(mainOf(answer))?.[1];

describe("À propos", () => {
  it("says who the shop is, where it is and how to reach it, by the settings", async () => {
    const page = await client.get("/about");
    expect(page.status).toBe(200);
    expect(titleOf(page.text)).toBe("À propos – Wahrane");
    const text = textOf(page);
    for (const words of [
      "Essai centre",
      "2, rue de l'Essai, Oran",
      "Essai plage",
      seller.SHOP_ADDRESS,
      seller.SHOP_EMAIL,
    ])
      expect(text).toContain(words);
    expect(text).toContain("Du dimanche au jeudi, de 9 h à 18 h (heure d'Alger)");
    expect(linksOf(page)).toEqual(
      expect.arrayContaining([
        "tel:+213550123456",
        "tel:+213661000000",
        `mailto:${seller.SHOP_EMAIL}`,
        seller.SHOP_FACEBOOK,
      ]),
    );
    expect(page.text).toContain('id="contact"');
  });

  it.each([
    ["/about", "dans nos boutiques d'Oran et sur ce site"],
    ["/about", "Une personne au téléphone, à Oran."],
    ["/loyalty-program", "en boutique tout de suite, sur ce site quand elle est livrée"],
    ["/loyalty-program", "En boutique, demandez une carte à la caisse. Une question"],
    ["/faq", "si elle est attendue ou dans l'une de nos boutiques."],
    ["/faq", "ou vous rapportez la paire dans l'une de nos boutiques."],
    ["/faq", "par virement sur votre CCP ou en espèces dans l'une de nos boutiques."],
    ["/terms", "par virement sur votre CCP ou en espèces dans l'une de nos boutiques."],
  ])("%s speaks of the shops that are set: %s", async (path, sentence) => {
    expect(textOf(await client.get(path))).toContain(sentence);
  });

  it("draws a plan without shops while the settings do not say where they are", async () => {
    const page = await client.get("/contact");
    expect(words(page)).toMatch(/1\. Essai centre.*2\. Essai plage/);
    expect(words(page)).not.toContain("Ouvrir la carte");
    expect(mainOf(page)).not.toMatch(/data-map|mlat=/);
    const [plan = ""] = /<svg[^>]*role="img"[^>]*>/.exec(mainOf(page)) ?? [];
    expect(decoded(attribute(plan, "aria-label") ?? "")).toMatch(/la mer au nord$/);
  });

  it("tells no profile that is not set", async () => {
    expect(textOf(await client.get("/about"))).not.toContain("Instagram");
  });
});

describe("FAQ", () => {
  it("answers in native details, under a heading a subject, that the page begins with links to", async () => {
    const page = await client.get("/faq");
    expect(page.status).toBe(200);
    const subjects = [
      "Commande",
      "Livraison",
      "Paiement",
      "Pointures",
      "Retours et échanges",
      "Garantie et entretien",
      "Compte",
      "Fidélité",
      "Données personnelles",
    ];
    for (const subject of subjects) {
      const id = linkTo(page, subject)?.slice(1);
      expect(page.text).toMatch(new RegExp(`<h2 id="${id}"[^>]*>${subject}</h2>`));
    }
    const details = [...page.text.matchAll(/<details[^>]*><summary[^>]*>[^<]+<\/summary>/g)];
    expect(details.length).toBeGreaterThanOrEqual(20);
    const text = textOf(page);
    for (const words of [
      "Nous vous appelons dans les 24 h pour confirmer",
      "Dans les 58 wilayas",
      "sous 1 à 5 jours",
      "En espèces",
      "Retours acceptés sous 30 jours, gratuits les 7 premiers jours",
      "6 paires achetées, la 7ᵉ offerte",
      "Faut-il un compte ? Non.",
      "J'ai oublié mon mot de passe.",
      "Comment marche la carte de fidélité sur le site ? Elle est dans votre compte.",
    ])
      expect(text).toContain(words);
  });
});

describe("the loyalty programme", () => {
  it("six pairs bought, the seventh free, for the whole family, without an end", async () => {
    const page = await client.get("/loyalty-program");
    expect(page.status).toBe(200);
    const text = textOf(page);
    for (const words of ["6 paires achetées, la 7ᵉ offerte", "toute la famille", "n'expire pas"])
      expect(text).toContain(words);
  });

  it("draws the stamp card, named for screen readers, and names both shops with address and phone, and the page elsewhere", async () => {
    const page = await client.get("/loyalty-program");
    const card = /<svg[^>]*role="img"[\s\S]*?<\/svg>/.exec(page.text)?.[0] ?? "";
    expect(card).toMatch(/aria-label="Carte de fidélité/);
    expect(card.match(/<circle/g)).toHaveLength(6);
    for (const words of ["Essai centre", "2, rue de l'Essai, Oran", "Essai plage", "3, rue de l'Essai, Oran"])
      expect(textOf(page)).toContain(words);
    expect(linksOf(page)).toEqual(
      // The second place has no phone.
      expect.arrayContaining(["tel:+213661000000", "tel:+213550123456", seller.SHOP_FACEBOOK]),
    );
  });
});

describe("terms and privacy", () => {
  it("the terms say who sells, as the law asks (loi 18-05)", async () => {
    const text = textOf(await client.get("/terms"));
    for (const name of ["SHOP_LEGAL_NAME", "SHOP_ADDRESS", "SHOP_REGISTER", "SHOP_TAX_ID", "SHOP_EMAIL"] as const)
      expect(text).toContain(seller[name]);
    for (const words of ["loi n° 18-05", "0550 12 34 56"]) expect(text).toContain(words);
  });

  it.each(["/", "/product/boston-santa-cruz", "/cart", "/404", "/checkout"])("so does the end of %s", async (path) => {
    const buyer = new Client(shop.url);
    await addToCart(buyer, "boston-santa-cruz", {});
    const page = await buyer.get(path);
    const [, end = ""] = page.text.split("</main>");
    for (const name of ["SHOP_LEGAL_NAME", "SHOP_REGISTER", "SHOP_TAX_ID"] as const)
      expect(decoded(end)).toContain(seller[name]);
  });

  it.each([
    ["/product/boston-santa-cruz", "Vos données servent à vous appeler et à livrer : confidentialité."],
    ["/checkout", "Vos données servent à vous appeler et à livrer : confidentialité."],
  ])("the order form of %s leads to privacy (loi 18-07): %s", async (path, words) => {
    const buyer = new Client(shop.url);
    await addToCart(buyer, "boston-santa-cruz", {});
    const page = await buyer.get(path);
    expect(textOf(page)).toContain(words);
    expect(linksOf(page)).toContain("/privacy");
  });

  it("the terms say prices, order, delivery, payment, returns, guarantee, data and disputes", async () => {
    const page = await client.get("/terms");
    for (const heading of [
      "Qui vend",
      "Produits et prix",
      "Commande",
      "Compte",
      "Livraison",
      "Paiement",
      "Retours et échanges",
      "Garantie",
      "Données personnelles",
      "Réclamations",
    ])
      expect(page.text).toMatch(new RegExp(`<h2[^>]*>${heading}</h2>`));
    const text = textOf(page);
    for (const words of [
      "Retours acceptés sous 30 jours, gratuits les 7 premiers jours",
      "en espèces",
      "58 wilayas",
      "sous 1 à 5 jours",
      "six mois",
    ])
      expect(text).toContain(words);
  });

  it("the terms lead to the licences of all that browsers are sent", async () => {
    expect(linksOf(await client.get("/terms"))).toContain("/licences.txt");
    const { status, headers, text } = await client.get("/licences.txt");
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=UTF-8"]);
    expect(headers["cache-control"]).toBe("public, max-age=3600");
    const shop = ["react", "react-dom", "scheduler", "keen-slider", "@conform-to/react", "@conform-to/dom", "zod"];
    const office = ["@remix-run/react", "@remix-run/router", "react-router", "turbo-stream", "@simplewebauthn/browser"];
    for (const name of [...shop, ...office, "tailwindcss"])
      expect(text.split(new RegExp(`^# ${name}\\n\\n.*(?:License|Copyright)`, "m")), name).toHaveLength(2);
    for (const words of ["The Figtree Project Authors", "SIL OPEN FONT LICENSE", "Yasser's Studio"])
      expect(text).toContain(words);
    expect(text).not.toMatch(/npm run|\.json/);
  });

  it("privacy says who gets what, also that the office may write by WhatsApp, and who decides for a child", async () => {
    const text = textOf(await client.get("/privacy"));
    for (const words of ["Le transporteur :", "Une messagerie, si nous vous y écrivons", "son représentant légal"])
      expect(text).toContain(words);
    expect(textOf(await client.get("/terms"))).not.toContain("transmis qu'au transporteur");
  });

  it("privacy names the law, the rights, and every cookie that the shop sets", async () => {
    const text = textOf(await client.get("/privacy"));
    for (const words of ["loi n° 18-07", "consulter vos données", "dix ans", "Exemple & Fils EURL"])
      expect(text).toContain(words);
    for (const words of [
      "que vous le supprimiez",
      "supprimer un compte qu'il n'a pas",
      "après 30 jours",
      "sans votre nom",
      "téléchargez",
    ])
      expect(text).toContain(words);
    const visitor = new Client(shop.url);
    const page = await visitor.get("/product/boston-santa-cruz");
    expect(page.status).toBe(200);
    await visitor.post("/theme", { theme: "dark", retour: "/" });
    await visitor.post("/sans-scripts", {});
    const named = [...(sourceOf("app/session/cookies.server.ts") ?? "").matchAll(/Cookie\("(\w+)"/g)];
    expect(named.length).toBeGreaterThanOrEqual(6);
    // That of the staff is never a shopper's.
    const names = named.map(([, name]) => name).filter((name) => name !== "gestion");
    for (const name of [...visitor.cookies.keys(), ...names]) expect(text).toContain(`${name} :`);
    expect(visitor.cookies.size).toBeGreaterThan(1);
  });
});

describe("what is not there", () => {
  it("any other path leads to /404, which says so and where to go on", async () => {
    expect((await client.get("/nulle/part")).location).toBe("/404");
    const page = await client.get("/404");
    expect(page.status).toBe(404);
    expect(titleOf(page.text)).toBe("Page introuvable – Wahrane");
    const text = textOf(page);
    for (const words of ["404", "Page introuvable", "La page que vous cherchez n'existe pas ou a été déplacée."])
      expect(text).toContain(words);
    expect(linkTo(page, "Accueil")).toBe("/");
    expect(linkTo(page, "Boutique")).toBe("/shop");
    expect(linkTo(page, "Recherche")).toBe("/search");
    expect(linkTo(page, "contactez-nous")).toBe("/contact");
  });

  it("no folder is listed, and no file but those of the build and of public is there", async () => {
    for (const path of ["/.git/config", "/.env", "/package.json", "/build/server/index.js", "/assets/", "/pictures/"])
      expect((await client.ask(path)).status, path).not.toBe(200);
  });

  it.each(["/404", "/product/rien"])("%s shows a picture of the shop's, and offers four other pairs", async (path) => {
    const page = await client.get(path);
    const main = mainOf(page);
    expect(main.indexOf("<picture")).toBeLessThan(main.indexOf("Les dernières paires arrivées"));
    const pairs = linksOf({ ...page, text: main }).filter((link) => link.startsWith("/product/"));
    expect(new Set(pairs).size).toBe(5);
    for (const pair of pairs) expect((await client.get(pair)).status, pair).toBe(200);
  });

  it.each(["/assets/gone.js", "/gone.js.map", "/icons/gone.png", "/wp-login.php", "/a/b/.env", "/nulle-part/x.html"])(
    "a file is missing at once, as no page: %s",
    async (path) => {
      for (const method of ["GET", "POST"]) {
        const answer = await client.ask(path, { method, ...(method === "POST" ? { form: {} } : {}) });
        expect([answer.status, answer.text]).toEqual([404, "Introuvable\n"]);
        expect(answer.headers["cache-control"]).toBe("no-store");
        expect(answer.headers["x-content-type-options"]).toBe("nosniff");
        expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
      }
    },
  );

  it("without a cart there is no checkout: it leads to the cart", async () => {
    const { status, location } = await new Client(shop.url).get("/checkout");
    expect([status, location]).toEqual([303, "/cart"]);
  });

  it.each([
    ["/product/rien", "Produit non trouvé", "/shop"],
    ["/collection/rien", "Collection non trouvée", "/collections"],
    ["/category/rien", "Catégorie non trouvée", "/categories"],
  ])("%s answers 404 at its own address: %s", async (path, message, way) => {
    const page = await client.get(path);
    expect(page.status).toBe(404);
    expect(titleOf(page.text)).toBe(`${message} – Wahrane`);
    expect(page.text).toMatch(new RegExp(`<h1[^>]*>${message}</h1>`));
    expect(linksOf(page)).toContain(way);
    expectTheShopAround(page);
  });

  it("is in words alone where there are no pairs", async () => {
    changed(shop, "products", { active: "0" }, "active = 1");
    const page = await client.get("/404");
    expect(page.status).toBe(404);
    expect(mainOf(page)).not.toMatch(/<picture|Les dernières paires/);
  });

  it.each([
    [403, "Demande refusée"],
    [413, "Formulaire trop long"],
  ])("what is refused with %i has its own page", async (status, title) => {
    const page = await client.get(`/refus/${status}`);
    expect(page.status).toBe(status);
    expect(textOf(page)).toContain(title);
    expect(mainOf(page).match(/<picture/g)).toHaveLength(1);
    expectTheShopAround(page);
  });
});

/** Header, footer and phone number are on every error page. */
function expectTheShopAround({ text }: Answer): void {
  expect(text).toMatch(/<header\b/);
  expect(text).toMatch(/<footer\b/);
  expect(text).toContain('href="tel:+213550123456"');
}

describe("a shop whose database is gone", () => {
  let postgres: PostgresServer;
  let lost: RunningShop;
  let visitor: Client;
  let buyer: Client;
  let goneAt: number;

  beforeAll(async () => {
    postgres = await startPostgres();
    // Nothing else is set.
    lost = await startShop({ env: { SHOP_PHONE: seller.SHOP_PHONE, DATABASE_URL: await postgres.createDatabase() } });
    visitor = new Client(lost.url);
    buyer = new Client(lost.url);
    await addToCart(buyer, "boston-santa-cruz", {});
    expect((await visitor.get("/shop")).status).toBe(200);
    await postgres.stop();
    goneAt = Date.now();
  });

  afterAll(() => lost?.stop());

  it.each([
    ["/shop", "Impossible de charger les produits. Veuillez réessayer."],
    ["/nouveaute", "Impossible de charger les produits. Veuillez réessayer."],
    ["/product/boston-santa-cruz", "Impossible de charger les détails du produit. Veuillez réessayer plus tard."],
    ["/collections", "Impossible de charger les collections"],
    ["/collection/premium", "Impossible de charger la collection"],
    ["/homme", "Une erreur est survenue lors du chargement des collections."],
  ])("%s answers 503 and says: %s", async (path, what) => {
    const page = await visitor.get(path);
    expect(page.status).toBe(503);
    expect(titleOf(page.text)).toBe("Boutique momentanément indisponible – Wahrane");
    expect(page.text).toMatch(/<h1[^>]*>Boutique momentanément indisponible<\/h1>/);
    expect(textOf(page)).toContain(what);
    expect(linkTo(page, "Réessayer")).toBe(path);
    expect(page.headers["retry-after"]).toBe("60");
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    expectTheShopAround(page);
  });

  it.each(["/categories", "/category/boston", "/sales/summer", "/search?q=boston"])(
    "%s answers 503 too",
    async (path) => {
      const page = await visitor.get(path);
      expect(page.status).toBe(503);
      expectTheShopAround(page);
    },
  );

  it("the home page shows what it has without it", async () => {
    const page = await visitor.get("/");
    expect(page.status).toBe(200);
    // Nobody may be shown it a minute later.
    expect(page.headers["cache-control"]).toBe("private, no-cache");
    expectTheShopAround(page);
  });

  it("a page of a visitor with a cart is there without it, and only the cart is not counted", async () => {
    expect((await buyer.get("/cart")).status).toBe(503);
    const order = await buyer.get("/checkout");
    expect(order.status).toBe(503);
    expect(textOf(order)).toContain("Votre commande n'a pas pu être traitée. Veuillez réessayer.");
    const page = await buyer.get("/about");
    expect(page.status).toBe(200);
    expectTheShopAround(page);
  });

  it.each(["/contact", "/newsletter", "/about", "/faq", "/loyalty-program", "/terms", "/privacy"])(
    "%s is there all the same",
    async (path) => {
      expect((await visitor.get(path)).status).toBe(200);
    },
  );

  it.each([
    ["/register", "Impossible de créer le compte. Réessayez dans un instant."],
    ["/login", "Erreur de connexion. Réessayez dans un instant."],
    ["/forgot-password", "Impossible d'envoyer l'e-mail de réinitialisation. Vérifiez votre adresse e-mail."],
  ])("%s keeps what was typed, and says: %s", async (path, what) => {
    const [motDePasse, email] = ["trois mots neufs", "samira@example.com"];
    const typed = { prenom: "Samira", nom: "Benali", email, motDePasse, confirmation: motDePasse, conditions: "oui" };
    const page = await new Client(lost.url).post(path, typed);
    expect(page.status).toBe(503);
    expect(textOf(page)).toContain(what);
    expect(page.text).toContain(`value="${email}"`);
    expect(page.text).not.toContain(motDePasse);
    expectTheShopAround(page);
  });

  it.each([
    ["/account", ""],
    ["/account/orders", "Erreur lors du chargement des commandes"],
    ["/account/orders/2222-2222", "Erreur lors du chargement de la commande"],
    ["/commande/2222-2222", "Erreur lors du chargement de la commande"],
  ])("%s answers 503 as well: %s", async (path, what) => {
    const client = new Client(lost.url);
    client.cookies.set("session", encodeURIComponent(Buffer.from(JSON.stringify("A".repeat(43))).toString("base64")));
    const page = await client.get(path);
    expect(page.status).toBe(503);
    expect(titleOf(page.text)).toBe("Boutique momentanément indisponible – Wahrane");
    expect(textOf(page)).toContain(what);
    expect(linkTo(page, "Réessayer")).toBe(path);
    expectTheShopAround(page);
  });

  it("what is no page answers 503 as well", async () => {
    for (const path of ["/sitemap.xml", "/livraison?wilaya=31&paires=1&montant=5000"])
      expect((await visitor.get(path)).status).not.toBe(500);
    expect((await visitor.get("/sitemap.xml")).status).toBe(503);
  });

  it("/contact takes no message: it comes back with 'Votre message n'a pas pu être envoyé. Veuillez réessayer.'", async () => {
    const form = formWith((await visitor.get("/contact")).text, "sujet");
    const typed = { nom: "Samira", email: "samira@example.com", sujet: "Pointure", message: "Bonjour,\nun 38 ?" };
    const answer = await submit(visitor, form, typed);
    expect(answer.status).toBe(503);
    expect(titleOf(answer.text)).toMatch(/^Erreur : /);
    expect(words(answer)).toContain("Votre message n'a pas pu être envoyé. Veuillez réessayer.");
    // With the same key, as the message may have arrived.
    const { cle = "" } = Object.fromEntries(form.fields);
    expect(cle).not.toBe("");
    expect(Object.fromEntries(formWith(answer.text, "sujet").fields)).toMatchObject({ ...typed, cle });
  });

  it("says in its log what is wrong", () => {
    expect(lost.log()).toMatch(/^The database does not answer: .+/m);
  });

  it("has a mail worker that says so once", async () => {
    const said = () => lost.log().match(/The mail worker waits/g) ?? [];
    await expect.poll(said, { timeout: 20_000 }).toHaveLength(1);
    // It tries every two seconds.
    await wait(Math.max(1_000, goneAt + 4_500 - Date.now()));
    expect(said()).toHaveLength(1);
  });
});

describe("a fault of the shop's own", () => {
  it("answers 500 and says 'Oups, une erreur est survenue', with a way home, and no stack", async () => {
    runIn(shop, "update products set pictures = 'no JSON' where slug = 'tong-terga'");
    const page = await client.get("/product/tong-terga");
    expect(page.status).toBe(500);
    expect(titleOf(page.text)).toBe("Oups, une erreur est survenue – Wahrane");
    expect(page.text).toMatch(/<h1[^>]*>Oups, une erreur est survenue<\/h1>/);
    expect(linkTo(page, "Accueil")).toBe("/");
    expect(page.text).not.toMatch(/\bat .*\.(js|ts):\d+|JSON/);
    expectTheShopAround(page);
  });

  it("is in the log, with its stack, whatever the address", async () => {
    runIn(shop, "update products set slug = 'é' where slug = 'tong-terga'");
    expect((await client.get("/product/%c3%a9")).status).toBe(500);
    await expect.poll(() => shop.log()).toMatch(/^GET \/product\/%c3%a9 \w*Error: .*\n +at /m);
  });
});
