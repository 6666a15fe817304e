import { tableCourier } from "~/courier/table.server";
import { type LocalShopOptions, localContext, localStorefront } from "../local/index.server";
import { orderService } from "../local/orders.server";
import type { CatalogueService } from "../services/catalogue";
import type { ContentService } from "../services/content";
import type { UnsettledOffice } from "../services/unsettled-office";
import { ShopUnavailable, type ShopWithWorkers } from "../shop";
import { translateErrors } from "../translate-errors";
import { remoteAccounts } from "./accounts.server";
import { CatalogueSync } from "./catalogue-sync.server";
import { remoteCourier } from "./courier.server";
import { guestAt } from "./guest.server";
import { type ApiOptions, openApi } from "./http.server";
import { madeAgain } from "./made-again.server";
import { remoteOrders } from "./orders.server";
import { openPictures, type PicturesOptions } from "./pictures.server";
import type { Remote } from "./remote";
import { remoteReviews } from "./reviews.server";
import { unsettledOffice, unsettledOrders } from "./unsettled.server";

export interface RemoteShopOptions extends LocalShopOptions {
  api: ApiOptions;
  /** Derives the tokens of orders: the same for all processes, and never changed. */
  secret: string;
  /** The folder of the API's pictures. */
  dataDir: string;
  /** Smaller bounds for tests. */
  pictures?: Pick<PicturesOptions, "bounds" | "spare">;
}

/**
 * A shop on another shop's API, which has catalogue, courier, orders and their reviews. Carts,
 * drafts, wishlists, accounts, messages, newsletter, stock alerts and mails are in its own
 * database, as is a copy of the catalogue.
 */
export async function openRemoteShop(options: RemoteShopOptions): Promise<RemoteShop> {
  const { api: apiOptions, secret, dataDir, pictures: bounds, ...local } = options;
  const { database, now } = local;
  const api = openApi(apiOptions);
  const pictures = openPictures({ host: api.base, dataDir, now, ...bounds });
  const sync = await CatalogueSync.open(api, database, pictures, now);
  const context = localContext(local);
  // Back office and parcels are the API's; the merchant's commands open the alerts' office apart.
  const shop = localStorefront(context);
  const courier = remoteCourier(api, sync, local.courier ?? tableCourier(), now, context.settings);
  const requestAsGuest = guestAt(api, sync, secret);
  const unsettled = unsettledOrders(context);
  const remote: Remote = { context, api, sync, courier, requestAsGuest, unsettled };
  const orders = remoteOrders(remote, orderService(context));
  /** The stored sections of the API; undefined when there are none. */
  const sections = async () => {
    const stored = (await shop.content.homeSections()) ?? [];
    return stored.length > 0 ? stored : undefined;
  };
  const content: ContentService = {
    async homeSections(isRetry) {
      // Before the API's first answer the home page shows built-in sections.
      if (!sync.state.hasCatalogue) throw new ShopUnavailable("The API has not answered yet.");
      const stored = await sections();
      if (stored || !isRetry) return stored;
      await sync.refreshSections();
      return sections();
    },
  };
  const catalogue: CatalogueService = {
    ...shop.catalogue,
    successor: async (idOrSlug) => (await shop.catalogue.successor(idOrSlug)) ?? madeAgain(database, idOrSlug),
  };
  return {
    ...shop,
    sync,
    ...translateErrors(
      {
        catalogue,
        content,
        courier: courier.service,
        orders: orders.service,
        reviews: remoteReviews(remote, shop.reviews, orders),
        accounts: remoteAccounts(remote, shop.accounts, orders),
      },
      context.hooks.unavailable,
    ),
    ordering() {
      const { awaySince, hasCatalogue } = sync.state;
      if (hasCatalogue && awaySince === undefined) return { isOpen: true };
      return { isOpen: false, since: awaySince, hasSamples: !hasCatalogue };
    },
    async close() {
      await sync.stop();
      await shop.close();
    },
  };
}

/** For the merchant's commands. */
export const openUnsettledOfficeOn = (options: LocalShopOptions): UnsettledOffice =>
  unsettledOffice(localContext(options));

export interface RemoteShop extends ShopWithWorkers {
  sync: CatalogueSync;
}
