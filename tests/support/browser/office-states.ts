import type { Page } from "playwright";
import type { StaffRole } from "~/domain/office/role";
import { Client } from "../http/client";
import { signInStaff } from "../http/staff";
import { inDatabase, type RunningShop } from "../shop/shop-server";
import { goOnAs } from "./browser";
import { open } from "./journeys";
import { officeOrderStates } from "./office-order-states";
import { officeStaffStates } from "./office-staff-states";

/**
 * The pages of the back office in their states, for accessibility, validity and large text. Each
 * new screen adds its own: empty, filled, refused.
 */
export interface OfficeState {
  /** Who looks at it; undefined for nobody. */
  as?: StaffRole;
  reach: (page: Page, shop: RunningShop) => Promise<unknown>;
}

/** Opens a state as its person. */
export async function reachOffice(page: Page, shop: RunningShop, { as, reach }: OfficeState): Promise<void> {
  await page.context().clearCookies();
  if (as) await goOnAs((await signInStaff(shop, { role: as, client: new Client(shop.url) })).client, page.context());
  await reach(page, shop);
}

/** Rows of the journal as others would have written them. */
export function fillJournal(shop: RunningShop, count = 3): void {
  inDatabase(shop, (database) => {
    const add = database.prepare(
      "insert or ignore into journal values (?, ?, 'shopper', null, '', 'order-edited', 'order', ?, ?, ?, ?)",
    );
    for (let index = 0; index < count; index++)
      add.run(
        `filled-${index}`,
        Date.now() - index * 60_000,
        `order-${index}`,
        `WH-${1000 + index}`,
        JSON.stringify({ Adresse: "12, rue Larbi Ben M'hidi", Pointure: 38 }),
        JSON.stringify({ Adresse: "Cité Emir Abdelkader, bâtiment C12, entrée 3, porte 27", Pointure: 39 }),
      );
  });
}

const at = (path: string) => (page: Page) => open(page, path);

export const officeStates: Record<string, OfficeState> = {
  ...officeStaffStates,
  ...officeOrderStates,
  "journal, nothing found": { as: "owner", reach: at("/gestion/journal?objet=message&jour=2020-01-01") },
  "journal, filled, with a next page": {
    as: "owner",
    reach: async (page, shop) => {
      fillJournal(shop, 60);
      await open(page, "/gestion/journal?objet=order");
    },
  },
  "menu open": {
    as: "owner",
    reach: async (page) => {
      await open(page, "/gestion/journal?objet=message");
      await page.locator("summary").click();
    },
  },
  "what a role may not": { as: "packer", reach: at("/gestion/journal") },
};
