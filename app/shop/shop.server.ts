import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { data } from "@remix-run/node";
import { startCourierWorkers } from "~/courier/workers.server";
import { yalidine } from "~/courier/yalidine/client.server";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { fillSearchIndex } from "~/database/search-index.server";
import { seedWhenEmpty } from "~/database/seed.server";
import { seedHomeOnce } from "~/database/seed-home.server";
import { missingIn } from "~/domain/readiness";
import { startMailWorker } from "~/mail/mail-worker.server";
import { openTransport } from "~/mail/transport.server";
import { readinessOf } from "~/readiness.server";
import { currentRequest } from "~/request-context.server";
import { settings } from "~/settings.server";
import { type LocalShopOptions, openLocalShop } from "./local/index.server";
import { patienceFor } from "./remote/http.server";
import { openRemoteShop } from "./remote/index.server";
import { type OperatedShop, type Shop, ShopUnavailable } from "./shop";

/** The one shop of this process. A reloaded module (development) finds the open one. */
const globals = globalThis as { openShop?: Promise<Shop> };

/** A database that is opened, migrated and filled, and what else the shop needs. */
async function shopOptions(): Promise<LocalShopOptions> {
  const database = await openDatabase({ url: settings.databaseUrl, file: join(settings.dataDir, "shop.sqlite") });
  await migrate(database);
  await seedWhenEmpty(database);
  await seedHomeOnce(database);
  await fillSearchIndex(database);
  const { siteUrl, shopPhone: phone, seller, mail } = settings;
  const letterhead = { siteUrl, phone, inbox: mail.inbox, email: seller.email, address: seller.address };
  const { yalidine: connection, orderBounds: bounds } = settings;
  const hooks = { stockRead: (slug: string) => void currentRequest()?.stockRead?.add(slug) };
  return { database, now: () => new Date(), randomBytes, letterhead, connection, bounds, hooks };
}

/** It does nothing by itself: no mail leaves, nothing is forgotten. For the merchant's commands. */
export async function openQuietShop(): Promise<OperatedShop> {
  if (settings.apiUrl !== undefined)
    throw new Error("commandes et catalogue sont à la boutique que nomme SHOP_API_URL, c'est là que cela se fait.");
  return openLocalShop(await shopOptions());
}

async function open(): Promise<Shop> {
  const options = await shopOptions();
  const isOwn = settings.apiUrl === undefined;
  const shop = settings.apiUrl === undefined ? openLocalShop(options) : await onApi(settings.apiUrl, options);
  forgetByAndBy(shop);
  forgetWhoNeverCameBack(shop);
  lapseByAndBy(shop);
  sayWhatIsMissing();
  startMailWorker(shop.mailQueue, openTransport(settings));
  // Parcels of another's orders are that other's.
  if (settings.yalidine && isOwn)
    startCourierWorkers(shop, yalidine({ ...settings.yalidine, quota: shop.parcelQueue }));
  return forPages(shop);
}

/** What there is before the API has told its catalogue are samples, which nobody can order (decision 034). */
async function onApi(base: string, { connection: _, ...options }: LocalShopOptions): Promise<Shop> {
  const patience = () => patienceFor(currentRequest()?.userAgent);
  const { sync, ...shop } = await openRemoteShop({
    ...options,
    api: { base, patience },
    secret: settings.sessionSecret,
    dataDir: settings.dataDir,
  });
  sync.start();
  return shop;
}

/** Once, at the start. */
function sayWhatIsMissing(): void {
  const missing = missingIn(readinessOf(settings));
  if (missing.length > 0)
    console.warn("Missing to sell for real: %s. What to do: npm run shop -- verifier", missing.join(", "));
}

const DAY = 24 * 60 * 60 * 1000;
/** What /privacy promises, in days. */
const CARTS_KEPT = 60;
const MESSAGES_KEPT = 365;
const MAILS_KEPT = 30;
const UNCONFIRMED_KEPT = 30;

/** At the start and once a day; a shop that cannot do it now does it the next time. */
function forgetByAndBy({ carts, messages, mailQueue: mail, newsletter, access, accounts }: Shop): void {
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const forget = async () => {
    try {
      await carts.forget(ago(CARTS_KEPT));
      await messages.forget(ago(MESSAGES_KEPT));
      await mail.forget(ago(MAILS_KEPT));
      await newsletter.forgetUnconfirmed(ago(UNCONFIRMED_KEPT));
      await access.forget();
      await accounts.forgetRecipients();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  void forget();
  setInterval(forget, DAY).unref();
}

const MINUTE = 60 * 1000;
/** In minutes; a browser that keeps cookies is back within seconds. */
const NEW_GUESTS_KEPT = 60;
const MOST_NEW_GUESTS = 10_000;

/** Every minute, so that what a program fills up without keeping cookies stays within bounds. */
function forgetWhoNeverCameBack({ guests }: Shop): void {
  const forget = async () => {
    try {
      await guests.forget(new Date(Date.now() - NEW_GUESTS_KEPT * MINUTE), MOST_NEW_GUESTS);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  setInterval(forget, MINUTE).unref();
}

/** Orders that nobody confirmed give their pairs back: at the start, and within the hour in which their time is over. */
function lapseByAndBy({ orders }: Shop): void {
  const lapse = async () => {
    try {
      const count = await orders.lapse();
      if (count > 0) console.warn("%d unconfirmed orders were cancelled.", count);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  void lapse();
  setInterval(lapse, DAY / 24).unref();
}

type Method = (...args: unknown[]) => unknown;

/**
 * The same shop, whose ShopUnavailable is at once what the framework answers with the error page of status 503. So every page
 * that lets it pass says that the shop is away, not that it is broken; who wants to say more still catches it.
 */
function forPages(shop: Shop): Shop {
  const answering = (method: Method) => {
    return async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (error) {
        if (!(error instanceof ShopUnavailable)) throw error;
        console.error(error.message, error.cause instanceof Error ? error.cause.message : "");
        throw Object.assign(error, data(null, { status: 503 }));
      }
    };
  };
  const entries = Object.entries(shop) as [string, Method | Record<string, Method>][];
  const desks = entries.map(([name, desk]) => [
    name,
    typeof desk === "function"
      ? desk
      : Object.fromEntries(Object.entries(desk).map(([name, method]) => [name, answering(method)])),
  ]);
  return Object.fromEntries(desks) as Shop;
}

/** Opens, migrates and fills the database. A shop that cannot open ends the process with one line. */
export async function shopReady(): Promise<Shop> {
  globals.openShop ??= open();
  try {
    return await globals.openShop;
  } catch (error) {
    console.error(`The database cannot be opened: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}

export async function getShop(): Promise<Shop> {
  globals.openShop ??= open();
  return globals.openShop;
}
