import type { BrowserContext, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { arriveAt, confirmation, fillDelivery, open, press, shopper } from "../support/browser/journeys";
import { holdScripts, live, openLive } from "../support/browser/scripts";
import {
  ANOTHER,
  field,
  filledIn,
  isKept,
  leaveAnOrder,
  losesForms,
  PRODUCT,
  showsTyped,
} from "../support/browser/without-line";
import { fillCart } from "../support/http/orders";
import { accountHolder, PASSWORD } from "../support/http/signed-in";
import { shopWithVisitors } from "../support/shop/served-shop";
import { runIn, valueIn } from "../support/shop/stored";

/** The line is down, or a browser says so: nothing typed is lost (section 4, decision 055). */

const { shop, visitor } = shopWithVisitors();

const orders = () => valueIn<number>(shop, "select count(*) from orders") ?? 0;

const isForgotten = (page: Page) => expect.poll(() => page.evaluate(() => "saisie" in localStorage)).toBe(false);

/** What was typed is forgotten once it is ordered. @returns the order's number */
async function orderEndsIt(page: Page): Promise<string> {
  await press(page, "Commander maintenant");
  const number = await confirmation(page);
  await isForgotten(page);
  return number;
}

/** As behind some VPNs and in some WebViews. */
const saysDown = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));

/** The checkout of an account with a pair in its cart. */
async function checkoutOf(
  account: { phone?: string; prenom?: string },
  given?: BrowserContext,
): Promise<{ context: BrowserContext; page: Page; id: string; email: string }> {
  const { context, page } = given ? { context: given, page: await given.newPage() } : await visitor();
  const { client, id, email } = await accountHolder(shop, account);
  if (account.prenom) runIn(shop, "update accounts set first_name = ? where id = ?", account.prenom, id);
  await fillCart(client, "boston-santa-cruz");
  await goOnAs(client, context);
  await openLive(page, "/checkout");
  return { context, page, id, email };
}

