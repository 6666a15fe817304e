import type { Page } from "playwright";
import type { RunningShop } from "../shop/shop-server";
import { runIn } from "../shop/stored";
import { open, press } from "./journeys";

/** How a test comes to a state of the back office. */

export const at = (path: string) => (page: Page) => open(page, path);

/** The summary of what is wrong is there. */
export const problem = (page: Page) => page.getByRole("heading", { name: "Il y a un problème" }).waitFor();

/** A page whose form is refused as it comes. */
export const refusedAt = (path: string, button: string) => async (page: Page) => {
  await open(page, path);
  await press(page, button);
  await problem(page);
};

/** A page, once this statement has changed what is stored. */
export const after = (statement: string, path: string) => async (page: Page, shop: RunningShop) => {
  runIn(shop, statement);
  await open(page, path);
};
