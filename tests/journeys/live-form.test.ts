import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { arriveAt, chooseCommune, fillDelivery, giveCart, open, press } from "../support/browser/journeys";
import { begun, cutOff, holdScripts, listen, live, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";

/** When a form shows errors while it is filled in (section 5, decision 016), and when not. */

const { shop, visitor } = shopWithVisitors();

const WRONG = "Numéro invalide (ex: 0550123456)";
const phone = (page: Page) => page.getByRole("main").getByLabel("Téléphone", { exact: true });
const error = (page: Page) => page.locator("#livraison-telephone-error");
const isWrong = (page: Page) => phone(page).getAttribute("aria-invalid");

async function checkout(prepare?: (page: Page) => unknown): Promise<Page> {
  const { page } = await visitor();
  await giveCart(page, shop);
  await prepare?.(page);
  await openLive(page, "/checkout");
  return page;
}

describe("a field that is filled in wrongly", () => {
  it("says so when one leaves it, not while one types there first, and only until it is corrected", async () => {
    const page = await checkout();
    const said = await listen(page);
    await phone(page).pressSequentially("12345", { delay: 30 });
    // The schema has been there for long.
    await page.waitForTimeout(800);
    expect(await error(page).count()).toBe(0);
    expect(await isWrong(page)).toBeNull();
    expect(await said()).toEqual([]);

    await page.keyboard.press("Tab");
    await error(page).getByText(WRONG).waitFor();
    expect(await isWrong(page)).toBe("true");
    expect(await phone(page).getAttribute("aria-describedby")).toContain("livraison-telephone-error");
    await expect.poll(said).toEqual([WRONG]);

    await phone(page).fill("055012345");
    await page.waitForTimeout(300);
    expect(await error(page).innerText()).toBe(WRONG);
    expect(await said()).toEqual([WRONG]);

    await phone(page).press("End");
    await page.keyboard.type("6");
    await expect.poll(() => error(page).count()).toBe(0);
    expect(await isWrong(page)).toBeNull();
    expect(await phone(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(said).toEqual([WRONG, ""]);
  });

  it("says how much is too long of what was pasted, keeps it, and says it once", async () => {
    const page = await checkout();
    const said = await listen(page);
    const address = page.getByRole("main").getByLabel("Adresse", { exact: true });
    const tooLong = page.locator("#livraison-adresse-error");
    const sentence = (length: number) => `L'adresse est trop longue\u00a0: ${length} caractères, 200 au plus`;
    await address.focus();
    await page.keyboard.insertText("a".repeat(250));
    expect(await address.inputValue()).toHaveLength(250);
    await page.keyboard.press("Tab");
    await expect.poll(() => tooLong.textContent()).toBe(sentence(250));
    await address.press("Control+End");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await expect.poll(() => tooLong.textContent()).toBe(sentence(248));
    await expect.poll(said).toEqual([sentence(250)]);
    await address.fill("a".repeat(200));
    await expect.poll(() => tooLong.count()).toBe(0);
    await expect.poll(said).toEqual([sentence(250), ""]);
  });

  it("says so of what was typed and left before the fields woke, and of what is still being typed once one leaves it", async () => {
    const { context, page } = await visitor();
    const release = await holdScripts(context, "react-*");
    await open(page, "/contact");
    await begun(page);
    const main = page.getByRole("main");
    await main.getByLabel("E-mail", { exact: true }).pressSequentially("samira@");
    await main.getByLabel("Message", { exact: true }).fill(" ");
    release();
    await page.locator("[data-island][data-awake]").waitFor();
    await main.locator(".wrong").getByText("Adresse e-mail invalide (ex: nom@exemple.com)").waitFor();
    await page.waitForTimeout(500);
    expect(await main.locator(".wrong").count()).toBe(1);
    await page.keyboard.press("Tab");
    await main.locator(".wrong").getByText("Le message est requis").waitFor();
  });

  it("says so of what a program filled in, also where that tells of the change alone", async () => {
    const { page } = await visitor();
    await open(page, "/contact");
    await begun(page);
    const main = page.getByRole("main");
    await main.getByLabel("E-mail", { exact: true }).evaluate((email: HTMLInputElement) => {
      email.value = "samira@";
      email.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await page.locator("[data-island][data-awake]").waitFor();
    await main.locator(".wrong").getByText("Adresse e-mail invalide (ex: nom@exemple.com)").waitFor();
  });

  it("says nothing of a field that one only went through", async () => {
    const page = await checkout();
    await phone(page).focus();
    await page.waitForTimeout(500);
    for (let step = 0; step < 3; step++) await page.keyboard.press("Tab");
    await page.waitForTimeout(500);
    expect(await page.getByRole("main").locator(".wrong").count()).toBe(0);
  });

  it("lets the press through under which its error appears", async () => {
    const page = await checkout();
    await phone(page).fill("12345");
    await page.waitForTimeout(800);
    await page.getByRole("button", { name: "Continuer", exact: true }).hover();
    await page.mouse.down();
    await page.waitForTimeout(400);
    expect(await error(page).count()).toBe(0);
    await page.mouse.up();
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  });

  it.each([
    ["/suivi", "Téléphone", "12345", WRONG],
    ["/login", "E-mail", "samira@", "Adresse e-mail invalide (ex: nom@exemple.com)"],
  ])("says so on %s as well", async (path, label, text, words) => {
    const { page } = await visitor();
    await openLive(page, path);
    const main = page.getByRole("main");
    await main.getByLabel(label, { exact: true }).fill(text);
    expect(await main.getByText(words).count()).toBe(0);
    await page.keyboard.press("Tab");
    // Beside the field, and in the live region.
    await expect.poll(() => main.getByText(words).count()).toBe(2);
  });
});

describe("what is wrong is the server's to say", () => {
  it("in an engine that does not name the pressed button: nothing appears, nothing is sent, one press goes on", async () => {
    const page = await checkout((page) =>
      page.addInitScript(() => Reflect.deleteProperty(SubmitEvent.prototype, "submitter")),
    );
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
    await phone(page).fill("12345");
    await page.keyboard.press("Tab");
    await page.waitForTimeout(1000);
    expect(await error(page).count()).toBe(0);
    expect(posts).toEqual([]);
    await press(page, "Continuer");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    await live(page);
    expect(await error(page).innerText()).toBe(WRONG);
    for (const label of ["Nom", "Prénom", "Adresse"]) await page.getByLabel(label, { exact: true }).fill("Benali");
    await phone(page).fill("0550123456");
    await page.getByLabel("Wilaya", { exact: true }).selectOption("31");
    await chooseCommune(page, "Oran");
    await page.waitForTimeout(500);
    await press(page, "Continuer");
    await arriveAt(page, "/checkout/paiement");
    expect(posts).toEqual(["/checkout", "/checkout"]);
  });

  it("in such an engine the pressed button of several is the one that shows it", async () => {
    const { page } = await visitor();
    await page.addInitScript(() => Reflect.deleteProperty(SubmitEvent.prototype, "submitter"));
    await openLive(page, "/product/boston-santa-cruz");
    await fillDelivery(page);
    // After the shop's own listener, so that the page stays.
    await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault()));
    for (const name of ["Commander maintenant", "Ajouter au panier"]) {
      const button = page.getByRole("main").getByRole("button", { name });
      const value = await button.getAttribute("value");
      await button.click();
      const busy = page.locator("button[aria-disabled=true]");
      expect(await busy.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).toEqual([value]);
      await page.evaluate(() => dispatchEvent(new Event("shop:answered")));
    }
  });

  it("where the schema does not come: it is said once the form is sent, and goes with a change", async () => {
    const page = await checkout((page) => cutOff(page, ["*/assets/delivery-form-*.js"]));
    await phone(page).fill("12345");
    await page.keyboard.press("Tab");
    await page.waitForTimeout(1000);
    expect(await error(page).count()).toBe(0);
    await press(page, "Continuer");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    await begun(page);
    await live(page);
    expect(await error(page).innerText()).toBe(WRONG);
    await phone(page).fill("1234");
    await expect.poll(() => error(page).count()).toBe(0);
  });
});

describe("the summary of a refused form", () => {
  it("names what is still wrong and no more, without a move below it, and says once that all is corrected", async () => {
    const { page } = await visitor({ phone: true });
    await open(page, "/product/boston-santa-cruz");
    await press(page, "Commander maintenant");
    const lines = page.locator("#erreurs li:visible");
    await lines.first().waitFor();
    await live(page);
    expect(await lines.allInnerTexts()).toHaveLength(6);
    const said = await listen(page);
    const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
    const top = await page
      .locator("#livraison-nom")
      .evaluate((element) => element.getBoundingClientRect().top + scrollY);

    expect(await field("Nom").getAttribute("aria-invalid")).toBe("true");
    await field("Nom").fill("B");
    await expect.poll(() => lines.count()).toBe(5);
    expect(await field("Nom").getAttribute("aria-invalid")).toBeNull();
    expect(await page.locator("#livraison-nom-error").count()).toBe(0);
    await field("Nom").fill("Benali");
    await field("Prénom").fill("Samira");
    await phone(page).fill("0550");
    await page.keyboard.press("Tab");
    await expect.poll(() => lines.allInnerTexts()).toContain(WRONG);
    await phone(page).fill("0550123456");
    await field("Wilaya").selectOption("31");
    await expect
      .poll(() => lines.allInnerTexts())
      .toEqual(["La commune est requise", expect.stringMatching(/^L'adresse est requise/)]);
    await chooseCommune(page, "Oran");
    expect(await page.getByRole("heading", { name: "Il y a un problème" }).count()).toBe(1);
    await field("Adresse").fill("12, rue Larbi Ben M'hidi");
    await page.getByRole("heading", { name: "C'est corrigé" }).waitFor();
    expect(await lines.count()).toBe(0);
    expect(
      await page.locator("#livraison-nom").evaluate((element) => element.getBoundingClientRect().top + scrollY),
    ).toBeLessThanOrEqual(top);
    expect(await field("Adresse").evaluate((element) => element === document.activeElement)).toBe(true);

    await field("Adresse").fill("");
    await expect.poll(() => lines.count()).toBe(1);
    await field("Adresse").fill("12, rue Larbi Ben M'hidi");
    await expect.poll(() => lines.count()).toBe(0);
    expect((await said()).filter((words) => words === "Vous pouvez envoyer le formulaire.")).toHaveLength(1);
  });
});
