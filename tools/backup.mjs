import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { enterProject } from "./build.mjs";

/**
 * `npm run backup -- FILE`: copies the SQLite database as of one moment while the shop goes on
 * selling. Ends with 1 and one line on failure; every copy has passed SQLite's integrity check.
 */

const from = enterProject();

function fail(reason) {
  console.error(`No backup was made: ${reason}.`);
  process.exit(1);
}

const target = process.argv[2] ? resolve(from, process.argv[2]) : fail("name the file to write");
const source = join(resolve(process.env.DATA_DIR || "data"), "shop.sqlite");
if (process.env.DATABASE_URL) fail("this shop is on PostgreSQL, whose own pg_dump is the tool");
if (!existsSync(source)) fail(`there is no database at ${source}`);
if (existsSync(target)) fail(`${target} exists`);

// Only a finished copy has the name of a backup, wherever this process is killed.
const part = `${target}.part`;
/** Bytes that are left on a disk: on the shop's own as many as its pictures leave. */
const ROOM = { own: 1_000_000_000, other: 16 * 1024 * 1024 };
let orders = 0;
try {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  // A copy that fills the shop's own disk would have it refuse orders until it has given up.
  const { bavail, bsize } = statfsSync(dirname(target));
  const room = statSync(dirname(target)).dev === statSync(source).dev ? ROOM.own : ROOM.other;
  const size = [source, `${source}-wal`].reduce((sum, file) => sum + (existsSync(file) ? statSync(file).size : 0), 0);
  if (bavail * bsize < size + room)
    throw new Error(`there is no room for the copy: ${size} bytes, and ${room} to spare`);
  // SQLite writes into an empty file, which keeps names and phones from other users.
  rmSync(part, { force: true });
  closeSync(openSync(part, "wx", 0o600));
  const database = new Database(source, { readonly: true });
  // VACUUM reads one moment; SQLite's own backup starts again whenever another process commits.
  database.prepare("vacuum into ?").run(part);
  database.close();

  const copy = new Database(part);
  // The copy is a single file, without a write-ahead log beside it.
  copy.pragma("journal_mode = DELETE");
  const verdict = copy.pragma("integrity_check", { simple: true });
  if (verdict !== "ok") throw new Error(`the copy is damaged (${verdict})`);
  orders = copy.prepare("select count(*) as n from orders").get().n;
  copy.close();
  // VACUUM does not wait until the file is on the disk.
  const written = openSync(part, "r+");
  fsyncSync(written);
  closeSync(written);
  renameSync(part, target);
} catch (error) {
  rmSync(part, { force: true });
  fail(String(error.message).split("\n")[0]);
}
// `npm run shop -- verifier` reads it; without it the copy is as good.
try {
  writeFileSync(join(dirname(source), "last-backup"), `${target}\n`, { mode: 0o600 });
} catch {
  console.error(`${dirname(source)} cannot be written: 'verifier' does not know of this backup.`);
}
console.info(`${target}: ${orders} orders, integrity ok`);
