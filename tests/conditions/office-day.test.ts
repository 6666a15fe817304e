import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "~/database/connection.server";
import { LAUNCH_WITHOUT_PICTURES, leaveBrowser, openBrowser, visit } from "../support/browser/browser";
import { open, press, watch } from "../support/browser/journeys";
import {
  callWhoWaits,
  confirmedOf,
  confirmTogether,
  type DayOrder,
  editedIn,
  leftOf,
  passHours,
  placeAll,
  type Row,
  readJournal,
} from "../support/browser/office-day";
import {
  enterByPassword,
  heading,
  leave,
  openFromMenu,
  typeNewPassword,
  withAuthenticator,
} from "../support/browser/office-sign-in";
import { begun, cutOff, openBegun } from "../support/browser/scripts";
import { appCode, steadyStep } from "../support/http/authenticator";
import { Client } from "../support/http/client";
import { invitationIn, joinByPassword, newStaffAddress } from "../support/http/staff";
import { covering } from "../support/setup/sweeps";
import { officeViolations } from "../support/shop/office-invariants";
import { type RunningShop, startShop } from "../support/shop/shop-server";
import { inDatabase, restock } from "../support/shop/stored";
import { stockOf } from "../support/shop/stored-invariants";

/** A merchant's day, in a sweep four ways: its orders, three people at work, and the journal. */

const LIST = "/gestion/commandes";

beforeAll(() => void openBrowser(LAUNCH_WITHOUT_PICTURES));
afterAll(leaveBrowser);

const WAYS = {
  "scripts off": { options: { javaScriptEnabled: false }, hasScripts: false, blocked: [] },
  "scripts that never come": { options: {}, hasScripts: false, blocked: ["*.js"] },
  "a phone": { options: { phone: true }, hasScripts: true, blocked: [] },
  "a desktop": { options: {}, hasScripts: true, blocked: [] },
};
const ways = Object.keys(WAYS) as (keyof typeof WAYS)[];

describe.each(covering(ways, ["a phone"]))("%s", (way) => {
  const { options, hasScripts, blocked } = WAYS[way];

  /** A shop of its own, so that nothing but this day is in its journal. */
  async function openShop() {
    const shop = await startShop();
    onTestFinished(shop.stop);
    restock(shop);
    return shop;
  }

  async function openWindow(shop: RunningShop) {
    const { page, close } = await visit(shop.url, { reducedMotion: "reduce", ...options });
    onTestFinished(close);
    if (blocked.length > 0) await cutOff(page, [...blocked]);
    return { page, complaints: hasScripts ? watch(page) : [] };
  }

  /** With a passkey where scripts ask for it, else with a recovery code. */
  async function ownerComesIn(shop: RunningShop, page: Page, journal: Row[]): Promise<void> {
    const { email, path } = invitationIn(shop);
    const thing = `Équipe ${email}`;
    const comesIn = (...ways: string[]) => {
      for (const way of ways)
        journal.push(["Nadia", thing, "connexion", `Moyen : ${way}`, expect.stringMatching(/^Appareil : /)]);
    };
    journal.push(["Nadia", thing, "personne entrée dans l'équipe", "Nom : Nadia", "Rôle : Propriétaire"]);
    if (hasScripts) {
      await withAuthenticator(page);
      await openBegun(page, path);
      await page.getByLabel("Votre nom").fill("Nadia");
      await press(page, "Créer ma clé d'accès");
      await heading(page, "Vos codes de récupération");
      await leave(page, "Nadia");
      await begun(page);
      await press(page, "Entrer avec une clé d'accès");
      comesIn("invitation", "clé d'accès");
    } else {
      const { codes } = await joinByPassword(new Client(shop.url), path);
      await open(page, "/gestion/entree");
      await enterByPassword(page, email, codes[0] ?? "");
      comesIn("invitation", "code de récupération");
    }
    await heading(page, "Aujourd'hui");
  }

  it("all orders are called, edited, confirmed and packed; journal and stock tell it to the pair", {
    timeout: 240_000,
  }, async () => {
    const journal: Row[] = [];
    const shop = await openShop();
    const initial = inDatabase(shop, stockOf);
    const orders = await placeAll(shop, journal);
    const [owner, caller, packer] = [await openWindow(shop), await openWindow(shop), await openWindow(shop)];

    await ownerComesIn(shop, owner.page, journal);
    await callerComesIn(shop, caller.page, journal);
    await packerComesIn(owner.page, packer.page, journal);

    const called = new Map<string, number>();
    const call = () => callWhoWaits({ page: caller.page, shop, who: "Karim", hasScripts }, orders, called, journal);
    const first = await call();
    // The longest due first.
    expect(first.numbers).toEqual(orders.map(({ number }) => number));
    const together = orders.filter(({ agreesInWriting }) => agreesInWriting).map(({ number }) => number);
    await confirmTogether(owner.page, "Nadia", together, journal);
    const rounds = [first];
    for (const count of [6, 1, 1]) {
      passHours(shop);
      rounds.push(await call());
      expect(rounds.at(-1)?.numbers).toHaveLength(count);
    }
    const confirmed = confirmedOf(orders);
    expect(confirmed.all).toHaveLength(orders.length - 4);
    if (hasScripts) expect(rounds.flatMap(({ presses }) => presses)).toEqual(confirmed.plainly.map(() => 2));
    await packerWorks(packer.page, orders, journal);

    await openFromMenu(owner.page, "Nadia", "Journal");
    await heading(owner.page, "Journal");
    expect(await readJournal(owner.page)).toEqual(journal);
    expect(journalIn(shop)).toEqual(journal.map(([who, thing]) => `${who}: ${thing}`));

    expect(statusesIn(shop)).toEqual({ confirmed: orders.length - 5, shipped: 1, cancelled: 4 });
    expect(await violations(shop, initial)).toEqual([]);
    expect(inDatabase(shop, stockOf)).toEqual(leftOf(initial, shop, orders));
    expect([owner, caller, packer].flatMap(({ complaints }) => complaints)).toEqual([]);
  });
});

