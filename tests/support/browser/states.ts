import type { Page } from "playwright";
import { publicPages } from "../documents/routes";
import { Client } from "../http/client";
import { formWith, submit } from "../http/forms";
import { addToCart, checkout, fillCart, followed, landed } from "../http/orders";
import { accountHolder, linkIn, mailsTo, newAddress, PASSWORD, register } from "../http/signed-in";
import { decideReviews, received, review } from "../shop/reviews";
import type { RunningShop } from "../shop/shop-server";
import { runIn } from "../shop/stored";
import { goOnAs } from "./browser";
import { fillDelivery, instead, letter, open, press } from "./journeys";

/**
 * Every page in every state, for accessibility, validity and titles: the public pages of the table
 * of routes, and what is named here. States are reached over HTTP where the page is the same by
 * browser (journeys.ts).
 */
type State = (page: Page, shop: RunningShop) => Promise<void>;

/** Of the first product. */
const SLUG = "sandale-les-andalouses";
const PRODUCT = `/product/${SLUG}`;
/** Another one, which has reviews in some states. */
const REVIEWED = "mule-tafna";

/** Opens the address after requests over HTTP. */
async function openAfter(page: Page, shop: RunningShop, deeds: (client: Client) => Promise<string>): Promise<void> {
  const client = new Client(shop.url);
  const path = await deeds(client);
  await goOnAs(client, page.context());
  await open(page, path);
}

const openWithCart = (page: Page, shop: RunningShop, path: string, pairs?: number) =>
  openAfter(page, shop, async (client) => {
    await fillCart(client, SLUG, pairs);
    return path;
  });

const openWithDelivery = (page: Page, shop: RunningShop, path: string) =>
  openAfter(page, shop, async (client) => {
    await fillCart(client, SLUG);
    await checkout(client);
    return path;
  });

/** @returns the order's page, which still has to show the message */
async function ordered(client: Client): Promise<string> {
  await fillCart(client, SLUG);
  const { send } = await checkout(client);
  return followed(await send());
}

/** @param path to open; by default where the actions redirect to */
async function openAsHolder(
  page: Page,
  shop: RunningShop,
  path: string | undefined,
  deeds: (client: Client) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { client } = await accountHolder(shop, { phone: "0550123456" });
  const led = await deeds(client);
  await goOnAs(client, page.context());
  await open(page, path ?? String(led));
}

const openReviewed = (page: Page, shop: RunningShop, path: string) =>
  openAfter(page, shop, async (client) => {
    for (const [note, text] of [
      ["5", "Très confortables, je les porte tous les jours.\nLa pointure est juste."],
      ["3", ""],
    ] as const)
      await review(client, await received(shop, client, REVIEWED), note, text);
    await decideReviews(shop);
    return path;
  });

/** Opens the link of a registration's mail. */
async function openLetter(page: Page, shop: RunningShop, path: string): Promise<void> {
  const email = newAddress();
  await register(new Client(shop.url), email);
  await open(page, linkIn((await mailsTo(shop, email))[0], path));
}

const isRefused = (page: Page) => instead(page, page.getByRole("heading", { name: "Il y a un problème" }).waitFor());

