import type { Page } from "playwright";
import { expect } from "vitest";
import { formatPhone } from "~/domain/values/phone";
import { Client } from "../http/client";
import { directOrder, orderNumberOf, someone } from "../http/orders";
import { isSweep } from "../setup/sweeps";
import type { RunningShop } from "../shop/shop-server";
import { inDatabase, runIn } from "../shop/stored";
import { open, press } from "./journeys";
import { heading } from "./office-sign-in";
import { begun } from "./scripts";

/**
 * A day of the shop: thirty orders, or sixteen but in a sweep, what is pressed for each, and the
 * journal of each press.
 */

const LATER = "À rappeler";
const PROPOSED = "Annuler la commande";

interface Shopper {
  /** What is pressed after each call. */
  calls: readonly string[];
  pairs?: number;
  /** Orders what the one before ordered, with the same phone. */
  isTwin?: true;
  /** After that call; the list confirms it. */
  agreesInWriting?: true;
  /** Before which call the order is edited, and how. */
  edit?: { before: number; as: keyof typeof edits };
}

/** So many in a sweep, else one: all of them do the same. */
const times = (count: number, shopper: Shopper): Shopper[] =>
  Array.from({ length: isSweep ? count : 1 }, () => shopper);
const shoppers: readonly Shopper[] = [
  ...times(7, { calls: ["Confirmé"] }),
  { calls: ["Confirmé"], pairs: 2 },
  { calls: ["Confirmé"], edit: { before: 0, as: "size" } },
  { calls: ["Confirmé"], edit: { before: 0, as: "price" } },
  { calls: ["Confirmé"] },
  { calls: ["Doublon"], isTwin: true },
  { calls: ["N'a pas commandé"] },
  { calls: ["Annulé par le client"], pairs: 2 },
  { calls: ["Ne répond pas", "Ne répond pas", "Éteint ou injoignable", PROPOSED] },
  { calls: ["Ne répond pas", "Confirmé"] },
  { calls: ["Occupé", "Confirmé"] },
  { calls: ["Éteint ou injoignable", "Confirmé"] },
  { calls: [LATER, "Confirmé"] },
  { calls: ["Faux numéro", "Confirmé"], edit: { before: 1, as: "phone" } },
  ...times(7, { calls: ["Ne répond pas"], agreesInWriting: true }),
  ...times(3, { calls: ["Occupé"], agreesInWriting: true }),
];
const firstNames = ["Amina", "Lina", "Yacine", "Nassima", "Karima", "Omar"];
const lastNames = ["Benali", "Haddad", "Zerrouki", "Mansouri", "Brahimi"];

export interface DayOrder extends Shopper {
  number: string;
  name: string;
  phone: string;
  /** The variant that was ordered. */
  ordered: string;
}

/** The order that is edited so. */
export function editedIn(orders: readonly DayOrder[], as: keyof typeof edits): DayOrder {
  const order = orders.find(({ edit }) => edit?.as === as);
  if (!order) throw new Error(`No order is edited: ${as}.`);
  return order;
}

const isConfirmed = ({ calls, agreesInWriting }: DayOrder) => agreesInWriting || calls.at(-1) === "Confirmé";

/** Orders that are confirmed in the end, by a call that changed nothing, and at all. */
export const confirmedOf = (orders: readonly DayOrder[]) => ({
  plainly: orders.filter((order) => isConfirmed(order) && !order.agreesInWriting && !order.edit),
  all: orders.filter(isConfirmed),
});

/** What is left of each variant once all is done. */
export function leftOf(initial: ReadonlyMap<string, number>, shop: RunningShop, orders: readonly DayOrder[]) {
  const left = new Map(initial);
  for (const { ordered, pairs = 1, edit } of confirmedOf(orders).all) {
    const variant = edit?.as === "size" ? dayVariants(shop).otherBoston.id : ordered;
    left.set(variant, (left.get(variant) ?? 0) - (edit?.as === "price" ? 2 : pairs));
  }
  return left;
}

/** A row of the journal; amounts and moments of others are matched by their form. */
export type Row = [who: string, thing: string, what: string, ...changes: unknown[]];
const matching = (pattern: RegExp) => expect.stringMatching(pattern);

const variantOf = (shop: RunningShop, slug: string, index: number) =>
  inDatabase(shop, (database) => {
    const variant = database
      .prepare<[string, number], { id: string; couleur: string; pointure: string }>(
        `select id, color_slug as couleur, cast(size as text) as pointure from variants
         where product_id = (select id from products where slug = ?) and stock > 0 order by id limit 1 offset ?`,
      )
      .get(slug, index);
    if (!variant) throw new Error(`Of ${slug} nothing is left.`);
    return variant;
  });

