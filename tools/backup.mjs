import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { root } from "./build.mjs";

/**
 * `npm run backup -- FILE`: a copy of the SQLite database as of one moment, while the shop goes on selling. Ends with 1 and
 * one line when it could not be made; a copy that is there has passed SQLite's own integrity check.
 */

process.chdir(root);
if (existsSync(".env")) process.loadEnvFile(".env");

function fail(reason) {
  console.error(`No backup was made: ${reason}.`);
  process.exit(1);
}

const target = process.argv[2] ? resolve(process.argv[2]) : fail("name the file to write");
const source = join(resolve(process.env.DATA_DIR || "data"), "shop.sqlite");
if (process.env.DATABASE_URL) fail("this shop is on PostgreSQL, whose own pg_dump is the tool");
if (!existsSync(source)) fail(`there is no database at ${source}`);
if (existsSync(target)) fail(`${target} exists`);

let orders = 0;
try {
  mkdirSync(dirname(target), { recursive: true });
  const database = new Database(source, { readonly: true });
  // One read of one moment. SQLite's page by page backup begins anew whenever another process commits, so never ends here.
  database.prepare("vacuum into ?").run(target);
  database.close();

  const copy = new Database(target);
  // One file that stands alone: no write-ahead log beside it.
  copy.pragma("journal_mode = DELETE");
  const verdict = copy.pragma("integrity_check", { simple: true });
  if (verdict !== "ok") throw new Error(`the copy is damaged (${verdict})`);
  orders = copy.prepare("select count(*) as n from orders").get().n;
  copy.close();
  // VACUUM leaves writing to the system's leisure; a backup is one when it is on the disk.
  const written = openSync(target, "r+");
  fsyncSync(written);
  closeSync(written);
} catch (error) {
  // A file that is no backup must not look like one.
  rmSync(target, { force: true });
  fail(String(error.message).split("\n")[0]);
}
// For `npm run shop -- verifier`; the copy is one without it.
try {
  writeFileSync(join(dirname(source), "last-backup"), `${target}\n`);
} catch {
  console.error(`${dirname(source)} cannot be written: 'verifier' does not know of this backup.`);
}
console.info(`${target}: ${orders} orders, integrity ok`);