describe("what is typed for an order", () => {
  it("is there after a reload, in another window and on another product", async () => {
    const { context, page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await page.reload();
    await showsTyped(page);
    const other = await context.newPage();
    await open(other, PRODUCT);
    await showsTyped(other);
    await open(other, ANOTHER);
    await showsTyped(other);
    await press(other, "Commander maintenant");
    await confirmation(other);
  });

  it("gets its communes once the line is back", async () => {
    const { context, page } = await visitor();
    await openLive(page, PRODUCT);
    await field(page, "Nom").fill(shopper.nom);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await field(page, "Wilaya").selectOption("31");
    await page.getByText("Communes non chargées").waitFor({ state: "attached" });
    await context.setOffline(false);
    await page.getByText(/^\d+ communes\. Domicile dès/).waitFor();
    await page.getByRole("button", { name: "Afficher les communes" }).waitFor({ state: "hidden" });
  });

  it("is forgotten once the order is there, and after a day", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await orderEndsIt(page);
    await filledIn(page);
    await isKept(page);
    await page.evaluate(() => {
      localStorage.saisie = JSON.stringify({ ...JSON.parse(localStorage.saisie), at: Date.now() - 86_400_001 });
    });
    await openLive(page, PRODUCT);
    await isForgotten(page);
    expect(await field(page, "Nom").inputValue()).toBe("");
  });

  it("is forgotten as well where Enter has ordered", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await field(page, "Téléphone").press("Enter");
    await confirmation(page);
    await isForgotten(page);
  });

  it("fills in the rest where she began again before its script had come, unless it is somebody else", async () => {
    const { context, page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await page.close();
    const release = await holdScripts(context, "outbox-*.js");
    const [same, other] = [await context.newPage(), await context.newPage()];
    for (const [one, text] of [[same, "ben"] as const, [other, "Kaci"] as const]) {
      await openLive(one, PRODUCT);
      await field(one, "Nom").pressSequentially(text);
    }
    release();
    await expect.poll(() => field(same, "Adresse").inputValue()).toBe(shopper.adresse);
    expect(await field(same, "Nom").inputValue()).toBe("ben");
    await field(same, "Nom").fill(shopper.nom);
    await showsTyped(same);
    await other.waitForLoadState("networkidle");
    expect(await field(other, "Adresse").inputValue()).toBe("");
  });

  it("is of a new order: where one is corrected nothing is kept, nor lost of what was", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await orderEndsIt(page);
    const correct = () => page.getByRole("link", { name: "Modifier le téléphone ou l'adresse" }).click();
    await correct();
    await live(page);
    await field(page, "Adresse").fill("Rue Larbi Ben M'hidi");
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "saisie" in localStorage)).toBe(false);
    const corrected = page.url();
    await filledIn(page, ANOTHER);
    await isKept(page);
    await openLive(page, new URL(corrected).pathname);
    await field(page, "Adresse").fill("Rue Larbi Ben M'hidi");
    await press(page, "Enregistrer");
    await page.getByText("Commande modifiée").first().waitFor();
    await open(page, ANOTHER);
    await showsTyped(page);
  });

  it.each([
    ["logs out", "/account", "Déconnexion", "Votre session est fermée."],
    ["deletes the account", "/account/delete", "Supprimer mon compte", "Votre compte est supprimé."],
  ])("is forgotten when its shopper %s", async (_, path, button, message) => {
    const { context, page } = await visitor();
    const { client } = await accountHolder(shop);
    await goOnAs(client, context);
    await filledIn(page);
    await isKept(page);
    await openLive(page, path);
    if (path === "/account/delete") await field(page, "Mot de passe").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    await page.getByText(message).first().waitFor();
    await openLive(page, PRODUCT);
    expect(await field(page, "Nom").inputValue()).toBe("");
    expect(await page.evaluate(() => localStorage.saisie ?? "")).not.toContain(shopper.nom);
  });

  it("is there where the form begins with the account's profile, and with what was gone on with", async () => {
    const { page } = await checkoutOf({});
    expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
    await fillDelivery(page);
    await isKept(page);
    await openLive(page, "/faq");
    await open(page, "/checkout");
    await showsTyped(page);
    expect(await field(page, "Téléphone").inputValue()).toBe(shopper.telephone);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await openLive(page, "/checkout");
    await field(page, "Adresse").fill("Rue du Nouveau-Marché");
    await field(page, "Commune").selectOption("3103");
    const point = page.getByLabel(/Agence Fernand Ville/);
    const pickUp = async () => {
      await page.getByText(/Au point relais\s: \d adresses/).click();
      await point.check();
      await page.waitForLoadState("networkidle");
      await open(page, "/checkout");
      await live(page);
      await expect.poll(() => point.isChecked()).toBe(true);
    };
    await pickUp();
    expect(await field(page, "Commune").inputValue()).toBe("3103");
    expect(await page.locator("[name=adresse]").inputValue()).toBe("Rue du Nouveau-Marché");
    // Another way to the commune that was gone on with.
    await page.getByLabel(/À domicile/).check();
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await openLive(page, "/checkout");
    await pickUp();
  });

  it("is there after a session that ended on the way", async () => {
    const { page, id, email } = await checkoutOf({});
    await fillDelivery(page);
    await isKept(page);
    runIn(shop, "delete from sessions where account_id = ?", id);
    await press(page, "Continuer");
    await arriveAt(page, "/login");
    await field(page, "E-mail").fill(email);
    await field(page, "Mot de passe").fill(PASSWORD);
    await press(page, "Se connecter");
    await arriveAt(page, "/checkout");
    await showsTyped(page);
  });

  it("stays away where the shop has newer words, or those of somebody else", async () => {
    const { context, page, id } = await checkoutOf({ phone: "0550111213" });
    await fillDelivery(page);
    await isKept(page);
    const newer = "0661 22 33 44";
    runIn(shop, "update accounts set phone = ? where id = ?", newer.replaceAll(" ", ""), id);
    await openLive(page, "/checkout");
    await page.waitForLoadState("networkidle");
    expect(await field(page, "Téléphone").inputValue()).toBe(newer.replaceAll(" ", "\u00a0"));
    expect(await field(page, "Adresse").inputValue()).toBe("");
    // Of a session that nobody closed.
    await checkoutOf({ prenom: "Yasmine" }, context);
    await openLive(page, "/checkout");
    await page.waitForLoadState("networkidle");
    expect(await field(page, "Prénom").inputValue()).toBe("Yasmine");
    expect(await field(page, "Adresse").inputValue()).toBe("");
  });

  it("stays when an older order is looked at", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await press(page, "Commander maintenant");
    await confirmation(page);
    const earlier = page.url();
    await filledIn(page);
    await isKept(page);
    // A field that is left is checked, which is no order.
    await field(page, "Téléphone").fill("0550");
    await field(page, "Téléphone").press("Tab");
    await page
      .getByText(/^Numéro invalide/)
      .first()
      .waitFor();
    await open(page, earlier);
    await page.waitForLoadState("networkidle");
    await open(page, PRODUCT);
    await showsTyped(page);
  });

  it("is forgotten as well where the same order is pressed again", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await isKept(page);
    const telephone = await field(page, "Téléphone").inputValue();
    const key = page.locator("[name=cle]").first();
    const before = await key.inputValue();
    const number = await orderEndsIt(page);
    // As Back out of the browser's memory has it, where a form keeps its first key.
    await page.route("**/livraison?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), cle: before } });
    });
    await openLive(page, PRODUCT);
    await fillDelivery(page, { telephone });
    await isKept(page);
    expect(await key.inputValue()).toBe(before);
    expect(await orderEndsIt(page)).toBe(number);
  });

  it("stays when its order was lost on the way, and an older order is looked at", async () => {
    const { page } = await visitor();
    await filledIn(page);
    await isKept(page);
    await orderEndsIt(page);
    const earlier = page.url();
    await filledIn(page, ANOTHER);
    await isKept(page);
    await losesForms(page);
    await press(page, "Commander maintenant");
    await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
    await page.unroute("**/*");
    await open(page, earlier);
    await page.waitForLoadState("networkidle");
    await open(page, ANOTHER);
    await showsTyped(page);
    await orderEndsIt(page);
  });

  it("orders where storage is full", async () => {
    const { page } = await visitor();
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
      Object.defineProperty(window, "localStorage", { get: () => new Proxy({}, { set: () => false }) });
    });
    await filledIn(page);
    await press(page, "Commander maintenant");
    await confirmation(page);
  });
});

