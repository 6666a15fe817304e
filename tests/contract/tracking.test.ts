import { describe, expect, it } from "vitest";
import { type Answer, Client } from "../support/http/client";
import { formWith, submit } from "../support/http/forms";
import { directOrder, orderNumberOf, SLUG, someone } from "../support/http/orders";
import { mainOf, titleOf, words } from "../support/http/reading";
import { accountHolder } from "../support/http/signed-in";
import { servedShop } from "../support/shop/served-shop";
import { rowsIn, runIn } from "../support/shop/stored";

/** Limits on guessing an order's phone: /suivi, the account (docs/registers/asvs.md, Limits). */

const WRONG = "0661234567";
const TOO_MANY =
  /Trop d'essais\. Pendant une heure, cette commande s'ouvre seulement dans le navigateur qui l'a passée, ou dans votre compte si elle y est déjà\. Sinon, appelez-nous au 041 00 00 00\./;

const shop = servedShop({ env: { TRUSTED_PROXIES: "127.0.0.1" } });

let made = 0;
/** A new address. */
const elsewhere = () => `198.51.${(made >> 8) % 256}.${made++ % 256}`;
const from = (address: string) => ({ "x-forwarded-for": address });

async function ordered(client: Client): Promise<string> {
  const { send } = await directOrder(client, SLUG);
  return orderNumberOf(await send()) ?? "";
}

/** A new browser that tracks the order, from a new address by default. */
const track = (numero: string, telephone = someone.telephone, client = new Client(shop.url), address = elsewhere()) =>
  client.post("/suivi", { numero, telephone }, from(address));

function isTooMany(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(titleOf(answer.text)).toMatch(/^Erreur : /);
  expect(words(answer)).toMatch(TOO_MANY);
  expect(answer.text).not.toMatch(/Benali|Larbi/);
  expect(answer.headers["set-cookie"]).toBeUndefined();
}

describe("number and phone", () => {
  it("are compared five times in vain; then right and wrong get the same 429, with the shop's phone", async () => {
    const owner = new Client(shop.url);
    const number = await ordered(owner);
    for (let time = 0; time < 5; time += 1) expect((await track(number, WRONG)).status).toBe(400);
    const [wrong, right] = [await track(number, WRONG), await track(number)];
    isTooMany(wrong);
    isTooMany(right);
    expect(mainOf(right).replaceAll(someone.telephone, WRONG)).toBe(mainOf(wrong));
    expect(Object.fromEntries(formWith(right.text, "numero").fields)).toMatchObject({ numero: number });

    // The browser that ordered opens and cancels it from any address.
    expect((await owner.get(`/commande/${number}`)).status).toBe(200);
    expect((await track(number, someone.telephone, owner)).location).toBe(`/commande/${number}`);
    expect((await owner.post(`/commande/${number}/annuler`, {})).status).toBe(303);
  });

  it("of an order that there is not get the same words", async () => {
    const number = await ordered(new Client(shop.url));
    const [unknown, wrong] = [await track("2222-2222", WRONG), await track(number, WRONG)];
    expect([unknown.status, mainOf(unknown).replaceAll("2222-2222", number)]).toEqual([wrong.status, mainOf(wrong)]);
    for (let time = 0; time < 4; time += 1) expect((await track("2222-2222", WRONG)).status).toBe(400);
    isTooMany(await track("2222-2222", WRONG));
  });

  it("are looked at for two hundred wrong ones from one address, of which there is one a household", async () => {
    const number = await ordered(new Client(shop.url));
    const household = (host: number) => `2001:db8:0:7::${(host + 1).toString(16)}`;
    const unknown = (host: number) => `2222-${1000 + host}`.replaceAll("0", "A").replaceAll("1", "B");
    const guess = (host: number) => track(unknown(host), WRONG, undefined, household(host));
    const counts = () => rowsIn<{ key: string; count: number }>(shop, "select key, count from attempts");
    const earlier = new Set(counts().map(({ key }) => key));
    for (const host of [0, 1]) expect((await guess(host)).status).toBe(400);
    // Of two guesses at two orders from two addresses, only the household's count is 2.
    const [own, ...others] = counts().filter(({ key, count }) => !earlier.has(key) && count === 2);
    expect(others).toEqual([]);
    runIn(shop, "update attempts set count = 199 where key = ?", own?.key);
    expect((await guess(199)).status).toBe(400);
    isTooMany(await track(number, someone.telephone, undefined, household(300)));
    expect((await track(number, someone.telephone, undefined, "2001:db8:0:8::1")).status).toBe(303);
  });
});

it("an account attaches no order by guessing: the failures of /suivi and its own count together", async () => {
  const number = await ordered(new Client(shop.url));
  const { client } = await accountHolder(shop, { phone: WRONG });
  const attach = () => client.post("/account/orders", { numero: number }, from(elsewhere()));
  for (let time = 0; time < 3; time += 1) expect((await attach()).status).toBe(400);
  for (let time = 0; time < 2; time += 1) expect((await track(number, WRONG)).status).toBe(400);
  const profile = formWith(mainOf(await client.get("/account")), "prenom");
  await submit(client, profile, { telephone: someone.telephone });
  const refused = await attach();
  expect([refused.status, titleOf(refused.text)]).toEqual([429, "Erreur : Mes commandes – Wahrane"]);
  expect(words(refused)).toMatch(TOO_MANY);
  expect((await client.get(`/account/orders/${number}`)).status).toBe(403);
  isTooMany(await track(number));
});
