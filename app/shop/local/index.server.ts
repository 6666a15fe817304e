import type { Courier } from "~/courier/courier";
import { isUnavailable } from "~/database/failures.server";
import { defaultDeliverySettings } from "~/domain/delivery";
import type { Letterhead } from "~/domain/mails/compose";
import { defaultOrderBounds } from "~/domain/order-bounds";
import { type OperatedShop, ShopUnavailable } from "../shop";
import { translateErrors } from "../translate-errors";
import { accessService } from "./access.server";
import { accountService } from "./accounts.server";
import { apiQuota } from "./api-quota.server";
import { cartService } from "./carts.server";
import { catalogueService } from "./catalogue.server";
import { contentService } from "./content.server";
import type { Context } from "./context";
import { courierService } from "./courier.server";
import { courierEvents } from "./courier-events.server";
import { courierOfDatabase, fixedCourier } from "./courier-now.server";
import { feeSync } from "./fee-sync.server";
import { guestService } from "./guests.server";
import { mailQueue } from "./mail-queue.server";
import { messageService } from "./messages.server";
import { newsletterService } from "./newsletter.server";
import { officeService } from "./office.server";
import { orderService } from "./orders.server";
import { parcelTasks } from "./parcel-tasks.server";
import { PASSWORD_COST } from "./passwords.server";
import { publishedIn } from "./published.server";
import { reviewOffice, reviewService } from "./reviews.server";
import { stockAlertOffice } from "./stock-alert-office.server";
import { stockAlertService } from "./stock-alerts.server";
import { wishlistService } from "./wishlist.server";

/** The shop closes the database, which is open and migrated. `localContext` has the defaults. */
export type LocalShopOptions = Pick<Context, "database" | "now" | "randomBytes"> &
  Partial<Omit<Context, "courier">> & {
    /** By default the connection's, or the built-in table. */
    courier?: Courier;
  };

/** A shop without an address. */
const NOWHERE: Letterhead = {
  siteUrl: "http://localhost:3000",
  inbox: "boutique@boutique.example",
  phone: undefined,
};

export function localContext({ courier, ...options }: LocalShopOptions): Context {
  const { database, connection } = options;
  return {
    connection,
    settings: defaultDeliverySettings,
    bounds: defaultOrderBounds,
    letterhead: NOWHERE,
    hooks: {},
    passwordCost: PASSWORD_COST,
    ...options,
    courier: courier ? fixedCourier(courier) : courierOfDatabase(database, connection !== undefined),
  };
}

/** Turns passing failures of the database into ShopUnavailable. */
export const toUnavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new ShopUnavailable("The database does not answer.", { cause: error }) : error;

/** The shop on its own database. Every method may throw ShopUnavailable. */
export function openLocalShop(options: LocalShopOptions): OperatedShop {
  const context = localContext(options);
  const events = courierEvents(context);
  const services = translateErrors(
    {
      catalogue: catalogueService(context),
      content: contentService(context),
      courier: courierService(context),
      guests: guestService(context),
      carts: cartService(context),
      wishlist: wishlistService(context),
      orders: orderService(context),
      access: accessService(context),
      accounts: accountService(context),
      messages: messageService(context),
      newsletter: newsletterService(context),
      stockAlerts: stockAlertService(context),
      reviews: reviewService(context),
      webhooks: { receive: events.receive },
      mailQueue: mailQueue(context),
      parcelQueue: { ...apiQuota(context), ...feeSync(context), ...parcelTasks(context), ...events },
      office: officeService(context),
      stockAlertOffice: stockAlertOffice(context),
      reviewOffice: reviewOffice(context),
    },
    toUnavailable,
  );
  return {
    ...services,
    published: publishedIn(context, services),
    ordering: () => ({ isOpen: true }),
    close: () => options.database.close(),
  };
}
