import type { RunningShop } from "../shop/shop-server";
import { rowsIn } from "../shop/stored";
import { type Answer, Client } from "./client";
import { formWith, submit } from "./forms";

/** Orders over HTTP, through the served forms. */

/** Of the product that most tests order. */
export const SLUG = "boston-santa-cruz";

export const someone = {
  nom: "Benali",
  prenom: "Samira",
  telephone: "0550 12 34 56",
  wilaya: "31",
  commune: "3101",
  adresse: "12, rue Larbi Ben M'hidi",
  remarque: "",
};

let phones = 0;
/** Another recipient: without cookies, the same pairs with the same phone need a confirmation. */
export const someoneElse = () => ({ ...someone, telephone: `0661${String(phones++).padStart(6, "0")}` });

/**
 * The product page's form, to be posted with `intent=commander`.
 * @param choice the variant that is already chosen there, by default
 */
export async function directOrder(
  client: Client,
  slug: string,
  choice: { couleur?: string; pointure?: string; quantite?: string } = {},
  recipient: Record<string, string> = someone,
) {
  const page = await client.get(`/product/${slug}`);
  const first = formWith(page.text, "couleur");
  const withCommunes = await submit(client, first, { ...choice, ...recipient, commune: "" }, "communes");
  if (withCommunes.status !== 200) throw new Error(`'Afficher les communes' answered ${withCommunes.status}.`);
  const form = formWith(withCommunes.text, "couleur");
  const send = async (changes: Record<string, string> = {}): Promise<Answer> => {
    const typed = { ...choice, ...recipient, ...changes };
    const answer = await submit(client, form, typed, "commander");
    // An earlier test ordered the same pairs with this phone, so this one confirms.
    return answer.text.includes('value="encore"') ? submit(client, form, typed, "encore") : answer;
  };
  return { form, send };
}

/** The number in the address after ordering; undefined when nothing was ordered. */
export function orderNumberOf(answer: Answer): string | undefined {
  return answer.status === 303
    ? /^\/(?:commande|account\/orders)\/([^/?]+)(?:\?acces=[\w.-]+)?$/.exec(answer.location ?? "")?.[1]
    : undefined;
}

/** Orders a pair from a browser of its own. @returns the order's number */
export async function orderedIn(shop: RunningShop, changes: Record<string, string> = {}): Promise<string> {
  const recipient = { ...someoneElse(), ...changes };
  const { send } = await directOrder(new Client(shop.url), SLUG, choiceInStock(shop, SLUG), recipient);
  const number = orderNumberOf(await send());
  if (number === undefined) throw new Error("Nothing was ordered.");
  return number;
}

export async function addToCart(client: Client, slug: string, choice: Record<string, string>): Promise<Answer> {
  const page = await client.get(`/product/${slug}`);
  return submit(client, formWith(page.text, "couleur"), choice, "ajouter");
}

/** The address that an answer redirects to. */
export function followed({ status, location }: Answer): string {
  if (status !== 303 || !location) throw new Error(`Answered ${status}, and leads nowhere.`);
  return location;
}

/** The page after an answer's redirects, which check for cookies where it set the first one. */
export async function landed(client: Client, answer: Answer): Promise<Answer> {
  let page = await client.get(followed(answer));
  for (let hop = 0; hop < 3 && page.status === 302 && page.location; hop += 1) page = await client.get(page.location);
  return page;
}

/** Puts pairs into the cart, and reads the message that is shown once. */
export async function fillCart(client: Client, slug: string, pairs = 1): Promise<void> {
  await landed(client, await addToCart(client, slug, { quantite: String(pairs) }));
}

/** Goes through the checkout, up to the form with the last button. */
export async function checkout(client: Client, recipient: Record<string, string> = someone) {
  const step1 = await client.get("/checkout");
  const communes = await submit(client, formWith(step1.text, "nom"), { ...recipient, commune: "" }, "communes");
  const step2 = await submit(client, formWith(communes.text, "nom"), recipient, "continuer");
  if (step2.status !== 303) throw new Error(`Step 1 answered ${step2.status}.`);
  const review = await client.get("/checkout/verification");
  const form = formWith(review.text, "cle");
  return { review, form, send: (changes: Record<string, string> = {}) => submit(client, form, changes) };
}

export function newClient(base: string): Client {
  return new Client(base);
}

/** A colour and a size of which more than three pairs are left. */
export function choiceInStock(shop: RunningShop, slug: string): { couleur: string; pointure: string } {
  const choice = rowsIn<{ couleur: string; pointure: string }>(
    shop,
    `select color_slug as couleur, cast(size as text) as pointure from variants
         where product_id = (select id from products where slug = ?) and stock > 3 limit 1`,
    slug,
  )[0];
  if (!choice) throw new Error(`Of ${slug} nothing is left.`);
  return choice;
}
