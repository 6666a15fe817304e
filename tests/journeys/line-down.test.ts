import type { BrowserContext, Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { goOnAs, PHONE_AGENT, type VisitorOptions } from "../support/browser/browser";
import { addToCart, arriveAt, confirmation, fillDelivery, open, press, shopper } from "../support/browser/journeys";
import { holdScripts, live, openLive } from "../support/browser/scripts";
import { fillCart } from "../support/http/orders";
import { accountHolder, PASSWORD } from "../support/http/signed-in";
import { shopWithVisitors } from "../support/shop/served-shop";
import { rowsIn, runIn, valueIn } from "../support/shop/stored";

/** The line is down: nothing typed is lost, and an order can wait on the device (section 4). */

const { shop, visitor } = shopWithVisitors();

const PRODUCT = "/product/boston-santa-cruz";
const ANOTHER = "/product/boston-tlemcen";
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const orders = () => valueIn<number>(shop, "select count(*) from orders") ?? 0;
const status = (page: Page, text: RegExp) => page.getByRole("main").getByRole("status").filter({ hasText: text });

/** Each with a phone of its own, since the shop counts the open orders of a phone. */
let shoppers = 0;
async function filledIn(page: Page, path = PRODUCT): Promise<void> {
  await openLive(page, path);
  await fillDelivery(page, { telephone: `0550 00 00 ${String(++shoppers).padStart(2, "0")}` });
}

/** The script that keeps what is typed has come with the first letter, and has run. */
const isKept = (page: Page) => expect.poll(() => page.evaluate(() => localStorage.saisie ?? "")).toContain(shopper.nom);

/** The worker that sends an order is installed, which it is only while the line is there. */
const hasWorker = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/assets/"))?.active?.state))
    .toBe("activated");

const isForgotten = (page: Page) => expect.poll(() => page.evaluate(() => "saisie" in localStorage)).toBe(false);

/** What was typed is forgotten once it is ordered. @returns the order's number */
async function orderEndsIt(page: Page): Promise<string> {
  await press(page, "Commander maintenant");
  const number = await confirmation(page);
  await isForgotten(page);
  return number;
}

/** An order is pressed once the line is down. */
async function pressOffline(
  context: BrowserContext,
  page: Page,
  order = () => press(page, "Commander maintenant"),
): Promise<void> {
  await filledIn(page);
  await isKept(page);
  await hasWorker(page);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await order();
  await status(page, /^Pas de connexion\s: rien n'a été envoyé\./).waitFor();
}

/** The headless shell never wakes a worker, so a page of the shop has to send what waits. */
const KEEP = "Garder sur cet appareil";

async function leaveAnOrder(context: BrowserContext, page: Page, order?: () => Promise<void>): Promise<void> {
  await pressOffline(context, page, order);
  await press(page, KEEP);
  await status(page, /^Pas encore envoyée\s: .*Boston Santa Cruz/).waitFor();
}

/** Has the browser wake the shop's worker, as it does once the line is back. @returns its wake */
async function workerOf(page: Page): Promise<() => Promise<unknown>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("ServiceWorker.enable");
  const worker = new Promise<{ registrationId: string }>((found) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) found(registration);
    }),
  );
  await browser.send("ServiceWorker.disable");
  await browser.send("ServiceWorker.enable");
  const { registrationId } = await worker;
  const event = { origin: shop.url, registrationId, tag: "commande", lastChance: false };
  return () => browser.send("ServiceWorker.dispatchSyncEvent", event);
}

const setPrice = (price: number) =>
  runIn(shop, "update products set price = ? where slug = ?", price, "boston-santa-cruz");

async function showsTyped(page: Page): Promise<void> {
  await live(page);
  await expect.poll(() => field(page, "Adresse").inputValue()).toBe(shopper.adresse);
  expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
  expect(await field(page, "Prénom").inputValue()).toBe(shopper.prenom);
  expect(await field(page, "Wilaya").inputValue()).toBe("31");
  await expect.poll(() => field(page, "Commune").locator("option:checked").innerText()).toMatch(/^Oran/);
}

const losesForms = (of: BrowserContext | Page) =>
  of.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));

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
    // As Back out of the browser's memory has it.
    await openLive(page, PRODUCT);
    await fillDelivery(page, { telephone });
    await isKept(page);
    await key.evaluate((input: HTMLInputElement, value) => {
      input.value = value;
    }, before);
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

