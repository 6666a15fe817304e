import { beforeAll, describe, expect, it } from "vitest";
import { addressOf, table } from "../documents/routes";
import { isSweep } from "../setup/sweeps";
import type { RunningShop } from "../shop/shop-server";
import { type Answer, Client } from "./client";
import { checkout, fillCart, landed, orderNumberOf, someone, someoneElse } from "./orders";
import { newAddress, register } from "./signed-in";

/** Pages that only a visitor with an order, a cart or an account sees. */
const OWN = {
  stranger: [],
  guest: [
    "/cart",
    "/checkout",
    "/checkout/paiement",
    "/checkout/verification",
    "/commande/:number",
    "/commande/:number/annuler",
    "/commande/:number/modifier",
  ],
  "account holder": [
    "/checkout/verification",
    "/account",
    "/account/orders",
    "/account/orders/:number",
    "/account/wishlist",
    "/account/security",
  ],
};
// The back office has tests of its own.
const pages = table.filter(({ isPage, handle }) => isPage && !handle.office);

interface Visitor {
  client: Client;
  email: string;
  /** Of the order that was placed; a stranger's is unknown. */
  number: string;
}

/**
 * A stranger, and a guest and an account holder who have ordered and have a cart.
 * @param product the slug of what they order; it is asked for once the shop runs
 */
export function visitorsOf(shop: RunningShop, product: string): Record<keyof typeof OWN, Visitor> {
  const visitors = {} as Record<keyof typeof OWN, Visitor>;
  beforeAll(async () => {
    const [stranger, guest, holder] = [new Client(shop.url), new Client(shop.url), new Client(shop.url)];
    const email = newAddress();
    await landed(holder, await register(holder, email));
    const ordered = async (client: Client, recipient: Record<string, string>) => {
      await fillCart(client, product);
      return orderNumberOf(await (await checkout(client, recipient)).send()) ?? "";
    };
    visitors.stranger = { client: stranger, email: "", number: "K7MQ-4TXP" };
    visitors.guest = { client: guest, email: "", number: await ordered(guest, someone) };
    visitors["account holder"] = { client: holder, email, number: await ordered(holder, someoneElse()) };
    for (const { client } of [visitors.guest, visitors["account holder"]]) {
      // A new cart, for the next order.
      await fillCart(client, product);
      await checkout(client);
    }
  });
  return visitors;
}

/** The page that an address leads to, and whether it is the address's own. */
async function reached(client: Client, path: string): Promise<{ page: Answer; isItself: boolean }> {
  let page = await client.get(path);
  const isItself = page.status === 200;
  for (let hop = 0; hop < 3 && page.status >= 300 && page.status < 400 && page.location; hop += 1)
    page = await client.get(page.location);
  return { page, isItself };
}

/**
 * A test for each page of the route table as a stranger sees it, and of their own pages as the
 * others do; in a sweep these see all.
 * @param title has %s for who visits
 * @param named the parameters by pattern, for pages of something that exists
 */
export function describeEveryPage(
  title: string,
  shop: RunningShop,
  visitors: Record<keyof typeof OWN, Visitor>,
  named: Record<string, Record<string, string>>,
  check: (html: string) => void | Promise<void>,
): void {
  describe.each(Object.keys(OWN) as (keyof typeof OWN)[])(title, (who) => {
    const own: readonly string[] = OWN[who];
    const seen = pages.filter(({ pattern }) => isSweep || who === "stranger" || own.includes(pattern));
    it.each(seen.map((route) => [route.pattern, route] as const))("%s", async (pattern, route) => {
      const { client, number } = visitors[who];
      const path = addressOf(route, { number, ...named[pattern] });
      const { page, isItself } = await reached(who === "stranger" ? new Client(shop.url) : client, path);
      expect(page.text).toContain("</footer>");
      if (own.includes(pattern) || pattern in named) expect([page.status, isItself]).toEqual([200, true]);
      await check(page.text);
    });
  });
}
