import type { Page } from "playwright";
import { appCode } from "../http/authenticator";
import { Client } from "../http/client";
import { invitationIn, joinByPassword, newStaffAddress, signInStaff } from "../http/staff";
import type { RunningShop } from "../shop/shop-server";
import { runIn } from "../shop/stored";
import { goOnAs } from "./browser";
import { open, press } from "./journeys";
import { at, problem, refusedAt } from "./office-reach";
import { enterByPassword } from "./office-sign-in";
import type { OfficeState } from "./office-states";

/** The pages by which staff come in, and those about them, in their states. */

/** Somebody with a password, at the codes that are shown once. */
async function joinIn(page: Page, shop: RunningShop, path: string) {
  const client = new Client(shop.url);
  await joinByPassword(client, invitationIn(shop).path);
  await goOnAs(client, page.context());
  await open(page, path);
}

/** A form that is sent after the session's end, by who then signs in or by somebody else. */
async function comeLate(page: Page, shop: RunningShop, { isOwn }: { isOwn: boolean }) {
  const join = (client: Client) => joinByPassword(client, invitationIn(shop).path);
  const client = new Client(shop.url);
  const own = await join(client);
  const { email, secret } = isOwn ? own : await join(new Client(shop.url));
  await goOnAs(client, page.context());
  await open(page, "/gestion/securite");
  runIn(shop, "delete from staff_sessions");
  await press(page, "Enregistrer");
  await page.getByText("Ce que vous avez écrit est gardé").waitFor();
  await enterByPassword(page, email, appCode(secret));
  await page.getByRole("heading", { name: "Envoyer ce que vous aviez écrit" }).waitFor();
}

/** @returns the id of a passkey that this person has */
function addPasskey(shop: RunningShop, staff: string): void {
  runIn(
    shop,
    "insert into staff_passkeys values (?, ?, 'x', 0, 'Chrome, Android', ?, ?)",
    `key-of-${staff}`,
    staff,
    Date.now(),
    Date.now(),
  );
}

export const officeStaffStates: Record<string, OfficeState> = {
  "sign-in": { reach: at("/gestion/entree?retour=%2Fgestion%2Fjournal") },
  "sign-in, refused": { reach: refusedAt("/gestion/entree", "Entrer") },
  "sign-in, with a form that came late": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, "/gestion/securite");
      runIn(shop, "delete from staff_sessions");
      await press(page, "Les désactiver");
      await page.getByText("Ce que vous avez écrit est gardé").waitFor();
    },
  },
  "a form that came late": { reach: (page, shop) => comeLate(page, shop, { isOwn: true }) },
  "a form that came late, of somebody else": { reach: (page, shop) => comeLate(page, shop, { isOwn: false }) },
  "a form that came late, gone": { as: "packer", reach: at("/gestion/reprise") },
  invitation: { reach: (page, shop) => open(page, invitationIn(shop).path) },
  "invitation, refused": {
    reach: (page, shop) => refusedAt(invitationIn(shop).path, "Entrer avec ce mot de passe")(page),
  },
  "invitation, gone": { reach: at("/gestion/bienvenue?jeton=x") },
  "recovery codes": {
    reach: async (page, shop) => {
      await joinIn(page, shop, "/gestion/securite");
      await press(page, "Créer dix nouveaux codes");
      await page.getByRole("heading", { name: "Vos codes de récupération" }).waitFor();
    },
  },
  "recovery codes, already shown": { as: "caller", reach: at("/gestion/codes") },
  proof: { as: "caller", reach: at("/gestion/preuve") },
  "proof, refused": { as: "caller", reach: refusedAt("/gestion/preuve", "Confirmer") },
  "security, with a password": { reach: (page, shop) => joinIn(page, shop, "/gestion/securite") },
  "security, name and e-mail refused": {
    as: "packer",
    reach: async (page) => {
      await open(page, "/gestion/securite");
      await page.getByLabel("Nom", { exact: true }).fill("");
      await press(page, "Enregistrer");
      await problem(page);
    },
  },
  "security, password refused": {
    reach: async (page, shop) => {
      await joinIn(page, shop, "/gestion/securite");
      await press(page, "Changer le mot de passe");
      await problem(page);
    },
  },
  "security, with passkeys": {
    reach: async (page, shop) => {
      const client = new Client(shop.url);
      const { id } = await signInStaff(shop, { role: "packer", client });
      addPasskey(shop, id);
      await goOnAs(client, page.context());
      await open(page, "/gestion/securite");
      for (const name of ["Renommer ou retirer", "Ajouter un mot de passe et une application"])
        await page.locator("summary", { hasText: name }).click();
    },
  },
  "team, with an invitation's link": {
    as: "owner",
    reach: async (page, shop) => {
      await signInStaff(shop, { role: "caller", name: "Karim" });
      await open(page, "/gestion/equipe");
      await page.getByLabel("Nom", { exact: true }).fill("Samir");
      await page.getByLabel("E-mail").fill(newStaffAddress());
      await press(page, "Inviter");
      await page.getByRole("heading", { name: "Lien pour" }).waitFor();
      await page.locator("main summary").first().click();
    },
  },
  "team, refused": { as: "owner", reach: refusedAt("/gestion/equipe", "Inviter") },
};
