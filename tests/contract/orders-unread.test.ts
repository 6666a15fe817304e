import { afterEach, beforeEach, expect, it } from "vitest";
import { Client } from "../support/http/client";
import { directOrder, orderNumberOf, SLUG } from "../support/http/orders";
import { failingShop } from "../support/shop/served-shop";
import { restock } from "../support/shop/stored";

/** While orders cannot be read, the form of one is kept: nobody knows whether it is one already. */

const { shop, fail } = failingShop();

beforeEach(() => restock(shop));
afterEach(() => fail(""));

it("keeps what was typed, says so, and takes the same form once orders can be read", async () => {
  const { send } = await directOrder(new Client(shop.url), SLUG);
  fail("orders");
  const refused = await send();
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('value="Benali"');
  fail("");
  expect(orderNumberOf(await send())).toBeDefined();
});
