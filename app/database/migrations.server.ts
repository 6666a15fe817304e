import { type Migration, Migrator } from "kysely";
import type { Database } from "./connection.server";
import * as shop from "./migrations/001-shop";
import * as refine from "./migrations/002-refine";
import * as search from "./migrations/003-search";
import * as wishlist from "./migrations/004-wishlist";
import * as mail from "./migrations/005-mail";
import * as accounts from "./migrations/006-accounts";
import * as courier from "./migrations/007-courier";
import * as imports from "./migrations/008-import";
import * as ordering from "./migrations/009-ordering";
import * as tracking from "./migrations/010-tracking";
import * as openOrders from "./migrations/011-open-orders";
import * as confirmation from "./migrations/012-accounts";
import * as newGuests from "./migrations/013-new-guests";
import * as numbers from "./migrations/015-numbers-of-an-api";
import * as published from "./migrations/016-published";
import * as newestWords from "./migrations/017-newest-words";
import * as fieldWords from "./migrations/018-field-words";
import * as stockAlerts from "./migrations/020-stock-alerts";
import * as reviews from "./migrations/021-reviews";
import * as material from "./migrations/022-material";
import * as unsettled from "./migrations/023-unsettled-orders";
import { productColumn } from "./migrations/columns";

/**
 * Run in the order of their names, each recorded in `kysely_migration`; forward only. A released
 * migration is never edited: the next one changes what it made. They use `Kysely<unknown>`, because
 * a migration knows the tables of its own day only.
 */
const migrations: Record<string, Migration> = {
  "001_shop": shop,
  "002_refine": refine,
  "003_search": search,
  "004_wishlist": wishlist,
  "005_mail": mail,
  "006_accounts": accounts,
  "007_courier": courier,
  "008_import": imports,
  "009_ordering": ordering,
  "010_tracking": tracking,
  "011_open_orders": openOrders,
  "012_accounts": confirmation,
  "013_new_guests": newGuests,
  "015_numbers_of_an_api": numbers,
  "016_published": published,
  "017_newest_words": newestWords,
  "018_field_words": fieldWords,
  "019_fit": productColumn("fit", "text", ""),
  "020_stock_alerts": stockAlerts,
  "021_reviews": reviews,
  "022_material": material,
  "023_unsettled_orders": unsettled,
};

/**
 * Makes or updates the tables. Several processes may start at once: PostgreSQL holds an advisory
 * lock, SQLite the write lock of one transaction.
 * @throws the first error; everything is then as it was
 */
export async function migrate({ db }: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
