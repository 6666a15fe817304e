import { describe, expect, it } from "vitest";
import { staffWindows } from "../support/browser/office-sign-in";
import { openBegun } from "../support/browser/scripts";
import { ordersIn } from "../support/shop/office-orders";
import { shopWithVisitors } from "../support/shop/served-shop";

/** An order that staff take down, with scripts; without: contract/office-new-order.test.ts. */

const { shop, visitor } = shopWithVisitors();
const orders = ordersIn(shop);
const HERE = "/gestion/commandes/nouvelle";

const callerWindow = staffWindows(shop, visitor, { role: "caller", name: "Karim" });

const stored = (address: string) => orders.page(/commandes\/([^/?]+)/.exec(address)?.[1] ?? "");

describe("an order that staff take down", () => {
  it("a known phone fills in the client, and the total follows what is chosen", async () => {
    const known = await orders.place({ lastName: "Retrouvée", firstName: "Amel", address: "3, rue des Frères" });
    const { page, complaints } = await callerWindow();
    await openBegun(page, HERE);
    await page.getByLabel("Nom ou référence").fill("Boston");
    // Enter looks for it, and does no more.
    await page.keyboard.press("Enter");
    // By its field: while it is busy, its name is another, and the next one would be the first.
    const add = page.locator("button[name=ajouter]").first();
    await add.click();
    await page.getByText(/^Ajouté/).waitFor();
    // What was found is in a box of its own, which makes the page no longer.
    const rest = await page.evaluate(
      () =>
        document.documentElement.scrollHeight -
        (document.querySelector("main")?.getBoundingClientRect().bottom ?? 0) -
        scrollY,
    );
    expect(rest).toBeLessThan(100);
    // The focus stays, for another pair.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("ajouter");
    await expect.poll(() => add.getAttribute("aria-disabled")).toBe(null);
    await add.click();
    await expect.poll(() => page.getByLabel(/^Quantité/).inputValue()).toBe("2");
    await page.getByLabel("Téléphone").fill(known.recipient.phone);
    await page.getByRole("button", { name: "Retrouver ce client" }).click();
    await page.getByText(/Client retrouvé/).waitFor();
    expect(await page.getByLabel("Adresse").inputValue()).toBe("3, rue des Frères");
    await page.getByLabel("Wilaya").selectOption("16");
    await expect.poll(() => page.locator('select[name="commune"] option[value="1601"]').count()).toBe(1);
    expect(await page.getByLabel("Adresse").inputValue()).toBe("3, rue des Frères");
    await page.getByLabel("Commune").selectOption("1601");
    // Another quantity is another total, before anything is pressed.
    const button = page.getByRole("button", { name: /à encaisser$/ });
    const two = await button.innerText();
    await page.getByLabel(/^Quantité/).fill("3");
    await page.getByLabel("Nom", { exact: true }).focus();
    await expect.poll(() => button.innerText()).not.toBe(two);
    await page.getByLabel(/^Quantité/).fill("2");
    await page.getByLabel("Nom", { exact: true }).focus();
    await expect.poll(() => button.innerText()).toBe(two);
    await button.click();
    await page.waitForURL((url) => url.pathname !== HERE);
    await page
      .getByText(/enregistrée/)
      .first()
      .waitFor();
    const { order, channel } = await stored(page.url());
    expect(order).toMatchObject({
      recipient: { lastName: "Retrouvée", communeId: 1601, phone: known.recipient.phone },
      lines: [{ quantity: 2 }],
    });
    expect(channel).toBe("phone");
    expect(complaints).toEqual([]);
  });

  it("what is typed after a client was found stays while an answer is under way", async () => {
    const known = await orders.place({ lastName: "Lente", firstName: "Amel", address: "3, rue des Frères" });
    const { page } = await callerWindow();
    await openBegun(page, HERE);
    const name = page.getByLabel("Nom", { exact: true });
    const find = async () => {
      await page.getByRole("button", { name: "Retrouver ce client" }).click();
      await expect.poll(() => name.inputValue()).toBe("Lente");
    };
    await page.getByLabel("Téléphone").fill(known.recipient.phone);
    await find();
    let letGo = () => {};
    const isTyped = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/*.data*", async (route) => {
      if (route.request().method() === "POST") await isTyped;
      await route.continue();
    });
    await page.getByLabel("Wilaya").selectOption("16");
    await name.fill("Rapide");
    letGo();
    await expect.poll(() => page.locator('select[name="commune"] option[value="1601"]').count()).toBe(1);
    expect(await name.inputValue()).toBe("Rapide");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("nom");
    await page.getByText(/1 commande récente/).waitFor();
    // Pressed once more, it fills in the fields once more.
    await find();
    expect(await page.getByLabel("Wilaya").inputValue()).toBe("31");
  });
});
