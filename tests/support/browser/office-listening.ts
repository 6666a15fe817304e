import type { Page } from "playwright";
import { Client } from "../http/client";
import { choiceInStock, directOrder, orderNumberOf, SLUG, someone } from "../http/orders";
import { signInStaff } from "../http/staff";
import type { RunningShop } from "../shop/shop-server";
import { runIn } from "../shop/stored";
import { goOnAs } from "./browser";
import { arriveAt, open, press } from "./journeys";
import { begun } from "./scripts";

/**
 * The journey that docs/registers/screen-reader-office.md records: an order is called a second time
 * and confirmed, its twin is cancelled, and nobody is left to call.
 * @param record writes down the page as it stands, after what was said of it
 */
export async function listenToCalls(
  page: Page,
  shop: RunningShop,
  record: (said?: string) => Promise<void>,
): Promise<void> {
  await page.clock.install();
  const place = async () => {
    const recipient = { ...someone, telephone: "0661 00 00 01", remarque: "Après 18 h" };
    const { send } = await directOrder(new Client(shop.url), SLUG, choiceInStock(shop, SLUG), recipient);
    return orderNumberOf(await send()) ?? "";
  };
  await open(page, "/gestion/entree");
  await begun(page);
  await page.getByRole("button", { name: "Entrer avec une clé d'accès" }).waitFor();
  await record();
  const { client } = await signInStaff(shop, { role: "caller", name: "Karim" });
  await goOnAs(client, page.context());
  // Orders of other tests, and of a try before this one, are of other people.
  runIn(shop, "update orders set call_at = null, phone = '', last_name = '', created_at = created_at - 864000000");
  await place();
  await open(page, "/gestion/appels");
  await press(page, "Ne répond pas");
  await page.getByText("Personne à appeler.").waitFor();
  const twin = await place();
  // Hours have passed: the first order is due. Only its own card offers to take its call back.
  runIn(
    shop,
    `
      update order_calls set at = at - 7200000;
      update orders set call_at = created_at where call_at is not null;
    `,
  );
  await open(page, "/gestion/appels");
  await begun(page);
  await record();
  await press(page, "À rappeler");
  await page.getByRole("heading", { name: "Il y a un problème" }).waitFor();
  await record(await announced(page, "Erreur"));
  await press(page, "Confirmé");
  await arriveAt(page, `/gestion/appels/${twin}`);
  await record(await announced(page, "confirmé"));
  await press(page, "Doublon");
  await arriveAt(page, "/gestion/appels");
  await record(await announced(page, "doublon"));
}

/** What scripts say of a page that they fetched, a moment after it is there, and once. */
async function announced(page: Page, words: string): Promise<string> {
  const said = page.locator("[aria-live=polite]");
  await said.filter({ hasText: words }).waitFor({ state: "attached" });
  const text = (await said.textContent()) ?? "";
  await page.clock.fastForward(5000);
  await said.filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  return text;
}
