import { orderedIn } from "../http/orders";
import type { RunningShop } from "../shop/shop-server";
import { open, press } from "./journeys";
import { at, problem } from "./office-reach";
import type { OfficeState } from "./office-states";

/** The list of orders, an order and its edit, in their states. */

const LIST = "/gestion/commandes";

const placed = async (shop: RunningShop) =>
  `${LIST}/${await orderedIn(shop, { remarque: "Après 18 h, au portail vert" })}`;

export const officeOrderStates: Record<string, OfficeState> = {
  orders: {
    as: "owner",
    reach: async (page, shop) => {
      await placed(shop);
      await open(page, `${LIST}?statut=en-attente`);
    },
  },
  "orders of a packer, nothing found": { as: "packer", reach: at(`${LIST}?q=personne`) },
  "an order": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, await placed(shop));
      await page.getByLabel("Note interne").fill("Rappeler le soir");
      await press(page, "Ajouter la note");
      await page.getByText("Note ajoutée.").first().waitFor();
    },
  },
  "an order, its cancellation refused": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, await placed(shop));
      await page.locator("summary", { hasText: "Annuler" }).click();
      await press(page, "Annuler la commande");
      await problem(page);
    },
  },
  "packing slip": {
    as: "packer",
    reach: async (page, shop) => open(page, `${await placed(shop)}/imprimer`),
  },
  "editing an order, refused": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, `${await placed(shop)}/modifier`);
      await page.getByLabel("Téléphone").fill("12");
      await page.getByLabel("Quantité").fill("1e9");
      await press(page, "Enregistrer");
      await problem(page);
    },
  },
  "editing an order, another total": {
    as: "caller",
    reach: async (page, shop) => {
      await open(page, `${await placed(shop)}/modifier`);
      await page.getByLabel("Prix d'une paire").fill("1000");
      await page.getByLabel("Raison du prix").fill("Boîte abîmée");
      await press(page, "Enregistrer");
      await page.getByRole("heading", { name: "Le total change" }).waitFor();
    },
  },
};
