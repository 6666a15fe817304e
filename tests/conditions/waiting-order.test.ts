import type { BrowserContext, Page } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { goOnAs, PHONE_AGENT, type VisitorOptions } from "../support/browser/browser";
import { addToCart, arriveAt, confirmation, open, press, shopper } from "../support/browser/journeys";
import { holdScripts, live, openLive } from "../support/browser/scripts";
import {
  ANOTHER,
  field,
  filledIn,
  hasWorker,
  isKept,
  KEEP,
  leaveAnOrder,
  losesForms,
  PRODUCT,
  pressOffline,
  showsTyped,
  status,
} from "../support/browser/without-line";
import { accountHolder } from "../support/http/signed-in";
import { shopWithVisitors } from "../support/shop/served-shop";
import { rowsIn, runIn, valueIn } from "../support/shop/stored";

/** An order pressed while the line is down waits on the device (section 4, decision 055). */

const { shop, visitor } = shopWithVisitors();

const orders = () => valueIn<number>(shop, "select count(*) from orders") ?? 0;

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
    await hasWorker(page);
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
      // The other page has it from the first one, by the script that keeps orders.
      if (one === page) await field(one, "Nom").fill(shopper.nom);
      await expect.poll(() => field(one, "Nom").inputValue()).toBe(shopper.nom);
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
    const pages = [page, other];
    await filledIn(page);
    await isKept(page);
    await openLive(other, ANOTHER);
    await showsTyped(other);
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
    for (const one of pages) await one.evaluate(() => void Reflect.deleteProperty(caches, "open"));
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

  it("is sent no more after a day, and the next page says so once", async () => {
    const { context, page } = await visitor();
    await leaveAnOrder(context, page);
    const before = orders();
    await page.evaluate(async () => {
      const kept = await caches.open("commande");
      const order = await (await kept.match("/commande-en-attente"))?.json();
      const older = JSON.stringify({ ...order, at: order.at - 86_400_000 });
      await kept.put("/commande-en-attente", new Response(older));
    });
    const next = await sentFrom(
      "/faq",
      context,
      page,
      /^Votre commande n'est pas partie\s: elle a attendu plus d'un jour/,
    );
    expect(await status(next, /n'est pas partie/).textContent()).toContain("Boston Santa Cruz");
    await openLive(next, "/terms");
    await next.waitForLoadState("networkidle");
    expect(await status(next, /commande/).count()).toBe(0);
    expect(orders()).toBe(before);
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
    const failed = page.waitForEvent("requestfailed", (request) => request.method() === "POST");
    await context.setOffline(false);
    await failed;
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
    await status(page, /^Votre commande n'est pas partie/).waitFor();
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
