import type { Page } from "playwright";
import { orderedIn } from "../http/orders";
import type { RunningShop } from "../shop/shop-server";
import { open, press } from "./journeys";
import { at, problem } from "./office-reach";
import type { OfficeState } from "./office-states";

/** Several orders at once, and an order that is taken down, in their states. */

const BULK = "/gestion/commandes/groupe";
const NEW = "/gestion/commandes/nouvelle";

const chosen = async (shop: RunningShop) => `choix=${await orderedIn(shop)}:0&choix=ZZZZ-ZZZZ:0`;
const plan = (faire: string) => async (page: Page, shop: RunningShop) =>
  open(page, `${BULK}?faire=${faire}&${await chosen(shop)}`);

export const officeBulkStates: Record<string, OfficeState> = {
  "a bulk, nothing chosen": { as: "caller", reach: at(BULK) },
  "packing slips": {
    as: "packer",
    reach: async (page, shop) => open(page, `/gestion/commandes/bons?${await chosen(shop)}`),
  },
  "a bulk, what will be done": { as: "caller", reach: plan("confirmer") },
  "a bulk, refused": {
    as: "caller",
    reach: async (page, shop) => {
      await plan("annuler")(page, shop);
      await press(page, "Annuler 1 commande");
      await problem(page);
    },
  },
  "a bulk, its results": {
    as: "caller",
    reach: async (page, shop) => {
      await plan("confirmer")(page, shop);
      await press(page, "Confirmer 1 commande");
      await page.getByRole("heading", { name: "1 commande confirmée" }).waitFor();
    },
  },
  "a new order": { as: "caller", reach: at(NEW) },
  "a new order, refused": {
    as: "caller",
    reach: async (page) => {
      await open(page, NEW);
      await page.getByLabel("Nom ou référence").fill("Boston");
      await press(page, "Chercher");
      await page
        .getByRole("button", { name: /^Ajouter/ })
        .first()
        .click();
      await page.getByText(/^Ajouté/).waitFor();
      await page.getByLabel("Wilaya").selectOption("31");
      await press(page, "Enregistrer la commande");
      await problem(page);
    },
  },
};