describe("a form that the line loses", () => {
  it.each([
    ["scripts on", true],
    ["scripts off", false],
  ])("leads back to what was typed, %s", async (_, javaScriptEnabled) => {
    const { context, page } = await visitor({ javaScriptEnabled });
    await losesForms(context);
    const pages = [
      [PRODUCT, "Nom", "Commander maintenant"],
      ["/contact", "Nom", "Envoyer"],
      ["/suivi", "Téléphone", "Trouver ma commande"],
    ] as const;
    for (const [path, label, button] of pages) {
      await open(page, path);
      if (javaScriptEnabled) await live(page);
      const first = field(page, label);
      await first.fill("12");
      const address = page.url();
      await press(page, button);
      await page.waitForURL((url) => url.href !== address).catch(() => undefined);
      // Chromium stores what was typed a moment after the error page has come.
      await page.waitForTimeout(300);
      await page.goBack();
      expect(page.url()).toBe(address);
      await expect.poll(() => first.inputValue(), { message: path }).toBe("12");
    }
  });
});

it("says by the browser that nothing was sent where the script of messages has not come", async () => {
  const { context, page } = await visitor();
  await page.route(/\/toast-/, (route) => route.abort());
  const said: string[] = [];
  page.on("dialog", (dialog) => {
    said.push(dialog.message());
    dialog.accept().catch(() => undefined);
  });
  await openLive(page, "/suivi");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await press(page, "Trouver ma commande");
  await expect.poll(() => said).toEqual([expect.stringMatching(/^Pas de connexion\s: rien n'a été envoyé\./)]);
});

describe("a browser that says that the line is down though it is not", () => {
  it("orders, once, and the pressed button shows meanwhile that it was pressed", async () => {
    const { page } = await visitor();
    await saysDown(page);
    await filledIn(page);
    await isKept(page);
    const before = orders();
    let letGo = () => {};
    const isLetGo = new Promise<void>((go) => {
      letGo = go;
    });
    await page.route("**/favicon.svg", async (route) => {
      await isLetGo;
      await route.continue();
    });
    const button = page.getByRole("main").getByRole("button", { name: "Commander maintenant" });
    await button.click();
    expect(await button.evaluate((pressed) => getComputedStyle(pressed).opacity)).toBe("0.5");
    await button.click();
    letGo();
    await confirmation(page);
    expect(orders()).toBe(before + 1);
    await isForgotten(page);
  });

  it("sends other forms, hearts and choices", async () => {
    const { page } = await visitor();
    await saysDown(page);
    await openLive(page, "/suivi");
    await Promise.all([
      page.waitForRequest((request) => request.method() === "POST" && request.isNavigationRequest()),
      press(page, "Trouver ma commande"),
    ]);
    await openLive(page, "/shop");
    await page.locator(".heart button").first().click();
    await page.locator(".heart [name=retirer]").first().waitFor({ state: "attached" });
    await page.reload();
    await live(page);
    await page.locator("#affiner input[type=checkbox]").first().check({ force: true });
    await page.waitForURL(/\/shop\?./);
  });

  it("forgets what was typed when its shopper logs out", async () => {
    const { context, page } = await visitor();
    const { client } = await accountHolder(shop);
    await goOnAs(client, context);
    await saysDown(page);
    await filledIn(page);
    await isKept(page);
    await openLive(page, "/account");
    await page.getByRole("main").getByRole("button", { name: "Déconnexion" }).click();
    await page.getByText("Votre session est fermée.").first().waitFor();
    expect(await page.evaluate(() => localStorage.saisie ?? "")).not.toContain(shopper.nom);
  });

  it("sends an order that waits once the shop answers", async () => {
    const { context, page } = await visitor();
    await saysDown(page);
    await leaveAnOrder(context, page);
    const before = orders();
    await context.setOffline(false);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });
});
