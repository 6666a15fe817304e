import { afterEach, expect, it } from "vitest";
import { getOffice } from "~/shop/shop.server";

/** The door through which an area of the merchant's own reaches the back office. */

afterEach(() => void Reflect.deleteProperty(globalThis, "openShop"));

it("the back office is a 404 page on another shop's API, which has the orders", async () => {
  // Such a shop has none.
  Object.assign(globalThis, { openShop: Promise.resolve({}) });
  await expect(getOffice()).rejects.toMatchObject({ status: 404 });
});
