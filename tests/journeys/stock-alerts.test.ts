import { expect, it } from "vitest";
import { arriveAt } from "../support/browser/journeys";
import { live, openLive } from "../support/browser/scripts";
import { shopWithVisitors } from "../support/shop/served-shop";
import { valueIn } from "../support/shop/stored";

/** 'Prévenez-moi' with scripts and by keyboard; before scripts see tests/contract and four-ways. */

const { shop, visitor } = shopWithVisitors();

/** "brun-ecorce" lacks sizes, "tabac" none. */
const PRODUCT = "/product/boston-murdjajo";
const HOW_MANY = "select count(*) from stock_alerts where contact = ?";
const waiting = (contact: string) => valueIn(shop, HOW_MANY, contact) as number;

it("the link follows the colour, and is there only where a size of it is sold out", async () => {
  const { page } = await visitor();
  await openLive(page, PRODUCT);
  const link = page.getByRole("link", { name: "Prévenez-moi" });
  const leadsTo = () => link.evaluate((node: HTMLAnchorElement) => node.pathname + node.search);
  const soldOut = page.getByRole("radio", { name: "36 Rupture de stock" });
  expect([await link.count(), await soldOut.count()]).toEqual([0, 0]);
  await page.getByRole("radio", { name: "Brun écorce" }).check({ force: true });
  expect(await soldOut.isDisabled()).toBe(true);
  expect(await leadsTo()).toBe(`${PRODUCT}/prevenez-moi?couleur=brun-ecorce`);
  await page.getByRole("radio", { name: "Tabac" }).check({ force: true });
  expect([await link.count(), await soldOut.count()]).toEqual([0, 0]);
  await openLive(page, `${PRODUCT}?couleur=brun-ecorce&pointure=37`);
  expect(await page.locator("[data-sold-out] s").textContent()).toBe("37");
  expect(await leadsTo()).toBe(`${PRODUCT}/prevenez-moi?couleur=brun-ecorce&pointure=37`);
  await link.click();
  await arriveAt(page, `${PRODUCT}/prevenez-moi`);
  const sizes = page.getByRole("group", { name: "Pointures en rupture de stock" });
  expect(await sizes.getByRole("radio", { name: "Brun écorce, 37" }).isChecked()).toBe(true);
});

it("is filled in and sent by keyboard; what is wrong is said as one leaves the field, and goes", async () => {
  const { page } = await visitor();
  await openLive(page, `${PRODUCT}/prevenez-moi`);
  const email = page.getByRole("main").getByLabel("E-mail");
  const error = page.locator("#alerte-email-error");
  await page.locator("#alerte-article").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.type("nadia");
  await page.keyboard.press("Tab");
  await expect.poll(() => error.textContent()).toBe("Adresse e-mail invalide (ex: nom@exemple.com)");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  await page.keyboard.type("@example.com");
  await expect.poll(() => error.count()).toBe(0);
  expect(await email.inputValue()).toBe("nadia@example.com");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "C'est noté", level: 1 }).waitFor();
  expect(waiting("nadia@example.com")).toBe(1);
});

it("of a refused form a phone removes the error of the e-mail, a size that of the sizes", async () => {
  const { page } = await visitor();
  await openLive(page, `${PRODUCT}/prevenez-moi`);
  await page.getByRole("main").getByRole("button", { name: "Prévenez-moi" }).click();
  await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  await live(page);
  const error = (field: string) => page.locator(`#alerte-${field}-error`);
  expect(await error("email").textContent()).toBe("Indiquez un e-mail ou un téléphone");
  expect(await error("article").count()).toBe(1);
  await page.locator("[name=article]").last().check();
  await expect.poll(() => error("article").count()).toBe(0);
  expect(await page.locator("[name=article][aria-invalid]").count()).toBe(0);
  const phone = page.getByRole("main").getByLabel("Téléphone");
  await phone.pressSequentially("0550123456");
  await phone.press("Tab");
  await expect.poll(() => error("email").count()).toBe(0);
});
