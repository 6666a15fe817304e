import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "~/domain/values/durations";
import { staffWindows } from "../support/browser/office-sign-in";
import { begun, cutOff, openBegun } from "../support/browser/scripts";
import { translate } from "../support/browser/torn-page-faults";
import { ordersIn } from "../support/shop/office-orders";
import { shopWithVisitors } from "../support/shop/served-shop";
import { runIn } from "../support/shop/stored";

/** À appeler in a browser: two presses with scripts, and the same without. */

const { shop, visitor } = shopWithVisitors();
const orders = ordersIn(shop);
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
const pageOf = (number: string) => `/gestion/appels/${number}`;
beforeEach(() => orders.nobodyToCall());

const callerWindow = staffWindows(shop, visitor, { role: "caller" });

const stateOf = async (number: string) => {
  const card = await orders.counter.office.callCard(number);
  return [card?.order.status, card?.lastCall];
};
/** Stops the time of a page's animations, and lets it go on. */
async function animationsOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Animation.enable");
  const setRate = (playbackRate: number) => session.send("Animation.setPlaybackRate", { playbackRate });
  return { stop: () => setRate(0), goOn: () => setRate(1) };
}

const arrive = (page: Page, number: string) => page.waitForURL(`**${pageOf(number)}`);

it("a printed card has the number to call, in black", async () => {
  const { number } = await orders.place({ firstName: "Amina", phone: "0771000009" }, { at: ago(2) });
  const { page } = await callerWindow({ colorScheme: "dark" });
  await page.goto(pageOf(number));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const call = page.getByRole("link", { name: "0771 00 00 09" });
  expect(await call.isVisible()).toBe(true);
  // Browsers do not print its background.
  expect(await call.evaluate((link) => getComputedStyle(link).color)).toBe("rgb(0, 0, 0)");
  expect(await call.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
});

describe("with scripts", () => {
  it("an order is called and confirmed in two presses, and the next one follows without a new document", async () => {
    const first = await orders.place({ firstName: "Amina", phone: "0771000001" }, { at: ago(2) });
    const second = await orders.place({ firstName: "Lina" }, { at: ago(1) });
    const { page, complaints } = await callerWindow();
    await page.goto("/gestion/appels");
    await arrive(page, first.number);
    await begun(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document" && !request.url().startsWith("tel:")) documents.push(request.url());
    });
    const call = page.getByRole("link", { name: "Appeler le 0771 00 00 01" });
    expect(await call.getAttribute("href")).toBe("tel:+213771000001");
    await page.getByRole("button", { name: "Confirmé", exact: true }).click();
    await arrive(page, second.number);
    await page.getByText(`Commande ${first.number}, appel noté : confirmé.`).first().waitFor();
    expect(await stateOf(first.number)).toEqual(["confirmed", "confirmed"]);
    await expect.poll(() => page.title()).toMatch(/^À appeler\s: Lina Benali – Gestion$/);
    // The page is said, and has the focus.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("contenu");
    expect([documents, complaints]).toEqual([[], []]);

    await page.getByRole("button", { name: "Annuler ce résultat" }).click();
    await arrive(page, first.number);
    await page.getByText("Résultat annulé : la commande est revenue à son état précédent.").first().waitFor();
    expect(await stateOf(first.number)).toEqual(["pending", undefined]);
  });

  it("keys press the outcomes and leave an order for later, but not in a field, and not when they are off", async () => {
    const first = await orders.place({}, { at: ago(3) });
    const second = await orders.place({}, { at: ago(2) });
    const third = await orders.place({}, { at: ago(1) });
    const { page, id } = await callerWindow();
    await openBegun(page, pageOf(first.number));
    await page.keyboard.press("n");
    await arrive(page, second.number);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByLabel("Note").fill("");
    await page.getByLabel("Note").press("3");
    expect(await page.getByLabel("Note").inputValue()).toBe("3");
    await page.getByLabel("Note").blur();
    await page.keyboard.press("5");
    // Nobody said when: the key leads to the field.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("heure");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("2");
    await expect.poll(() => stateOf(second.number)).toEqual(["pending", "no-answer"]);
    // What was left for later comes back behind the others.
    await arrive(page, third.number);
    runIn(shop, "update staff set shortcuts = 0 where id = ?", id);
    await openBegun(page, pageOf(third.number));
    await page.keyboard.press("1");
    await page.keyboard.press("n");
    await page.waitForTimeout(200);
    expect([page.url().endsWith(third.number), await stateOf(third.number)]).toEqual([true, ["pending", undefined]]);
  });

  it.each([true, false])(
    "a second press at once does nothing to the order that follows (scripts: %s)",
    async (scripts) => {
      const [first, second] = [await orders.place({}, { at: ago(2) }), await orders.place({}, { at: ago(1) })];
      const { page } = await callerWindow({ javaScriptEnabled: scripts });
      await page.goto(pageOf(first.number));
      if (scripts) await begun(page);
      const button = page.getByRole("button", { name: "Confirmé", exact: true });
      await button.scrollIntoViewIfNeeded();
      // On a busy machine the moment would be over before the second press.
      const animations = await animationsOf(page);
      await animations.stop();
      await button.click();
      await arrive(page, second.number);
      await page.getByText(`Commande ${first.number}, appel noté : confirmé.`).first().waitFor();
      // Where the same button is now, below the other orders of this phone; and by its key.
      await button.scrollIntoViewIfNeeded();
      const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
      await page.mouse.click(x + 20, y + 10);
      await page.keyboard.press("1");
      await animations.goOn();
      await expect.poll(() => button.evaluate((pressed) => getComputedStyle(pressed).pointerEvents)).toBe("auto");
      expect(page.url()).toContain(second.number);
      expect(await stateOf(second.number)).toEqual(["pending", undefined]);
      await page.mouse.click(x + 20, y + 10);
      await expect.poll(() => stateOf(second.number)).toEqual(["confirmed", "confirmed"]);
    },
  );

  it("a translated page is that of the order it came to (T-11)", async () => {
    const first = await orders.place({ firstName: "Amina", phone: "0771000001" }, { at: ago(3) });
    const second = await orders.place({ firstName: "Lina", phone: "0771000002" }, { at: ago(2) });
    const third = await orders.place({}, { at: ago(1) });
    const { page, complaints } = await callerWindow();
    await openBegun(page, pageOf(first.number));
    await page.evaluate(translate);
    await page.getByRole("button", { name: "Confirmé", exact: true }).click();
    await arrive(page, second.number);
    await page.getByText(`Commande ${first.number}, appel noté : confirmé.`).first().waitFor();
    await page.getByRole("heading", { level: 1, name: "Appeler Lina Benali" }).waitFor();
    await page.getByRole("link", { name: "Appeler le 0771 00 00 02" }).waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/Amina|0771 00 00 01/);
    // On another page they call a third one meanwhile.
    const other = await page.context().newPage();
    await other.goto(pageOf(third.number));
    await other.getByRole("button", { name: "Ne répond pas", exact: true }).click();
    await other.getByText(`Commande ${third.number}, appel noté : ne répond pas.`).first().waitFor();
    await page.getByText(`Votre dernier appel : ${first.number}, confirmé.`).waitFor();
    await page.getByRole("button", { name: "À rappeler", exact: true }).click();
    await page.getByText(`Votre dernier appel : ${third.number}, ne répond pas`).waitFor();
    const takeBack = page.getByRole("button", { name: /^Annuler ce résultat/ });
    expect(await takeBack.innerText()).toContain(third.number);
    await openBegun(page, pageOf(third.number));
    await page.evaluate(translate);
    await takeBack.click();
    await page.getByText("Résultat annulé").first().waitFor();
    await page.getByText("(annulé)").waitFor();
    expect(complaints).toEqual([]);
  });

  it("a translated page keeps what is typed while a button of it is sent, and where the line fails (T-11)", async () => {
    const { number } = await orders.place();
    const { page, complaints } = await callerWindow();
    await openBegun(page, pageOf(number));
    await page.getByRole("button", { name: "Ne répond pas", exact: true }).click();
    await page.getByText("Personne à appeler.").waitFor();
    await openBegun(page, pageOf(number));
    await page.evaluate(translate);
    await page.getByLabel("Note").fill("Au travail");
    let fail = () => {};
    await page.route("**/*.data*", (route) => {
      fail = () => void route.abort();
    });
    const takeBack = page.getByRole("button", { name: /^Annuler ce résultat/ });
    await takeBack.click();
    await page.getByRole("button", { name: "Un instant…", exact: true }).waitFor();
    expect(await takeBack.count()).toBe(0);
    fail();
    await page.getByRole("alert").getByText("La connexion est coupée.").waitFor();
    await takeBack.waitFor();
    expect(await page.getByLabel("Note").inputValue()).toBe("Au travail");
    expect(complaints.filter((complaint) => !/ERR_FAILED/.test(complaint))).toEqual([]);
  });

  it("asks before a note that was typed is left behind, and sends it without asking", async () => {
    const { number } = await orders.place();
    const { page } = await callerWindow();
    const asked: string[] = [];
    let isLeft = false;
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      return isLeft ? dialog.accept() : dialog.dismiss();
    });
    await openBegun(page, pageOf(number));
    await page.getByLabel("Note").fill("Au travail");
    const order = page.getByRole("link", { name: number });
    await order.click();
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^Quitter cette page/);
    expect([page.url().endsWith(pageOf(number)), await page.getByLabel("Note").inputValue()]).toEqual([
      true,
      "Au travail",
    ]);
    await page.getByRole("button", { name: "Occupé", exact: true }).click();
    // The address changes before the form is gone.
    await page.getByText("Personne à appeler.").waitFor();
    expect(asked).toHaveLength(1);
    await openBegun(page, pageOf(number));
    await page.getByLabel("Note").fill("Encore");
    isLeft = true;
    await order.click();
    await page.waitForURL(`**/gestion/commandes/${number}`);
    expect(asked).toHaveLength(2);
  });
});

describe.each([
  ["with scripts that never come, on a phone", { phone: true }, ["*.js"]],
  ["at 320 px", { viewport: { width: 320, height: 640 } }, []],
] as const)("%s", (_, options, without) => {
  it("an order is called, taken back and confirmed by keyboard alone", async () => {
    const { number } = await orders.place({ firstName: "Amina" });
    const { page } = await callerWindow(options);
    if (without.length > 0) await cutOff(page, [...without]);
    await page.goto("/gestion/appels");
    await arrive(page, number);
    const press = async (name: string | RegExp) => {
      const button = page.getByRole("button", { name, exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
    };
    await press("Doublon");
    await page.waitForURL("**/gestion/appels");
    await page.getByText("Personne à appeler.").waitFor();
    expect(await stateOf(number)).toEqual(["cancelled", "duplicate"]);
    await press(/^Annuler ce résultat/);
    await arrive(page, number);
    await page.getByText("Résultat annulé").first().waitFor();
    await press("Confirmé");
    await page.waitForURL("**/gestion/appels");
    await expect.poll(() => stateOf(number)).toEqual(["confirmed", "confirmed"]);
  });
});
