import { basename } from "node:path";
import { expect, it } from "vitest";
import { openVisitors } from "../bench/visitors.mjs";
import { servedShop } from "../support/shop/served-shop";

/**
 * The benchmark's visitors send the served forms, and check what pages show them. The benchmark is
 * run seldom, so a form that they no longer find is noticed here.
 */

const shop = servedShop();

it("makes a guest and an account, each with a cart and a heart", async () => {
  const sources = { load: (path: string) => import(`../support/http/${basename(path, ".ts")}.ts`) };
  const visitors = await openVisitors(sources, { url: shop.url });
  const guest = await visitors.guest("boston-santa-cruz");
  const account = await visitors.accountHolder("boston-santa-cruz");
  expect([guest, account].map(({ cookies }) => cookies.has("session"))).toEqual([false, true]);
});
