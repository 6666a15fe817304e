import { describe, expect, it } from "vitest";
import { goOnAs } from "../support/browser/browser";
import { open, press } from "../support/browser/journeys";
import {
  enterByPassword,
  heading,
  leave,
  openFromMenu,
  typeNewPassword,
  withAuthenticator,
} from "../support/browser/office-sign-in";
import { begun, cutOff, openBegun } from "../support/browser/scripts";
import { appCode } from "../support/http/authenticator";
import { Client } from "../support/http/client";
import { orderedIn } from "../support/http/orders";
import { invitationIn, joinByPassword, STAFF_PASSWORD, signInStaff } from "../support/http/staff";
import { shopWithVisitors } from "../support/shop/served-shop";
import { runIn, valuesIn } from "../support/shop/stored";

/** How staff come in, in a browser: with a passkey, and without scripts. */

const { shop, visitor } = shopWithVisitors();

const notesOf = (number: string) =>
  valuesIn<string>(
    shop,
    "select text from order_notes join orders on orders.id = order_id where number = ? order by at",
    number,
  );
const proofIsOld = () => runIn(shop, "update staff_sessions set proved_at = proved_at - 660000");

describe("with a passkey", () => {
  it("one form from the link to the codes, then one press to come in and one to prove it", async () => {
    const { page } = await visitor({ phone: true });
    const { verify } = await withAuthenticator(page);
    await openBegun(page, invitationIn(shop).path);
    // The name is missed before the device is asked.
    await press(page, "Créer ma clé d'accès");
    await page.getByText("Le nom est requis").first().waitFor();
    await page.getByLabel("Votre nom").fill("Nadia");
    await press(page, "Créer ma clé d'accès");
    await heading(page, "Vos codes de récupération");
    expect(await page.locator("ol code").count()).toBe(10);

    await leave(page, "Nadia");
    await begun(page);
    await verify(false);
    await press(page, "Entrer avec une clé d'accès");
    await page.getByRole("alert").filter({ hasText: "La clé d'accès n'a pas répondu." }).waitFor();
    await verify(true);
    await press(page, "Entrer avec une clé d'accès");
    await page.waitForURL((url) => url.pathname === "/gestion");

    await open(page, "/gestion/securite");
    await heading(page, "Sécurité");
    proofIsOld();
    await open(page, "/gestion/equipe");
    await heading(page, "Confirmez que c'est vous");
    await begun(page);
    await press(page, "Avec votre clé d'accès");
    await heading(page, "Équipe");
  });

  it("a second device is added, named and removed; the same one is not added twice", async () => {
    const { page, context } = await visitor();
    const client = new Client(shop.url);
    await joinByPassword(client, invitationIn(shop).path);
    await goOnAs(client, context);
    await withAuthenticator(page);
    await openBegun(page, "/gestion/securite");
    await press(page, "Ajouter une clé d'accès");
    await page.getByText("Clé d'accès ajoutée.").first().waitFor();
    await press(page, "Ajouter une clé d'accès");
    await page.getByRole("alert").filter({ hasText: "Cet appareil a déjà une clé d'accès pour vous." }).waitFor();
    await page.locator("summary", { hasText: "Renommer ou retirer" }).click();
    await page.getByLabel("Nom de la clé").fill("Téléphone de la caisse");
    await press(page, "Renommer");
    await page.getByText("Téléphone de la caisse", { exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: "Retirer cette clé" }).count(), "before it is unfolded").toBe(0);
    await page.locator("summary", { hasText: /^Retirer cette clé…$/ }).click();
    await press(page, "Retirer cette clé");
    await page.getByText("Vous n'en avez pas encore.").waitFor();
  });

  it("is offered only where the browser knows them, and the password always", async () => {
    const { page, context } = await visitor();
    await context.addInitScript("delete window.PublicKeyCredential");
    await openBegun(page, "/gestion/entree");
    expect(await page.getByRole("button", { name: "Entrer avec une clé d'accès" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Entrer", exact: true }).count()).toBe(1);
  });
});

describe.each([
  ["with scripts that never come", {}, ["*.js"]],
  ["with scripts", {}, []],
] as const)("%s", (way, options, cut) => {
  it("password and app lead from the link to the codes, out, and in again to where one was", async () => {
    const { page } = await visitor(options);
    if (cut.length > 0) await cutOff(page, [...cut]);
    const { path, email } = invitationIn(shop);
    await open(page, path);
    const secret = await typeNewPassword(page);
    await page.getByLabel("Code affiché par l'application").fill("000000");
    await press(page, "Entrer avec ce mot de passe");
    await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
    expect(await page.locator("#erreurs").evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await typeNewPassword(page)).toBe(secret);
    await press(page, "Entrer avec ce mot de passe");
    await heading(page, "Vos codes de récupération");
    await leave(page, "Nadia");
    await open(page, "/gestion/equipe");
    await enterByPassword(page, email, appCode(secret));
    await heading(page, "Équipe");
  });

  it("a note that is sent after the session's end goes through the sign-in, and is written by one more press", async () => {
    const { page } = await visitor(options);
    if (cut.length > 0) await cutOff(page, [...cut]);
    const client = new Client(shop.url);
    const number = await orderedIn(shop);
    const { email, secret } = await joinByPassword(client, invitationIn(shop).path);
    await goOnAs(client, page.context());
    await open(page, `/gestion/commandes/${number}`);
    if (way === "with scripts") await begun(page);
    await page.getByLabel("Note interne").fill("Sonner deux fois,\n<b>attendre</b>");
    runIn(shop, "delete from staff_sessions");
    await press(page, "Ajouter la note");
    await page.getByText("Ce que vous avez écrit est gardé").waitFor();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Mot de passe").fill("un autre");
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await press(page, "Entrer");
    await page.getByText("Connexion refusée").waitFor();
    await page.getByLabel("Mot de passe").fill(STAFF_PASSWORD);
    await page.getByLabel("Code", { exact: true }).fill(appCode(secret));
    await press(page, "Entrer");
    await heading(page, "Envoyer ce que vous aviez écrit");
    expect(await page.getByLabel("Note").inputValue()).toBe("Sonner deux fois,\n<b>attendre</b>");
    expect(notesOf(number)).toEqual([]);
    await press(page, "Envoyer");
    await heading(page, `Commande ${number}`);
    await page.getByText("Note ajoutée.").first().waitFor();
    expect(notesOf(number).map((text) => text.replace("\r\n", "\n"))).toEqual(["Sonner deux fois,\n<b>attendre</b>"]);
  });
});

it("a link in a mail opens the page at once for who is signed in, though the cookie is for this site alone", async () => {
  const { page, context } = await visitor();
  const { client } = await signInStaff(shop, { role: "caller" });
  await goOnAs(client, context);
  await context.addCookies(
    (await context.cookies()).map((cookie) => ({ ...cookie, sameSite: "Strict" as const, httpOnly: true })),
  );
  await page.route("http://mail.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${shop.url}/gestion/securite">Sécurité</a>` }),
  );
  await page.goto("http://mail.example/");
  await page.getByRole("link").click();
  await heading(page, "Sécurité");
});

it("a link within the office whose session has ended leads to the sign-in, and back to that page", async () => {
  const { page } = await visitor();
  const client = new Client(shop.url);
  const { email, secret } = await joinByPassword(client, invitationIn(shop).path);
  await goOnAs(client, page.context());
  await openBegun(page, "/gestion/journal");
  runIn(shop, "delete from staff_sessions");
  await openFromMenu(page, "Nadia", "Équipe");
  await heading(page, "Entrer dans la gestion");
  await enterByPassword(page, email, appCode(secret));
  await heading(page, "Équipe");
  expect(new URL(page.url()).pathname).toBe("/gestion/equipe");
});
