import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { startCourierWorkers } from "~/courier/workers.server";
import { yalidine } from "~/courier/yalidine/client.server";
import { type Database, openDatabase } from "~/database/connection.server";
import { migrate } from "~/database/migrations.server";
import { fillOrderWords } from "~/database/order-search-words.server";
import { fillSearchIndex } from "~/database/search-index.server";
import { seedCatalogueOnce } from "~/database/seed.server";
import { missingIn } from "~/domain/content/readiness";
import { sellerLine } from "~/domain/content/seller-line";
import { startMailWorker } from "~/mail/mail-worker.server";
import { openTransport } from "~/mail/transport.server";
import { readinessOf } from "~/readiness.server";
import { currentRequest } from "~/request-context.server";
import { settings, type YalidineSettings } from "~/settings.server";
import { type LocalShopOptions, openLocalShop } from "./local/index.server";
import { startPeriodicTasks } from "./periodic-tasks.server";
import { patienceFor } from "./remote/http.server";
import { openRemoteShop, openUnsettledOfficeOn } from "./remote/index.server";
import type { OfficeService } from "./services/office";
import type { StaffService } from "./services/staff";
import type { UnsettledOffice } from "./services/unsettled-office";
import { type OperatedShop, type Shop, type ShopUnavailable, type ShopWithWorkers, whyOf } from "./shop";

/** The one shop of this process; a module reloaded in development finds it open. */
const globals = globalThis as { openShop?: Promise<OpenShop> };
type OpenShop = Shop & Partial<Pick<OperatedShop, "office" | "staff">>;

function openOnce(): Promise<OpenShop> {
  globals.openShop ??= open();
  return globals.openShop;
}

const sqliteFile = join(settings.dataDir, "shop.sqlite");

/** Migrates and fills the database. */
async function prepare(database: Database): Promise<void> {
  await migrate(database);
  // A wrong DATA_DIR is noticed by it.
  if (await seedCatalogueOnce(database)) {
    console.warn("An empty database was filled with the demo catalogue: %s.", database.file ?? "DATABASE_URL");
    if (settings.databaseUrl && existsSync(sqliteFile))
      console.warn("Nothing of %s is in it, neither orders nor accounts. What to do: docs/operating.md", sqliteFile);
  }
  await fillSearchIndex(database);
  await fillOrderWords(database);
}

async function shopOptions(): Promise<LocalShopOptions> {
  const database = await openDatabase({ url: settings.databaseUrl, file: sqliteFile });
  // Of SQLite this closes the connection that reads. The one that writes, which the process closes
  // last, then leaves one whole file.
  process.once("exit", () => void database.close());
  await database.patiently(prepare);
  const { siteUrl, shopPhone: phone, mail, parcelOpening: opening } = settings;
  const { email, address } = settings.seller;
  const seller = sellerLine(settings.seller);
  // On another shop's API there is neither loyalty card nor back office here.
  const isOwn = settings.apiUrl === undefined;
  const office = isOwn ? (settings.officeUrl ?? siteUrl) : undefined;
  const letterhead = { siteUrl, office, hasCard: isOwn, phone, inbox: mail.inbox, email, address, seller, opening };
  const { yalidine: connection, orderBounds: bounds, orderLetters } = settings;
  const hooks = {
    stockRead: (slug: string) => void currentRequest()?.stockRead?.add(slug),
    unavailable: logFailure,
  };
  return { database, now: () => new Date(), randomBytes, letterhead, orderLetters, connection, bounds, hooks };
}

/**
 * For the merchant's commands: a shop without workers and periodic tasks. Beside another shop's API
 * its stock alerts are its own, and orders without an answer are settled here.
 */
export async function openForCommands(): Promise<{ shop: OperatedShop; unsettled: UnsettledOffice }> {
  const options = await shopOptions();
  return { shop: openLocalShop(options), unsettled: openUnsettledOfficeOn(options) };
}

async function open(): Promise<OpenShop> {
  const options = await shopOptions();
  const { apiUrl, yalidine: connection } = settings;
  const shop: ShopWithWorkers & OpenShop =
    apiUrl === undefined ? openOwn(options, connection) : await openOnApi(apiUrl, options);
  const { mail, summaryHour } = settings;
  const { gatherStatistics } = options.database;
  startPeriodicTasks(shop, { hasSmtp: mail.smtpUrl !== undefined, summaryHour, gatherStatistics });
  await logWhatIsMissing(shop);
  stopWithProcess(startMailWorker(shop.mailQueue, openTransport(settings)));
  return shop;
}

function openOwn(options: LocalShopOptions, connection: YalidineSettings | undefined): OperatedShop {
  const shop = openLocalShop(options);
  if (connection)
    stopWithProcess(startCourierWorkers(shop.parcelQueue, yalidine({ ...connection, quota: shop.parcelQueue })));
  return shop;
}

/** A worker with a long queue would keep the process after the server was closed. */
function stopWithProcess(stop: () => Promise<void>): void {
  process.once("SIGTERM", stop);
}

/** Until the API's catalogue came, there are samples that nobody can order (decision 034). */
async function openOnApi(base: string, { connection: _, ...options }: LocalShopOptions): Promise<ShopWithWorkers> {
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

async function logWhatIsMissing(shop: OpenShop): Promise<void> {
  const missing = missingIn(readinessOf(settings, (await shop.office?.demoOnSale()) ?? 0));
  if (missing.length > 0)
    console.warn("Missing to sell for real: %s. What to do: npm run shop -- verifier", missing.join(", "));
}

/** For requests: workers say it themselves. */
function logFailure(failure: ShopUnavailable): void {
  if (!currentRequest()) return;
  failure.isLogged = true;
  console.error(failure.message);
}

/** Waits for the shop; ends the process with one line when it cannot open. */
export async function shopReady(): Promise<Shop> {
  try {
    return await openOnce();
  } catch (error) {
    console.error(`The database cannot be opened: ${whyOf(error)}`);
    process.exit(1);
  }
}

export const getShop = (): Promise<Shop> => openOnce();

/**
 * The back office, for pages of an area that lets nobody but staff in.
 * @throws a 404 page on another shop's API, which has the orders and their office
 */
export async function getOffice(): Promise<OfficeService> {
  const { office } = await openOnce();
  if (!office) throw new Response(null, { status: 404 });
  return office;
}

/** Who works in the shop; a 404 page as for `getOffice`. */
export async function getStaffService(): Promise<StaffService> {
  const { staff } = await openOnce();
  if (!staff) throw new Response(null, { status: 404 });
  return staff;
}
