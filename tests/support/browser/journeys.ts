import type { ConsoleMessage, Page } from "playwright";
import { expect, onTestFinished } from "vitest";
import { Client } from "../http/client";
import { checkout, fillCart, followed } from "../http/orders";
import { accountHolder, deliverAll, linkIn, mailsTo, newAddress, PASSWORD } from "../http/signed-in";
import { received } from "../shop/reviews";
import type { RunningShop } from "../shop/shop-server";
import { goOnAs } from "./browser";

/** A shopper's actions, by accessible names, whether scripts run or not. */

export const shopper = {
  nom: "Benali",
  prenom: "Samira",
  telephone: "+213 550.12.34.56",
  wilaya: "31",
  commune: "Oran",
  adresse: "12, rue Larbi Ben M'hidi",
};

export const letter = {
  nom: "Samira Benali",
  email: "samira@example.com",
  sujet: "Pointure",
  message: "Bonjour,\nle 38 taille-t-il grand ?",
};

/** Errors of the console, which are errors even on a page that works. */
export function watch(page: Page): string[] {
  const complaints: string[] = [];
  const onError = (error: Error) => complaints.push(String(error));
  const onMessage = (message: ConsoleMessage) => {
    // Chromium logs refused forms, which are a 400 by contract.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  };
  page.on("pageerror", onError);
  page.on("console", onMessage);
  onTestFinished(() => {
    page.off("pageerror", onError);
    page.off("console", onMessage);
  });
  return complaints;
}

/** Waits only for the document: an asset that never answers must not hold a shopper up. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
}

export async function press(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).first().click();
}

export async function arriveAt(page: Page, path: string | RegExp): Promise<void> {
  const isThere = ({ pathname }: URL) => (typeof path === "string" ? pathname === path : path.test(pathname));
  await instead(page, page.waitForURL(isThere, { waitUntil: "domcontentloaded" }));
}

/** Waits for what is awaited, and says what there is when it does not come. */
export async function instead(page: Page, awaited: Promise<unknown>): Promise<void> {
  await awaited.catch(async (error: Error) => {
    const there = await page.evaluate(() => ({
      address: location.href,
      invalid: [...document.querySelectorAll("form :invalid")].map(({ id }) => id),
      at: [scrollY, document.activeElement?.id],
      text: document.querySelector("main")?.innerText.slice(0, 600),
    }));
    throw new Error(`${error.message.split("\n", 1)} There is ${JSON.stringify(there)}`);
  });
}

/** From the home page to a product in stock. */
export async function findAPair(page: Page): Promise<void> {
  await open(page, "/");
  await page.getByRole("navigation").getByRole("link", { name: "Boutique" }).first().click();
  await arriveAt(page, "/shop");
  const cards = page.getByRole("main").locator('a[href^="/product/"]').filter({ hasNotText: "Rupture de stock" });
  await cards.first().click();
  await arriveAt(page, /^\/product\//);
}

/** Chooses the last colour and size in stock, which are never chosen already. */
export async function chooseAPair(page: Page, quantity = 1): Promise<void> {
  const sizes = page.getByRole("group", { name: "Pointure" }).getByRole("radio");
  const free: number[] = [];
  for (let index = 0; index < (await sizes.count()); index++) if (await sizes.nth(index).isEnabled()) free.push(index);
  const last = sizes.nth(free.at(-1) ?? 0);
  await last.check();
  await page.getByLabel("Quantité", { exact: true }).fill(String(quantity));
}

export async function addToCart(page: Page): Promise<void> {
  await chooseAPair(page);
  await press(page, "Ajouter au panier");
  await page.getByText("Produit ajouté au panier avec succès !").first().waitFor();
}

/** With scripts the cart's drawer covers the page. */
async function closeDrawer(page: Page): Promise<void> {
  const drawer = page.getByRole("dialog", { name: /^Votre panier/ });
  if (await drawer.isVisible()) await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
}

export async function fillDelivery(page: Page, who: Partial<typeof shopper> = {}): Promise<void> {
  const all = { ...shopper, ...who };
  await page.getByLabel("Nom", { exact: true }).fill(all.nom);
  await page.getByLabel("Prénom", { exact: true }).fill(all.prenom);
  await page.getByLabel("Téléphone", { exact: true }).fill(all.telephone);
  await page.getByLabel("Adresse", { exact: true }).fill(all.adresse);
  await page.getByLabel("Wilaya", { exact: true }).selectOption(all.wilaya);
  await showCommunes(page);
  await chooseCommune(page, all.commune);
}

/** With scripts the communes load by themselves, and the button disappears. */
export async function showCommunes(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Afficher les communes" });
  const list = page.getByLabel("Commune", { exact: true });
  await expect.poll(async () => (await button.isVisible()) || (await list.isEnabled())).toBe(true);
  if (!(await button.isVisible())) return;
  // Scripts may take the button away while it is being pressed. A press that was taken brings
  // another page, on which what is chosen meanwhile would be lost.
  const arrived = page.waitForEvent("domcontentloaded").catch(() => undefined);
  const isPressed = await button.click({ timeout: 2000, noWaitAfter: true }).then(
    () => true,
    () => false,
  );
  if (isPressed) await arrived;
}

export async function chooseCommune(page: Page, commune: string): Promise<void> {
  const select = page.getByLabel("Commune", { exact: true });
  const option = select
    .locator("option")
    .filter({ hasText: new RegExp(`^${commune}\\b`) })
    .first();
  await option.waitFor({ state: "attached" });
  await select.selectOption((await option.getAttribute("value")) ?? "");
}

export async function confirmation(page: Page): Promise<string> {
  await arriveAt(page, /^\/commande\//);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.title()).toMatch(/^Commande n°\u00a0\S+ bien reçue/);
  return /Commande n°\u00a0(\S+)/.exec(await page.title())?.[1] ?? "";
}

/** Goes from the cart to the order's page. @returns the order's number */
async function checkOut(page: Page): Promise<string> {
  await open(page, "/cart");
  await page.getByRole("link", { name: "Passer à la commande" }).click();
  await arriveAt(page, "/checkout");
  await fillDelivery(page);
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/paiement");
  await press(page, "Continuer");
  await arriveAt(page, "/checkout/verification");
  await page.getByRole("main").getByText("0550").first().waitFor();
  await press(page, "Passer la commande");
  return confirmation(page);
}

/** Chooses a password and sends the form of /register, at first with another confirmation. */
async function register(page: Page): Promise<void> {
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmez le mot de passe", { exact: true }).fill("autre chose");
  await page.getByRole("checkbox", { name: /J'accepte/ }).check();
  await press(page, "Créer mon compte");
  await page.getByRole("link", { name: "Les mots de passe ne correspondent pas" }).waitFor();
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmez le mot de passe", { exact: true }).fill(PASSWORD);
  await press(page, "Créer mon compte");
}

/**
 * Puts a pair of each product into the visitor's cart over HTTP, for tests of what comes after.
 * @returns the client that has the same cookies
 */
export async function giveCart(page: Page, shop: RunningShop, slugs = ["boston-santa-cruz"]): Promise<Client> {
  const client = new Client(shop.url);
  for (const slug of slugs) await fillCart(client, slug);
  await goOnAs(client, page.context());
  return client;
}

/** Orders over HTTP, for tests that begin on the order's page. @returns its number */
export async function giveOrder(page: Page, shop: RunningShop): Promise<string> {
  const client = await giveCart(page, shop);
  const path = followed(await (await checkout(client)).send());
  await goOnAs(client, page.context());
  await open(page, path);
  return confirmation(page);
}

type Journey = (page: Page, shop: RunningShop) => Promise<void>;

const table = {
  "orders a pair through the cart": async (page) => {
    await findAPair(page);
    await addToCart(page);
    const number = await checkOut(page);
    // The heading says it, before and after a reload; no message says it again.
    expect(await page.locator("[data-flash]").count()).toBe(0);
    await page.reload({ waitUntil: "domcontentloaded" });
    expect(await confirmation(page)).toBe(number);
  },

  "orders from the product page": async (page) => {
    await findAPair(page);
    await chooseAPair(page, 2);
    await fillDelivery(page);
    expect(await page.getByLabel("Quantité", { exact: true }).inputValue()).toBe("2");
    await press(page, "Commander maintenant");
    await confirmation(page);
  },

  "corrects a refused form with nothing lost": async (page, shop) => {
    await giveCart(page, shop);
    await open(page, "/checkout");
    await page.getByLabel("Nom", { exact: true }).fill("Benali");
    await page.getByLabel("Téléphone", { exact: true }).fill("12 34");
    await page.getByText("Ajouter une remarque").click();
    await page.getByLabel("Remarque", { exact: true }).fill("Sonner deux fois.\nMerci");
    await press(page, "Continuer");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(await page.title()).toMatch(/^Erreur : /);
    expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe("Benali");
    expect(await page.getByLabel("Téléphone", { exact: true }).inputValue()).toBe("12 34");
    expect(await page.getByLabel("Remarque", { exact: true }).inputValue()).toBe("Sonner deux fois.\nMerci");
    await page.getByRole("link", { name: "Numéro invalide (ex: 0550123456)" }).first().waitFor();
    await fillDelivery(page);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
  },

  "changes the cart": async (page, shop) => {
    await giveCart(page, shop, ["boston-santa-cruz", "boston-santa-cruz"]);
    await open(page, "/cart");
    expect(await page.title()).toMatch(/^Panier \(2\)/);
    const quantity = page.getByLabel("Quantité", { exact: true }).first();
    await page.getByRole("button", { name: /^Diminuer la quantité/ }).click();
    await page.waitForFunction(() => document.title.startsWith("Panier (1)")).catch(() => undefined);
    await expect.poll(() => page.title()).toMatch(/^Panier \(1\)/);
    await quantity.fill("0");
    await quantity.press("Enter");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    await open(page, "/cart");
    await expect.poll(() => page.title()).toMatch(/^Panier \(1\)/);
    await press(page, "Vider le panier");
    await page.getByText("Votre panier est vide").first().waitFor();
    await page.getByText("Panier vidé").first().waitFor();
  },

  "finds the order again by number and phone": async (page, shop) => {
    const number = await giveOrder(page, shop);
    await page.context().clearCookies();
    await open(page, `/commande/${number}`);
    await page.getByText("Commande non trouvée").first().waitFor();
    await open(page, "/suivi");
    await page.getByLabel("Numéro de commande").fill(number.toLowerCase().replace("-", " "));
    await page.getByLabel("Téléphone", { exact: true }).fill("٠٥٥٠١٢٣٤٥٦");
    await page.getByRole("main").getByRole("button").first().click();
    expect(await confirmation(page)).toBe(number);
    expect(await page.getByRole("main").innerText()).not.toContain("12 34");
  },

  "corrects an order, then cancels it": async (page, shop) => {
    const number = await giveOrder(page, shop);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Modifier le téléphone ou l'adresse" }).click();
    await arriveAt(page, `/commande/${number}/modifier`);
    expect(await page.getByLabel("Adresse", { exact: true }).inputValue()).toBe(shopper.adresse);
    await page.getByLabel("Adresse", { exact: true }).fill("3, rue de la Paix");
    await press(page, "Enregistrer");
    await arriveAt(page, `/commande/${number}`);
    await main.getByText("Commande modifiée").first().waitFor();
    await main.getByText("3, rue de la Paix").waitFor();
    await main.getByRole("link", { name: "Annuler la commande" }).click();
    await arriveAt(page, `/commande/${number}/annuler`);
    await press(page, "Annuler la commande");
    await arriveAt(page, `/commande/${number}`);
    await main.getByText("Commande annulée").first().waitFor();
    expect(await page.title()).toMatch(/^Commande n°\u00a0\S+ annulée/);
  },

  "searches, and keeps what was found in the wishlist": async (page) => {
    await open(page, "/search");
    await page.getByRole("main").getByRole("searchbox").fill("balerine NOIRES");
    await press(page, "Rechercher");
    await page.waitForURL(/q=balerine/, { waitUntil: "domcontentloaded" });
    await page.getByRole("heading", { level: 1, name: /^\d+ résultats pour «\sbalerine NOIRES\s»$/ }).waitFor();
    const main = page.getByRole("main");
    await press(page, "Ajouter Front de mer à la liste de souhaits");
    await page.getByText("Front de mer ajouté à la liste de souhaits").first().waitFor();
    await main.getByRole("button", { name: "Retirer Front de mer de la liste de souhaits" }).waitFor();
    await main.getByRole("link", { name: /^Front de mer/ }).click();
    await arriveAt(page, "/product/ballerine-front-de-mer");
    await press(page, "Favoris");
    await page.getByText("Article retiré de la liste de souhaits").first().waitFor();
    await press(page, "Favoris");
    await page.getByText("Front de mer ajouté à la liste de souhaits").first().waitFor();
    await open(page, "/wishlist");
    expect(await page.title()).toMatch(/^Liste de souhaits \(1\)/);
    await press(page, "Ajouter au panier");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    await main.getByLabel("Couleur et pointure").selectOption({ index: 1 });
    await press(page, "Ajouter au panier");
    await page.getByText("Front de mer ajouté au panier").first().waitFor();
    await closeDrawer(page);
    await press(page, "Retirer");
    await page.getByText("Article retiré de la liste de souhaits").first().waitFor();
    await page.getByText("Votre liste de souhaits est vide").first().waitFor();
  },

  "writes to the shop": async (page) => {
    await open(page, "/about");
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact", exact: true }).click();
    await arriveAt(page, "/contact");
    const main = page.getByRole("main");
    await main.getByLabel("Nom", { exact: true }).fill(letter.nom);
    await main.getByLabel("E-mail", { exact: true }).fill("samira@");
    await main.getByLabel("Sujet", { exact: true }).fill(letter.sujet);
    await main.getByLabel("Message", { exact: true }).fill(letter.message);
    await press(page, "Envoyer");
    await main.getByRole("link", { name: "Adresse e-mail invalide (ex: nom@exemple.com)" }).waitFor();
    expect(await page.title()).toMatch(/^Erreur : Contact/);
    expect(await main.getByLabel("Message", { exact: true }).inputValue()).toBe(letter.message);
    await main.getByLabel("E-mail", { exact: true }).fill(letter.email);
    await press(page, "Envoyer");
    await arriveAt(page, "/contact/merci");
    await main.getByRole("heading", { level: 1, name: "Merci !" }).waitFor();
    await main.getByText("Message envoyé avec succès !").first().waitFor();
    await main.getByRole("link", { name: "Envoyer un autre message" }).click();
    await arriveAt(page, "/contact");
    expect(await main.getByLabel("Message", { exact: true }).inputValue()).toBe("");
  },

  "orders, then opens an account with what the order says": async (page, shop) => {
    const number = await giveOrder(page, shop);
    await page.getByRole("link", { name: "Créer un compte avec ces coordonnées" }).click();
    await arriveAt(page, "/register");
    expect(await page.getByLabel("Nom", { exact: true }).count()).toBe(0);
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(newAddress());
    await register(page);
    expect(await confirmation(page)).toBe(number);
    await open(page, "/account");
    expect(await page.getByLabel("Téléphone", { exact: true }).inputValue()).toMatch(/^0550\s12\s34\s56$/);
    expect(await page.getByLabel("Adresse", { exact: true }).inputValue()).toBe(shopper.adresse);
    await page.getByRole("main").getByText(number).first().waitFor();
  },

  "opens an account, orders, and finds the order in it": async (page, shop) => {
    const email = newAddress();
    await giveCart(page, shop);
    await open(page, "/register");
    await page.getByLabel("Prénom", { exact: true }).fill(shopper.prenom);
    await page.getByLabel("Nom", { exact: true }).fill(shopper.nom);
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email);
    await register(page);
    await arriveAt(page, "/");
    await page.getByText("Bienvenue Samira, votre compte est ouvert.").first().waitFor();
    await open(page, linkIn((await mailsTo(shop, email))[0], "/register/confirmation"));
    await press(page, "Confirmer mon adresse");
    await arriveAt(page, "/account");
    await page.getByText("Votre adresse e-mail est confirmée.").first().waitFor();

    // The guest's cart is there, and the account's name is filled in.
    await open(page, "/checkout");
    expect(await page.getByLabel("Nom", { exact: true }).inputValue()).toBe(shopper.nom);
    await fillDelivery(page);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/verification");
    await press(page, "Passer la commande");
    await arriveAt(page, /^\/account\/orders\/./);
    const number = /Commande n°\u00a0(\S+) bien reçue/.exec(await page.title())?.[1] ?? "";
    await page.getByRole("main").getByRole("link", { name: "Commandes", exact: true }).click();
    await arriveAt(page, "/account/orders");
    await page.getByRole("heading", { name: `Commande n° ${number}` }).waitFor();
    await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click();
    await arriveAt(page, "/");
    await page.getByText("Votre session est fermée.").first().waitFor();

    // A private page redirects to the login and back.
    await open(page, `/account/orders/${number}`);
    await arriveAt(page, "/login");
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email);
    await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await press(page, "Se connecter");
    await arriveAt(page, `/account/orders/${number}`);
  },

  "chooses a new password by mail, keeps the profile, leaves": async (page, shop) => {
    const { email } = await accountHolder(shop, { isSignedIn: false });
    await open(page, "/login");
    await page.getByRole("link", { name: /Mot de passe oublié/ }).click();
    await arriveAt(page, "/forgot-password");
    await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email);
    await press(page, "Envoyer le lien");
    await arriveAt(page, "/forgot-password/merci");
    await open(page, linkIn((await mailsTo(shop, email))[0], "/reset-password"));
    await page.getByLabel("Nouveau mot de passe", { exact: true }).fill("trois mots neufs");
    await page.getByLabel("Confirmez le nouveau mot de passe", { exact: true }).fill("trois mots neufs");
    await press(page, "Changer le mot de passe");
    await arriveAt(page, "/account");
    await page.getByLabel("Téléphone", { exact: true }).fill("0661 12 34 56");
    await press(page, "Enregistrer");
    await page.getByText("Vos informations sont enregistrées.").first().waitFor();
    expect(await page.getByLabel("Téléphone", { exact: true }).inputValue()).toBe("0661\u00a012\u00a034\u00a056");
    await page.getByRole("link", { name: "Connexion et sécurité" }).click();
    await arriveAt(page, "/account/security");
    await page.getByRole("link", { name: "Supprimer mon compte" }).click();
    await arriveAt(page, "/account/delete");
    await page.getByLabel("Mot de passe", { exact: true }).fill("trois mots neufs");
    await press(page, "Supprimer mon compte");
    await arriveAt(page, "/");
    await page.getByText("Votre compte est supprimé.").first().waitFor();
  },

  "is given the seventh pair": async (page, shop) => {
    const { client, id } = await accountHolder(shop, { phone: "0550123456" });
    await fillCart(client, "boston-santa-cruz", 6);
    await (await checkout(client)).send();
    deliverAll(shop, id);
    await fillCart(client, "boston-santa-cruz");
    await goOnAs(client, page.context());
    await open(page, "/checkout");
    // The last address is filled in.
    expect(await page.getByLabel("Adresse", { exact: true }).inputValue()).not.toBe("");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/verification");
    await page.getByText("7ᵉ paire offerte").filter({ visible: true }).waitFor();
    await press(page, "Passer la commande");
    await arriveAt(page, /^\/account\/orders\/./);
    await page.getByText("7ᵉ paire offerte").filter({ visible: true }).waitFor();
  },

  "subscribes to the newsletter": async (page, shop) => {
    const email = newAddress();
    await open(page, "/about");
    const footer = page.getByRole("contentinfo");
    await footer.getByLabel("E-mail").fill(email);
    await footer.getByRole("button", { name: "S'inscrire" }).click();
    await arriveAt(page, "/newsletter/merci");
    await open(page, linkIn((await mailsTo(shop, email))[0], "/newsletter/confirmation"));
    await page.getByRole("main").getByRole("button", { name: "Confirmer", exact: true }).click();
    await arriveAt(page, "/");
    await page.getByText("Votre inscription à la newsletter est confirmée.").first().waitFor();
  },

  "asks to be told when a sold-out product is back": async (page) => {
    await open(page, "/product/ballerine-opera");
    await page.getByRole("link", { name: "Prévenez-moi de son retour" }).click();
    await arriveAt(page, "/product/ballerine-opera/prevenez-moi");
    const main = page.getByRole("main");
    await main.locator("[name=article]").last().check();
    await main.getByLabel("Téléphone").fill("0550 12 34 56");
    await main.getByRole("button", { name: "Prévenez-moi" }).click();
    await main.getByRole("heading", { name: "C'est noté", level: 1 }).waitFor();
    await main.getByRole("heading", { name: "Produits similaires" }).waitFor();
  },

  "reviews a pair that was received": async (page, shop) => {
    const client = new Client(shop.url);
    const number = await received(shop, client, "mule-tafna");
    await goOnAs(client, page.context());
    await open(page, `/commande/${number}`);
    await page.getByRole("link", { name: "Donner mon avis" }).click();
    await arriveAt(page, `/commande/${number}/avis`);
    const main = page.getByRole("main");
    await main.getByRole("radio", { name: "4 – Bien" }).check({ force: true });
    await main.getByLabel("Votre avis", { exact: true }).fill("Semelle souple.\nJe recommande.");
    await main.getByRole("button", { name: "Envoyer mon avis" }).click();
    await main.getByRole("heading", { name: "Merci pour votre avis", level: 1 }).waitFor();
    await main.getByText("Avis reçu, nous le lisons avant de le publier").waitFor();
  },

  "sorts, pages and changes the theme": async (page) => {
    await open(page, "/shop");
    await page.getByLabel(/Trier/).selectOption("prix-croissant");
    const sort = page.getByRole("button", { name: "Trier", exact: true });
    // With scripts sorting applies at once and its button disappears; the address comes later.
    if (await sort.isVisible()) await sort.click({ timeout: 2000 }).catch(() => undefined);
    await page.waitForURL(/tri=prix-croissant/, { waitUntil: "domcontentloaded" });
    const dinars = (text: string) => Number(text.replace(/\D/g, ""));
    // The inner text of cards that are not laid out yet is empty.
    const prices = (await page.getByTestId("price").allTextContents()).map(dinars);
    expect(prices).toHaveLength(20);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    // By the keyboard: a click first waits until the link stops moving, and a list that comes near
    // its end fetches the next page, whose number goes.
    await page.getByRole("link", { name: "Page 2" }).press("Enter");
    await page.waitForURL(/page=2/, { waitUntil: "domcontentloaded" });
    await page.getByRole("button", { name: "Thème sombre" }).first().click();
    await page.locator("html.dark").waitFor();
    expect(page.url()).toMatch(/page=2/);
  },
} satisfies Record<string, Journey>;

export type JourneyName = keyof typeof table;
export const journeys: Record<JourneyName, Journey> = table;
export const journeyNames = Object.keys(journeys) as JourneyName[];