/** Those that need more than the address of a page that may be found, or are of another page. */
const further = {
  "listing, sorted, page 2": (page) => open(page, "/shop?tri=prix-croissant&page=2"),
  "listing, refined": async (page) => {
    await open(page, "/shop?couleur=noir&pointure=42&prix-max=9000");
    // The panel is closed on phones, and always open beside the list.
    const filters = page.locator("details.filters summary");
    if (await filters.isVisible()) await filters.click();
  },
  "listing, nothing found": (page) => open(page, "/shop?couleur=violet&pointure=28&genre=homme"),
  "listing, page behind the last": (page) => open(page, "/shop?page=99"),
  "audience, collections, refined": (page) =>
    open(page, "/homme?subcategory=homme-sandales&couleur=marron&prix-max=9000"),
  "category, one part": (page) => open(page, "/category/boston?subcategory=boston-cuir"),
  collection: (page) => open(page, "/collection/premium"),
  product: (page) => open(page, PRODUCT),
  "product, discounted": (page) => open(page, "/product/sandale-corales"),
  "product, gallery, size guide and tabs": async (page) => {
    await open(page, "/product/boston-santa-cruz");
    await page.getByText("Guide des pointures").click();
    // Scripts add dots to the pictures; tabs appear by themselves near the details.
    await page.locator("#galerie section").evaluate((strip: HTMLElement) => strip.focus({ preventScroll: true }));
  },
  "product, sold out": (page) => open(page, "/product/ballerine-opera"),
  "product, reviewed": (page, shop) => openReviewed(page, shop, `/product/${REVIEWED}`),
  "product, all reviews": (page, shop) => openReviewed(page, shop, `/product/${REVIEWED}/avis`),
  "stock alert": (page) => open(page, "/product/boston-murdjajo/prevenez-moi"),
  "stock alert, refused": async (page) => {
    await open(page, "/product/ballerine-opera/prevenez-moi");
    await press(page, "Prévenez-moi");
    await isRefused(page);
  },
  "stock alert, noted": (page) => open(page, "/product/ballerine-opera/prevenez-moi?demande=notee"),
  "stock alert, nothing sold out": (page) => open(page, `${PRODUCT}/prevenez-moi`),
  "stock alert, withdrawing": (page) => open(page, `/prevenez-moi/oublier?jeton=${"A".repeat(43)}`),
  "product, unknown": (page) => open(page, "/product/rien"),
  "product, added (flash)": (page, shop) =>
    openAfter(page, shop, async (client) => followed(await addToCart(client, SLUG, {}))),
  "product, communes shown": async (page) => {
    await open(page, PRODUCT);
    await fillDelivery(page);
  },
  "product, total to confirm": async (page) => {
    await open(page, PRODUCT);
    await fillDelivery(page);
    // As with an API that returns only the fee of the chosen commune.
    await page.evaluate(() =>
      addEventListener("formdata", ({ formData }) => {
        for (const name of ["tarifs", "frais"]) formData.delete(name);
      }),
    );
    await press(page, "Commander maintenant");
    await page.getByRole("heading", { name: "Confirmez votre commande" }).waitFor();
  },
  "product, refused": async (page) => {
    await open(page, PRODUCT);
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await press(page, "Commander maintenant");
    await isRefused(page);
  },
  "search, hits": (page) => open(page, "/search?q=chaussures"),
  "search, no hits": (page) => open(page, "/search?q=smartphone"),
  "wishlist, empty": (page) => open(page, "/wishlist"),
  "wishlist, filled": (page, shop) =>
    openAfter(page, shop, async (client) => {
      for (const produit of ["p-fba-oper", "p-bos-letang"])
        await landed(client, await client.post("/wishlist", { intent: "ajouter", produit }));
      return "/wishlist";
    }),
  "wishlist, refused": async (page, shop) => {
    await openAfter(page, shop, async (client) =>
      followed(await client.post("/wishlist", { ajouter: "p-bos-letang" })),
    );
    await press(page, "Ajouter au panier");
    await isRefused(page);
  },
  "cart, empty": (page) => open(page, "/cart"),
  "cart, filled": (page, shop) => openWithCart(page, shop, "/cart", 2),
  "cart, with products seen": (page, shop) =>
    openAfter(page, shop, async (client) => {
      await fillCart(client, SLUG);
      for (const produit of ["p-fba-oper", "p-bos-letang"]) await client.get(`/vus?produit=${produit}`);
      return "/cart";
    }),
  "cart, refused": async (page, shop) => {
    await openWithCart(page, shop, "/cart");
    await page.getByLabel("Quantité", { exact: true }).first().fill("0");
    await page.getByLabel("Quantité", { exact: true }).first().press("Enter");
    await isRefused(page);
  },
  "checkout, delivery": (page, shop) => openWithCart(page, shop, "/checkout"),
  "checkout, delivery, refused": async (page, shop) => {
    await openWithCart(page, shop, "/checkout");
    await press(page, "Continuer");
    await isRefused(page);
  },
  "checkout, payment": (page, shop) => openWithDelivery(page, shop, "/checkout/paiement"),
  "checkout, review": (page, shop) => openWithDelivery(page, shop, "/checkout/verification"),
  "checkout, total to confirm": async (page, shop) => {
    await openWithDelivery(page, shop, "/checkout/verification");
    // As a page that was open while another window changed the cart.
    const total = page.locator("input[name=total]").first();
    await total.evaluate((field) => field.setAttribute("value", "1000"));
    await press(page, "Passer la commande");
    await page.getByRole("heading", { name: "Confirmez votre commande" }).waitFor();
  },
  "order (flash)": (page, shop) => openAfter(page, shop, ordered),
  "order, to cancel": (page, shop) => openAfter(page, shop, async (client) => `${await ordered(client)}/annuler`),
  "order, to correct, refused": async (page, shop) => {
    await openAfter(page, shop, async (client) => `${await ordered(client)}/modifier`);
    await page.getByLabel("Téléphone", { exact: true }).fill("12 34");
    await press(page, "Enregistrer");
    await isRefused(page);
  },
  "order, to correct, changed meanwhile": async (page, shop) => {
    const changed = "update orders set address = 'Cité des 200 logements' where number = ?";
    await openAfter(page, shop, async (client) => `${await ordered(client)}/modifier`);
    const [, number = ""] = /commande\/([^/]+)/.exec(page.url()) ?? [];
    runIn(shop, changed, number);
    await page.getByLabel("Adresse", { exact: true }).fill("5, rue Didouche Mourad");
    await press(page, "Enregistrer");
    await isRefused(page);
  },
  "order, to review": (page, shop) =>
    openAfter(page, shop, async (client) => `/commande/${await received(shop, client, SLUG, REVIEWED)}/avis`),
  "order, to review, refused": async (page, shop) => {
    await openAfter(page, shop, async (client) => `/commande/${await received(shop, client, SLUG, REVIEWED)}/avis`);
    await press(page, "Envoyer mon avis");
    await isRefused(page);
  },
  "order, reviewed (flash)": (page, shop) =>
    openAfter(page, shop, async (client) =>
      followed(await review(client, await received(shop, client, REVIEWED), "4", "Semelle souple.")),
    ),
  "order, no further letters": (page) => open(page, `/avis/ne-plus-ecrire?jeton=${"A".repeat(43)}`),
  "order, somebody else's": (page) => open(page, "/commande/ABCD-2345"),
  tracking: (page) => open(page, "/suivi"),
  "tracking, refused": async (page) => {
    await open(page, "/suivi");
    await page.getByLabel("Numéro de commande").fill("ABCD-2345");
    await page.getByLabel("Téléphone", { exact: true }).fill("0550123456");
    await page.getByRole("main").getByRole("button").first().click();
    await isRefused(page);
  },
  "tracking, too many guesses": async (page, shop) => {
    const guess = { numero: "2222-3333", telephone: "0550123456" };
    for (let count = 0; count < 5; count += 1) await new Client(shop.url).post("/suivi", guess);
    await open(page, "/suivi");
    await page.getByLabel("Numéro de commande").fill(guess.numero);
    await page.getByLabel("Téléphone", { exact: true }).fill(guess.telephone);
    await page.getByRole("main").getByRole("button").first().click();
    await page.getByText("Trop d'essais").waitFor();
  },
  login: (page) => open(page, "/login"),
  "login, refused": async (page) => {
    await open(page, "/login");
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill("personne@example.com");
    await page.getByLabel("Mot de passe", { exact: true }).fill("deviné");
    await press(page, "Se connecter");
    await isRefused(page);
  },
  "register, after an order": (page, shop) =>
    openAfter(page, shop, async (client) => {
      const path = await ordered(client);
      await client.get(path);
      return `/register?retour=${encodeURIComponent(path)}`;
    }),
  "register, refused": async (page) => {
    await open(page, "/register");
    await press(page, "Créer mon compte");
    await isRefused(page);
  },
  "register, taken": async (page, shop) => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    await open(page, "/register");
    await page.getByLabel("Prénom", { exact: true }).fill("Samira");
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email);
    for (const label of ["Mot de passe", "Confirmez le mot de passe"])
      await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await press(page, "Créer mon compte");
    await isRefused(page);
    await page.getByRole("link", { name: "Un compte existe déjà avec cette adresse" }).waitFor();
  },
  "register, the letter's link": (page, shop) => openLetter(page, shop, "/register/confirmation"),
  "register, not me": (page, shop) => openLetter(page, shop, "/register/pas-moi"),
  "account, address to be confirmed": (page, shop) =>
    openAfter(page, shop, async (client) => {
      await client.get(followed(await register(client, newAddress())));
      return "/account/security";
    }),
  "forgotten password": (page) => open(page, "/forgot-password"),
  "forgotten password, sent": (page) => open(page, "/forgot-password/merci"),
  "a mailed link that has gone": (page) => open(page, `/reset-password?jeton=${"A".repeat(43)}`),
  "account, new": (page, shop) => openAsHolder(page, shop, "/account"),
  "account, orders, order": async (page, shop) => {
    await openAsHolder(page, shop, "/account/orders", async (client) => {
      await fillCart(client, SLUG);
      await (await checkout(client)).send();
      await client.get("/account");
    });
  },
  "account, an order (flash)": (page, shop) =>
    openAsHolder(page, shop, undefined, async (client) => {
      await fillCart(client, SLUG);
      return followed(await (await checkout(client)).send());
    }),
  "account, somebody else's order": async (page, shop) => {
    const number = (await ordered(new Client(shop.url))).split("/").at(-1);
    await openAsHolder(page, shop, `/account/orders/${number}`);
  },
  "account, security, refused": async (page, shop) => {
    await openAsHolder(page, shop, "/account/security");
    await press(page, "Changer le mot de passe");
    await isRefused(page);
  },
  "account, wishlist": (page, shop) =>
    openAsHolder(page, shop, "/account/wishlist", (client) =>
      client.post("/wishlist", { intent: "ajouter", produit: "p-bos-letang" }),
    ),
  "account, to delete": (page, shop) => openAsHolder(page, shop, "/account/delete"),
  "contact, refused": async (page) => {
    await open(page, "/contact");
    await page.getByLabel("Nom", { exact: true }).fill("Samira");
    await press(page, "Envoyer");
    await isRefused(page);
  },
  "contact, sent (flash)": (page, shop) =>
    openAfter(page, shop, async (client) => {
      const form = formWith((await client.get("/contact")).text, "sujet");
      return followed(await submit(client, form, letter));
    }),
  "newsletter, refused": async (page) => {
    await open(page, "/newsletter");
    await page.getByRole("main").getByRole("button").first().click();
    await isRefused(page);
  },
  "newsletter, a mailed link": (page) => open(page, `/newsletter/confirmation?jeton=${"A".repeat(43)}`),
  // With its answers open, instead of as it comes.
  "/faq": async (page) => {
    await open(page, "/faq");
    for (const question of await page.getByRole("main").locator("summary").all()) await question.click();
  },
  api: (page) => open(page, "/api"),
  "not found": (page) => open(page, "/nulle-part"),
  refused: (page) => open(page, "/refus/403"),
} satisfies Record<string, State>;

const opened = publicPages.map((path) => [path, (page: Page) => open(page, path)] as const);

export const states: Record<string, State> & typeof further = { ...Object.fromEntries(opened), ...further };
