import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { data } from "@remix-run/node";
import { startCourierWorkers } from "~/courier/workers.server";
import { yalidine } from "~/courier/yalidine/client.server";
import { openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { fillSearchIndex } from "~/database/search-index.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { seedHomeOnce } from "~/database/seed-home.server";
import { missingIn } from "~/domain/readiness";
import { startMailWorker } from "~/mail/mail-worker.server";
import { openTransport } from "~/mail/transport.server";
import { readinessOf } from "~/readiness.server";
import { currentRequest } from "~/request-context.server";
import { settings, type YalidineSettings } from "~/settings.server";
import { type LocalShopOptions, openLocalShop } from "./local/index.server";
import { startPeriodicTasks } from "./periodic-tasks.server";
import { patienceFor } from "./remote/http.server";
import { openRemoteShop, openUnsettledOfficeOn } from "./remote/index.server";
import type { UnsettledOffice } from "./services/unsettled-office";
import { type OperatedShop, type Shop, ShopUnavailable, type ShopWithMails } from "./shop";
import { translateErrors } from "./translate-errors";

/** The one shop of this process; a module reloaded in development finds it open. */
const globals = globalThis as { openShop?: Promise<Shop> };

/** Opens, migrates and fills the database. */
async function shopOptions(): Promise<LocalShopOptions> {
  const database = await openDatabase({ url: settings.databaseUrl, file: join(settings.dataDir, "shop.sqlite") });
  await migrate(database);
  await seedCatalogueOnce(database);
  await seedHomeOnce(database);
  await fillSearchIndex(database);
  const { siteUrl, shopPhone: phone, seller, mail } = settings;
  const letterhead = { siteUrl, phone, inbox: mail.inbox, email: seller.email, address: seller.address };
  const { yalidine: connection, orderBounds: bounds } = settings;
  const hooks = { stockRead: (slug: string) => void currentRequest()?.stockRead?.add(slug) };
  return { database, now: () => new Date(), randomBytes, letterhead, connection, bounds, hooks };
}

/** For the merchant's commands: a shop without workers and periodic tasks. */
export async function openQuietShop(): Promise<OperatedShop> {
  if (settings.apiUrl !== undefined)
    throw new Error("commandes et catalogue sont à la boutique que nomme SHOP_API_URL, c'est là que cela se fait.");
  return openLocalShop(await shopOptions());
}

/** Stock alerts are this shop's own, also beside another shop's API. */
export async function openStockAlertOffice(): Promise<Pick<OperatedShop, "stockAlertOffice" | "close">> {
  return openLocalShop(await shopOptions());
}

/** Undefined where this shop takes its orders itself: it knows what became of each. */
export async function openUnsettledOffice(): Promise<(UnsettledOffice & Pick<Shop, "close">) | undefined> {
  if (settings.apiUrl === undefined) return undefined;
  const options = await shopOptions();
  return { ...openUnsettledOfficeOn(options), close: () => options.database.close() };
}

async function open(): Promise<Shop> {
  const options = await shopOptions();
  const { apiUrl, yalidine: connection } = settings;
  const shop = apiUrl === undefined ? openOwn(options, connection) : await openOnApi(apiUrl, options);
  startPeriodicTasks(shop, { hasSmtp: settings.mail.smtpUrl !== undefined });
  logWhatIsMissing();
  startMailWorker(shop.mailQueue, openTransport(settings));
  return translateErrors(shop, toErrorPage);
}

function openOwn(options: LocalShopOptions, connection: YalidineSettings | undefined): ShopWithMails {
  const shop = openLocalShop(options);
  if (connection) startCourierWorkers(shop, yalidine({ ...connection, quota: shop.parcelQueue }));
  return shop;
}

/** Until the API's catalogue came, there are samples that nobody can order (decision 034). */
async function openOnApi(base: string, { connection: _, ...options }: LocalShopOptions): Promise<ShopWithMails> {
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

function logWhatIsMissing(): void {
  const missing = missingIn(readinessOf(settings));
  if (missing.length > 0)
    console.warn("Missing to sell for real: %s. What to do: npm run shop -- verifier", missing.join(", "));
}

/** Makes ShopUnavailable a 503 of the framework: the error page says "away"; pages may catch it. */
function toErrorPage(error: unknown): unknown {
  if (!(error instanceof ShopUnavailable)) return error;
  if (!error.isLogged) console.error(error.message, error.cause instanceof Error ? error.cause.message : "");
  return Object.assign(error, data(null, { status: 503 }));
}

/** Waits for the shop; ends the process with one line when it cannot open. */
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
