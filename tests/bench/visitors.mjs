import { BROWSER, raw } from "./load.mjs";

/** Shoppers with cookies, made over HTTP by the served forms. */

const PASSWORD = "olives noires de Sig";
let accounts = 0;

/** @param shop that they visit; the sources can fill in its forms */
export async function openVisitors(sources, shop) {
  const { landed, newClient } = await sources.load("tests/support/http/orders.ts");
  const { formsOf, formWith, submit } = await sources.load("tests/support/http/forms.ts");

  /** Follows the redirect, whose page shows its message. */
  const arrive = async (client, answer) => {
    const page = await landed(client, answer);
    if (page.status !== 200) throw new Error(`${answer.location} was answered ${page.status}.`);
  };
  /** Fills in the form that has this field. */
  const send = async (client, page, field, typed, intent) => {
    const answer = await client.get(page);
    await arrive(client, await submit(client, formWith(answer.text, field), typed, intent));
  };
  /** Checks that a visitor with a cart and a heart is recognised. */
  const isKnown = async (client, slug) => {
    const { text } = await client.get(`/product/${slug}`);
    if (!text.includes('aria-pressed="true"') || !text.includes("(1 article)"))
      throw new Error(`/product/${slug} shows no cart or no heart.`);
  };

  const visitors = {
    newClient: () => newClient(shop.url),

    fillCart: (client, slug, pairs = 1) =>
      send(client, `/product/${slug}`, "couleur", { quantite: String(pairs) }, "ajouter"),

    clearCart: async (client) => arrive(client, await client.post("/cart", { intent: "vider" })),

    /** Presses 'Favoris' as text browsers do, by the form around it. */
    async wish(client, slug) {
      const { text } = await client.get(`/product/${slug}`);
      const { action, fields, buttons } = formsOf(text).find((form) => form.action === "/wishlist");
      await arrive(client, await client.post(action, [...fields, buttons[0]]));
    },

    /** A guest with a pair in the cart and a heart. */
    async guest(slug) {
      const client = visitors.newClient();
      await visitors.fillCart(client, slug);
      await visitors.wish(client, slug);
      await isKnown(client, slug);
      return client;
    },

    /** An account holder, signed in with another browser. */
    async accountHolder(slug) {
      const email = `samira${process.pid}${accounts++}@example.com`;
      const typed = { prenom: "Samira", nom: "Benali", email, motDePasse: PASSWORD, confirmation: PASSWORD };
      await send(visitors.newClient(), "/register", "prenom", { ...typed, conditions: "oui" });
      const client = await visitors.guest(slug);
      await send(client, "/login", "motDePasse", { email, motDePasse: PASSWORD });
      if (!client.cookies.has("session")) throw new Error(`${email} could not sign in.`);
      await isKnown(client, slug);
      return client;
    },

    /** The request of 'Ajouter au panier' on a product's page. */
    async addition(client, slug) {
      const page = await client.get(`/product/${slug}`);
      const form = formWith(page.text, "couleur");
      const headers = { ...BROWSER, ...cookieOf(client) };
      return raw({ path: form.action, method: "POST", headers, form: [...form.fields, ["intent", "ajouter"]] });
    },
  };
  return visitors;
}

/** The headers with a client's cookies; none without cookies. */
export function cookieOf(client) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return cookie ? { cookie } : {};
}

/** Makes `atOnce` at a time, in order. */
export async function inPortions(count, make, atOnce = 8) {
  const all = [];
  for (let start = 0; start < count; start += atOnce) {
    const portion = Array.from({ length: Math.min(atOnce, count - start) }, (_, index) => make(start + index));
    all.push(...(await Promise.all(portion)));
  }
  return all;
}
