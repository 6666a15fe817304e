import type { Courier } from "~/courier/courier";
import { defaultDeliverySettings } from "~/domain/delivery/delivery";
import type { Letterhead } from "~/domain/mails/compose";
import { defaultOrderBounds } from "~/domain/order/order-bounds";
import type { OperatedShop, ShopWithWorkers } from "../shop";
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
import { newsletterOffice, newsletterService } from "./newsletter.server";
import { bulkOffice } from "./office/bulk.server";
import { callOffice } from "./office/calls.server";
import { dayOffice } from "./office/day.server";
import { journalOffice } from "./office/journal-list.server";
import { letterOffice } from "./office/letters.server";
import { manualOrderOffice } from "./office/manual-orders.server";
import { orderDetailOffice } from "./office/order-detail.server";
import { orderListOffice } from "./office/order-list.server";
import { peopleOffice } from "./office/people.server";
import { receiptOffice } from "./office/receipts.server";
import { staffService } from "./office/staff.server";
import { stockAlertOffice } from "./office/stock-alerts.server";
import { orderAndStockOffice } from "./office/stock-and-orders.server";
import { oldData } from "./old-data.server";
import { orderService } from "./orders.server";
import { openPageState } from "./page-state.server";
import { parcelTasks } from "./parcel-tasks.server";
import { PASSWORD_COST } from "./passwords.server";
import { reviewOffice, reviewService } from "./reviews.server";
import { stockAlertService } from "./stock-alerts.server";
import { wishlistService } from "./wishlist.server";

/** The shop closes the database, which is open and migrated. `localContext` has the defaults. */
export type LocalShopOptions = Pick<Context, "database" | "now" | "randomBytes"> &
  Partial<Omit<Context, "courier" | "nowMs">> & {
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
  const { database, connection, now } = options;
  return {
    connection,
    settings: defaultDeliverySettings,
    bounds: defaultOrderBounds,
    letterhead: NOWHERE,
    orderLetters: false,
    hooks: {},
    passwordCost: PASSWORD_COST,
    ...options,
    nowMs: () => now().getTime(),
    courier: courier ? fixedCourier(courier) : courierOfDatabase(database, connection !== undefined),
  };
}

/** What shoppers use, on its own database. Every method may throw ShopUnavailable. */
export function localStorefront(context: Context): ShopWithWorkers {
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
      webhooks: { receive: courierEvents(context).receive },
      mailQueue: mailQueue(context),
      oldData: oldData(context),
    },
    context.hooks.unavailable,
  );
  return {
    ...services,
    pageState: openPageState(context, services),
    ordering: () => ({ isOpen: true }),
    close: () => context.database.close(),
  };
}

export function openLocalShop(options: LocalShopOptions): OperatedShop {
  const context = localContext(options);
  const storefront = localStorefront(context);
  return {
    ...storefront,
    ...translateErrors(
      {
        parcelQueue: {
          ...apiQuota(context),
          ...feeSync(context),
          ...parcelTasks(context),
          ...courierEvents(context),
        },
        staff: staffService(context),
        office: {
          ...orderAndStockOffice(context),
          ...stockAlertOffice(context),
          ...newsletterOffice(context),
          ...reviewOffice(context),
          ...callOffice(context),
          ...dayOffice(context),
          ...orderListOffice(context),
          ...orderDetailOffice(context),
          ...journalOffice(context),
          ...peopleOffice(context),
          ...bulkOffice(context),
          ...letterOffice(context, dayOffice(context)),
          ...manualOrderOffice(context, storefront.catalogue),
          ...receiptOffice(context),
        },
      },
      context.hooks.unavailable,
    ),
  };
}
