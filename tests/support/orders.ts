import { formWith, submit } from "./forms";
import { type Answer, Client } from "./http";

/** Orders over HTTP, through the forms that the shop serves. */

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
/** Somebody else: whom no cookie tells from others is asked before the same pairs are ordered again with the same phone. */
export const someoneElse = () => ({ ...someone, telephone: `0661${String(phones++).padStart(6, "0")}` });

/** What the product page's own form yields for one variant, ready to be sent with `intent=commander`. */
export async function directOrder(
  client: Client,
  slug: string,
  choice: { couleur: string; pointure: string; quantite?: string },
  recipient: Record<string, string> = someone,
) {
  const page = await client.get(`/product/${slug}`);
  const first = formWith(page.text, "couleur");
  const asked = await submit(client, first, { ...choice, ...recipient, commune: "" }, "communes");
  if (asked.status !== 200) throw new Error(`'Afficher les communes' answered ${asked.status}.`);
  const form = formWith(asked.text, "couleur");
  const send = async (changes: Record<string, string> = {}): Promise<Answer> => {
    const typed = { ...choice, ...recipient, ...changes };
    const answer = await submit(client, form, typed, "commander");
    // The test before was somebody with the same phone and the same pairs: this one means it.
    return answer.text.includes('value="encore"') ? submit(client, form, typed, "encore") : answer;
  };
  return { form, send };
}

/** The number in the address that a placed order leads to; undefined when none was placed. */
export function orderNumberOf(answer: Answer): string | undefined {
  return answer.status === 303
    ? /^\/(?:commande|account\/orders)\/([^/?]+)(?:\?acces=[\w.-]+)?$/.exec(answer.location ?? "")?.[1]
    : undefined;
}

/** Puts pairs into the cart of this client. */
export async function addToCart(client: Client, slug: string, choice: Record<string, string>): Promise<Answer> {
  const page = await client.get(`/product/${slug}`);
  return submit(client, formWith(page.text, "couleur"), choice, "ajouter");
}

/** Where an answer leads to. */
export function followed({ status, location }: Answer): string {
  if (status !== 303 || !location) throw new Error(`Answered ${status}, and leads nowhere.`);
  return location;
}

/** The page that an answer leads to. A browser's first cookie is seen on the way: where it came back, that leads on. */
export async function landed(client: Client, answer: Answer): Promise<Answer> {
  let page = await client.get(followed(answer));
  for (let hop = 0; hop < 3 && page.status === 302 && page.location; hop += 1) page = await client.get(page.location);
  return page;
}

/** A cart with pairs in it. What says so is shown once, and has been. */
export async function fillCart(client: Client, slug: string, pairs = 1): Promise<void> {
  await landed(client, await addToCart(client, slug, { quantite: String(pairs) }));
}

/** Walks the cart of this client through the three steps, up to the form with the last button. */
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
