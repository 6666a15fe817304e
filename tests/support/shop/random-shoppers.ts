import { randomBytes } from "node:crypto";
import { type Answer, Client } from "../http/client";
import { formWith, submit } from "../http/forms";
import { addToCart, checkout, directOrder, followed, landed, someoneElse } from "../http/orders";
import { logIn, register } from "../http/signed-in";
import { everywhere, type Slug } from "./page-changes";
import type { Processes } from "./processes";

/** Visitors of a shop of several processes, each with one browser that calls either process. */

export interface Person {
  name: string;
  /** Part of all that this person types; no other visitor's page has it. */
  word: string;
  cookies: Map<string, string>;
  /** Undefined without an account. */
  email: string | undefined;
  isSignedIn: boolean;
}

const letters = () => [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");

export function newPerson(name: string, hasAccount: boolean): Person {
  const word = `qw${letters()}`;
  const email = hasAccount ? `${word}@example.com` : undefined;
  return { name, word, cookies: new Map(), email, isSignedIn: false };
}

/** The person's browser, on one process. */
export function browserOf({ cookies }: Pick<Person, "cookies">, base: string): Client {
  const client = new Client(base);
  return Object.create(client, { cookies: { value: cookies } }) as Client;
}

/** What no other visitor may see: words and cookies. */
export const secretsOf = ({ word, cookies }: Person): string[] => [
  word,
  ...[...cookies].filter(([name]) => /visitor|session|browser/.test(name)).map(([, value]) => value),
];

const typedBy = ({ word }: Person) => ({
  ...someoneElse(),
  nom: word,
  prenom: word,
  adresse: `12, rue ${word}`,
  remarque: word,
});

interface Act {
  /** Pages that show the action's result. */
  shows?: (slug: Slug) => readonly string[];
  /**
   * @param client of the person, on one of the processes
   * @param slug of a product
   */
  do: (person: Person, client: Client, shop: Processes, slug: Slug) => Promise<unknown>;
}

const variantOf = async ({ query }: Processes, slug: string) => {
  const [variant] = await query<{ couleur: string; pointure: number }>`
    select color_slug as couleur, size as pointure from variants
    where stock > 0 and product_id = (select id from products where slug = ${slug} and active = 1 and stock > 0)
    order by position limit 1`;
  return variant && { couleur: variant.couleur, pointure: String(variant.pointure) };
};

/** Follows no redirect, so that the message waits for the next page. */
async function put(client: Client, shop: Processes, slug: string): Promise<Answer | undefined> {
  const choice = await variantOf(shop, slug);
  return choice && client.post(`/product/${slug}`, { ...choice, quantite: "1", intent: "ajouter" });
}

async function heart(client: Client, { query }: Processes, slug: string, intent: "ajouter" | "retirer") {
  const [row] = await query<{ id: string }>`select id from products where slug = ${slug}`;
  return client.post("/wishlist/favoris", { [intent]: row?.id ?? "" });
}

export const acts: Record<string, Act> = {
  "chooses the dark theme": { do: (_, client) => client.post("/theme", { theme: "dark", retour: "/" }) },
  "chooses the light theme": { do: (_, client) => client.post("/theme", { theme: "light", retour: "/" }) },
  "chooses a wilaya": {
    shows: (slug) => [`/product/${slug}`],
    do: ({ word }, client) => client.post("/livraison", { vers: String(1 + (word.charCodeAt(2) % 58)) }),
  },
  "chooses a wilaya of which the law has made two": {
    shows: (slug) => [`/product/${slug}`],
    do: (_, client) => client.post("/livraison", { vers: "3" }),
  },
  "chooses a wilaya without scripts": {
    shows: (slug) => [`/product/${slug}`],
    do: (_, client, __, slug) => client.post(`/product/${slug}`, { intent: "livraison", vers: "31", quantite: "1" }),
  },
  "has a wilaya that nobody knows": {
    do: async ({ cookies }) => cookies.set("wilaya", encodeURIComponent(Buffer.from("999").toString("base64"))),
  },
  "forgets the wilaya": { do: (_, client) => client.post("/livraison", { vers: "" }) },
  "reports that a script failed": { do: (_, client) => client.post("/sans-scripts", {}) },
  "starts again without scripts' failure": { do: async (person) => person.cookies.delete("lite") },
  "puts a pair into the cart": {
    async do(_, client, shop, slug) {
      const answer = await put(client, shop, slug);
      if (answer?.status === 303) await landed(client, answer);
    },
  },
  "puts a pair into the cart and is yet to be told": { do: (_, client, shop, slug) => put(client, shop, slug) },
  "empties the cart": { do: (_, client) => client.post("/cart/contents", { intent: "vider" }) },
  "presses a heart": {
    shows: everywhere,
    do: (_, client, shop, slug) => heart(client, shop, slug, "ajouter"),
  },
  "takes a heart back": { do: (_, client, shop, slug) => heart(client, shop, slug, "retirer") },
  "presses a heart without scripts": {
    async do(_, client, shop, slug) {
      const [row] = await shop.query<{ id: string }>`select id from products where slug = ${slug}`;
      await client.post("/wishlist", { intent: "ajouter", produit: row?.id ?? "", retour: "/shop" });
    },
  },
  "signs in or out": {
    async do(person, client, shop) {
      if (person.email === undefined) return;
      if (person.isSignedIn) {
        await client.get(followed(await client.post("/logout", {})));
      } else {
        await shop.query`delete from attempts`;
        await client.get(followed(await logIn(client, person.email)));
      }
      person.isSignedIn = !person.isSignedIn;
    },
  },
  "is signed out elsewhere": {
    async do(person, _, { query }) {
      if (person.email === undefined) return;
      await query`delete from sessions where account_id = (select id from accounts where email = ${person.email})`;
      person.isSignedIn = false;
    },
  },
  "has another address from now on": {
    async do(person, _, { query }) {
      if (person.email === undefined) return;
      const other = `${person.word}${letters()}@example.com`;
      await query`update accounts set email = ${other} where email = ${person.email}`;
      person.email = other;
    },
  },
  "orders a pair": {
    async do(person, client, shop, slug) {
      const choice = await variantOf(shop, slug);
      if (!choice) return;
      await landed(client, await (await directOrder(client, slug, choice, typedBy(person))).send());
    },
  },
  "orders the last pair": {
    shows: everywhere,
    async do(person, client, shop, slug) {
      const product = shop.query`select id from products where slug = ${slug}`;
      const [{ id } = { id: "" }] = (await product) as { id: string }[];
      await shop.query`update variants set stock = 0 where product_id = ${id}`;
      const [last] = await shop.query<{
        id: string;
      }>`select id from variants where product_id = ${id} order by position limit 1`;
      await shop.testShop.setStock(last?.id ?? "", 1);
      await acts["orders a pair"]?.do(person, client, shop, slug);
    },
  },
  "orders the cart": {
    async do(person, client, shop, slug) {
      await client.post("/cart/contents", { intent: "vider" });
      const choice = await variantOf(shop, slug);
      if (!choice) return;
      await landed(client, await addToCart(client, slug, { ...choice, quantite: "1" }));
      await landed(client, await (await checkout(client, typedBy(person))).send());
    },
  },
  "types into the order form": {
    async do(person, client, shop, slug) {
      const choice = await variantOf(shop, slug);
      if (!choice) return;
      const page = await client.get(`/product/${slug}`);
      await submit(
        client,
        formWith(page.text, "couleur"),
        { ...choice, ...typedBy(person), telephone: "" },
        "commander",
      );
    },
  },
  "types into the newsletter's form": {
    do: ({ word }, client) => client.post("/newsletter", { email: `${word} chez nulle part`, site: "" }),
  },
  "searches for something of one's own": { do: ({ word }, client) => client.get(`/search?q=${word}`) },
};

/** Registers and signs in. */
export async function openAccount(person: Person, client: Client): Promise<void> {
  if (person.email === undefined) return;
  const answer = await register(client, person.email, { prenom: person.word, nom: person.word });
  await landed(client, answer);
  person.isSignedIn = true;
}
