import type { Courier } from "~/courier/courier";
import type { Database } from "~/database/connection.server";
import { isUnavailable } from "~/database/failures.server";
import { type DeliverySettings, defaultDeliverySettings } from "~/domain/delivery";
import type { Letterhead } from "~/domain/mails/compose";
import { defaultOrderBounds, type OrderBounds } from "~/domain/order-bounds";
import { type OperatedShop, ShopUnavailable } from "../shop";
import { translateErrors } from "../translate-errors";
import { accessService } from "./access.server";
import { accountService } from "./accounts.server";
import { apiQuota } from "./api-quota.server";
import { cartService } from "./carts.server";
import { catalogueService } from "./catalogue.server";
import { contentService } from "./content.server";
import type { Connection, Context, Hooks } from "./context";
import { courierService } from "./courier.server";
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
import { webhookEvents } from "./webhook-events.server";
import { wishlistService } from "./wishlist.server";

export interface LocalShopOptions {
  /** Open and migrated; closed with the shop. */
  database: Database;
  now: () => Date;
  /** Cryptographically secure: order numbers are drawn from it. */
  randomBytes: (count: number) => Uint8Array;
  /** By default the connection's, or the built-in table. */
  courier?: Courier;
  /** The courier's API, when it is connected. */
  connection?: Connection | undefined;
  settings?: DeliverySettings;
  /** By default `defaultOrderBounds`. */
  bounds?: OrderBounds;
  /** The sender, for every mail; by default a shop without an address. */
  letterhead?: Letterhead;
  hooks?: Hooks;
  /** As a power of two; 17 by default. */
  passwordCost?: number;
}

const NOWHERE: Letterhead = {
  siteUrl: "http://localhost:3000",
  inbox: "boutique@boutique.example",
  phone: undefined,
};

export function localContext(options: LocalShopOptions): Context {
  return {
    database: options.database,
    courier: options.courier
      ? fixedCourier(options.courier)
      : courierOfDatabase(options.database, options.connection !== undefined),
    connection: options.connection,
    settings: options.settings ?? defaultDeliverySettings,
    bounds: options.bounds ?? defaultOrderBounds,
    letterhead: options.letterhead ?? NOWHERE,
    now: options.now,
    randomBytes: options.randomBytes,
    hooks: options.hooks ?? {},
    passwordCost: options.passwordCost ?? PASSWORD_COST,
  };
}

/** Turns passing failures of the database into ShopUnavailable. */
export const toUnavailable = (error: unknown): unknown =>
  isUnavailable(error) ? new ShopUnavailable("The database does not answer.", { cause: error }) : error;

/** The shop on its own database. Every method may throw ShopUnavailable. */
export function openLocalShop(options: LocalShopOptions): OperatedShop {
  const context = localContext(options);
  const events = webhookEvents(context);
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