/** Pairs that the day is about: the first two are of one product. */
const dayVariants = (shop: RunningShop) => ({
  boston: variantOf(shop, "boston-santa-cruz", 0),
  otherBoston: variantOf(shop, "boston-santa-cruz", 1),
  sandal: variantOf(shop, "sandale-canastel", 0),
});

/** All of its orders, each from a browser of its own. */
export async function placeAll(shop: RunningShop, journal: Row[]): Promise<DayOrder[]> {
  const { boston, sandal } = dayVariants(shop);
  const placed: DayOrder[] = [];
  for (const [index, shopper] of shoppers.entries()) {
    const who = shopper.isTwin ? index - 1 : index;
    const [slug, { id: ordered, couleur, pointure }] =
      who % 2 ? (["sandale-canastel", sandal] as const) : (["boston-santa-cruz", boston] as const);
    const [prenom, nom] = [firstNames[who % 6] ?? "", lastNames[Math.floor(who / 6)] ?? ""];
    const phone = `06610000${String(who).padStart(2, "0")}`;
    const choice = { couleur, pointure, quantite: String(shopper.pairs ?? 1) };
    const { send } = await directOrder(new Client(shop.url), slug, choice, {
      ...someone,
      nom,
      prenom,
      telephone: phone,
    });
    const number = orderNumberOf(await send());
    if (number === undefined) throw new Error(`Order ${index} was not taken.`);
    placed.push({ ...shopper, number, ordered, phone, name: `${prenom} ${nom}` });
    journal.push(["Client", `Commande ${number}`, "passée", matching(/^total : .*\d DA$/)]);
  }
  return placed;
}

/** How an order is edited, and what the journal says of it. */
const edits = {
  size: async (page: Page, shop: RunningShop) => {
    await page.getByLabel("Couleur et pointure").selectOption(dayVariants(shop).otherBoston.id);
    await press(page, "Enregistrer");
    return [matching(/^articles : 1 × Boston Santa Cruz, .* devient 1 × Boston Santa Cruz, /)];
  },
  price: async (page: Page) => {
    await page.getByLabel("Quantité").fill("2");
    await page.getByLabel("Prix d'une paire").fill("7000");
    await page.getByLabel("Raison du prix").fill("Boîte abîmée");
    await press(page, "Enregistrer");
    await page.getByRole("heading", { name: "Le total change" }).waitFor();
    await press(page, "Enregistrer avec ce total");
    const articles = /^articles : 1 × Canastel, .* à 7 800 DA devient 2 × Canastel, .* à 7 000 DA$/;
    return [matching(articles), "total : 8 300 DA devient 14 500 DA", "motif : Boîte abîmée"];
  },
  phone: async (page: Page, _shop: RunningShop, phone: string) => {
    await page.getByLabel("Téléphone").fill("0770 11 22 33");
    await page.getByLabel("Adresse").fill("Cité des Palmiers");
    await press(page, "Enregistrer");
    return [
      `téléphone : ${formatPhone(phone).replace(/\s/g, " ")} devient 0770 11 22 33`,
      "adresse : 12, rue Larbi Ben M'hidi devient Cité des Palmiers",
    ];
  },
};

/** From the call to the order's form, and back. */
async function edit(page: Page, shop: RunningShop, { number, name, phone, edit }: DayOrder): Promise<unknown[]> {
  await page.getByRole("link", { name: "Modifier" }).click();
  await heading(page, `Modifier la commande ${number}`);
  const changes = edit ? await edits[edit.as](page, shop, phone) : [];
  await page.getByText("Commande modifiée.").first().waitFor();
  await heading(page, `Appeler ${name}`);
  return changes;
}

