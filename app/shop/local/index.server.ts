import type { Courier } from "~/courier/courier";
import type { Database } from "~/database/connection.server";
import { type DeliverySettings, defaultDeliverySettings } from "~/domain/delivery";
import type { Letterhead } from "~/domain/mails";
import { defaultOrderBounds, type OrderBounds } from "~/domain/order-bounds";
import type { OperatedShop } from "../shop";
import { accessDesk } from "./access.server";
import { accountDesk } from "./accounts.server";
import { cartDesk } from "./carts.server";
import { catalogueDesk } from "./catalogue.server";
import { contentDesk } from "./content.server";
import type { Connection, Context, Hooks } from "./context";
import { courierDesk } from "./courier.server";
import { courierOfDatabase, fixedCourier } from "./courier-now.server";
import { dispatchDesk } from "./dispatch.server";
import { guarded } from "./guard.server";
import { guestDesk } from "./guests.server";
import { mailDesk } from "./mail.server";
import { messageDesk } from "./messages.server";
import { newsletterDesk } from "./newsletter.server";
import { officeDesk } from "./office.server";
import { orderDesk } from "./orders.server";
import { PASSWORD_COST } from "./passwords.server";
import { publishedIn } from "./published.server";
import { wishlistDesk } from "./wishlist.server";

export interface LocalShopOptions {
  /** Open and migrated; closed with the shop. */
  database: Database;
  now: () => Date;
  /** Cryptographically secure: order numbers are drawn from it. */
  randomBytes: (count: number) => Uint8Array;
  /** Unless told the one of the connection, or the built-in table. */
  courier?: Courier;
  /** The courier's API, when it is connected. */
  connection?: Connection | undefined;
  settings?: DeliverySettings;
  /** How much unconfirmed orders may hold; `defaultOrderBounds` unless told. */
  bounds?: OrderBounds;
  /** Who writes, in every mail; a shop of no address unless told. */
  letterhead?: Letterhead;
  hooks?: Hooks;
  /** As a power of two; 17 unless told. */
  passwordCost?: number;
}

const NOWHERE: Letterhead = {
  siteUrl: "http://localhost:3000",
  inbox: "boutique@boutique.example",
  phone: undefined,
};

/** What the desks of a shop on this database work with. */
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

/** The shop on its own database. Every method may throw ShopUnavailable. */
export function openLocalShop(options: LocalShopOptions): OperatedShop {
  const context = localContext(options);
  const carts = guarded(cartDesk(context));
  const wishlist = guarded(wishlistDesk(context));
  return {
    catalogue: guarded(catalogueDesk(context)),
    content: guarded(contentDesk(context)),
    courier: guarded(courierDesk(context)),
    guests: guarded(guestDesk(context)),
    carts,
    wishlist,
    published: publishedIn(context, { carts, wishlist }),
    orders: guarded(orderDesk(context)),
    access: guarded(accessDesk(context)),
    accounts: guarded(accountDesk(context)),
    messages: guarded(messageDesk(context)),
    newsletter: guarded(newsletterDesk(context)),
    mail: guarded(mailDesk(context)),
    office: guarded(officeDesk(context)),
    dispatch: guarded(dispatchDesk(context)),
    ordering: () => ({ isOpen: true }),
    close: () => options.database.close(),
  };
}