/** With a password and the code of an app. */
async function callerComesIn(shop: RunningShop, page: Page, journal: Row[]): Promise<void> {
  const { path } = invitationIn(shop, { role: "caller" });
  const { email, secret } = await joinByPassword(new Client(shop.url), path, "Karim");
  await open(page, "/gestion");
  await steadyStep();
  await enterByPassword(page, email, appCode(secret));
  await heading(page, "Aujourd'hui");
  const thing = `Équipe ${email}`;
  journal.push(
    ["Karim", thing, "personne entrée dans l'équipe", "Nom : Karim", "Rôle : Confirmation"],
    ["Karim", thing, "connexion", "Moyen : invitation", expect.stringMatching(/^Appareil : /)],
    ["Karim", thing, "connexion", "Moyen : mot de passe et application", expect.stringMatching(/^Appareil : /)],
  );
}

/** By the link that the owner makes and hands over. */
async function packerComesIn(owner: Page, page: Page, journal: Row[]): Promise<void> {
  const email = newStaffAddress();
  await openFromMenu(owner, "Nadia", "Équipe");
  await heading(owner, "Équipe");
  await owner.getByLabel("Nom", { exact: true }).fill("Rachid");
  await owner.getByLabel("E-mail").fill(email);
  await owner.getByLabel("Rôle", { exact: true }).selectOption("packer");
  await press(owner, "Inviter");
  await owner.getByRole("heading", { name: `Lien pour ${email}` }).waitFor();
  const { pathname, search } = new URL(await owner.locator("main code").innerText());
  await open(page, pathname + search);
  await typeNewPassword(page, "Rachid");
  await press(page, "Entrer avec ce mot de passe");
  await heading(page, "Vos codes de récupération");
  const thing = `Équipe ${email}`;
  journal.push(
    ["Nadia", thing, "personne invitée", "Rôle : Préparation"],
    ["Rachid", thing, "personne entrée dans l'équipe", "Nom : Rachid", "Rôle : Préparation"],
    ["Rachid", thing, "connexion", "Moyen : invitation", expect.stringMatching(/^Appareil : /)],
  );
}

/** Reads the slips of what was edited, hands one parcel over, and sees no more than that takes. */
async function packerWorks(page: Page, orders: readonly DayOrder[], journal: Row[]): Promise<void> {
  await open(page, `${LIST}?statut=confirmee`);
  await heading(page, "Commandes");
  expect(await page.locator("tbody tr").count()).toBe(orders.length - 4);
  expect(await page.locator("main").innerText()).not.toMatch(/06[67]/);
  const together = page.getByRole("group", { name: "Les commandes cochées" }).getByRole("button");
  const all = ["Tout cocher", "Remettre au livreur", "Noter", "Bons de préparation"];
  expect(await together.count()).toBeGreaterThan(2);
  expect(all).toEqual(expect.arrayContaining(await together.allInnerTexts()));
  expect(await page.getByRole("navigation", { name: "Gestion" }).locator("a").allTextContents()).toEqual([
    "Aujourd'hui",
    "Commandes",
    "Sécurité",
    "Voir la boutique",
  ]);
  const slip = async ({ number }: DayOrder) => {
    await open(page, `${LIST}/${number}/imprimer`);
    return (await page.locator("main").innerText()).replace(/\s+/g, " ");
  };
  expect(await slip(editedIn(orders, "size"))).toContain("1 × Boston Santa Cruz");
  const edited = await slip(editedIn(orders, "price"));
  expect(edited).toMatch(/2 × Canastel.*À encaisser 14 500 DA/);
  expect(edited).not.toContain("Téléphone");
  const moved = editedIn(orders, "phone");
  expect(await slip(moved)).toContain("Cité des Palmiers");
  await page.getByRole("link", { name: "Retour à la commande" }).click();
  await press(page, "Remettre au livreur");
  await page.getByText("Commande expédiée.").first().waitFor();
  // It is on its way: who packed it may be asked by phone.
  await page.getByRole("link", { name: "0770 11 22 33" }).waitFor();
  journal.push(["Rachid", `Commande ${moved.number}`, "statut changé", "statut : Confirmée devient Expédiée"]);
  for (const path of ["/gestion/journal", "/gestion/appels", "/gestion/equipe", `${LIST}/nouvelle`]) {
    await open(page, path);
    await heading(page, "Page introuvable");
  }
}

const subjects: Record<string, string> = { order: "Commande", staff: "Équipe" };

/** Who did something to what, as the table has it. */
const journalIn = (shop: RunningShop) =>
  inDatabase(shop, (database) =>
    database
      .prepare<[], { actor: string; name: string; subject: string; subject_name: string }>(
        "select actor, name, subject, subject_name from journal order by at, id",
      )
      .all()
      .map((row) => `${row.actor === "staff" ? row.name : "Client"}: ${subjects[row.subject]} ${row.subject_name}`),
  );

const statusesIn = (shop: RunningShop) =>
  inDatabase(shop, (database) =>
    Object.fromEntries(
      database
        .prepare<[], { status: string; count: number }>("select status, count(*) as count from orders group by status")
        .all()
        .map(({ status, count }) => [status, count]),
    ),
  );

async function violations(shop: RunningShop, initial: ReadonlyMap<string, number>): Promise<string[]> {
  const database = await openDatabase({ file: join(shop.dataDir, "shop.sqlite") });
  try {
    return await officeViolations(database, initial);
  } finally {
    await database.close();
  }
}