/** Closes the page that an order was left on; another one sends it once the line is back. */
async function sentFrom(
  path: string,
  context: BrowserContext,
  page: Page,
  then = /^Votre commande est bien partie\./,
): Promise<Page> {
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await open(next, path);
  await status(next, then).waitFor();
  return next;
}

/** An order whose price changed since it was left. @returns another page, which says so */
async function withAQuestion(): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await visitor();
  await leaveAnOrder(context, page);
  await page.close();
  setPrice(9900);
  onTestFinished(() => setPrice(8900));
  await context.setOffline(false);
  const next = await context.newPage();
  await openLive(next, "/faq");
  await status(next, /^Votre commande n'est pas partie/).waitFor();
  return { context, page: next };
}

const showsTheQuestion = (page: Page) =>
  page
    .getByRole("main")
    .getByText(/9\s900\sDA/)
    .first()
    .waitFor();

describe("an order that is pressed while the line is down", () => {
  it("is not sent, waits when it is asked to, and leaves once the line is back", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
    await context.setOffline(false);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
    await openLive(page, "/");
    expect(await status(page, /commande/).count()).toBe(0);
    expect(orders()).toBe(before + 1);
  });

  const WEB_VIEW = PHONE_AGENT.replace(")", "; wv)");
  it.each<[string, VisitorOptions, boolean]>([
    ["Background Sync", {}, false],
    ["a working one, as Android's WebView", { userAgent: WEB_VIEW }, true],
  ])("is said to need an open page where the browser is without %s", async (_, options, hasSync) => {
    const { context, page } = await visitor(options);
    if (!hasSync)
      await context.addInitScript(() => {
        Reflect.deleteProperty(window, "SyncManager");
        Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync");
      });
    await filledIn(page);
    await isKept(page);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await press(page, "Commander maintenant");
    await press(page, KEEP);
    const needsPage = /^Pas encore envoyée\s: votre commande attend sur cet appareil\. Gardez cette page ouverte/;
    await status(page, needsPage).waitFor();
    const before = orders();
    // On the next page, and for as long as the shop does not answer.
    await page.close();
    await context.route("**/favicon.svg", (route) => route.abort());
    await context.setOffline(false);
    const next = await context.newPage();
    await open(next, "/faq");
    await status(next, needsPage).waitFor();
    await context.unroute("**/favicon.svg");
    await open(next, "/terms");
    await status(next, /^Votre commande est bien partie/).waitFor();
    expect(orders()).toBe(before + 1);
  });

  it("is said to leave by itself where the browser wakes the worker, on the next page too", async () => {
    const { context, page } = await visitor();
    await context.addInitScript(() => {
      const { prototype } = (window as unknown as { SyncManager: { prototype: { register: unknown } } }).SyncManager;
      prototype.register = async (tag: string) => void localStorage.setItem("tag", tag);
    });
    await filledIn(page);
    await isKept(page);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await press(page, "Commander maintenant");
    await press(page, "Envoyer dès que la connexion revient");
    const leaves = /^Pas encore envoyée\s: votre commande attend sur cet appareil, et partira dès que la connexion/;
    await status(page, leaves).waitFor();
    expect(await page.evaluate(() => localStorage.tag)).toBe("commande");
    await page.close();
    await context.route("**/favicon.svg", (route) => route.abort());
    await context.setOffline(false);
    const next = await context.newPage();
    await open(next, "/faq");
    await status(next, leaves).waitFor();
  });

  it("waits as well where Enter has sent it", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page, () => field(page, "Téléphone").press("Enter"));
    const before = orders();
    await context.setOffline(false);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("keeps the focus in its message, a Tab before what can be pressed next", async () => {
    const { context, page } = await visitor();
    await pressOffline(context, page);
    const pressByKey = async (button: string, then: RegExp) => {
      await page.getByRole("button", { name: button }).press("Enter");
      await status(page, then).waitFor();
      const box = status(page, then).locator("..");
      expect(await box.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    };
    await pressByKey(KEEP, /^Pas encore envoyée/);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Ne plus l'envoyer");
    await pressByKey("Ne plus l'envoyer", /^Votre commande ne sera pas envoyée\./);
  });

  it("is not taken back by a second press of the key that left it", async () => {
    const { context, page } = await visitor();
    await pressOffline(context, page);
    await page.getByRole("button", { name: KEEP }).press("Enter");
    await status(page, /^Pas encore envoyée/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(300);
    expect(await status(page, /^Pas encore envoyée/).count()).toBe(1);
  });

  it("is not said to wait on a device that cannot keep it", async () => {
    const { context, page } = await visitor();
    await pressOffline(context, page);
    await page.evaluate(() => {
      caches.open = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
    });
    const wait = page.getByRole("button", { name: KEEP });
    await wait.click();
    await status(page, /^Cet appareil ne peut pas garder la commande\s: envoyez-la/).waitFor();
    expect(await wait.count()).toBe(0);
    expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
  });

  it("leaves at once where the line is back before it is left", async () => {
    const { context, page } = await visitor();
    await pressOffline(context, page);
    const before = orders();
    await context.setOffline(false);
    await press(page, KEEP);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("leaves with what was corrected since the press", async () => {
    const { context, page } = await visitor();
    await pressOffline(context, page);
    await field(page, "Adresse").fill("3, boulevard de la Soummam");
    await press(page, KEEP);
    await status(page, /^Pas encore envoyée/).waitFor();
    await context.setOffline(false);
    await confirmation(page);
    const [sent] = rowsIn(shop, "select * from orders order by rowid desc limit 1");
    expect(JSON.stringify(sent)).toContain("3, boulevard de la Soummam");
  });

  it("does not take the place of another that waits, which can be taken back for it", async () => {
    const { context, page } = await visitor();
    await filledIn(page);
    await isKept(page);
    const other = await context.newPage();
    await open(other, ANOTHER);
    await showsTyped(other);
    await other.waitForLoadState("networkidle");
    await leaveAnOrder(context, page);
    await page.close();
    const before = orders();
    const leave = async () => {
      await press(other, "Commander maintenant");
      await press(other, KEEP);
    };
    await leave();
    await status(other, /^Cette commande n'est pas gardée\s: .*Boston Santa Cruz/).waitFor();
    await press(other, "Ne plus l'envoyer");
    await status(other, /^Votre commande ne sera pas envoyée\./).waitFor();
    await leave();
    await status(other, /^Pas encore envoyée\s: .*Tlemcen/).waitFor();
    await context.setOffline(false);
    await confirmation(other);
    expect(orders()).toBe(before + 1);
  });

  it("does not take the place of another product's, though neither has a key yet", async () => {
    const { context, page } = await visitor();
    const other = await context.newPage();
    const pages = [
      [page, PRODUCT, /^Pas encore envoyée/],
      [other, ANOTHER, /^Cette commande n'est pas gardée/],
    ] as const;
    for (const [one, path] of pages) {
      await openLive(one, path);
      await field(one, "Nom").fill(shopper.nom);
      await isKept(one);
      await one.waitForLoadState("networkidle");
    }
    await context.setOffline(true);
    for (const [one, , then] of pages) {
      await press(one, "Commander maintenant");
      await press(one, KEEP);
      await status(one, then).waitFor();
    }
  });

  it("is one of two that are left at once in two windows, and the other one says so", async () => {
    const { context, page } = await visitor();
    const other = await context.newPage();
    await open(other, "/faq");
    const pages = [page, other];
    await filledIn(page);
    await isKept(page);
    await filledIn(other, ANOTHER);
    await other.waitForLoadState("networkidle");
    await context.setOffline(true);
    for (const one of pages) {
      await press(one, "Commander maintenant");
      // A slow device: both have looked before either has stored its order.
      await one.evaluate(() => {
        const open = caches.open.bind(caches);
        caches.open = (name) => new Promise((go) => setTimeout(go, 1_000)).then(() => open(name));
      });
    }
    const before = orders();
    await Promise.all(pages.map((one) => press(one, KEEP)));
    const texts = pages.map((one) =>
      one
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^(Pas encore|Cette commande)/ })
        .innerText(),
    );
    expect((await Promise.all(texts)).map((text) => text.split("\u00a0")[0]).sort()).toEqual([
      "Cette commande n'est pas gardée",
      "Pas encore envoyée",
    ]);
    await context.setOffline(false);
    await expect.poll(orders).toBe(before + 1);
  });

  it("stays named while the line is down again as its page is asked for", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const next = await sentFrom("/faq", context, page);
    await context.setOffline(true);
    await press(next, "Voir la commande");
    await next.getByText("La connexion est coupée.").first().waitFor();
    await context.setOffline(false);
    await press(next, "Voir la commande");
    await confirmation(next);
  });

  it("waits on the device when its page is closed, and is named on the next one", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    const next = await sentFrom("/faq", context, page);
    expect(orders()).toBe(before + 1);
    await press(next, "Voir la commande");
    await confirmation(next);
    expect(orders()).toBe(before + 1);
    expect(await status(next, /commande/).count()).toBe(0);
  });

  it("is named to nobody else once its shopper has logged out", async () => {
    const { context, page } = await visitor();
    const { client } = await accountHolder(shop);
    await goOnAs(client, context);
    await leaveAnOrder(context, page);
    const next = await sentFrom("/account", context, page);
    const logOut = next.getByRole("main").getByRole("button", { name: "Déconnexion" });
    await context.setOffline(true);
    await logOut.click();
    await next.getByText("rien n'a été envoyé").first().waitFor();
    await context.setOffline(false);
    await openLive(next, "/account");
    await status(next, /bien partie/).waitFor();
    await logOut.click();
    await next.getByText("Votre session est fermée.").first().waitFor();
    await openLive(next, "/faq");
    await next.waitForLoadState("networkidle");
    expect(await status(next, /commande/).count()).toBe(0);
  });

  it("is gone with its question once its shopper has logged out", async () => {
    const { context, page } = await visitor();
    const { client } = await accountHolder(shop);
    await goOnAs(client, context);
    await leaveAnOrder(context, page);
    setPrice(9900);
    const next = await sentFrom("/account", context, page, /^Votre commande n'est pas partie/);
    setPrice(8900);
    await live(next);
    await next.getByRole("main").getByRole("button", { name: "Déconnexion" }).click();
    await next.getByText("Votre session est fermée.").first().waitFor();
    await openLive(next, "/faq");
    await next.waitForLoadState("networkidle");
    expect(await status(next, /commande/).count()).toBe(0);
  });

  it("is taken back by a press", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    await press(page, "Ne plus l'envoyer");
    await status(page, /^Votre commande ne sera pas envoyée\./).waitFor();
    await context.setOffline(false);
    await openLive(page, "/faq");
    await page.waitForLoadState("networkidle");
    expect(orders()).toBe(before);
  });

  it("is not said to stay unsent once it was tried: its answer may be lost", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    // The shop gets it, the browser no answer.
    await page.route("**/*", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await context.setOffline(false);
    await status(page, /^Votre commande est peut-être déjà partie\s: .*Boston Santa Cruz/).waitFor();
    await press(page, "Ne plus l'envoyer");
    await status(page, /^Votre commande ne sera plus envoyée, mais elle est peut-être déjà partie/).waitFor();
    expect(orders()).toBe(before + 1);
    await press(page, "Suivre ma commande");
    await arriveAt(page, "/suivi");
    await page
      .getByRole("main")
      .getByRole("link", { name: /commande/ })
      .first()
      .click();
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("is not taken back once a worker has sent it; until then its button keeps the focus", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    const wake = await workerOf(page);
    // The page cannot send, while the worker can.
    await losesForms(page);
    const button = page.getByRole("button", { name: "Ne plus l'envoyer" });
    await button.focus();
    await context.setOffline(false);
    await page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await wake();
    await expect.poll(orders).toBe(before + 1);
    await expect
      .poll(() => page.evaluate(async () => (await caches.match("/commande-en-attente"))?.text()))
      .toContain('"page"');
    await press(page, "Ne plus l'envoyer");
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("is named on the page of another order", async () => {
    const { context, page } = await visitor();
    await filledIn(page, ANOTHER);
    await press(page, "Commander maintenant");
    const number = await confirmation(page);
    const earlier = page.url();
    await leaveAnOrder(context, page);
    const next = await sentFrom(earlier, context, page);
    await press(next, "Voir la commande");
    await next.waitForURL((url) => url.href !== earlier);
    expect(await confirmation(next)).not.toBe(number);
  });

  it("stays on the device where the line is down again as its question is looked at", async () => {
    const { context, page: next } = await withAQuestion();
    await context.setOffline(true);
    await press(next, "Vérifier la commande");
    await next.getByText("La connexion est coupée.").first().waitFor();
    await context.setOffline(false);
    await press(next, "Vérifier la commande");
    await showsTheQuestion(next);
  });

  it("stays on the device until its question has come", async () => {
    const { page: next } = await withAQuestion();
    await losesForms(next);
    await press(next, "Vérifier la commande");
    await next.waitForURL(({ pathname }) => pathname !== "/faq").catch(() => undefined);
    await next.unroute("**/*");
    await open(next, "/terms");
    await press(next, "Vérifier la commande");
    await showsTheQuestion(next);
    await expect.poll(() => new URL(next.url()).hash).toBe("");
    await openLive(next, "/faq");
    await next.waitForLoadState("networkidle");
    expect(await status(next, /commande/).count()).toBe(0);
  });

  it("is over once she has ordered on the page with its question, whose script had not come", async () => {
    const { context, page: next } = await withAQuestion();
    const before = orders();
    const letGo = await holdScripts(context, "outbox-*.js");
    await press(next, "Vérifier la commande");
    await showsTheQuestion(next);
    await press(next, "Commander maintenant");
    await confirmation(next);
    letGo();
    await next.waitForLoadState("networkidle");
    for (const path of ["/faq", "/terms"]) {
      expect(await status(next, /commande/).count()).toBe(0);
      await openLive(next, path);
      await next.waitForLoadState("networkidle");
    }
    expect(orders()).toBe(before + 1);
  });

  it("may have left once its question was looked at and no answer came", async () => {
    const { page: next } = await withAQuestion();
    await losesForms(next);
    await press(next, "Vérifier la commande");
    await next.waitForURL(({ pathname }) => pathname !== "/faq").catch(() => undefined);
    await next.unroute("**/*");
    await openLive(next, "/terms");
    await status(next, /^Votre commande est peut-être déjà partie\s: il y a quelque chose à vérifier/).waitFor();
    await press(next, "Ne plus l'envoyer");
    await status(next, /^Votre commande ne sera plus envoyée, mais elle est peut-être déjà partie/).waitFor();
  });

  it("does not take the place of another with a question, which can be dropped for it", async () => {
    const { context, page } = await withAQuestion();
    await filledIn(page, ANOTHER);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    const before = orders();
    const leave = async () => {
      await press(page, "Commander maintenant");
      await press(page, KEEP);
    };
    await leave();
    await status(page, /^Cette commande n'est pas gardée\s: .*Boston Santa Cruz/).waitFor();
    expect(await page.getByRole("button", { name: "Vérifier la commande" }).count()).toBe(1);
    await press(page, "Ne plus l'envoyer");
    await status(page, /^Votre commande ne sera pas envoyée\./).waitFor();
    expect(await page.getByRole("button", { name: "Vérifier la commande" }).count()).toBe(0);
    await leave();
    await status(page, /^Pas encore envoyée\s: .*Tlemcen/).waitFor();
    await context.setOffline(false);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("is asked about when its price has changed meanwhile", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    setPrice(9900);
    await context.setOffline(false);
    await page
      .getByRole("main")
      .getByText(/9\s900\sDA/)
      .first()
      .waitFor();
    expect(orders()).toBe(before);
    expect(await field(page, "Nom").inputValue()).toBe(shopper.nom);
    await press(page, "Commander maintenant");
    await confirmation(page);
    setPrice(8900);
    expect(orders()).toBe(before + 1);
  });

  it("is sent by Background Sync while no page of the shop is open", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    const wake = await workerOf(page);
    await page.goto("about:blank");
    await context.setOffline(false);
    await wake();
    await expect.poll(orders).toBe(before + 1);
    await open(page, "/faq");
    await press(page, "Voir la commande");
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });

  it("waits from the checkout's last step as well", async () => {
    const { context, page } = await visitor();
    await openLive(page, PRODUCT);
    await addToCart(page);
    await filledIn(page, "/checkout");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/verification");
    await page.waitForLoadState("networkidle");
    const before = orders();
    await context.setOffline(true);
    await press(page, "Passer la commande");
    await press(page, KEEP);
    await status(page, /^Pas encore envoyée/).waitFor();
    await context.setOffline(false);
    await confirmation(page);
    expect(orders()).toBe(before + 1);
  });
});
