import { tableCourier } from "~/courier/table.server";
import { type LocalShopOptions, localContext, openLocalShop, toUnavailable } from "../local/index.server";
import { orderService } from "../local/orders.server";
import { ShopUnavailable, type ShopWithMails } from "../shop";
import { translateErrors } from "../translate-errors";
import { remoteAccounts } from "./accounts.server";
import { remoteCourier } from "./courier.server";
import { guestAt } from "./guest.server";
import { type ApiOptions, openApi } from "./http.server";
import { remoteOrders } from "./orders.server";
import { openPictures, type PicturesOptions } from "./pictures.server";
import { placing } from "./place.server";
import { openSync, type Sync } from "./sync.server";

export interface RemoteShopOptions extends LocalShopOptions {
  api: ApiOptions;
  /** Tokens of orders are made with it; the same for all processes and for good. */
  secret: string;
  /** The API's pictures lie below it. */
  dataDir: string;
  /** For tests: less time, less room. */
  pictures?: Pick<PicturesOptions, "bounds" | "spare">;
}

/**
 * A shop on another shop's API: catalogue, courier and orders are the API's; carts, drafts, wishlists, accounts, messages,
 * newsletter and mails are its own, in its own database. The catalogue stands there as well, as the API last told it.
 */
export async function openRemoteShop(options: RemoteShopOptions): Promise<RemoteShop> {
  const { api: asked, secret, dataDir, pictures: bounds, ...local } = options;
  const { database, now } = local;
  const api = openApi(asked);
  const pictures = openPictures({ host: api.base, dataDir, now, ...bounds });
  const sync = await openSync(api, database, pictures, now);
  // The back office and the parcels are the API's.
  const { office: _, parcelQueue: __, ...shop } = openLocalShop(local);
  const context = localContext(local);
  const courier = remoteCourier(api, sync, local.courier ?? tableCourier(), now, context.settings);
  const guest = guestAt(api, sync, secret);
  const place = placing({ context, sync, courier, guest });
  const orders = remoteOrders({ context, local: orderService(context), sync, guest, place });
  /** What the API told; undefined where that is none. */
  const sections = async () => {
    const told = (await shop.content.homeSections()) ?? [];
    return told.length > 0 ? told : undefined;
  };
  return {
    ...shop,
    sync,
    content: {
      async homeSections(isRetry) {
        // Until the API has said anything, the home page has its built-in sections, and says so.
        if (!sync.state.hasCatalogue) throw new ShopUnavailable("The API has not answered yet.");
        const told = await sections();
        if (told || !isRetry) return told;
        await sync.refreshSections();
        return sections();
      },
    },
    ...translateErrors(
      {
        courier: courier.service,
        orders: orders.service,
        accounts: remoteAccounts(shop.accounts, context, orders.follow),
      },
      toUnavailable,
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

export interface RemoteShop extends ShopWithMails {
  sync: Sync;
}