/** What the journal says of a call that ended so. */
function rowOf(outcome: string): [what: string, ...changes: unknown[]] {
  const decided = (status: string, ...why: string[]) =>
    ["statut changé", `statut : En attente devient ${status}`, ...why] satisfies [string, ...unknown[]];
  if (outcome === "Confirmé") return decided("Confirmée", "appel : Confirmé");
  if (outcome === PROPOSED) return decided("Annulée", "motif : Client injoignable");
  if (/^(Doublon|N'a pas commandé|Annulé par le client)$/.test(outcome))
    return decided("Annulée", `appel : ${outcome}`);
  return ["appelée", `appel : ${outcome}`, matching(/^rappel : \d/)];
}

/** Counts what is pressed on this page, as long as it is the same document. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { presses: number };
    counted.presses = 0;
    document.addEventListener("click", () => counted.presses++, true);
  });
}
const takePresses = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as unknown as { presses: number };
    const { presses } = counted;
    counted.presses = 0;
    return presses;
  });

/** Somebody who calls: their page, and whether its scripts run. */
interface Caller {
  page: Page;
  shop: RunningShop;
  who: string;
  hasScripts: boolean;
}

/**
 * Calls everybody who is due, as À appeler leads from one to the next.
 * @param called how often each was called so far
 * @returns with scripts, how many presses each order took that was called and confirmed at once
 */
export async function callWhoWaits(
  { page, shop, who, hasScripts }: Caller,
  orders: readonly DayOrder[],
  called: Map<string, number>,
  journal: Row[],
): Promise<{ numbers: string[]; presses: number[] }> {
  const numbers: string[] = [];
  const presses: number[] = [];
  await open(page, "/gestion/appels");
  if (hasScripts) {
    await begun(page);
    await countPresses(page);
  }
  for (;;) {
    const number = /\/appels\/([^/?]+)/.exec(page.url())?.[1];
    if (number === undefined) break;
    const order = orders.find((one) => one.number === number);
    const before = called.get(number) ?? 0;
    const outcome = order?.calls[before];
    if (!order || outcome === undefined) throw new Error(`${number} is not to be called any more.`);
    const note = (...row: [string, ...unknown[]]) => journal.push([who, `Commande ${number}`, ...row]);
    const isEdited = order.edit?.before === before;
    if (isEdited) note("modifiée", ...(await edit(page, shop, order)));
    const phone = isEdited && order.edit?.as === "phone" ? "0770112233" : order.phone;
    const twins = page.getByRole("heading", { name: "Peut-être un doublon" });
    expect(await twins.count()).toBe(orders.filter((one) => one.phone === order.phone).length - 1);
    await page.getByRole("link", { name: `Appeler le ${formatPhone(phone)}` }).click();
    if (outcome === LATER) {
      await page.getByLabel("Rappeler le").fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
      await page.getByLabel("Rappeler à").fill("10:30");
    }
    if (outcome === PROPOSED) await page.locator("summary", { hasText: /^Annuler la commande…$/ }).click();
    await press(page, outcome);
    await page.locator("[data-flash=success]", { hasText: number }).waitFor();
    note(...rowOf(outcome));
    called.set(number, before + 1);
    numbers.push(number);
    if (hasScripts) {
      const count = await takePresses(page);
      if (outcome === "Confirmé" && !isEdited) presses.push(count);
    }
  }
  await page.getByText("Personne à appeler.").waitFor();
  return { numbers, presses };
}

/** Hours pass: who did not answer is called again. */
export const passHours = (shop: RunningShop) =>
  runIn(shop, "update orders set call_at = ? where call_at is not null", Date.now() - 1000);

/** Confirms these at once, from the list. */
export async function confirmTogether(page: Page, who: string, numbers: readonly string[], journal: Row[]) {
  await page.getByRole("link", { name: "Commandes", exact: true }).click();
  await heading(page, "Commandes");
  for (const number of numbers) await page.getByLabel(`Choisir la commande ${number}`).check();
  await press(page, "Confirmer");
  await press(page, `Confirmer ${numbers.length} commandes`);
  await heading(page, `${numbers.length} commandes confirmées`);
  // The list has the newest first; those that came first get their pairs first.
  for (const number of numbers)
    journal.push([who, `Commande ${number}`, "statut changé", "statut : En attente devient Confirmée"]);
}

/** All pages of the journal, from the oldest row to the newest. */
export async function readJournal(page: Page): Promise<string[][]> {
  const rows: string[][] = [];
  for (;;) {
    const read = await page.locator("tbody tr").evaluateAll((all) =>
      all.map((row) => {
        const tidy = (text: string) => text.replace(/[^\S\n]+/g, " ").trim();
        const [thing = "", what = "", changes = "", who = ""] = [...(row as HTMLTableRowElement).cells].map((cell) =>
          tidy(cell.innerText),
        );
        return [who, thing, what, ...changes.split("\n").filter(Boolean)];
      }),
    );
    rows.push(...read);
    const next = page.getByRole("link", { name: "Suite", exact: true });
    if ((await next.count()) === 0) return rows.reverse();
    const first = page.locator("tbody tr").first();
    const before = await first.innerText();
    await next.click();
    await expect.poll(() => first.innerText()).not.toBe(before);
  }
}
