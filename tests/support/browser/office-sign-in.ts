import type { Page } from "playwright";
import { appCode, steadyStep } from "../http/authenticator";
import { STAFF_PASSWORD, signInStaff } from "../http/staff";
import type { RunningShop } from "../shop/shop-server";
import { goOnAs, type Visit, type VisitorOptions } from "./browser";
import { press, watch } from "./journeys";

/** How staff come in, in a browser: with a passkey, and by password. */

/** A device of the browser that has a finger or a PIN, and keeps passkeys. */
export async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verify };
}

/** Opens windows in which somebody has just signed in, by default an owner. */
export const staffWindows =
  (
    shop: RunningShop,
    visitor: (options?: VisitorOptions) => Promise<Visit>,
    as: Parameters<typeof signInStaff>[1] = {},
  ) =>
  async (options: VisitorOptions = {}) => {
    const visit = await visitor({ reducedMotion: "reduce", ...options });
    const { client, id } = await signInStaff(shop, as);
    await goOnAs(client, visit.context);
    return { ...visit, id, complaints: watch(visit.page) };
  };

export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** Fills the password and app of an invitation's form. @returns the app's secret */
export async function typeNewPassword(page: Page, name = "Nadia"): Promise<string> {
  const secret = await page.locator("input[name=secret]").inputValue();
  await page.getByLabel("Votre nom").fill(name);
  await page.getByLabel("Nouveau mot de passe", { exact: true }).fill(STAFF_PASSWORD);
  await page.getByLabel("Confirmez le nouveau mot de passe").fill(STAFF_PASSWORD);
  await steadyStep();
  await page.getByLabel("Code affiché par l'application").fill(appCode(secret, -1));
  return secret;
}

/** Signs in by the form of /gestion/entree. @param code of the app, or a recovery code */
export async function enterByPassword(page: Page, email: string, code: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(STAFF_PASSWORD);
  await page.getByLabel("Code", { exact: true }).fill(code);
  await press(page, "Entrer");
}

export async function leave(page: Page, name: string): Promise<void> {
  await page.locator("summary", { hasText: name }).click();
  await press(page, "Se déconnecter");
  await heading(page, "Entrer dans la gestion");
}

/** Opens an entry of the menu behind the person's name. */
export async function openFromMenu(page: Page, name: string, entry: string): Promise<void> {
  await page.locator("summary", { hasText: name }).click();
  await page.getByRole("link", { name: entry, exact: true }).click();
}
