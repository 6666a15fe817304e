import type { Page } from "playwright";
import type { StaffRole } from "~/domain/office/role";
import { Client } from "../http/client";
import { orderedIn } from "../http/orders";
import { signInStaff } from "../http/staff";
import type { RunningShop } from "../shop/shop-server";
import { inDatabase, runIn } from "../shop/stored";
import { goOnAs } from "./browser";
import { open, press } from "./journeys";
import { officeBulkStates } from "./office-bulk-states";
import { officeOrderStates } from "./office-order-states";
import { after, at, problem } from "./office-reach";
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

/** An order that waits for its call, and what these statements make of it. */
async function waitingOrder(shop: RunningShop, ...statements: string[]): Promise<string> {
  const number = await orderedIn(shop);
  for (const statement of statements) runIn(shop, statement, number);
  return number;
}
const THIS_ORDER = "(select id from orders where number = ?)";

export const officeStates: Record<string, OfficeState> = {
  ...officeStaffStates,
  ...officeOrderStates,
  ...officeBulkStates,
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
  "today, quiet or not": { as: "owner", reach: at("/gestion") },
  "today of a packer": { as: "packer", reach: at("/gestion") },
  "a call": {
    as: "caller",
    reach: async (page, shop) => open(page, `/gestion/appels/${await waitingOrder(shop)}`),
  },
  "a call, with calls, twins and pairs that are missing": {
    as: "caller",
    reach: async (page, shop) => {
      const number = await waitingOrder(
        shop,
        `update orders set unanswered = 3, last_call = 'no-answer', reserved = 0 where id = ${THIS_ORDER}`,
        `insert into order_calls
           select 'call-' || id, id, 1, 'x', 'Karim', 'no-answer', 2, 'Messagerie', null, '{"version":1}' from orders where number = ?`,
      );
      await after("update variants set stock = 0", `/gestion/appels/${number}`)(page, shop);
    },
  },
  "a call, refused": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, `/gestion/appels/${await waitingOrder(shop)}`);
      await page.getByLabel("Note").fill("Au travail");
      await press(page, "À rappeler");
      await problem(page);
    },
  },
  "reviews to read": {
    as: "caller",
    reach: async (page, shop) => {
      await waitingOrder(
        shop,
        `insert or ignore into reviews (id, order_id, variant_id, product_id, rating, fit, text, author, wilaya, state, created_at)
           select 'aaaa000009', order_id, variant_id, product_id, 4, '', 'Très bien.', 'Samira', 'Oran', 'waiting', 1
           from order_lines where order_id = ${THIS_ORDER}`,
      );
      await open(page, "/gestion/avis");
    },
  },
  "messages without an answer": {
    as: "caller",
    reach: after(
      "insert or ignore into messages values ('m', 'm', 'Amel', 'amel@boutique.example', 'Pointure', 'Bonjour', 1, null)",
      "/gestion/messages",
    ),
  },
  "mails that nobody got": {
    as: "caller",
    reach: after(
      "insert or ignore into mails values ('m', 'm', 'x', 'lost@boutique.example', 'Reçue', '', '', '{}', 1, null, 12, null, 'EDNS')",
      "/gestion/mails",
    ),
  },
  "who waits for a size": {
    as: "caller",
    reach: after(
      `insert or ignore into stock_alerts (variant_id, contact_hash, contact, token, created_at)
         select id, 'x', '0550998877', 't', 1 from variants where stock > 0 limit 1`,
      "/gestion/attentes",
    ),
  },
  "what is nearly sold out": {
    as: "packer",
    reach: after("update variants set stock = 2 where id in (select id from variants limit 3)", "/gestion/stock"),
  },
  "pairs that came, refused": {
    as: "packer",
    reach: async (page) => {
      await open(page, "/gestion/stock?q=boston+santa+cruz");
      await page.getByRole("link", { name: "Boston Santa Cruz" }).first().click();
      const [wrong, many] = [page.getByLabel(/^Paires reçues/).first(), page.getByLabel(/^Paires reçues/).last()];
      await wrong.fill("cinq");
      await many.fill("-99999");
      await press(page, "Noter ces paires");
      await problem(page);
    },
  },
  "pairs that came, noted": {
    as: "owner",
    reach: async (page) => {
      await open(page, "/gestion/stock/boston-santa-cruz");
      await page
        .getByLabel(/^Paires reçues/)
        .first()
        .fill("12");
      await press(page, "Noter ces paires");
      await page.getByText("C'est noté.").first().waitFor();
    },
  },
  "what a role may not": { as: "packer", reach: at("/gestion/journal") },
};
